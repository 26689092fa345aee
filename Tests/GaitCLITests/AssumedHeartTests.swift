import Foundation
import TestSupport
import Testing

/// A heart rate of walks on the wrist, whose steps are a share of the height that was named.
struct AssumedHeartTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  private func run(_ words: String...) throws -> String {
    let ending = try gait.run(words)
    #expect(ending.code == 0, "\(words): \(ending.message)")
    return ending.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func `VO2max is not made of assumed steps, and that is said`() throws {
    for day in 4...6 {
      _ = try run(
        "simulate", "heart-rate", "--seconds", "1440", "--seed", "\(day)", "--output",
        "walk\(day).csv")
      _ = try run(
        "analyze", "walk\(day).csv", "--store", "s.gait", "--participant", "P07", "--start",
        "2026-05-0\(day)T10:00:00+02:00", "--time-zone", "Europe/Berlin", "--site", "wrist",
        "--height", "1.85", "--quiet")
    }
    let estimate = [
      "estimate", "--store", "s.gait", "--participant", "P07", "--age", "68", "--until",
      "2026-05-10",
    ]
    let said = try gait.run(estimate).output.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    #expect(!said.contains("greatest oxygen uptake"), "\(said)")
    let reason =
      "it takes the speed of measured steps, and on 3 days with a heart rate walks have no measured step length, as in a pocket "
      + "or on the wrist"
    #expect(said.contains("no VO2max for the week to 10 May 2026: \(reason)"), "\(said)")
    #expect(said.contains("the heart rate fell from"), "a recovery needs no speed: \(said)")
    let json = try gait.run(estimate + ["--format", "json"]).output
    #expect(json.contains(#""vo2max": []"#), "\(json)")
    #expect(json.contains(#""vo2max_latest_week_missing": "\#(reason)""#), "\(json)")
    _ = try run(
      "report", "person", "--store", "s.gait", "--participant", "P07", "--output", "p.html")
    #expect(try gait.text(of: "p.html").contains(reason))
  }
}
