import Foundation
import GaitModel
import GaitResults
import Testing

@testable import GaitCLI

/// The quality of a recording, for programs and for people.
struct QualityTextTests {
  private func document(_ quality: RecordingQuality) throws -> [String: Any] {
    let text = QualityDocument.document(of: quality).document
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return try #require(object as? [String: Any])
  }

  private func line(_ name: String, _ quality: RecordingQuality, isThinned: Bool = false) -> String?
  {
    QualityListing(quality, isThinned: isThinned).lines.first { $0.0 == name }?.1
  }

  @Test func `summary keys keep their names and their order`() throws {
    let text = QualityDocument.document(of: RecordingQuality()).document
    let keys = [
      "duration_s", "samples", "gaps", "gap_s", "clipped_fraction", "moving_s",
      "still_gravity_error_g", "up_while_walking", "wear_time_s", "non_wear_s",
      "non_wear_stretches", "clipping_limits_g", "temperature_c", "calibration",
      "short_pause_s",
    ]
    let found = text.split(separator: "\n").filter { $0.hasPrefix("  \"") }
      .compactMap { $0.split(separator: "\"").dropFirst().first.map(String.init) }
    #expect(found == keys)
  }

  @Test func `wear time is what is left of the duration`() throws {
    let quality = RecordingQuality(
      durationSeconds: 20_000, gapSeconds: 1000, nonWear: [0..<3600, 9000..<12_600],
      nonWearSeconds: 7000)
    let found = try document(quality)
    #expect(found["wear_time_s"] as? Double == 12_000)
    #expect(found["non_wear_s"] as? Double == 7000)
    #expect(found["non_wear_stretches"] as? Int == 2)
    #expect(line("worn", quality) == "3.33 h; 2 stretches of 1.94 h not worn")
    #expect(line("worn", RecordingQuality()) == "throughout, as far as can be told")
    #expect(line("worn", quality, isThinned: true)?.hasPrefix("not looked for") == true)
  }

  @Test func `a calibration that was found is told with its errors`() throws {
    let quality = RecordingQuality(
      calibration: AccelerometerCalibration(
        gain: SIMD3(1.01, 0.98, 1), offsetG: SIMD3(0.02, 0, -0.01), errorBeforeG: 0.0213,
        errorAfterG: 0.0031, stillEpochCount: 412))
    let found = try #require(try document(quality)["calibration"] as? [String: Any])
    #expect(found["applied"] as? Bool == true && found["reason"] is NSNull)
    #expect(found["gain"] as? [Double] == [1.01, 0.98, 1])
    #expect(found["offset_g"] as? [Double] == [0.02, 0, -0.01])
    #expect(found["error_before_g"] as? Double == 0.0213)
    #expect(found["error_after_g"] as? Double == 0.0031)
    #expect(found["still_epochs"] as? Int == 412)
    #expect(
      line("calibration", quality) == """
        found; gain 1.0100 0.9800 1.0000, offset 0.0200 0.0000 -0.0100 g; still epochs: 412, \
        0.0213 g off before, 0.0031 g off after
        """)
  }

  @Test(arguments: AccelerometerCalibration.Obstacle.allCases)
  func `why there is no calibration is said`(
    obstacle: AccelerometerCalibration.Obstacle
  ) throws {
    let quality = RecordingQuality(
      calibration: AccelerometerCalibration(
        obstacle: obstacle, errorBeforeG: 0.02, stillEpochCount: 3))
    let found = try #require(try document(quality)["calibration"] as? [String: Any])
    #expect(found["applied"] as? Bool == false)
    #expect(found["reason"] as? String == obstacle.rawValue)
    #expect(found["error_after_g"] is NSNull)
    #expect(
      line("calibration", quality)
        == "none: \(obstacle.words) (still epochs: 3, 0.0200 g off before)")
  }

  @Test func `nobody looked for a calibration in a stream`() throws {
    let found = try #require(try document(RecordingQuality())["calibration"] as? [String: Any])
    #expect(found["applied"] as? Bool == false)
    #expect(found["reason"] as? String == "not_looked_for")
    #expect(line("calibration", RecordingQuality()) == "not looked for")
  }

  @Test func `temperature and clipping have their units`() throws {
    let quality = RecordingQuality(
      clippedFraction: 0.0125, clippingLimits: ClippingLimits(x: 8, z: 7.996),
      temperature: TemperatureSpan(meanCelsius: 30.25, leastCelsius: 21.5, greatestCelsius: 34))
    let found = try document(quality)
    #expect(
      found["temperature_c"] as? [String: Double] == ["mean": 30.25, "least": 21.5, "greatest": 34])
    let limits = try #require(found["clipping_limits_g"] as? [Any])
    #expect(limits[0] as? Double == 8 && limits[1] is NSNull && limits[2] as? Double == 7.996)
    #expect(line("temperature", quality) == "21.5 to 34.0 °C, mean 30.3 °C")
    #expect(line("clipping", quality) == "1.250 % of values: x at 8.00 g, z at 8.00 g")
    #expect(line("clipping", RecordingQuality()) == "none")
  }
}
