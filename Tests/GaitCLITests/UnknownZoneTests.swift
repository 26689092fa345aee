import Foundation
import Testing

/// A time zone that no database has, beside an offset: on a journey the offset says the day.
struct UnknownZoneTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  /// The sums of steps by day.
  private func days() throws -> [String: String] {
    let ending = try gait.done(
      "query", "step-count", "--store", "s.gait", "--every", "day", "--statistics", "sum",
      "--format", "csv")
    return Dictionary(
      uniqueKeysWithValues: GaitProcess.rows(ending.output).map {
        (String(($0["start_time"] ?? "").prefix(10)), $0["sum"] ?? "")
      })
  }

  private static func record(_ start: String, _ end: String, _ zone: String, _ value: Int) -> String
  {
    """
    <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" \
    startDate="\(start)" endDate="\(end)" value="\(value)">\
    <MetadataEntry key="HKTimeZone" value="\(zone)"/></Record>
    """
  }

  @Test func `a phone's record counts on the day of its own offset, and the zone is named`() throws
  {
    let text = """
      <?xml version="1.0"?>
      <HealthData locale="en">
      <ExportDate value="2026-05-08 12:00:00 +0200"/>
      \(Self.record("2026-05-04 09:30:00 +0200", "2026-05-04 09:31:00 +0200", "Europe/Berlin", 52))
      \(Self.record("2026-05-05 22:30:00 -0500", "2026-05-05 22:31:00 -0500", "Mars/Hill", 60))
      </HealthData>
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path("export.xml")))
    let said = try gait.done("import", "export.xml", "--participant", "Q", "--store", "s.gait")
    let words = said.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains(#"1 record names the time zone "Mars/Hill", which is not known here"#))
    #expect(try days() == ["2026-05-04": "52.0000", "2026-05-05": "60.0000"])
  }

  @Test func `so does what a store holds under such a zone`() throws {
    let rows = [
      "participant,kind,value,unit,start_time,end_time,source,time_zone,utc_offset_s",
      "Q,step-count,52,count,2026-05-04T07:30:00Z,2026-05-04T07:31:00Z,x,Europe/Berlin,7200",
      "Q,step-count,60,count,2026-05-06T03:30:00Z,2026-05-06T03:31:00Z,x,Mars/Hill,-18000",
    ]
    try Data((rows.joined(separator: "\n") + "\n").utf8).write(
      to: URL(fileURLWithPath: gait.path("t.csv")))
    try gait.done("import", "t.csv", "--store", "s.gait")
    #expect(try days() == ["2026-05-04": "52.0000", "2026-05-05": "60.0000"])
  }
}
