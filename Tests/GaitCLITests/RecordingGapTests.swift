import Foundation
import Testing

/// A recording with days between its parts was worn on the days that have samples, and on no other.
struct RecordingGapTests {
  private let gait: GaitProcess

  /// Writes `w.csv`, ten minutes, and `gap.csv`, the same and once more two days later.
  init() throws {
    gait = try GaitProcess()
    let made = try gait(
      "simulate", "daily-life", "--seed", "5", "--seconds", "600", "--output", "w.csv")
    #expect(made.code == 0, "\(made.message)")
    let lines = try gait.text(of: "w.csv").split(separator: "\n").map(String.init)
    let later = lines.dropFirst().map { line -> String in
      let comma = line.firstIndex(of: ",") ?? line.endIndex
      return String(format: "%.3f", (Double(line[..<comma]) ?? 0) + 172_800) + line[comma...]
    }
    try ((lines + later).joined(separator: "\n") + "\n").write(
      toFile: gait.path("gap.csv"), atomically: true, encoding: .utf8)
  }

  private func store(_ name: String, site: String, start: String) throws {
    let kept = try gait(
      "analyze", name, "--site", site, "--height", "1.7", "--store", "s.gait", "--participant",
      "A", "--time-zone", "Europe/Berlin", "--start", start)
    #expect(kept.code == 0, "\(kept.message)")
  }

  /// The sum of each day that has one.
  private func sums(_ kind: String) throws -> [String: Double] {
    let ending = try gait(
      "query", kind, "--store", "s.gait", "--every", "day", "--statistics", "sum", "--format",
      "csv")
    #expect(ending.code == 0, "\(ending.message)")
    return GaitProcess.rows(ending.output).reduce(into: [:]) { sums, row in
      guard let sum = row["sum"].flatMap(Double.init), sum > 0 else { return }
      sums[String((row["start_time"] ?? "").prefix(10))] = sum
    }
  }

  @Test func `time worn is that of the days with samples`() throws {
    try store("gap.csv", site: "lower_back", start: "2026-05-04T12:00:00")
    let worn = try sums("wear-time")
    #expect(worn.keys.sorted() == ["2026-05-04", "2026-05-06"])
    #expect(worn.values.allSatisfy { abs($0 - 600.9) < 0.1 }, "\(worn)")
  }

  @Test func `what another device recorded in the gap counts`() throws {
    try store("gap.csv", site: "lower_back", start: "2026-05-04T12:00:00")
    let before = try sums("step-count")
    try store("w.csv", site: "wrist", start: "2026-05-05T12:00:00")
    let steps = try sums("step-count")
    #expect(steps.keys.sorted() == ["2026-05-04", "2026-05-05", "2026-05-06"])
    #expect((steps["2026-05-05"] ?? 0) > 500)
    #expect(steps["2026-05-04"] == before["2026-05-04"])
    #expect(steps["2026-05-06"] == before["2026-05-06"])
  }

  @Test func `days of a study are those with samples`() throws {
    try """
    path,participant,site,height_m,start,time_zone
    gap.csv,A,lower_back,1.7,2026-05-04T12:00:00,Europe/Berlin

    """.write(toFile: gait.path("study.csv"), atomically: true, encoding: .utf8)
    let study = try gait("batch", "study.csv", "--output", "out")
    #expect(study.code == 0, "\(study.message)")
    let days = GaitProcess.rows(try gait.text(of: "out/tables/days.csv"))
    #expect(days.map { $0["day"] } == ["2026-05-04", "2026-05-06"])
    for day in days {
      let hours = try #require(day["worn_h"].flatMap { Double($0) })
      #expect(abs(hours * 3600 - 600.9) < 0.5)
      let steps = try #require(day["n_steps"].flatMap { Double($0) })
      #expect(steps > 500)
    }
  }
}
