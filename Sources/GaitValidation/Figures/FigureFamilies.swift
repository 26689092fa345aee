extension Figure {
  /// Precision, recall and F1 of a tally that is added up over recordings.
  static func rates(
    _ stage: ValidationStage, _ prefix: String, isHeadline: Bool = false,
    _ tally: @escaping @Sendable (RecordingScore) -> Tally?
  ) -> [Figure] {
    let sum = { @Sendable (scores: [RecordingScore]) -> Tally? in
      let tallies = scores.compactMap(tally)
      return tallies.isEmpty ? nil : tallies.reduce(Tally(), +)
    }
    let counts = { @Sendable (score: RecordingScore) in tally(score) != nil }
    return [
      Figure(stage, "\(prefix)precision", "1", worst: .lowest, isContributing: counts) {
        sum($0)?.precision
      },
      Figure(stage, "\(prefix)recall", "1", worst: .lowest, isContributing: counts) {
        sum($0)?.recall
      },
      Figure(
        stage, "\(prefix)F1", "1", worst: .lowest, isHeadline: isHeadline, isContributing: counts
      ) { sum($0)?.f1 },
    ]
  }

  /// Mean absolute error, bias and spread of errors.
  ///
  /// With one error per recording, a person's absolute error is the median over the recordings.
  static func errors(
    _ stage: ValidationStage, _ prefix: String, _ unit: String, scale: Double = 1,
    isHeadline: Bool = false, isPerRecording: Bool = true,
    _ errors: @escaping @Sendable (RecordingScore) -> [Double]
  ) -> [Figure] {
    let all = { @Sendable (scores: [RecordingScore]) in
      scores.flatMap(errors).map { scale * $0 }
    }
    let middle: Measure = { median(all($0).map(abs)) }
    let perPerson = isPerRecording ? middle : nil
    let counts = { @Sendable (score: RecordingScore) in !errors(score).isEmpty }
    return [
      Figure(
        stage, "\(prefix)MAE", unit, worst: .highest, isHeadline: isHeadline,
        isContributing: counts, personMeasure: perPerson
      ) { mean(all($0).map(abs)) },
      Figure(
        stage, "\(prefix)bias", unit, worst: .farthest, isHeadline: isHeadline,
        isContributing: counts
      ) { mean(all($0)) },
      Figure(stage, "\(prefix)SD", unit, worst: .highest, isContributing: counts) {
        standardDeviation(all($0))
      },
    ]
  }

  /// Correlation of found and true values, one pair or several per recording.
  static func correlation(
    _ stage: ValidationStage, _ prefix: String, isHeadline: Bool = false,
    _ pairs: @escaping @Sendable (RecordingScore) -> [(Double, Double)]
  ) -> Figure {
    Figure(
      stage, prefix + ValidationRow.correlationName, "1", worst: .lowest, isHeadline: isHeadline,
      isContributing: { !pairs($0).isEmpty }
    ) { GaitValidation.correlation($0.flatMap(pairs)) }
  }

  /// A number added up over recordings.
  static func total(
    _ stage: ValidationStage, _ name: String, _ unit: String,
    _ count: @escaping @Sendable (RecordingScore) -> Double?
  ) -> Figure {
    Figure(stage, name, unit, worst: .none) { scores in
      let counts = scores.compactMap(count)
      return counts.isEmpty ? nil : counts.reduce(0, +)
    }
  }

  /// The quotient of two numbers that are each added up over recordings.
  static func quotient(
    _ stage: ValidationStage, _ name: String, _ unit: String, worst: Worst,
    isHeadline: Bool = false, scale: Double = 1,
    _ parts: @escaping @Sendable (RecordingScore) -> (Double, Double)?
  ) -> Figure {
    Figure(
      stage, name, unit, worst: worst, isHeadline: isHeadline,
      isContributing: { parts($0) != nil }
    ) { scores in
      let parts = scores.compactMap(parts)
      return ratio(parts.reduce(0) { $0 + $1.0 }, parts.reduce(0) { $0 + $1.1 }).map { scale * $0 }
    }
  }

  /// The share of recordings of which something is true, 0-1.
  static func share(
    _ stage: ValidationStage, _ name: String, worst: Worst, isHeadline: Bool = false,
    _ isTrue: @escaping @Sendable (RecordingScore) -> Bool?
  ) -> Figure {
    Figure(stage, name, "1", worst: worst, isHeadline: isHeadline) { scores in
      mean(scores.compactMap(isTrue).map { $0 ? 1 : 0 })
    }
  }
}
