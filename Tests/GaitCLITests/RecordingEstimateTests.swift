import Foundation
import TestSupport
import Testing

/// Recordings to estimates by the command alone: pass one, the store, pass two.
struct RecordingEstimateTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  /// A recording that began on a day of May 2026.
  private struct Visit {
    var recording: String
    var day: Int
    var hour: Int
  }

  private func add(_ visit: Visit, to store: String) throws {
    let ending = try gait(
      "analyze", visit.recording, "--store", store, "--participant", "P07", "--start",
      "2026-05-0\(visit.day)T\(visit.hour):00:00+02:00", "--time-zone", "Europe/Berlin", "--quiet")
    #expect(ending.code == 0, "\(ending.message)")
  }

  private func estimates(_ store: String, until day: Int = 10) throws -> String {
    let ending = try gait(
      "estimate", "--store", store, "--until", "2026-05-\(day)", "--format", "json")
    #expect(ending.code == 0, "\(ending.message)")
    return ending.output
  }

  private func person(_ json: String) throws -> [String: Any] {
    let all = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    return try #require((all?["participants"] as? [[String: Any]])?.first)
  }

  @Test func `a recording with a heart rate is analyzed, stored and gives VO2max`() throws {
    for day in 4...6 {
      let made = try gait(
        "simulate", "heart-rate", "--seconds", "1440", "--seed", "\(day)", "--output",
        "walk\(day).csv")
      #expect(made.code == 0, "\(made.message)")
      try add(Visit(recording: "walk\(day).csv", day: day, hour: 10), to: "heart.gait")
    }
    let rates = try gait("query", "--store", "heart.gait", "heart-rate", "--format", "csv")
    #expect(rates.output.split(separator: "\n").count > 3 * 24)
    let found = try person(try estimates("heart.gait"))
    let week = try #require((found["vo2max"] as? [[String: Any]])?.first)
    let truth = try JSONSerialization.jsonObject(
      with: Data(contentsOf: URL(fileURLWithPath: gait.path("walk4.reference.json"))))
    let greatest = try #require(
      (truth as? [String: Any])?["vo2max_ml_per_kg_min"] as? Double)
    let value = try #require(week["ml_per_kg_min"] as? Double)
    let error = try #require(week["standard_error"] as? Double)
    #expect(abs(value - greatest) < error, "\(value) ± \(error), \(greatest)")
    let days = try #require(found["days"] as? [[String: Any]])
    #expect(days.compactMap { $0["heart_rate_recovery_bpm"] as? Double }.count == 3)
  }

  /// A recording without its last rows, under another name, with its description.
  private func shortened(_ recording: String, by rows: Int, _ name: String) throws -> String {
    let unzip = Process()
    let pipe = Pipe()
    unzip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    unzip.arguments = ["gzip", "-dc", recording]
    unzip.standardOutput = pipe
    try unzip.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    try text.split(separator: "\n").dropLast(rows).joined(separator: "\n").write(
      toFile: gait.path(name + ".csv"), atomically: true, encoding: .utf8)
    try FileManager.default.copyItem(
      atPath: recording.replacing(".csv.gz", with: ".json"), toPath: gait.path(name + ".json"))
    return name + ".csv"
  }

  @Test(.enabled(if: RealRecordings.isAvailable, "\(RealRecordings.absence)"))
  func `real recordings give the same estimates in whatever order they were added`() throws {
    let own = RealRecordings.recordings("voisard_ipol").map(\.path).filter { $0.contains("/S01_") }
    try #require(own.count >= 4)
    // Four walks on each of three days; a recording stands for another one on another day, without its
    // last rows, because one recording is kept once.
    let visits = try (4...6).flatMap { day in
      try own.prefix(4).enumerated().map { index, recording in
        Visit(
          recording: try shortened(recording, by: day - 4, "walk\(day)-\(index)"), day: day,
          hour: 10 + 2 * index)
      }
    }
    for visit in visits { try add(visit, to: "once.gait") }
    let once = try estimates("once.gait")
    for (index, visit) in visits.reversed().enumerated() {
      try add(visit, to: "piecemeal.gait")
      if index % 3 == 0 { _ = try estimates("piecemeal.gait") }
    }
    #expect(try estimates("piecemeal.gait") == once)
    let found = try person(once)
    let walked = try #require(found["days"] as? [[String: Any]])
    #expect(walked.compactMap { $0["walking_speed_mps"] as? Double }.count == 3)
    #expect(walked.allSatisfy { $0["stride_time_variation"] is Double })
    let weeks = (found["steadiness"] as? [String: Any])?["weeks"] as? [[String: Any]]
    let lost = try #require(weeks?.first?["lost_by"] as? [String: Any])
    #expect(lost["variability"] is Double)
    #expect(weeks?.first?["variability_of"] as? String == "stride_time")
  }
}
