import GaitModel

/// The quality of a recording as it stands in `summary.json`; units are in the keys.
enum QualityDocument {
  /// The document of a recording's quality; keys have a fixed order, new ones come last.
  static func document(of quality: RecordingQuality) -> JSONValue {
    .members([
      "duration_s": .number(quality.durationSeconds, decimals: 4),
      "samples": .integer(quality.sampleCount),
      "gaps": .integer(quality.gapCount),
      "gap_s": .number(quality.gapSeconds, decimals: 4),
      "clipped_fraction": .number(quality.clippedFraction, decimals: 6),
      "moving_s": .number(quality.movingSeconds, decimals: 4),
      "still_gravity_error_g": .optional(quality.stillGravityErrorG, decimals: 6),
      "up_while_walking": quality.upWhileWalking.map { axes($0, decimals: 4) } ?? .null,
      "wear_time_s": .number(quality.wearSeconds, decimals: 4),
      "non_wear_s": .number(quality.nonWearSeconds, decimals: 4),
      "non_wear_stretches": .integer(quality.nonWear.count),
      "clipping_limits_g": limits(quality.clippingLimits),
      "temperature_c": temperature(quality.temperature),
      "calibration": calibration(quality.calibration),
    ])
  }

  private static func axes(_ vector: SIMD3<Double>, decimals: Int) -> JSONValue {
    .array([vector.x, vector.y, vector.z].map { .number($0, decimals: decimals) })
  }

  /// One limit for each axis; `null` for an axis that was never at its limit.
  private static func limits(_ limits: ClippingLimits) -> JSONValue {
    .array([limits.x, limits.y, limits.z].map { .optional($0) })
  }

  private static func temperature(_ span: TemperatureSpan?) -> JSONValue {
    guard let span else { return .null }
    return .members([
      "mean": .number(span.meanCelsius, decimals: 2),
      "least": .number(span.leastCelsius, decimals: 2),
      "greatest": .number(span.greatestCelsius, decimals: 2),
    ])
  }

  private static func calibration(_ calibration: AccelerometerCalibration?) -> JSONValue {
    guard let calibration else {
      return .members(["applied": .flag(false), "reason": "not_looked_for"])
    }
    return .members([
      "applied": .flag(calibration.isApplied),
      "reason": .optional(calibration.obstacle?.rawValue),
      "gain": axes(calibration.gain, decimals: 6),
      "offset_g": axes(calibration.offsetG, decimals: 6),
      "error_before_g": .optional(calibration.errorBeforeG, decimals: 6),
      "error_after_g": .optional(calibration.errorAfterG, decimals: 6),
      "still_epochs": .integer(calibration.stillEpochCount),
    ])
  }
}
