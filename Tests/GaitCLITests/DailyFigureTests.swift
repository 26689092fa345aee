import Foundation
import Testing

/// The daily figures that `gait estimate` keeps, beside what the samples say.
struct DailyFigureTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  private func simulate(
    _ history: String, seed: Int, days: Int, of person: String = "P07", in store: String = "study"
  ) throws {
    let made = try gait(
      "simulate", "--history", history, "--seed", "\(seed)", "--days", "\(days)", "--participant",
      person, "--store", store + ".gait")
    #expect(made.code == 0, "\(made.message)")
  }

  @Test func `steps of two devices worn at once count once, on every day`() throws {
    for (name, history) in [("one", "steady"), ("two", "two-devices")] {
      try simulate(history, seed: 11, days: 20, of: name, in: name)
      #expect(try gait("estimate", "--store", "\(name).gait", "--quiet").code == 0)
    }
    func days(_ name: String) throws -> [String] {
      let ending = try gait(
        "query", "--store", "\(name).gait", "--participant", name, "daily-step-count", "--format",
        "csv")
      return ending.output.split(separator: "\n").dropFirst().map { row in
        row.split(separator: ",", omittingEmptySubsequences: false)[2...4].joined(separator: ",")
      }
    }
    let one = try days("one")
    #expect(try one.count > 15 && days("two") == one)
  }

  @Test func `the daily percentile is the time-weighted one, and a query names both`() throws {
    try simulate("steady", seed: 4, days: 20)
    #expect(try gait("estimate", "--store", "study.gait", "--quiet").code == 0)
    func rows(_ arguments: String...) throws -> [[String: Any]] {
      let ending = try gait.run(
        ["query", "--store", "study.gait", "--participant", "P07", "--format", "json"] + arguments)
      #expect(ending.code == 0, "\(ending.message)")
      return try #require(
        try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [[String: Any]])
    }
    let days = try rows(
      "walking-speed", "--statistics", "p95,time-weighted-p95", "--every", "day")
    let daily = try rows("daily-walking-speed-p95")
    #expect(days.count == daily.count && days.count > 10)
    var differ = 0
    for (day, sample) in zip(days, daily) {
      let weighted = try #require(day["time_weighted_p95"] as? Double)
      #expect(abs(weighted - (try #require(sample["value"] as? Double))) < 1e-4)
      if abs(weighted - (try #require(day["per_sample_p95"] as? Double))) > 0.01 { differ += 1 }
    }
    #expect(differ > 5, "two numbers with two names")
  }

  @Test func `before the first week is over, the days of wear are counted once`() throws {
    try simulate("holidays", seed: 11, days: 30)
    let text = try gait("estimate", "--store", "study.gait", "--until", "2026-01-10").output
    #expect(text.contains("the first week is over on 11 January 2026"), "\(text)")
    #expect(text.matches(of: /worn for 8 h/).count == 1, "\(text)")
    #expect(text.contains("by 10 January 2026: the six-minute walk needs more wear"))
  }
}
