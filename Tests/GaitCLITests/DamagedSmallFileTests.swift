import Foundation
import GaitModel
import GaitResults
import TestSupport
import Testing

@testable import GaitCLI

/// Small files that the command reads back, damaged: read, or refused in words; nothing else.
struct DamagedSmallFileTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  /// Reads variants of a file; how many were refused.
  private func refusals(
    of whole: String, count: Int, seed: UInt64, read: (String) throws -> Void
  ) throws -> Int {
    let path = gait.path("damaged")
    try Data(whole.utf8).write(to: URL(fileURLWithPath: path))
    try read(path)
    var refused = 0
    for bytes in DamagedBytes.variants(of: Array(whole.utf8), count: count, seed: seed) {
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      do { try read(path) } catch {
        refused += 1
        let isOurs =
          error is InputFailure || error is StoreFailure || error is BenchBaseline.Failure
        #expect(isOurs && "\(error)".contains("damaged"), "\(error)")
      }
    }
    return refused
  }

  @Test func `a calibration`() throws {
    let calibration = PersonalCalibration(
      factor: 1.05, standardErrorShare: 0.02, height: Length(meters: 1.7),
      date: WallClock(secondsSince1970: 1_777_879_800, utcOffsetSeconds: 7200),
      knownDistances: [
        KnownDistance(
          recording: "walk", known: Length(meters: 44), estimated: Length(meters: 42))
      ],
      method: Provenance(method: "m", question: "q", citation: "c", revision: 1),
      placement: .pelvis, cadence: Cadence(stepsPerMinute: 100))
    let whole = CalibrationFile.document(of: calibration).document
    // What was read is written again when another distance is learned.
    let refused = try refusals(of: whole, count: 3000, seed: 5) {
      _ = CalibrationFile.document(of: try CalibrationFile.calibration(at: $0)).document
    }
    #expect(refused > 1500)
  }

  @Test func `a cohort`() throws {
    let whole = """
      participant,date,six_minute_walk_m,falls,height_m,age_years,sex,walking_speed_mps
      P07,2026-05-04,412,0,1.68,71,f,1.12
      "P08, b",2026-05-05,,2,,,m,

      """
    let refused = try refusals(of: whole, count: 3000, seed: 6) {
      for row in try CohortTable($0).rows { _ = (row.ownDistance, row.ownScore) }
    }
    #expect(refused > 1000)
  }

  @Test func `an earlier bench`() throws {
    let whole = """
      {"recording": "walk", "stages": [{"stage": "read", "cpu_s": 1, "cpu_min_s": 0.9, "cpu_max_s": 2}],
       "total": {"stage": "total", "cpu_s": 1, "cpu_min_s": 0.9, "cpu_max_s": 2}}
      """
    let refused = try refusals(of: whole, count: 3000, seed: 7) {
      _ = try BenchBaseline.read($0, isReading: false).stage(named: "total")
    }
    #expect(refused > 1500)
  }
}
