import Foundation
import Testing

/// A command of `--on-event` hears of what a run without it found first.
struct LateListenerTests {
  private let gait: GaitProcess

  init() throws {
    gait = try GaitProcess()
    try simulate("P07", "s.gait")
  }

  private func simulate(_ participant: String, _ store: String, seed: Int = 6) throws {
    try run(
      "simulate", "--history", "unsteadiness", "--seed", "\(seed)", "--days", "240", "--start",
      "2025-06-02", "--participant", participant, "--store", store)
  }

  @discardableResult private func run(_ arguments: String...) throws -> GaitProcess.Ending {
    let ending = try gait.run(arguments)
    #expect(ending.code == 0, "\(arguments): \(ending.message)")
    return ending
  }

  private func hear(_ store: String, _ file: String, _ more: String...) throws -> [String] {
    try Data().write(to: URL(fileURLWithPath: gait.path(file)))
    let ending = try gait.run(
      [
        "estimate", "--store", store, "--quiet", "--on-event",
        "echo $GAIT_PARTICIPANT $GAIT_EVENT $GAIT_DATE >> \(file)",
      ] + more)
    #expect(ending.code == 0, "\(ending.message)")
    return try gait.text(of: file).split(separator: "\n").map(String.init)
  }

  @Test func `what somebody saw at a terminal is told once by the next run that tells`() throws {
    try FileManager.default.copyItem(atPath: gait.path("s.gait"), toPath: gait.path("whole.gait"))
    for store in ["whole.gait", "s.gait"] { _ = try hear(store, "first", "--until", "2025-08-01") }
    let all = try hear("whole.gait", "whole")
    #expect(all.count > 2)
    try run("estimate", "--store", "s.gait", "--until", "2025-11-01")
    try run("estimate", "--store", "s.gait")
    #expect(try hear("s.gait", "late").sorted() == all.sorted())
    #expect(try hear("s.gait", "again").isEmpty)
    // Whoever comes later is heard of, too.
    try simulate("P08", "s.gait", seed: 7)
    try run("estimate", "--store", "s.gait", "--participant", "P08")
    let others = try hear("s.gait", "others")
    #expect(!others.isEmpty && others.allSatisfy { $0.hasPrefix("P08 ") }, "\(others)")
  }

  @Test func `what went again before anybody heard it is not told, nor taken back`() throws {
    _ = try hear("s.gait", "first", "--until", "2025-08-01")
    try run("estimate", "--store", "s.gait")
    try run(
      "delete", "--store", "s.gait", "--participant", "P07", "--everything", "--from", "2025-11-01")
    try run("estimate", "--store", "s.gait")
    let late = try hear("s.gait", "late")
    #expect(!late.isEmpty && late.allSatisfy { !$0.contains("withdrawn") }, "\(late)")
    #expect(late.allSatisfy { ($0.split(separator: " ").last ?? "") < "2025-11-01" }, "\(late)")
  }

  @Test func `what was heard and went in a run that tells nothing is taken back`() throws {
    #expect(try hear("s.gait", "first").contains { $0.contains("initial_very_low") })
    try run(
      "delete", "--store", "s.gait", "--participant", "P07", "--everything", "--from", "2025-09-01")
    try run("estimate", "--store", "s.gait")
    #expect(try hear("s.gait", "late").contains { $0.contains("withdrawn") })
    #expect(try hear("s.gait", "again").isEmpty)
  }

  @Test func `without a listener nothing waits`() throws {
    try run("estimate", "--store", "s.gait")
    #expect(try hear("s.gait", "first").isEmpty)
  }
}
