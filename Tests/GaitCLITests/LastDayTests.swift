import Foundation
import Testing

/// Estimates go through the last day on which a device was worn, and know the same days as the tables of a study.
struct LastDayTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  /// Takes rows of wear, and of others by their kind, as an analysis of one person writes them.
  private func take(_ rows: String...) throws {
    let header = "participant,kind,value,unit,start_time,end_time,source,time_zone\n"
    try (header + rows.map { "T,\($0)\n" }.joined())
      .write(toFile: gait.path("rows.csv"), atomically: true, encoding: .utf8)
    try gait.done("import", "rows.csv", "--store", "s.gait")
  }

  private func estimate(_ words: String...) throws -> String {
    let ending = try gait.run(["estimate", "--store", "s.gait", "--format", "json"] + words)
    #expect(ending.code == 0, "\(ending.message)")
    let found = ending.output.firstMatch(of: /"through": "([^"]*)"/)
    return String(try #require(found).1)
  }

  /// Day and value of a kind.
  private func days(_ kind: String) throws -> [String] {
    GaitProcess.rows(
      try gait.done("query", kind, "--store", "s.gait", "--format", "csv").output
    ).map { row in
      let hours = (row["value"].flatMap(Double.init) ?? .nan) / (kind.hasSuffix("time") ? 3600 : 1)
      return "\(row["start_time"]?.prefix(10) ?? "") \((hours * 1000).rounded() / 1000)"
    }
  }

  /// 30 hours in bed, from Monday evening to Wednesday morning.
  private static let bed =
    "wear-time,108000,s,2026-05-11T20:00:00+02:00,2026-05-13T02:00:00+02:00,gait,"

  /// The second row names no zone: then each sample stands on the days of its own clock.
  @Test(arguments: [
    [bed + "Europe/Berlin"],
    [
      bed + "Europe/Berlin",
      "wear-time,600,s,2026-05-11T10:00:00+01:00,2026-05-11T10:10:00+01:00,gait,",
    ],
  ])
  func `days that were worn to their end are estimated, though nothing begins on them`(
    rows: [String]
  ) throws {
    for row in rows { try take(row) }
    let first = rows.count > 1 ? 4.167 : 4.0
    #expect(try estimate() == "2026-05-13")
    #expect(
      try days("daily-wear-time")
        == ["2026-05-11 \(first)", "2026-05-12 24.0", "2026-05-13 2.0"])
    #expect(try days("daily-step-count") == ["2026-05-12 0.0"])
    try gait.done(
      "report", "person", "--store", "s.gait", "--participant", "T", "--output", "p.html")
    #expect(try gait.text(of: "p.html").contains("3 of 28"))
  }

  @Test func `what an earlier run left out comes with the next`() throws {
    try take(Self.bed + "Europe/Berlin")
    #expect(try estimate("--until", "2026-05-11") == "2026-05-11")
    #expect(try days("daily-wear-time") == ["2026-05-11 4.0"])
    #expect(try estimate() == "2026-05-13")
    #expect(try days("daily-wear-time").count == 3)
    #expect(try estimate("--until", "2026-05-13") == "2026-05-13")
  }

  @Test func `wear that ends at midnight does not reach the next day`() throws {
    try take(
      "wear-time,28800,s,2026-05-11T16:00:00+02:00,2026-05-12T00:00:00+02:00,gait,Europe/Berlin")
    #expect(try estimate() == "2026-05-11")
    #expect(try days("daily-step-count") == ["2026-05-11 0.0"])
  }

  /// The end is kept to the millisecond and the time worn exactly: the share of the first day is some microseconds short.
  @Test func `eight hours are eight hours however the end is rounded`() throws {
    let end = "2026-05-12T02:30:34.060+02:00"
    try take("wear-time,37834.0599685,s,2026-05-11T16:00:00+02:00,\(end),gait,Europe/Berlin")
    _ = try estimate()
    #expect(try days("daily-wear-time").first == "2026-05-11 8.0")
    #expect(try days("daily-step-count") == ["2026-05-11 0.0"])
  }

  @Test func `a second less than eight hours is less`() throws {
    let end = "2026-05-11T23:59:59+02:00"
    try take("wear-time,28799,s,2026-05-11T16:00:00+02:00,\(end),gait,Europe/Berlin")
    _ = try estimate()
    #expect(try days("daily-step-count").isEmpty)
  }
}
