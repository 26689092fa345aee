import Foundation
import Testing

/// Exports and tables of a query that another program wrote again, and what is known of them as one file.
struct RewrittenExportTests {
  private let gait: GaitProcess
  private let walk = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("SampleData/straight-walk.csv").path

  init() throws { gait = try GaitProcess() }

  private func rewrite(
    _ file: String, to other: String, without left: String,
    _ field: (_ column: String, _ field: String) -> String
  ) throws {
    let lines = try gait.text(of: file).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let header = lines[0]
    let rows = lines.dropFirst().map { row in
      zip(header, row).filter { $0.0 != left }.map { field($0, $1) }
    }
    let text = ([header.filter { $0 != left }] + rows).map { $0.joined(separator: ",") + "\n" }
    try text.joined().write(toFile: gait.path(other), atomically: true, encoding: .utf8)
  }

  /// Of columns with empty fields Python's tables make numbers with decimals; spreadsheets write words of truth in capitals.
  @Test(arguments: [("False", "True"), ("FALSE", "TRUE")])
  func `an export that another program wrote again is read as it was`(no: String, yes: String)
    throws
  {
    try gait.done(
      "analyze", walk, "--store", "a.gait", "--participant", "P01", "--start",
      "2026-05-04T09:30:00+02:00", "-q")
    try gait.done("export", "--store", "a.gait", "--plain", "--output", "a.csv")
    let numbers: Set = ["revision", "utc_offset_s", "distinction", "analysis_samples"]
    try rewrite("a.csv", to: "b.csv", without: "rows_after") { column, field in
      if field == "false" { return no }
      if field == "true" { return yes }
      return numbers.contains(column) && !field.isEmpty ? field + ".0" : field
    }
    try gait.done("import", "b.csv", "--store", "b.gait")
    func contents(_ store: String) throws -> String {
      try gait.done("export", "--store", store, "--plain", "--output", "-").output
    }
    #expect(try contents("b.gait") == contents("a.gait"))
  }

  private static let header = "participant,kind,value,unit,start_time,end_time,source,rows_after\n"

  private func row(_ minute: Int, _ value: Int, before rows: Int) -> String {
    "P01,step-count,\(value),count,2026-05-04T09:0\(minute):00Z,2026-05-04T09:0\(minute):30Z,Watch,\(rows)\n"
  }

  @Test func `a table that counts its rows is one change, and says each thing once`() throws {
    let rows = (0..<3).map { row($0, 50, before: 2 - $0) }
    try (Self.header + rows.joined()).write(
      toFile: gait.path("a.csv"), atomically: true, encoding: .utf8)
    try gait.done("import", "a.csv", "--store", "a.gait")
    let changes = try gait.done("query", "--store", "a.gait", "--since", "0").output
    #expect(changes.hasPrefix(#"{ "anchor": 1, "#), "\(changes.prefix(40))")
    let twice = [row(0, 50, before: 2), row(0, 60, before: 1), row(1, 50, before: 0)]
    try (Self.header + twice.joined()).write(
      toFile: gait.path("b.csv"), atomically: true, encoding: .utf8)
    let ending = try gait("import", "b.csv", "--store", "b.gait")
    #expect(ending.code == 2 && ending.message.contains("two rows of step-count"), "\(ending)")
  }
}
