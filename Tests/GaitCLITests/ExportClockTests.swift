import Foundation
import Testing

/// A phone writes what it recorded in winter by the clock of summer once it is exported in summer.
struct ExportClockTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  /// Imports an export of one record of steps a minute long, at the same instant by some clock.
  private func importing(
    _ start: String, _ end: String, offset: String, _ value: Int, written month: Int
  ) throws -> String {
    let text = """
      <?xml version="1.0"?>
      <HealthData locale="en">
      <ExportDate value="2026-0\(month)-02 10:12:00 \(offset)"/>
      <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" \
      value="\(value)" startDate="\(start) \(offset)" endDate="\(end) \(offset)"/>
      </HealthData>
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path("export.xml")))
    let ending = try gait("import", "export.xml", "--participant", "Q", "--store", "s.gait")
    #expect(ending.code == 0, "\(ending.message)")
    return ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private func winter(_ value: Int, written month: Int) throws -> String {
    try importing(
      "2026-01-10 23:20:00", "2026-01-10 23:21:00", offset: "+0100", value, written: month)
  }

  private func summer(_ value: Int, written month: Int) throws -> String {
    try importing(
      "2026-01-11 00:20:00", "2026-01-11 00:21:00", offset: "+0200", value, written: month)
  }

  /// The sum of each day.
  private func days() throws -> [String: String] {
    let ending = try gait(
      "query", "step-count", "--store", "s.gait", "--every", "day", "--statistics", "sum",
      "--format",
      "csv")
    return Dictionary(
      uniqueKeysWithValues: GaitProcess.rows(ending.output).map {
        (String(($0["start_time"] ?? "").prefix(10)), $0["sum"] ?? "")
      })
  }

  @Test func `a record that a summer export corrects stays on its day`() throws {
    _ = try winter(100, written: 2)
    let corrected = try summer(101, written: 6)
    #expect(corrected.contains("1 sample written"), "\(corrected)")
    #expect(corrected.contains("1 other sample gave way"), "\(corrected)")
    #expect(try days() == ["2026-01-10": "101.0000"])
  }

  @Test func `an export of before is the same again after a change of clocks`() throws {
    _ = try winter(100, written: 2)
    #expect(try summer(100, written: 5).contains("0 samples written"))
    _ = try summer(101, written: 6)
    let again = try summer(100, written: 5)
    #expect(!again.contains("otherwise"), "\(again)")
    let aside = try gait(
      "query", "step-count", "--superseded", "--store", "s.gait", "--format", "csv")
    #expect(GaitProcess.rows(aside.output).count == 1, "\(aside.output)")
    #expect(try days() == ["2026-01-10": "101.0000"])
  }
}
