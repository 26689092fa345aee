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
