import Foundation
import Testing

/// A store with an older export of a phone is merged again and again into one with the later export.
struct MergedAgainTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  /// Imports an export of a month with records such as `10:00 10:10 500`.
  private func importing(_ records: [String], _ store: String, written month: Int) throws {
    let lines = records.map { record in
      let words = record.split(separator: " ")
      return """
        <Record type="HKQuantityTypeIdentifierStepCount" sourceName="iPhone" unit="count" \
        startDate="2026-03-04 \(words[0]):00 +0100" endDate="2026-03-04 \(words[1]):00 +0100" \
        value="\(words[2])"/>
        """
    }
    let text =
      ([
        "<?xml version=\"1.0\"?>", "<HealthData locale=\"en\">",
        "<ExportDate value=\"2026-0\(month)-02 10:12:00 +0200\"/>",
      ] + lines + ["</HealthData>"]).joined(separator: "\n")
    try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path("export.xml")))
    try gait.done("import", "export.xml", "--participant", "Q", "--store", store)
  }

  private struct Answer: Decodable { var since: String }

  private func place() throws -> String {
    let listed = try gait.done("query", "step-count", "--store", "later.gait", "--since", "0")
    return try JSONDecoder().decode(Answer.self, from: Data(listed.output.utf8)).since
  }

  @Test(arguments: [false, true], [false, true])
  func `what gave way to a later export changes nothing the second time`(
    isReadBefore: Bool, isTable: Bool
  ) throws {
    let earlier = ["10:00 10:10 500", "10:10 10:20 40", "11:00 11:10 70"]
    try importing(["10:00 10:20 540", "11:00 11:10 70"], "later.gait", written: 6)
    if isReadBefore { try importing(earlier, "later.gait", written: 5) }
    try importing(earlier, "earlier.gait", written: 5)
    try gait.done("export", "--store", "earlier.gait", "--plain", "--output", "earlier.csv")
    func taken() throws -> String {
      let ending =
        isTable
        ? try gait.done("import", "earlier.csv", "--store", "later.gait")
        : try gait.done("merge", "earlier.gait", "--into", "later.gait")
      return ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let first = try taken()
    #expect(first.contains("0 samples written"), "\(first)")
    #expect(first.contains("2 other samples gave way") == !isReadBefore, "\(first)")
    let before = try place()
    for _ in 1...2 {
      let again = try taken()
      #expect(again.contains("0 samples written, 3 were there already"), "\(again)")
      #expect(!again.contains("gave way"), "\(again)")
      #expect(try place() == before)
    }
    let rows = GaitProcess.rows(
      try gait.done("query", "step-count", "--store", "later.gait", "--format", "csv").output)
    #expect(rows.compactMap { $0["value"].flatMap(Double.init) } == [540, 70])
  }
}
