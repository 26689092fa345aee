import Foundation
import Testing

/// A sample is one sample: however often a table says it, and in however many pieces it counts.
struct SaidTwiceTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  private func analyze(_ recording: String, at time: String) throws {
    _ = try gait.done(
      "analyze", recording, "--participant", "P", "--start", "2026-05-04T\(time)+02:00",
      "--time-zone", "Europe/Berlin", "--store", "s.gait", "-q")
  }

  /// A table of all that a store holds or held, as a person edits it: without the count of rows.
  private func table() throws -> [[String]] {
    let text = try gait.done("query", "--everything", "--store", "s.gait", "--format", "csv").output
    let rows = text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let left = try #require(rows[0].firstIndex(of: "rows_after"))
    return rows.map { row in row.indices.filter { $0 != left }.map { row[$0] } }
  }

  private func imported(_ rows: [[String]], to store: String) throws -> GaitProcess.Ending {
    let text = rows.map { $0.joined(separator: ",") + "\n" }.joined()
    try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path("t.csv")))
    return try gait("import", "t.csv", "--store", store)
  }

  @Test func `a table that says two values of a recording's sample is refused`() throws {
    _ = try gait.done("simulate", "straight-walk", "--seed", "3", "-o", "w.csv", "-q")
    try analyze("w.csv", at: "10:00:00")
    let rows = try table()
    let value = try #require(rows[0].firstIndex(of: "value"))
    let steps = try #require(rows.first { $0.contains("step-count") })
    let same = try imported(rows + [steps], to: "same.gait")
    #expect(same.code == 0 && same.message.contains("\(rows.count - 1) samples"), "\(same.message)")
    var other = steps
    other[value] = "90"
    let refused = try imported(rows + [other], to: "other.gait")
    #expect(refused.code == 2, "\(refused.message)")
    #expect(refused.message.contains("two rows of step-count by gait from"), "\(refused.message)")
    #expect(!FileManager.default.fileExists(atPath: gait.path("other.gait")))
  }

  @Test func `a table that says two values is refused whichever of them is kept already`() throws {
    let header = ["participant", "kind", "value", "unit", "start_time", "end_time", "source"]
    func row(_ value: String) -> [String] {
      ["P", "step-count", value, "count", "2026-05-04T10:00:00Z", "2026-05-04T10:01:00Z", "phone"]
    }
    #expect(try imported([header, row("10")], to: "s.gait").code == 0)
    for values in [["10", "12"], ["12", "10"], ["10", "10", "12"]] {
      let refused = try imported([header] + values.map(row), to: "s.gait")
      #expect(refused.code == 2, "\(values): \(refused.message)")
      #expect(refused.message.contains("two rows of step-count by phone"), "\(refused.message)")
    }
    #expect(try imported([header, row("10"), row("10")], to: "s.gait").code == 0)
    let kept = try gait.done("query", "step-count", "--store", "s.gait", "--format", "csv").output
    #expect(GaitProcess.rows(kept).map { $0["value"] } == ["10.0"])
  }

  @Test func `an export that was edited and says two values is refused`() throws {
    let header = ["participant", "kind", "value", "unit", "start_time", "end_time", "source"]
    let row = ["P", "distance", "10", "m", "2026-05-04T10:00:00Z", "2026-05-04T10:01:00Z", "phone"]
    #expect(try imported([header, row], to: "s.gait").code == 0)
    try gait.done("export", "--plain", "--store", "s.gait", "--output", "e.csv")
    var rows = try gait.text(of: "e.csv").split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
    rows.append(rows[1])
    #expect(try imported(rows, to: "same.gait").code == 0)
    rows[2][2] = "12"
    let refused = try imported(rows, to: "other.gait")
    #expect(refused.code == 2 && refused.message.contains("two rows of distance by phone"))
  }

  @Test func `what gave way does not come back as valid where its columns are cut off`() throws {
    _ = try gait.done("simulate", "straight-walk", "--seed", "3", "-o", "w.csv", "-q")
    try analyze("w.csv", at: "10:00:00")
    _ = try gait.done(
      "analyze", "w.csv", "--participant", "P", "--start", "2026-05-04T10:00:00+02:00",
      "--time-zone", "Europe/Berlin", "--store", "s.gait", "--height", "1.50", "-q")
    _ = try gait.done("export", "--plain", "--store", "s.gait", "--output", "all.csv")
    let text = try gait.text(of: "all.csv")
    let rows = text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let cut = ["stored_time", "superseded_time", "reason", "analysis_samples", "rows_after"]
    let kept = rows[0].indices.filter { !cut.contains(rows[0][$0]) }
    let refused = try imported(rows.map { row in kept.map { row[$0] } }, to: "cut.gait")
    #expect(refused.code == 2, "\(refused.message)")
    #expect(refused.message.contains("there is one value"), "\(refused.message)")
  }

  @Test func `a walk around which another device counts is one sample`() throws {
    _ = try gait.done(
      "simulate", "daily-life", "--seed", "3", "--seconds", "300", "-o", "d.csv", "-q")
    _ = try gait.done("simulate", "straight-walk", "--seed", "3", "-o", "w.csv", "-q")
    try analyze("d.csv", at: "10:00:00")
    let figures = ["query", "step-count", "--store", "s.gait", "--format", "csv", "--mix-sources"]
    let phone = """
      participant,kind,value,unit,start_time,end_time,source
      P,step-count,1000,count,2026-05-04T09:30:00+02:00,2026-05-04T10:30:00+02:00,iPhone

      """
    try Data(phone.utf8).write(to: URL(fileURLWithPath: gait.path("phone.csv")))
    _ = try gait.done("import", "phone.csv", "--store", "s.gait")
    let samples = GaitProcess.rows(
      try gait.done("query", "step-count", "--store", "s.gait", "--format", "csv", "--left-out")
        .output
    )
    let day = try #require(
      GaitProcess.rows(
        try gait.run(
          figures + ["--statistics", "count,sum,max,mean", "--every", "day", "--left-out"]
        )
        .output
      ).first)
    func number(_ name: String) throws -> Double { try #require(day[name].flatMap(Double.init)) }
    #expect(try number("count") == Double(samples.count))
    #expect(try abs(number("mean") * number("count") - number("sum")) < 0.01)
    #expect(try number("max") > 500, "what counts of the phone's hour, together")
  }
}
