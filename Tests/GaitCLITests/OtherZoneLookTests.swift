import Foundation
import Testing

/// What an estimate says after a look in another zone, and after days were deleted.
struct OtherZoneLookTests {
  private let gait: GaitProcess

  init() throws {
    gait = try GaitProcess()
    let made = try gait(
      "simulate", "--history", "knee-surgery", "--participant", "P07", "--days", "160", "--store",
      "s.gait")
    #expect(made.code == 0, "\(made.message)")
    #expect(try gait("estimate", "--store", "s.gait").code == 0)
  }

  private func estimates() throws -> [String] {
    try [
      "six-minute-walk-distance", "walking-steadiness", "walking-change", "steadiness-event",
      "daily-step-count",
    ].map { try gait("query", $0, "--store", "s.gait", "--format", "csv").output }
  }

  /// In Tokyo the last day of Berlin is over, and a week with it.
  @Test func `a look in another zone leaves no week of its own`() throws {
    let before = try estimates()
    #expect(try gait("estimate", "--store", "s.gait", "--time-zone", "Asia/Tokyo").code == 0)
    #expect(try estimates() != before)
    #expect(try gait("estimate", "--store", "s.gait").code == 0)
    #expect(try estimates() == before)
  }

  @Test func `the days that are said to have changed are those that did`() throws {
    let deleted = try gait(
      "delete", "--store", "s.gait", "--participant", "P07", "--everything", "--from",
      "2026-05-20")
    #expect(deleted.code == 0, "\(deleted.message)")
    let output = try gait("estimate", "--store", "s.gait").output
    #expect(
      output.contains("samples of 25 days from 20 May 2026 to 13 June 2026 came, changed or went"),
      "\(output)")
  }
}
