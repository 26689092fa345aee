import Foundation
import Testing

/// What was deleted of a phone's records does not come back in longer records.
struct CondensedDeletionTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  private func record(
    _ day: Int, _ from: String, _ to: String, _ value: Int, by source: String = "iPhone"
  )
    -> String
  {
    """
    <Record type="HKQuantityTypeIdentifierStepCount" sourceName="\(source)" unit="count" \
    startDate="2026-05-0\(day) \(from):00 +0200" endDate="2026-05-0\(day) \(to):00 +0200" value="\(value)"/>
    """
  }

  private func importing(
    _ records: [String], written month: Int, _ more: String...
  ) throws -> String {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <HealthData locale="de_DE"><ExportDate value="2026-0\(month)-11 10:00:00 +0200"/>
      \(records.joined(separator: "\n"))
      </HealthData>
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path("export.xml")))
    let ending = try gait.run(
      ["import", "export.xml", "--participant", "P07", "--store", "s.gait"] + more)
    #expect(ending.code == 0, "\(ending.message)")
    return ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private func values() throws -> [Double] {
    let found = try gait.done("query", "step-count", "--store", "s.gait", "--format", "csv")
    return GaitProcess.rows(found.output).compactMap { $0["value"].flatMap(Double.init) }.sorted()
  }

  private var before: [String] {
    [
      record(5, "09:00", "09:30", 159), record(5, "12:00", "12:30", 162),
      record(6, "09:00", "09:30", 200),
    ]
  }

  @Test func `a deleted day that the phone condensed is held back, and said`() throws {
    _ = try importing(before, written: 5)
    try gait.done(
      "delete", "--store", "s.gait", "--participant", "P07", "--from", "2026-05-05", "--to",
      "2026-05-06", "--everything")
    #expect(try importing(before, written: 5).contains("2 samples were deleted here"))
    let condensed = record(5, "09:00", "12:30", 321)
    let new = record(7, "09:00", "09:30", 50)
    let later = [condensed, before[2], new, record(5, "10:00", "10:10", 9, by: "Watch")]
    for _ in 1...2 {
      let message = try importing(later, written: 6)
      #expect(
        message.contains("1 sample that is not here lies on days of which samples"), "\(message)")
      #expect(try values() == [9, 50, 200])
    }
    // Asked for, it comes back, and is the phone's own again.
    #expect(!(try importing(later, written: 6, "--with-deleted").contains("deleted here")))
    #expect(try values() == [9, 50, 200, 321])
    let again = try importing(
      [record(5, "08:00", "13:00", 330), before[2], new], written: 7)
    #expect(!again.contains("deleted here"), "\(again)")
    #expect(try values() == [9, 50, 200, 330])
  }

  @Test func `a corrected value of the same day is taken, and what is kept of it stays`() throws {
    _ = try importing(before, written: 5)
    try gait.done(
      "delete", "--store", "s.gait", "--participant", "P07", "--from", "2026-05-05T11:00:00+02:00",
      "--to", "2026-05-06", "--everything")
    _ = try importing([record(5, "09:00", "09:30", 160), before[2]], written: 6)
    #expect(try values() == [160, 200])
  }

  @Test func `a deletion that a merge brought holds condensed records back, too`() throws {
    _ = try importing(before, written: 5)
    try gait.done("store", "copy", "--store", "s.gait", "--output", "other.gait")
    try gait.done(
      "delete", "--store", "other.gait", "--participant", "P07", "--from", "2026-05-05", "--to",
      "2026-05-06", "--everything")
    try gait.done("merge", "other.gait", "--into", "s.gait")
    #expect(try values() == [200])
    _ = try importing([record(5, "09:00", "12:30", 321), before[2]], written: 6)
    #expect(try values() == [200])
  }
}
