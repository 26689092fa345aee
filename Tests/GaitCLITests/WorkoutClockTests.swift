import Foundation
import Testing

/// A phone's workouts beside a recording whose clock does not say its offset from UTC.
struct WorkoutClockTests {
  private let gait: GaitProcess
  private static let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("SampleData")

  init() throws {
    gait = try GaitProcess()
    try FileManager.default.copyItem(
      atPath: Self.samples.appendingPathComponent("daily-life.csv").path,
      toPath: gait.path("walk.csv"))
    try #"{"site":"lower_back","start_local_datetime":"2026-05-04T09:30:00"}"#.write(
      toFile: gait.path("walk.json"), atomically: true, encoding: .utf8)
    try gait.done("analyze", "walk.csv", "--store", "s.gait", "--participant", "P01")
    try Self.export.write(toFile: gait.path("export.xml"), atomically: true, encoding: .utf8)
    try gait.done("import", "export.xml", "--participant", "P01", "--store", "s.gait")
  }

  /// A workout around the walk, and one at the hour that the walk's clock would show in UTC.
  private static let export = """
    <?xml version="1.0" encoding="UTF-8"?>
    <HealthData locale="en_DE">
     <ExportDate value="2026-05-10 10:00:00 +0200"/>
     \(workout("09:29", "09:34"))
     \(workout("11:29", "11:34"))
    </HealthData>

    """

  private static func workout(_ start: String, _ end: String) -> String {
    #"<Workout workoutActivityType="HKWorkoutActivityTypeWalking" duration="5" durationUnit="min" "#
      + #"sourceName="iPhone" startDate="2026-05-04 \#(start):00 +0200" "#
      + #"endDate="2026-05-04 \#(end):00 +0200"/>"#
  }

  /// Beginning and sum of our lines.
  private func lines(_ more: [String]) throws -> [[String?]] {
    let ending = try gait.run(
      ["query", "step-count", "--store", "s.gait", "--by-activity", "--format", "csv"] + more)
    #expect(ending.code == 0, "\(ending.message)")
    return GaitProcess.rows(ending.output).filter { $0["source"] == "gait" }.map {
      [$0["start_time"], $0["sum"]]
    }
  }

  @Test(arguments: [[], ["--participant", "P01"], ["--time-zone", "Europe/Berlin"]])
  func `a local clock is set by that of the workout beside which it stands`(more: [String]) throws {
    let day = try gait.done(
      "query", "step-count", "--store", "s.gait", "--every", "day", "--format", "csv"
    ).output
    let steps = try #require(
      GaitProcess.rows(day).first { $0["source"] == "gait" }.flatMap { $0["sum"] })
    #expect(try lines(more) == [["2026-05-04T09:29:00.000+02:00", steps]])
  }

  @Test func `that a figure is of a part of its activity is said`() throws {
    let whole = try gait.done(
      "query", "step-count", "--store", "s.gait", "--by-activity", "--participant", "P01",
      "--from", "2026-05-04")
    #expect(!whole.message.contains("across"), "\(whole.message)")
    let part = try gait.done(
      "query", "step-count", "--store", "s.gait", "--by-activity", "--participant", "P01",
      "--from", "2026-05-04T09:31+02:00")
    #expect(
      part.message.contains(
        "1 activity lies across --from or --to; its figures are of what starts between these"),
      "\(part.message)")
  }
}
