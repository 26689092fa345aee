/// The figures of a comparison with one motion capture system.
struct SystemFigures: Sendable {
  /// The system's name.
  let system: String

  /// All of them, stage by stage.
  var all: [Figure] { detection + contacts + laterality + bouts + trials + strides }

  private func score<Part>(
    _ part: @escaping @Sendable (SystemScore) -> Part?
  ) -> @Sendable (RecordingScore) -> Part? {
    { [system] in $0.system(system).flatMap(part) }
  }

  private var detection: [Figure] {
    overlap(.gaitSequences, isHeadline: true, score { $0.sequences })
      + overlap(.walkingBouts, isHeadline: true, score { $0.bouts })
  }

  private func overlap(
    _ stage: ValidationStage, isHeadline: Bool,
    _ part: @escaping @Sendable (RecordingScore) -> SystemScore.Overlap?
  ) -> [Figure] {
    let inclusive = { @Sendable (score: RecordingScore) in part(score)?.inclusive }
    let strict = { @Sendable (score: RecordingScore) in part(score)?.strict }
    return Figure.rates(stage, "", isHeadline: isHeadline, inclusive)
      + meanRates(stage, "trial mean ", inclusive)
      + Figure.rates(stage, "strict ", strict) + meanRates(stage, "strict trial mean ", strict)
  }

  /// The mean of the recordings' own rates; a recording without a rate has 0.
  private func meanRates(
    _ stage: ValidationStage, _ prefix: String,
    _ tally: @escaping @Sendable (RecordingScore) -> Tally?
  ) -> [Figure] {
    let rates: [(String, @Sendable (Tally) -> Double?)] = [
      ("precision", { $0.precision }), ("recall", { $0.recall }), ("F1", { $0.f1 }),
    ]
    return rates.map { name, rate in
      Figure(stage, prefix + name, "1", worst: .lowest) { scores in
        mean(scores.compactMap(tally).map { rate($0) ?? 0 })
      }
    }
  }

  private var contacts: [Figure] {
    SystemContacts.tolerances.indices.flatMap { index in
      let tolerance = SystemContacts.tolerances[index]
      return contacts("±\(tolerance) s ", isHeadline: true, score { $0.contacts?[index] })
        + contacts(
          "±\(tolerance) s inside bouts ", isHeadline: false,
          score { $0.contactsInBouts?[index] })
    }
  }

  private func contacts(
    _ prefix: String, isHeadline: Bool,
    _ match: @escaping @Sendable (RecordingScore) -> SystemScore.ContactMatch?
  ) -> [Figure] {
    Figure.rates(.initialContacts, prefix, isHeadline: isHeadline) { match($0)?.tally }
      + Figure.errors(
        .initialContacts, prefix, "ms", scale: 1000, isHeadline: isHeadline,
        isPerRecording: false
      ) { match($0)?.errors ?? [] }
  }

  private var laterality: [Figure] {
    let feet = score { $0.laterality.labelled > 0 ? $0.laterality : nil }
    return [
      .quotient(.laterality, "right foot", "1", worst: .lowest, isHeadline: true) {
        feet($0).map { (Double($0.right), Double($0.labelled)) }
      },
      Figure(.laterality, "right change of foot, trial mean", "1", worst: .lowest) {
        mean(
          $0.compactMap(feet).compactMap {
            ratio(Double($0.rightSuccessions), Double($0.successions))
          })
      },
      .total(.laterality, "labelled contacts", "count") { feet($0).map { Double($0.labelled) } },
    ]
  }

  private var bouts: [Figure] {
    BoutMatching.shares.indices.flatMap { index in
      let prefix = "bouts matched at \(BoutMatching.shares[index]) "
      return BoutValueKind.all.flatMap { kind in
        pairs(kind.stage, prefix + kind.name, kind.unit, isPerRecording: false) {
          kind.pairs($0.matchedBouts[index])
        }
      }
    }
  }

  private var trials: [Figure] {
    BoutValueKind.all.flatMap { kind in
      pairs(kind.stage, "trial median \(kind.name)", kind.unit, isHeadline: true) {
        $0.medians.pair(kind.value)
      }
        + pairs(kind.stage, "trial weighted mean \(kind.name)", kind.unit) {
          $0.weightedMeans.pair(kind.value)
        }
    }
  }

  private var strides: [Figure] {
    pairs(.strides, "stride time ", "s", isPerRecording: false) { $0.strideTimes }
      + pairs(.strides, "stride length ", "m", isHeadline: true, isPerRecording: false) {
        $0.strideLengths
      }
  }

  private func pairs(
    _ stage: ValidationStage, _ prefix: String, _ unit: String, isHeadline: Bool = false,
    isPerRecording: Bool = true, _ part: @escaping @Sendable (SystemScore) -> ValuePairs
  ) -> [Figure] {
    let pairs = score { part($0) }
    return Figure.errors(
      stage, prefix, unit, isHeadline: isHeadline, isPerRecording: isPerRecording
    ) { pairs($0)?.errors ?? [] } + [
      Figure(stage, "\(prefix)MAPE", "%", worst: .highest) {
        mean($0.compactMap(pairs).flatMap(\.percents))
      },
      .total(stage, "\(prefix)pairs", "count") { pairs($0).map { Double($0.errors.count) } },
    ]
  }
}

/// One of the values by which bouts are compared.
private struct BoutValueKind: Sendable {
  var stage: ValidationStage
  var name: String
  var unit: String
  var pairs: @Sendable (SystemScore.BoutPairs) -> ValuePairs
  var value: @Sendable (BoutValues) -> Double?

  static let all = [
    BoutValueKind(
      stage: .speed, name: "speed ", unit: "m/s", pairs: { $0.speed },
      value: { $0.speedMetersPerSecond }),
    BoutValueKind(
      stage: .speed, name: "stride length ", unit: "m", pairs: { $0.strideLength },
      value: { $0.strideLengthMeters }),
    BoutValueKind(
      stage: .cadence, name: "", unit: "steps/min", pairs: { $0.cadence },
      value: { $0.stepsPerMinute }),
  ]
}

extension SystemScore.BoutComparison {
  /// The engine's and the system's value as a pair.
  fileprivate func pair(_ value: (BoutValues) -> Double?) -> ValuePairs {
    var pair = ValuePairs()
    pair.add(found: value(found), truth: value(truth))
    return pair
  }
}
