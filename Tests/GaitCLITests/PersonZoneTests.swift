import Foundation
import Testing

/// Days are those of the person's samples: a look in another time zone moves none of them.
struct PersonZoneTests {
  private let gait: GaitProcess
  private static let person = ["--store", "s.gait", "--participant", "A"]

  init() throws { gait = try GaitProcess() }

  /// Forty days of somebody in Berlin.
  private func simulate() throws {
    let made = try gait(
      "simulate", "--history", "steady", "--participant", "A", "--store", "s.gait", "--days", "40")
    #expect(made.code == 0, "\(made.message)")
  }

  private func run(_ command: String, _ words: String...) throws -> GaitProcess.Ending {
    let ending = try gait.run([command] + words + Self.person)
    #expect(ending.code == 0, "\(ending.message)")
    return ending
  }

  private func all() throws -> String {
    try run("query", "--everything", "--format", "csv").output
  }

  @Test func `a report in another zone changes nothing in the store`() throws {
    try simulate()
    let untouched = try all()
    _ = try gait.run(
      ["report", "person", "--output", "a.html", "--time-zone", "Asia/Tokyo"] + Self.person)
    #expect(try all() == untouched, "nothing was estimated before, and a look estimates nothing")
    _ = try run("estimate")
    let before = try all()
    let ending = try gait.run(
      ["report", "person", "--output", "b.html", "--time-zone", "Asia/Tokyo"] + Self.person)
    #expect(ending.code == 0, "\(ending.message)")
    #expect(try all() == before)
    #expect(
      try run("query", "--superseded", "--format", "csv").output.split(separator: "\n").count == 1)
    #expect(try gait.text(of: "a.html").contains("figure-six-minute-walk"))
    #expect(try run("estimate").message.isEmpty)
  }

  /// The weeks of the six-minute walk that are kept: value and day of the end.
  private func weeks() throws -> [String] {
    try run("query", "six-minute-walk-distance", "--format", "csv").output.split(separator: "\n")
      .dropFirst().map { row in
        let fields = row.split(separator: ",", omittingEmptySubsequences: false)
        return "\(fields[2]) \(fields[5].prefix(10))"
      }
  }

  @Test(arguments: ["Asia/Tokyo", "America/Los_Angeles"])
  func `an estimate in another zone is said, and the next is that of the samples again`(
    zone: String
  ) throws {
    try simulate()
    _ = try run("estimate")
    let first = try weeks()
    #expect(first.count == 4)
    let moved = try run("estimate", "--time-zone", zone)
    #expect(
      moved.message.contains(
        "A: days are counted in \(zone), as --time-zone says; they were in Europe/Berlin"),
      "\(moved.message)")
    // What a week said is held against what the same week says now.
    #expect(!moved.output.contains("has none now"), "\(moved.output)")
    #expect(try weeks().count == 4, "no week is there twice")
    #expect(try !run("estimate", "--time-zone", zone).message.contains("days are counted"))
    let query = try run("query", "walking-speed", "--limit", "1", "--format", "csv").output
    #expect(query.contains("+01:00"), "\(query)")
    _ = try run("event", "injury", "--on", "2026-01-15")
    let back = try run("estimate")
    #expect(
      back.message.contains(
        "days are counted in Europe/Berlin again, the time zone of the samples; they were in \(zone)"
      ),
      "\(back.message)")
    #expect(try weeks() == first)
    let entered = try run("query", "event", "--format", "csv").output
    #expect(entered.contains("2026-01-15T00:00:00.000+01:00"), "\(entered)")
  }

  @Test func `a first estimate in another zone is said, and does not stay`() throws {
    try simulate()
    let first = try run("estimate", "--time-zone", "Asia/Tokyo")
    #expect(
      first.message.contains("a run without it counts them in Europe/Berlin, as the samples do"),
      "\(first.message)")
    #expect(try run("query", "daily-step-count", "--limit", "1").output.contains("+01:00"))
    _ = try run("estimate")
    let days = try run("query", "daily-step-count", "--format", "csv").output
      .split(separator: "\n").dropFirst()
    #expect(days.count == 40 && days.allSatisfy { $0.contains("T00:00:00.000+01:00") })
  }

  @Test func `an event in another zone than that of the samples moves no day`() throws {
    try simulate()
    _ = try run("event", "other", "--on", "2026-05-01", "--time-zone", "Asia/Tokyo")
    #expect(try run("event", "--list").output.contains("1 May 2026"))
    #expect(
      try run("query", "walking-speed", "--limit", "1", "--format", "csv").output.contains("+01:00")
    )
  }

  @Test func `a clinic test entered before the first recording counts on its own day`() throws {
    let test = try gait(
      "calibrate", "--six-minute-walk", "400", "--on", "2026-03-18", "--participant", "A",
      "--store", "s.gait", "--new-person")
    #expect(test.code == 0, "\(test.message)")
    // Nobody knows the zone yet.
    let entered = try run("query", "six-minute-walk-distance", "--format", "csv").output
    #expect(
      entered.contains(",2026-03-18T00:00:00.000,") && !entered.contains("+00:00"), "\(entered)")
    #expect(try !run("query", "six-minute-walk-distance").output.contains("times at"))
    let walk = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("SampleData/straight-walk.csv").path
    _ = try run(
      "analyze", walk, "--start", "2026-03-17T09:00:00-04:00", "--time-zone", "America/New_York")
    func days(_ more: String...) throws -> [[Substring]] {
      try gait.run(
        [
          "query", "six-minute-walk-distance", "--statistics", "count,mean", "--every", "day",
          "--format", "csv",
        ] + more + Self.person
      ).output.split(separator: "\n").dropFirst().map {
        $0.split(separator: ",", omittingEmptySubsequences: false)
      }
    }
    let all = try days()
    #expect(
      all.count == 1 && all[0][3].hasPrefix("2026-03-18") && all[0][5...6] == ["1", "400.0000"],
      "\(all)")
    #expect(try days("--from", "2026-03-18", "--to", "2026-03-19") == all)
    #expect(try days("--to", "2026-03-18").isEmpty)
    #expect(try run("query", "six-minute-walk-distance", "--format", "csv").output == entered)
  }
}
