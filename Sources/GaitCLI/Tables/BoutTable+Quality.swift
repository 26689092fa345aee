import GaitModel

extension BoutTable {
  /// How sure some values are, and what they were put together from.
  static let certaintyColumns = [
    "walking_speed_own_past_se_mps", "double_support_se_fraction",
    "double_support_expected_fraction", "double_support_observed_fraction",
    "step_length_asymmetry",
  ]

  /// Steadiness, evenness and smoothness.
  static let qualityColumns = [
    "stride_time_sd_s", "stride_time_variation", "step_time_sd_s", "step_time_variation",
    "step_regularity", "stride_regularity", "gait_symmetry", "harmonic_ratio_vertical",
    "harmonic_ratio_anteroposterior", "harmonic_ratio_mediolateral",
    "improved_harmonic_ratio_vertical", "improved_harmonic_ratio_anteroposterior",
    "improved_harmonic_ratio_mediolateral", "log_smoothness",
  ]

  /// The fields of `certaintyColumns`.
  static func certainty(of bout: WalkingBout) -> [Field] {
    let support = bout.doubleSupportFraction
    let none = Field.missing(support.missingReason?.rawValue ?? OtherMissing.errorUnknown)
    let ownPast = bout.speedErrorWithinPerson.map { Field.number($0.metersPerSecond) }
    return [
      ownPast ?? .missing(bout.walkingSpeed.missingReason?.rawValue ?? OtherMissing.errorUnknown),
      support.standardError.map { .number($0) } ?? none,
      bout.doubleSupportParts.map { .number($0.expected) } ?? none,
      bout.doubleSupportParts.map { .number($0.observed) } ?? none,
      .measured(bout.stepLengthAsymmetry) { $0 },
    ]
  }

  /// The fields of `qualityColumns`.
  static func quality(of bout: WalkingBout) -> [Field] {
    let quality = bout.quality
    let values = [
      quality.strideTimeDeviation, quality.strideTimeVariation, quality.stepTimeDeviation,
      quality.stepTimeVariation, quality.stepRegularity, quality.strideRegularity,
      quality.symmetry, quality.harmonicRatio.vertical, quality.harmonicRatio.anteroposterior,
      quality.harmonicRatio.mediolateral, quality.improvedHarmonicRatio.vertical,
      quality.improvedHarmonicRatio.anteroposterior, quality.improvedHarmonicRatio.mediolateral,
      quality.smoothness,
    ]
    return values.map { .measured($0) { $0 } }
  }
}
