import Foundation
import Testing

/// An activity that was labelled in a recording lies on the day of the walks in it, whichever clocks others have.
struct ActivityDayTests {
  private let gait: GaitProcess

  init() throws {
    gait = try GaitProcess()
    try "label,start_s,end_s\nsix-minute walk,0,20\nrest,20,40\n".write(
      toFile: gait.path("marks.csv"), atomically: true, encoding: .utf8)
    for seed in 1...2 {
      try run(
        "simulate", "straight-walk", "--seconds", "40", "--seed", "\(seed)", "--output",
        "r\(seed).csv")
    }
  }

  @discardableResult private func run(_ arguments: String...) throws -> GaitProcess.Ending {
    let ending = try gait.run(arguments)
    #expect(ending.code == 0, "\(arguments): \(ending.message)")
    return ending
  }

  private func keep(_ recording: String, _ start: String, _ more: String...) throws {
    let ending = try gait.run(
      [
        "analyze", recording, "--store", "s.gait", "--participant", "A", "--site", "lower_back",
        "--height", "1.7", "--start", start,
      ] + more)
    #expect(ending.code == 0, "\(ending.message)")
  }

  private func rows(_ arguments: String...) throws -> [[String: String]] {
    GaitProcess.rows(
      try gait.run(["query", "--store", "s.gait", "--format", "csv"] + arguments).output)
  }

  private func days() throws -> [String] {
    try rows("activity", "--every", "day", "--statistics", "count").compactMap {
      $0["start_time"].map { String($0.prefix(10)) }
    }
  }

  @Test func `labels of winter and summer are of the days of their walks`() throws {
    try keep("r1.csv", "2026-02-03T00:10:00+01:00", "--activities", "marks.csv")
    try keep("r2.csv", "2026-06-03T00:10:00+02:00", "--activities", "marks.csv")
    #expect(try days() == ["2026-02-03", "2026-06-03"])
    #expect(
      try days()
        == rows("step-count", "--every", "day").compactMap { $0["start_time"] }
        .map { String($0.prefix(10)) })
    for (from, to) in [("2026-02-03", "2026-02-04"), ("2026-06-03", "2026-06-04")] {
      #expect(try rows("activity", "--from", from, "--to", to).count == 2)
      let steps = try rows("step-count", "--by-activity", "--from", from, "--to", to)
      #expect(steps.compactMap { $0["label"] } == ["six-minute walk", "rest"])
      #expect(steps.allSatisfy { $0["start_time"]?.hasPrefix(from + "T00:10") == true })
      // What was labelled stands on the day of what was found in it.
      #expect(try rows("activity-step-count", "--from", from, "--to", to).count == steps.count)
    }
  }

  @Test func `labels move with the start, the clock and the zone of their recording`() throws {
    try keep("r2.csv", "2026-06-03T00:10:00+02:00")
    try keep("r1.csv", "2026-02-03T00:10:00+01:00", "--activities", "marks.csv")
    func marks() throws -> [[String: String]] { try rows("activity", "--to", "2026-05-01") }
    try keep("r1.csv", "2026-02-05T00:20:00+01:00")
    #expect(
      try marks().compactMap { $0["start_time"] } == [
        "2026-02-05T00:20:00.000+01:00", "2026-02-05T00:20:20.000+01:00",
      ])
    // The same instant by another clock.
    try keep("r1.csv", "2026-02-04T23:20:00+00:00")
    #expect(try marks().first?["start_time"] == "2026-02-04T23:20:00.000+00:00")
    #expect(try days().first == "2026-02-04")
    try keep("r1.csv", "2026-02-05T00:20:00+01:00", "--time-zone", "Europe/Berlin")
    #expect(try marks().compactMap { $0["time_zone"] } == ["Europe/Berlin", "Europe/Berlin"])
    #expect(
      try gait("query", "--store", "s.gait", "--superseded", "activity").output
        .contains("nothing found"))
    // Over the change of clocks each label has the offset of its own start.
    try keep("r1.csv", "2026-03-29T01:59:50+01:00", "--time-zone", "Europe/Berlin")
    #expect(try marks().compactMap { $0["utc_offset_s"] } == ["3600", "7200"])
    #expect(try marks().last?["start_time"] == "2026-03-29T03:00:10.000+02:00")
  }

  @Test func `what a recording said of the person is entered on the day of its clock`() throws {
    try keep("r1.csv", "2026-02-03T00:10:00+01:00")
    try keep("r2.csv", "2026-06-03T00:10:00+02:00")
    try run(
      "estimate", "--store", "s.gait", "--participant", "A", "--height", "1.8", "--since",
      "2026-05-01", "--quiet")
    let entered = try rows("height", "--by-hand").compactMap { $0["start_time"]?.prefix(10) }
    #expect(entered == ["2026-02-03", "2026-05-01"])
    #expect(try rows("height", "--by-hand", "--to", "2026-02-03").isEmpty)
  }
}
