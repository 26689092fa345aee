import Foundation
import Testing

/// Where hours and weeks begin, whatever was done to the clocks and calendars of a zone.
struct IntervalBorderTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  /// The starts of the intervals of steps.
  private func starts(_ words: String...) throws -> [String] {
    let ending = try gait.run(
      ["query", "step-count", "--store", "s.gait", "--format", "csv", "--statistics", "sum"] + words
    )
    #expect(ending.code == 0, "\(ending.message)")
    let rows = ending.output.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let column = try #require(rows.first?.firstIndex(of: "start_time"))
    return rows.dropFirst().map { $0[column] }
  }

  /// Steps in each hour from an instant on.
  private func importHours(_ count: Int, from start: String) throws {
    let first = try #require(ISO8601DateFormatter().date(from: start))
    let rows = (0..<count).map { hour in
      func text(_ minutes: Int) -> String {
        ISO8601DateFormatter().string(from: first + Double(hour * 60 + minutes) * 60)
      }
      return "A,step-count,10,count,\(text(10)),\(text(20)),app,Europe/Berlin"
    }
    let head = "participant,kind,value,unit,start_time,end_time,source,time_zone"
    try ([head] + rows).joined(separator: "\n").appending("\n")
      .write(toFile: gait.path("hours.csv"), atomically: true, encoding: .utf8)
    let ending = try gait("import", "hours.csv", "--store", "s.gait")
    #expect(ending.code == 0, "\(ending.message)")
  }

  /// These zones had no 30 December 2011.
  @Test(arguments: ["Pacific/Apia", "Pacific/Fakaofo"])
  func `weeks begin on Mondays where a day was skipped`(zone: String) throws {
    let made = try gait(
      "simulate", "--history", "steady", "--participant", "S", "--store", "s.gait", "--time-zone",
      zone, "--days", "30", "--start", "2026-01-01")
    #expect(made.code == 0, "\(made.message)")
    let weeks = try starts("--every", "week")
    #expect(
      weeks.map { String($0.prefix(10)) } == [
        "2025-12-29", "2026-01-05", "2026-01-12", "2026-01-19", "2026-01-26",
      ])
    let day = try starts("--every", "2-weeks").first?.prefix(10)
    #expect(day == "2025-12-22" || day == "2025-12-29")
  }

  @Test(arguments: [
    ("2026-01-14T23:00:00Z", "2026-01-15", "+01:00"),
    ("2026-07-14T22:00:00Z", "2026-07-15", "+02:00"),
  ]) func `hours are counted from midnight, in winter and in summer`(
    first: String, day: String, offset: String
  ) throws {
    try importHours(24, from: first)
    #expect(
      try starts("--every", "6-hours")
        == ["00", "06", "12", "18"].map { "\(day)T\($0):00:00.000\(offset)" })
    #expect(try starts("--every", "hour").count == 24)
  }

  @Test func `on the day of a change of clocks hours are those of the clock`() throws {
    // Clocks were put forward on 29 March and back on 25 October.
    try importHours(23, from: "2026-03-28T23:00:00Z")
    try importHours(25, from: "2026-10-24T22:00:00Z")
    #expect(
      try starts("--every", "6-hours").map { String($0.dropFirst(11).prefix(2)) }
        == ["00", "06", "12", "18", "00", "06", "12", "18"])
    let hours = try starts("--every", "hour").map { String($0.dropFirst(11).prefix(2)) }
    #expect(hours.count == 23 + 24)
    #expect(!hours.prefix(23).contains("02") && hours.dropFirst(23).contains("02"))
  }
}
