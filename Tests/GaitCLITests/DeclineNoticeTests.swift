import Foundation
import MobilityEstimates
import SampleStorage
import Testing

@testable import GaitCLI

/// A decline is told once and taken back, whenever its weeks come and go.
struct DeclineNoticeTests {
  private let gait: GaitProcess
  private static let told = "declining_trend 2025-02-16"
  private static let week = (from: "2025-02-10", to: "2025-02-17")

  init() throws { gait = try GaitProcess() }

  private func simulate(_ history: String, _ person: String, seed: String, days: String) throws {
    try gait.done(
      "simulate", "--history", history, "--participant", person, "--seed", seed, "--days", days,
      "--start", "2024-11-04", "--store", "raw.gait")
  }

  private func simulateOperation() throws {
    try simulate("knee-surgery", "P", seed: "3", days: "330")
  }

  /// Takes days over from the simulated store.
  private func take(_ from: String, _ to: String, _ more: String...) throws {
    let rows = try gait.done(
      "query", "--store", "raw.gait", "--everything", "--participant", "P", "--from", from, "--to",
      to, "--format", "csv", "--quiet")
    try rows.output.write(toFile: gait.path("p.csv"), atomically: true, encoding: .utf8)
    let ending = try gait.run(["import", "p.csv", "--store", "s.gait", "--quiet"] + more)
    #expect(ending.code == 0, "\(ending.message)")
  }

  /// Estimates through a day and gives what is said, in one line.
  @discardableResult private func estimate(_ until: String, _ more: String...) throws -> String {
    let ending = try gait.run(["estimate", "--store", "s.gait", "--until", until] + more)
    #expect(ending.code == 0, "\(ending.message)")
    return ending.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Estimates through a day and gives what a command hears of declines.
  private func hear(_ until: String) throws -> [String] {
    try Data().write(to: URL(fileURLWithPath: gait.path("heard")))
    try estimate(until, "--on-event", "echo $GAIT_EVENT $GAIT_DATE >> heard")
    return try gait.text(of: "heard").split(separator: "\n").map(String.init)
      .filter { $0.contains("declining") }
  }

  private func delete(_ kinds: String...) throws {
    let ending = try gait.run(
      [
        "delete", "--store", "s.gait", "--participant", "P", "--from", Self.week.from, "--to",
        Self.week.to, "--quiet",
      ] + kinds)
    #expect(ending.code == 0, "\(ending.message)")
  }

  @Test func `it is told whether its weeks come in order or one of them late`() throws {
    try simulateOperation()
    try take("2024-11-04", "2025-02-03")
    #expect(try hear("2025-02-02").isEmpty)
    try take("2025-02-10", "2025-02-17")
    #expect(try hear("2025-02-16").isEmpty)
    try take("2025-02-03", "2025-02-10")
    #expect(try hear("2025-02-16") == [Self.told])
    try take("2025-02-17", "2025-02-24")
    #expect(try hear("2025-02-23").isEmpty)
    for kind in [".gait", ".gait-wal", ".gait-shm"] {
      try? FileManager.default.removeItem(atPath: gait.path("s" + kind))
    }
    try take("2024-11-04", "2025-02-10")
    #expect(try hear("2025-02-09").isEmpty)
    try take("2025-02-10", "2025-02-17")
    #expect(try hear("2025-02-16") == [Self.told])
    try take("2025-02-17", "2025-02-24")
    #expect(try hear("2025-02-23").isEmpty)
  }

  @Test func `a late week does not tell it twice, and the text says what is flagged`() throws {
    try simulate("stroke", "P", seed: "10", days: "250")
    try take("2024-11-04", "2025-02-03")
    try estimate("2025-02-02")
    try take("2025-02-10", "2025-02-17")
    #expect(try hear("2025-02-16") == [Self.told])
    let said = try estimate("2025-02-16")
    #expect(
      said.contains(
        "points of 100 a week in the last 5 weeks with a score, to 16 February 2025: a steep decline, which is flagged but not beyond chance (19 times in 20 between a fall of 28.4 and a rise of 4.3)"
      ), "\(said)")
    #expect(!said.contains("neither rising nor falling"), "\(said)")
    try take("2025-02-03", "2025-02-10")
    #expect(try hear("2025-02-16").isEmpty)
    #expect(try estimate("2025-02-16").contains("16 February 2025: a steep decline "))
  }

  @Test func `it is taken back when its week is deleted, and told when the week comes back`() throws
  {
    try simulateOperation()
    try take("2024-11-04", "2025-02-17")
    #expect(try hear("2025-02-16") == [Self.told])
    try delete("--everything")
    #expect(try hear("2025-02-16") == ["withdrawn_" + Self.told])
    #expect(try hear("2025-02-16").isEmpty)
    try take(Self.week.from, Self.week.to, "--with-deleted")
    #expect(try hear("2025-02-16") == [Self.told])
    // What a run without a listener finds waits.
    try delete("step-count", "walking-speed", "cadence", "walking-time", "wear-time")
    let said = try estimate("2025-02-16")
    #expect(
      said.contains(
        "no longer true, by what is stored now: walking steadiness falls by more than 5 points a week (16 February 2025)"
      ), "\(said)")
    #expect(try hear("2025-02-16") == ["withdrawn_" + Self.told])
    #expect(try hear("2025-02-16").isEmpty)
  }

  @Test func `what an older program left as told is not told again`() async throws {
    try simulateOperation()
    try take("2024-11-04", "2025-02-17")
    #expect(try hear("2025-02-16") == [Self.told])
    do {
      let store = try SampleStore.open(gait.path("s.gait"), access: .everything)
      var progress = try #require(try await EstimateProgress(of: "P", in: store))
      #expect(progress.known.declines?.count == 1)
      progress.known = KnownNotices()
      try await store.save([progress.sample(of: "P", .estimates)])
    }
    #expect(try hear("2025-02-16").isEmpty)
    try take("2025-02-17", "2025-02-24")
    #expect(try hear("2025-02-23").isEmpty)
  }
}
