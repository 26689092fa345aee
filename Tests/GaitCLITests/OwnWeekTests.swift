import Foundation
import Testing

/// Estimates of weeks are compared week by week, on whichever day each program begins them.
struct OwnWeekTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  @Test func `a phone's week from Saturday on stands beside ours of the Monday after`() throws {
    for arguments in [
      [
        "simulate", "--history", "knee-surgery", "--participant", "P", "--start", "2026-01-05",
        "--days", "120", "--time-zone", "Europe/Berlin", "--store", "s.gait",
      ], ["estimate", "--store", "s.gait", "--quiet"],
    ] {
      #expect(try gait.run(arguments).code == 0)
    }
    let ours = GaitProcess.rows(
      try gait("query", "six-minute-walk-distance", "--store", "s.gait", "--format", "csv").output
    ).compactMap { row -> (start: String, value: Double)? in
      guard let start = row["start_time"], let value = row["value"].flatMap(Double.init) else {
        return nil
      }
      return (start, value)
    }
    #expect(ours.count > 8)
    // The phone lacks the second week, and has one before our first.
    let monday = ISO8601DateFormatter()
    monday.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    let stamp = DateFormatter()
    stamp.locale = Locale(identifier: "en_US_POSIX")
    stamp.timeZone = TimeZone(identifier: "Europe/Berlin")
    stamp.dateFormat = "yyyy-MM-dd HH:mm:ss Z"
    var records = ""
    func record(_ start: Date, _ value: Double) {
      let (from, to) = (stamp.string(from: start), stamp.string(from: start + 7 * 86_400))
      records += """
        <Record type="HKQuantityTypeIdentifierSixMinuteWalkTestDistance" sourceName="Phone" unit="m" \
        creationDate="\(to)" startDate="\(from)" endDate="\(to)" value="\(value)"/>

        """
    }
    for (place, week) in ours.enumerated() where place != 1 {
      let start = try #require(monday.date(from: week.start)) - 2 * 86_400
      if place == 0 { record(start - 7 * 86_400, 1) }
      record(start, week.value + 10)
    }
    let export = """
      <?xml version="1.0" encoding="UTF-8"?>
      <HealthData locale="de_DE"><ExportDate value="2026-06-30 10:00:00 +0200"/>
      \(records)</HealthData>
      """
    try Data(export.utf8).write(to: URL(fileURLWithPath: gait.path("export.xml")))
    let read = try gait("import", "export.xml", "--participant", "P", "--store", "s.gait")
    #expect(read.code == 0, "\(read.message)")
    let pairs = GaitProcess.rows(
      try gait("compare", "six-minute-walk-distance", "--store", "s.gait", "--format", "csv").output
    )
    #expect(pairs.count == ours.count - 1)
    #expect(
      pairs.allSatisfy { $0["difference"] == "-10.0000" }, "\(pairs.map { $0["difference"] })")
  }
}
