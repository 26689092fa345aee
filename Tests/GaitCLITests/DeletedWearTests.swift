import Foundation
import Testing

/// What is left of a day of two devices when their wear, or a part of the day, is deleted counts once.
struct DeletedWearTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  /// The steps of a day of one of two devices, or as both count together.
  private func steps(_ more: String...) throws -> Double {
    let ending = try gait.run(
      [
        "query", "step-count", "--store", "s.gait", "--every", "day", "--from", "2026-02-11",
        "--to",
        "2026-02-12", "--statistics", "sum", "--format", "csv",
      ] + more)
    #expect(ending.code == 0, "\(ending.message)")
    return try #require(
      GaitProcess.rows(ending.output).first?["sum"].flatMap(Double.init), "\(ending.output)")
  }

  @Test(arguments: [
    ["--everything", "--from", "2026-02-11", "--to", "2026-02-11T10:00"],
    ["wear-time", "--from", "2026-02-10", "--to", "2026-02-13"],
  ])
  func `the rest of a day counts once`(deletion: [String]) throws {
    try gait.done(
      "simulate", "--history", "two-devices", "--participant", "P9", "--seed", "8", "--days", "60",
      "--store", "s.gait", "--quiet")
    let before = try steps()
    #expect(try steps("--recording", "simulated-two-devices-8") == before)
    let ending = try gait.run(["delete", "--store", "s.gait", "--participant", "P9"] + deletion)
    #expect(ending.code == 0, "\(ending.message)")
    let one = try steps("--recording", "simulated-two-devices-8")
    #expect(try steps() == one && one <= before)
    let said = try gait.done("query", "step-count", "--store", "s.gait", "--every", "day").message
    #expect(said.contains("recorded at once"), "\(said)")
  }

  @Test func `walks that outlast the wear count once in estimates, too`() throws {
    try gait.done(
      "simulate", "--history", "two-devices", "--participant", "P9", "--seed", "8", "--days", "250",
      "--store", "s.gait", "--quiet")
    try gait.done("estimate", "--store", "s.gait", "--quiet")
    func sums(_ kind: String, _ more: String...) throws -> [String: Double] {
      let ending = try gait.run(
        [
          "query", kind, "--store", "s.gait", "--every", "day", "--from", "2026-08-01",
          "--statistics",
          "sum", "--format", "csv",
        ] + more)
      let rows = GaitProcess.rows(ending.output).map {
        ($0["start_time"].map { String($0.prefix(10)) } ?? "", $0["sum"].flatMap(Double.init) ?? 0)
      }
      return Dictionary(uniqueKeysWithValues: rows)
    }
    let one = try sums("step-count", "--recording", "simulated-two-devices-8")
    let both = try sums("step-count")
    #expect(one.count > 20 && one["2026-08-09"] != nil)
    for (day, sum) in both { #expect(abs(sum - (one[day] ?? 0)) < 1e-6, "\(day)") }
    for (day, sum) in try sums("daily-step-count") {
      #expect(abs(sum - (both[day] ?? 0)) < 1e-6, "\(day)")
    }
  }
}
