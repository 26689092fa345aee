extension MeasuredPair {
  /// What was found beside a list of events, from the scores that are there.
  ///
  /// - Parameters:
  ///   - score: the recording's scores.
  ///   - output: what an engine says.
  ///   - contacts: its contacts, sorted in time.
  ///   - truth: what was seen.
  /// - Returns: a pair for every value that both know.
  static func pairs(
    of score: RecordingScore, output: EngineOutput, contacts: [TimedFoot], truth: EventReference
  ) -> [MeasuredPair] {
    let limits = truth.trialLimits
    let speed = score.speed?.legsTruth
    func whole(
      _ measure: GaitMeasure, _ found: Double?, _ true: Double?, _ error: Double? = nil
    ) -> MeasuredPair? {
      MeasuredPair(
        measure, .recording, found: found, truth: `true`, standardError: error, trueSpeed: speed)
    }
    func error(_ value: (EngineOutput.Bout) -> Double?) -> Double? {
      limits.flatMap { output.bouts.mean(of: value, in: $0) }
    }
    let legs = legs(of: score.speed, output: output)
    let phases = score.phases
    let parts = [
      // The mean of the legs: what a trial's bouts say holds the turn, too.
      whole(
        .walkingSpeed, mean(legs.map(\.found)), mean(legs.map(\.truth)),
        mean(legs.compactMap(\.standardError))),
      whole(
        .cadence, score.cadence?.found, score.cadence?.truth, error(\.errors.stepsPerMinute)),
      whole(
        .stepCount, score.steps?.counted, score.steps?.truth, score.steps?.countedError),
      whole(
        .strideTime, phases?.strideMilliseconds.found.map { $0 / 1000 },
        phases?.strideMilliseconds.truth.map { $0 / 1000 }),
      whole(.stance, phases?.stancePercent.found, phases?.stancePercent.truth),
      whole(
        .doubleSupport, phases?.doubleSupportPercent.found, phases?.doubleSupportPercent.truth,
        error(\.doubleSupportError).map { 100 * $0 }),
      whole(.turnAngle, score.turns?.foundAngle, score.turns.map { _ in TurnScore.trueAngle }),
    ].compactMap(\.self)
    return parts + legs
      + strideTimes(
        contacts, truth.initialContacts,
        skipping: truth.unseen() + truth.initialContacts.withoutFoot, speed: speed)
  }

  private static func legs(of speed: SpeedScore?, output: EngineOutput) -> [MeasuredPair] {
    (speed?.legs ?? []).compactMap { leg in
      MeasuredPair(
        .walkingSpeed, .bout, found: leg.found, truth: leg.truth,
        standardError: output.bouts.mean(of: \.errors.speedMetersPerSecond, in: leg.seconds),
        trueSpeed: leg.truth)
    }
  }

  /// Strides that hold a pause are no strides, seconds.
  private static let longestStride = 4.0

  /// True strides of which both contacts were found, and that touch nothing of `skipped`.
  private static func strideTimes(
    _ found: [TimedFoot], _ truth: [TimedFoot], skipping skipped: [Range<Double>],
    speed: Double?
  ) -> [MeasuredPair] {
    let pairs = ContactMatching(toleranceSeconds: ContactMatching.footTolerance)
      .pairs(found: found.map(\.seconds), true: truth.map(\.seconds))
    let partner = Dictionary(pairs.map { ($0.truth, found[$0.found].seconds) }) { first, _ in first
    }
    return truth.indices.compactMap { start in
      guard let end = next(after: start, in: truth), let from = partner[start],
        let to = partner[end]
      else { return nil }
      let (first, last) = (truth[start].seconds, truth[end].seconds)
      let seconds = last - first
      guard seconds < longestStride,
        !skipped.contains(where: { first < $0.upperBound && last > $0.lowerBound })
      else { return nil }
      return MeasuredPair(.strideTime, .stride, found: to - from, truth: seconds, trueSpeed: speed)
    }
  }

  /// The next contact of the same foot, with one of the other between; where no foot is told, the next but one.
  private static func next(after index: Int, in truth: [TimedFoot]) -> Int? {
    guard index + 2 < truth.count else { return nil }
    let (own, other, next) = (truth[index].foot, truth[index + 1].foot, truth[index + 2].foot)
    return own == next && other == own?.other ? index + 2 : nil
  }
}

extension MeasuredPair {
  /// What was found beside a laboratory system: strides, bouts of which one half overlaps, and medians.
  static func pairs(
    of output: EngineOutput, system: SystemReference
  ) -> [MeasuredPair] {
    strides(of: output, system: system) + bouts(of: output, system: system)
      + medians(of: output, system: system)
  }

  private static func strides(
    of output: EngineOutput, system: SystemReference
  ) -> [MeasuredPair] {
    let truth = system.strides.filter { $0.durationSeconds != nil }
    return StrideMatching.pairs(found: output.strides, true: truth).flatMap { pair in
      let (found, stride) = (output.strides[pair.found], truth[pair.truth])
      let speed = stride.speedMetersPerSecond
      let parts: [(GaitMeasure, Double?, Double?)] = [
        (.strideTime, found.endSeconds - found.startSeconds, stride.durationSeconds),
        (.strideLength, found.lengthMeters, stride.lengthMeters),
        (.walkingSpeed, found.speedMetersPerSecond, speed),
      ]
      return parts.compactMap {
        MeasuredPair($0.0, .stride, system: system.name, found: $0.1, truth: $0.2, trueSpeed: speed)
      }
    }
  }

  private static func bouts(of output: EngineOutput, system: SystemReference) -> [MeasuredPair] {
    let rate = system.samplingRateHertz
    let pairs = BoutMatching(share: BoutMatching.shares[1]).pairs(
      found: output.bouts.map { $0.seconds.samples(at: rate) },
      true: system.bouts.map { $0.seconds.samples(at: rate) })
    return pairs.flatMap { pair in
      let found = output.bouts[pair.found]
      return values(
        .bout, system.name, found.values, found.errors, system.bouts[pair.truth].values)
    }
  }

  private static func medians(of output: EngineOutput, system: SystemReference) -> [MeasuredPair] {
    guard !system.bouts.isEmpty else { return [] }
    return values(
      .recording, system.name, .medians(output.bouts.map(\.values)),
      .medians(output.bouts.map(\.errors)), .medians(system.bouts.map(\.values)))
  }

  private static func values(
    _ level: AgreementLevel, _ system: String, _ found: BoutValues, _ errors: BoutValues,
    _ truth: BoutValues
  ) -> [MeasuredPair] {
    let speed = truth.speedMetersPerSecond
    let parts: [(GaitMeasure, Double?, Double?, Double?)] = [
      (.walkingSpeed, found.speedMetersPerSecond, speed, errors.speedMetersPerSecond),
      (
        .strideLength, found.strideLengthMeters, truth.strideLengthMeters,
        errors.strideLengthMeters
      ),
      (.cadence, found.stepsPerMinute, truth.stepsPerMinute, errors.stepsPerMinute),
    ]
    return parts.compactMap {
      MeasuredPair(
        $0.0, level, system: system, found: $0.1, truth: $0.2, standardError: $0.3,
        trueSpeed: speed)
    }
  }
}

extension SystemReference.Stride {
  /// Length over duration, m/s; `nil` without either.
  var speedMetersPerSecond: Double? {
    guard let lengthMeters, let durationSeconds, durationSeconds > 0 else { return nil }
    return lengthMeters / durationSeconds
  }
}
