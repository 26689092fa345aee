import GaitModel

/// `bouts.csv`: one row per walking or running bout.
package enum BoutTable {
  /// The columns of the contract, in order; new ones go to the end.
  package static let columns: [String] =
    [
      "bout", "start_s", "end_s", "start_time", "end_time", "activity", "terrain", "is_steady",
      "n_steps", "n_strides", "walking_speed_mps", "walking_speed_se_mps", "step_length_m",
      "stride_length_m", "cadence_spm", "double_support_fraction", "asymmetry_fraction",
      "step_time_asymmetry", "distance_m", "turn_count", "left_out_reason",
    ] + certaintyColumns + qualityColumns
    + [
      "contact_time_s", "vertical_oscillation_m", "participant", "site", "recording",
      "speed_difference", "step_time_asymmetry_own_past_se", "pocket_leg",
      "pocket_step_time_asymmetry", "is_step_length_assumed", "step_rate_confidence",
      "likely_place", "likely_place_probability", "n_steps_se", "stride_length_se_m",
      "cadence_se_spm", "distance_se_m",
    ]

  /// The table of a recording's bouts, numbered one after the other.
  ///
  /// - Parameters:
  ///   - analysis: What was found.
  ///   - name: The recording's name; that of its facts if not given.
  ///   - first: The number of the first.
  /// - Returns: a row for each bout, in time order.
  package static func table(
    of analysis: RecordingAnalysis, name: String? = nil, numberedFrom first: Int = 1
  ) -> Table {
    let facts = analysis.facts
    let origin = origin(of: analysis, name: name ?? analysis.facts.name)
    return Table("bouts", columns: columns, of: analysis.boutList.enumerated()) { index, bout in
      [
        extent(of: bout, number: first + index, facts), kind(of: bout), measures(of: bout),
        certainty(of: bout), quality(of: bout), running(of: bout), origin,
        [bout.speedDifference.map { .word($0.rawValue) } ?? .blank, asymmetryError(of: bout)],
        pocket(of: bout),
        [isStepLengthAssumed(in: bout), bout.stepRateConfidence.map { .number($0) } ?? .blank],
        place(of: bout, in: analysis.wearings),
        [bout.stepCountError.map { .number($0) } ?? .missing(OtherMissing.errorUnknown)],
        [
          .error(bout.strideLength) { $0.meters }, .error(bout.cadence) { $0.stepsPerMinute },
          .error(bout.distance) { $0.meters },
        ],
      ].flatMap { $0 }
    }
  }

  /// Whose bouts they are, where the device was worn and in which recording they were found.
  private static func origin(of analysis: RecordingAnalysis, name: String) -> [Field] {
    [
      analysis.facts.participant.identifier.map { .word($0) } ?? .blank,
      analysis.facts.site.map { .word($0.rawValue) } ?? .blank, .word(name),
    ]
  }

  private static func extent(
    of bout: WalkingBout, number: Int, _ facts: RecordingFacts
  ) -> [Field] {
    [
      .count(number), .number(bout.seconds.lowerBound), .number(bout.seconds.upperBound),
      instant(bout.seconds.lowerBound, of: facts), instant(bout.seconds.upperBound, of: facts),
    ]
  }

  private static func kind(of bout: WalkingBout) -> [Field] {
    [
      .word(bout.activity.rawValue), .word(bout.terrain.rawValue), .flag(bout.isSteady),
      .count(bout.stepCount), .count(bout.strides.count),
    ]
  }

  private static func measures(of bout: WalkingBout) -> [Field] {
    [
      .measured(bout.walkingSpeed) { $0.metersPerSecond },
      .error(bout.walkingSpeed) { $0.metersPerSecond },
      .measured(bout.stepLength) { $0.meters }, .measured(bout.strideLength) { $0.meters },
      .measured(bout.cadence) { $0.stepsPerMinute },
      .measured(bout.doubleSupportFraction) { $0 }, .measured(bout.asymmetryFraction) { $0 },
      .measured(bout.stepTimeAsymmetry) { $0 }, .measured(bout.distance) { $0.meters },
      turnCount(of: bout), bout.leftOutReason.map { .word($0.rawValue) } ?? .blank,
    ]
  }

  private static func running(of bout: WalkingBout) -> [Field] {
    [
      bout.running.map { .measured($0.contactSeconds) { $0 } } ?? .blank,
      bout.running.map { .measured($0.verticalOscillation) { $0.meters } } ?? .blank,
    ]
  }

  private static func asymmetryError(of bout: WalkingBout) -> Field {
    let why = bout.stepTimeAsymmetry.missingReason?.rawValue ?? OtherMissing.errorUnknown
    return bout.withinPersonErrors.stepTimeAsymmetry.map { .number($0) } ?? .missing(why)
  }

  private static func pocket(of bout: WalkingBout) -> [Field] {
    [
      bout.carryingLeg == .unknown ? .blank : .word(bout.carryingLeg.rawValue),
      .measured(bout.pocketStepTimeAsymmetry) { $0 },
    ]
  }

  private static func isStepLengthAssumed(in bout: WalkingBout) -> Field {
    bout.stepLength.missingReason.map { .missing($0.rawValue) } ?? .flag(bout.isStepLengthAssumed)
  }

  /// Where the walks say that the device was worn, most likely; blank where a site was given.
  private static func place(of bout: WalkingBout, in wearings: [Wearing]) -> [Field] {
    let wearing = wearings.last { $0.seconds.lowerBound <= bout.seconds.lowerBound }
    guard let likely = wearing?.placeProbabilities.first else { return [.blank, .blank] }
    return [.word(likely.place.rawValue), .number(likely.probability)]
  }

  private static func instant(_ seconds: Double, of facts: RecordingFacts) -> Field {
    facts.clock(at: seconds).map { .word(InstantText.text($0)) }
      ?? .missing(OtherMissing.noWallClock)
  }

  private static func turnCount(of bout: WalkingBout) -> Field {
    switch bout.turnCount {
    case .known(let count, _, _): .count(count)
    case .missing(let reason): .missing(reason.rawValue)
    }
  }
}

/// Reasons for an empty field that lie in the recording or the method, not in the walking.
package enum OtherMissing {
  /// The recording has no wall clock.
  package static let noWallClock = "no_wall_clock"
  /// The method does not say how large its error is.
  package static let errorUnknown = "error_unknown"
}

extension BoutTable {
  /// How sure some values are, and what they were put together from.
  package static let certaintyColumns = [
    "walking_speed_own_past_se_mps", "double_support_se_fraction",
    "double_support_expected_fraction", "double_support_observed_fraction",
    "step_length_asymmetry",
  ]

  /// Steadiness, evenness and smoothness.
  package static let qualityColumns = [
    "stride_time_sd_s", "stride_time_variation", "step_time_sd_s", "step_time_variation",
    "step_regularity", "stride_regularity", "gait_symmetry", "harmonic_ratio_vertical",
    "harmonic_ratio_anteroposterior", "harmonic_ratio_mediolateral",
    "improved_harmonic_ratio_vertical", "improved_harmonic_ratio_anteroposterior",
    "improved_harmonic_ratio_mediolateral", "log_smoothness",
  ]

  /// The fields of `certaintyColumns`.
  package static func certainty(of bout: WalkingBout) -> [Field] {
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
  package static func quality(of bout: WalkingBout) -> [Field] {
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
