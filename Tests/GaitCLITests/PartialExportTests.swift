import Foundation
import Testing

/// What leaves a store in parts, or for good, is what the command says.
struct PartialExportTests {
  private let gait: GaitProcess
  private static let person = ["--store", "s.gait", "--participant", "A"]

  init() throws { gait = try GaitProcess() }

  private func run(_ command: String, _ words: String...) throws -> GaitProcess.Ending {
    let ending = try gait.run([command] + words + Self.person)
    #expect(ending.code == 0, "\(ending.message)")
    return ending
  }

  private func steps(_ store: String) throws -> [Substring] {
    try gait(
      "query", "step-count", "--store", store, "--every", "day", "--statistics", "sum", "--format",
      "csv"
    ).output.split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false)[5]
    }
  }

  @Test func `an export without the time worn says that both devices will count`() throws {
    for seed in ["1", "2"] {
      _ = try run("simulate", "--history", "steady", "--days", "5", "--seed", seed)
    }
    let part = try run("export", "step-count", "--plain", "--output", "part.csv")
    #expect(
      part.message.contains("recorded at once") && part.message.contains("wear-time too"),
      "\(part.message)")
    let cut = try run(
      "export", "step-count", "wear-time", "--from", "2026-01-07", "--plain", "--output", "cut.csv")
    #expect(cut.message.contains("leave out what limits the samples"), "\(cut.message)")
    let whole = try run(
      "export", "step-count", "wear-time", "--plain", "--output", "whole.csv")
    #expect(!whole.message.contains("recorded at once"), "\(whole.message)")
    for name in ["part", "whole"] {
      #expect(try gait("import", "\(name).csv", "--store", "\(name).gait").code == 0)
    }
    #expect(try steps("whole.gait") == steps("s.gait"))
    #expect(try steps("part.gait") != steps("s.gait"), "as was said")
    let apart = try run("export", "height", "--plain", "--output", "height.csv")
    #expect(!apart.message.contains("recorded at once"), "\(apart.message)")
  }

  private func count(_ more: String...) throws -> Int {
    try gait.run(["query", "walking-speed", "--format", "csv"] + more + Self.person).output
      .split(separator: "\n").count - 1
  }

  @Test func `a kind is deleted and exported whole, and what query hides is counted`() throws {
    try """
    participant,kind,value,unit,start_time,end_time,source,left_out_reason
    A,walking-speed,1.2,m/s,2026-05-04T09:30:00Z,2026-05-04T09:31:00Z,gait,
    A,walking-speed,0.4,m/s,2026-05-04T09:40:00Z,2026-05-04T09:41:00Z,gait,turning
    A,step-count,90,count,2026-05-04T09:30:00Z,2026-05-04T09:31:00Z,gait,

    """.write(toFile: gait.path("walks.csv"), atomically: true, encoding: .utf8)
    #expect(try gait("import", "walks.csv", "--store", "s.gait").code == 0)
    #expect(try count() == 1 && count("--left-out") == 2)
    #expect(
      try run("export", "walking-speed", "--plain", "--output", "x.csv").message.contains(
        "2 samples"))
    for command in ["delete", "export"] {
      #expect(try !gait(command, "--help").output.contains("--left-out "), "\(command)")
    }
    let deleted = try run("delete", "walking-speed")
    #expect(
      deleted.message.contains(
        "2 samples deleted, 1 of them of bouts that are not flat and steady"),
      "\(deleted.message)")
    #expect(try count("--left-out") == 0)
  }
}
