import Foundation
import Testing

/// Days in a zone that somebody asks for, where samples have several clocks.
struct AskedZoneTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  /// A person whose walks are of Berlin's clock, and a phone that was in New York on an evening.
  private func travel() throws {
    let made = try gait(
      "simulate", "--history", "steady", "--participant", "A", "--days", "20", "--start",
      "2026-05-01", "--time-zone", "Europe/Berlin", "--store", "a.gait")
    #expect(made.code == 0, "\(made.message)")
    func record(_ start: String, _ end: String, _ steps: Int) -> String {
      """
      <Record type="HKQuantityTypeIdentifierStepCount" sourceName="iPhone" unit="count" creationDate="\(end)" \
      startDate="\(start)" endDate="\(end)" value="\(steps)"/>
      """
    }
    let export = """
      <?xml version="1.0" encoding="UTF-8"?>
      <HealthData locale="de_DE">
       <ExportDate value="2026-05-30 10:00:00 +0200"/>
       \(record("2026-05-10 22:00:00 -0400", "2026-05-10 22:10:00 -0400", 900))
       \(record("2026-05-13 10:00:00 +0200", "2026-05-13 10:10:00 +0200", 700))
      </HealthData>
      """
    try Data(export.utf8).write(to: URL(fileURLWithPath: gait.path("export.xml")))
    let read = try gait("import", "export.xml", "--participant", "A", "--store", "a.gait")
    #expect(read.code == 0, "\(read.message)")
  }

  @Test func `a zone that is asked for counts days there, also where most samples are of it`()
    throws
  {
    try travel()
    func days(in zone: String) throws -> [String] {
      let ending = try gait(
        "query", "step-count", "--store", "a.gait", "--source", "iPhone", "--statistics", "sum",
        "--every", "day", "--time-zone", zone, "--format", "csv")
      return ending.output.split(separator: "\n").dropFirst().map(String.init)
    }
    let berlin = try days(in: "Europe/Berlin")
    #expect(berlin == (try days(in: "Europe/Paris")))
    #expect(berlin.count == 2 && berlin[0].contains("2026-05-11T00:00:00.000+02:00"), "\(berlin)")
    let deleted = try gait(
      "delete", "step-count", "--store", "a.gait", "--participant", "A", "--source", "iPhone",
      "--time-zone", "Europe/Berlin", "--from", "2026-05-11", "--to", "2026-05-12")
    #expect(deleted.message.contains("1 sample deleted"), "\(deleted.message)")
  }

  /// A phone writes all of its export by the clock of the place where it is exported.
  @Test func `an export from abroad moves nothing that was there`() throws {
    func export(_ start: String, _ end: String, name: String) throws {
      let text = """
        <?xml version="1.0" encoding="UTF-8"?>
        <HealthData locale="en_GB">
         <ExportDate value="2026-02-01 10:00:00 +0000"/>
         <Record type="HKQuantityTypeIdentifierStepCount" sourceName="iPhone" unit="count" creationDate="\(end)" \
        startDate="\(start)" endDate="\(end)" value="500"/>
        </HealthData>
        """
      try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path(name)))
      let read = try gait("import", name, "--participant", "A", "--store", "a.gait")
      #expect(read.code == 0, "\(read.message)")
    }
    func days() throws -> String {
      try gait(
        "query", "step-count", "--store", "a.gait", "--statistics", "sum", "--every", "day",
        "--format", "csv"
      ).output
    }
    try export("2026-01-10 23:20:00 +0000", "2026-01-10 23:30:00 +0000", name: "home.xml")
    let before = try days()
    #expect(before.contains("2026-01-10T00:00:00.000+00:00"), "\(before)")
    try export("2026-01-11 08:20:00 +0900", "2026-01-11 08:30:00 +0900", name: "away.xml")
    #expect(try days() == before)
    let aside = try gait("query", "--store", "a.gait", "--superseded", "--format", "csv")
    #expect(!aside.output.contains("step-count"), "\(aside.output)")
  }

  @Test func `days of several offsets are printed without one`() throws {
    try travel()
    let days = try gait(
      "query", "step-count", "--store", "a.gait", "--source", "iPhone", "--statistics", "sum",
      "--every", "day", "--format", "csv")
    #expect(
      days.output.contains(",2026-05-10T00:00:00.000,2026-05-11T00:00:00.000,"), "\(days.output)")
  }

  @Test func `a deletion says what lies across its ends`() throws {
    let made = try gait(
      "simulate", "straight-walk", "--seconds", "60", "--output", "night.csv")
    #expect(made.code == 0, "\(made.message)")
    let kept = try gait(
      "analyze", "night.csv", "--participant", "A", "--site", "lower_back", "--height", "1.7",
      "--start",
      "2026-05-01T23:59:45+02:00", "--store", "a.gait", "--quiet")
    #expect(kept.code == 0, "\(kept.message)")
    let later = try gait(
      "delete", "--store", "a.gait", "--participant", "A", "wear-time", "--from", "2026-05-02")
    #expect(
      later.message.contains("wear-time that began before --from and lasts beyond it stays"),
      "\(later.message)")
    let earlier = try gait(
      "delete", "--store", "a.gait", "--participant", "A", "wear-time", "--to", "2026-05-02")
    #expect(
      earlier.message.contains("wear-time that lasts beyond --to went with all that it covered"),
      "\(earlier.message)")
  }

  @Test func `the list of what is held shows instants, each by its own clock`() throws {
    try travel()
    let list = try gait(
      "query", "--store", "a.gait", "--source", "iPhone", "--format", "csv")
    #expect(
      list.output.contains(
        "step-count,2,2026-05-10T22:00:00.000-04:00,2026-05-13T10:00:00.000+02:00"),
      "\(list.output)")
  }
}
