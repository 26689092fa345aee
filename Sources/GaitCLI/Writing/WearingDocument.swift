import GaitModel

/// How the device was worn, as it stands in `summary.json`; units are in the keys.
enum WearingDocument {
  /// The document of one wearing; keys have a fixed order, new ones come last.
  static func document(of wearing: Wearing) -> JSONValue {
    .members([
      "start_s": .number(wearing.seconds.lowerBound, decimals: 4),
      "end_s": .number(wearing.seconds.upperBound, decimals: 4),
      "site": .optional(wearing.site?.rawValue),
      "site_source": .string(wearing.source.rawValue),
      "is_pelvis": wearing.isPelvis.map { .flag($0) } ?? .null,
      "confidence": .optional(wearing.confidence, decimals: 4),
      "up": axes(wearing.up),
      "up_confidence": .number(wearing.upConfidence, decimals: 4),
      "forward": wearing.forward.map(axes) ?? .null,
      "forward_confidence": .number(wearing.forwardConfidence, decimals: 4),
      "evidence": wearing.evidence.map(evidence) ?? .null,
    ])
  }

  private static func axes(_ vector: SIMD3<Double>) -> JSONValue {
    .array([vector.x, vector.y, vector.z].map { .number($0, decimals: 4) })
  }

  private static func evidence(_ evidence: WearingEvidence) -> JSONValue {
    .members([
      "step_turning_rad_s": .number(evidence.stepTurning, decimals: 4),
      "stride_sway_mps2": .number(evidence.strideSway, decimals: 4),
      "walking_s": .number(evidence.seconds, decimals: 2),
    ])
  }
}
