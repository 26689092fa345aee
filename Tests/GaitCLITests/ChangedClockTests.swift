import Foundation
import Testing

/// Samples on both sides of a change of clocks, each with its own offset from UTC.
struct ChangedClockTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  /// A walk, and the same 24 h 15 min later in one recording.
  private func writeDay() throws {
    let walk = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("SampleData/straight-walk.csv")
    let lines = try String(contentsOf: walk, encoding: .utf8).split(separator: "\n")
    let later = lines.dropFirst().map { line in
      let comma = line.firstIndex(of: ",") ?? line.endIndex
      let seconds = (Double(line[..<comma]) ?? 0) + 87_300
      return Substring("\(Double((seconds * 100).rounded()) / 100)\(line[comma...])")
    }
    try (lines + later).joined(separator: "\n").write(
      toFile: gait.path("day.csv"), atomically: true, encoding: .utf8)
  }

  private func rows(_ words: String...) throws -> [[String: String]] {
    GaitProcess.rows(
      try gait.run(
        ["query", "--store", "s.gait", "step-count", "--format", "csv"] + words
      ).output)
  }

  @Test(arguments: [
    ("2026-10-24T23:50:00+02:00", "Europe/Berlin", ["7200", "3600"]),
    ("2026-03-28T23:50:00+01:00", "Europe/Berlin", ["3600", "7200"]),
    ("2026-10-24T23:50:00+02:00", "America/New_York", ["-14400", "-14400"]),
  ])
  func `every row has the offset of its own time`(
    start: String, zone: String, offsets: [String]
  ) throws {
    try writeDay()
    func analyze() throws -> String {
      try gait.done(
        "analyze", "day.csv", "--site", "lower_back", "--height", "1.72", "--start", start,
        "--time-zone", zone, "--participant", "P", "--store", "s.gait"
      ).message
    }
    _ = try analyze()
    let told = try rows()
    #expect(told.compactMap { $0["utc_offset_s"] } == offsets)
    for row in told {
      let hours = (Int(row["utc_offset_s"] ?? "") ?? 0) / 3600
      let text = "\(hours < 0 ? "-" : "+")0\(abs(hours)):00"
      #expect(row["start_time"]?.hasSuffix(text) == true, "\(row)")
    }
    try gait.done("export", "--store", "s.gait", "--plain", "--output", "e.csv")
    let exported = GaitProcess.rows(try gait.text(of: "e.csv"))
      .filter { $0["kind"] == "step-count" }
    #expect(exported.compactMap { $0["utc_offset_s"] } == offsets)
    // What is there is there, by whichever way it comes.
    let again = try gait.done("import", "e.csv", "--store", "s.gait").message
    #expect(again.contains("0 samples written"), "\(again)")
    _ = try analyze()
    #expect(try rows("--superseded").isEmpty)
    #expect(try rows() == told)
  }
}
