/// How far an engine is from one motion capture system, for one recording.
struct SystemScore: Sendable, Hashable {
  /// The system's name.
  var system: String
  /// Bouts that the system saw; a recording without any is left out of every figure.
  var truthBoutCount: Int
  /// Samples in bouts, counted inclusively and strictly.
  var bouts: Overlap
  /// The same for gait sequences before bouts were made; `nil` when the engine has none.
  var sequences: Overlap?
  /// Contacts over the whole recording, one result per tolerance, widest first; `nil` where the system lists none, as one
  /// that tells of walks only.
  var contacts: [ContactMatch]?
  /// Contacts inside the system's bouts, bout by bout; `nil` in the same case.
  var contactsInBouts: [ContactMatch]?
  /// Left and right.
  var laterality: LateralityScore
  /// Values of bouts that are nearly the same, one list per share of ``BoutMatching/shares``.
  var matchedBouts: [BoutPairs]
  /// Medians over all bouts of the recording: the engine's and the system's.
  var medians: BoutComparison
  /// Means over all bouts, weighted by their length.
  var weightedMeans: BoutComparison
  /// Stride times of paired strides, seconds.
  var strideTimes: ValuePairs
  /// Lengths of paired strides, meters.
  var strideLengths: ValuePairs

  /// Samples in common, counted in two ways.
  struct Overlap: Sendable, Hashable {
    var inclusive: Tally
    var strict: Tally
  }

  /// The result at one tolerance.
  struct ContactMatch: Sendable, Hashable {
    var tally: Tally
    /// Found minus true time of the pairs, seconds.
    var errors: [Double]
  }

  /// Values of paired bouts.
  struct BoutPairs: Sendable, Hashable {
    var speed = ValuePairs()
    var strideLength = ValuePairs()
    var cadence = ValuePairs()
  }

  /// One value per kind for the engine and for the system.
  struct BoutComparison: Sendable, Hashable {
    var found: BoutValues
    var truth: BoutValues
  }
}

extension SystemScore {
  /// Scores what an engine says against one system.
  init(output: EngineOutput, reference: SystemReference, durationSeconds: Double) {
    system = reference.name
    truthBoutCount = reference.bouts.count
    let output = output.judged(in: reference.seen)
    let rate = reference.samplingRateHertz
    let foundBouts = output.bouts.map { $0.seconds.samples(at: rate) }
    let trueBouts = reference.bouts.map { $0.seconds.samples(at: rate) }
    let sampleCount = (durationSeconds * rate).nearestInt + 1
    let passes = reference.bouts.map { $0.seconds.lowerBound...$0.seconds.upperBound }
    let overlap = { (stretches: [Range<Double>]) in
      // Whether a walk begins and ends with its pass is not known: what is found beside the pass may be of it.
      let found = reference.seen == nil ? stretches : stretches.parts(in: passes)
      let samples = found.map { $0.samples(at: rate) }
      return Overlap(
        inclusive: SequenceOverlap.inclusive(found: samples, true: trueBouts),
        strict: SequenceOverlap.strict(found: samples, true: trueBouts, sampleCount: sampleCount))
    }
    bouts = overlap(output.bouts.map(\.seconds))
    sequences = output.sequences.map(overlap)

    let comparison = SystemContacts(found: output.initialContacts, reference: reference)
    if !reference.contacts.isEmpty {
      contacts = comparison.whole
      contactsInBouts = comparison.perBout(trueBouts)
    }
    laterality = comparison.laterality

    matchedBouts = BoutMatching.shares.map { share in
      let pairs = BoutMatching(share: share).pairs(found: foundBouts, true: trueBouts)
      return BoutPairs(
        pairs.map { (output.bouts[$0.found].values, reference.bouts[$0.truth].values) })
    }
    let (foundValues, trueValues) = (output.bouts.map(\.values), reference.bouts.map(\.values))
    medians = BoutComparison(found: .medians(foundValues), truth: .medians(trueValues))
    weightedMeans = BoutComparison(
      found: .means(foundValues, weights: foundBouts.map(\.count)),
      truth: .means(trueValues, weights: trueBouts.map(\.count)))
    (strideTimes, strideLengths) = Self.strides(output, reference)
  }

  private static func strides(
    _ output: EngineOutput, _ reference: SystemReference
  ) -> (ValuePairs, ValuePairs) {
    let truth = reference.strides.filter { $0.durationSeconds != nil }
    var (times, lengths) = (ValuePairs(), ValuePairs())
    for pair in StrideMatching.pairs(found: output.strides, true: truth) {
      let (found, stride) = (output.strides[pair.found], truth[pair.truth])
      times.add(found: found.endSeconds - found.startSeconds, truth: stride.durationSeconds)
      lengths.add(found: found.lengthMeters, truth: stride.lengthMeters)
    }
    return (times, lengths)
  }
}

extension SystemScore.BoutPairs {
  fileprivate init(_ pairs: [(found: BoutValues, truth: BoutValues)]) {
    for (found, truth) in pairs {
      speed.add(found: found.speedMetersPerSecond, truth: truth.speedMetersPerSecond)
      strideLength.add(found: found.strideLengthMeters, truth: truth.strideLengthMeters)
      cadence.add(found: found.stepsPerMinute, truth: truth.stepsPerMinute)
    }
  }
}

extension BoutValues {
  /// The medians of bouts, each of those that have the value.
  static func medians(_ bouts: [BoutValues]) -> BoutValues {
    combined(bouts) { median($0.compactMap(\.self)) }
  }

  fileprivate static func means(_ bouts: [BoutValues], weights: [Int]) -> BoutValues {
    combined(bouts) { values in
      var (sum, weight) = (0.0, 0.0)
      for (value, samples) in zip(values, weights) {
        guard let value else { continue }
        sum += value * Double(samples)
        weight += Double(samples)
      }
      return weight > 0 ? sum / weight : nil
    }
  }

  private static func combined(
    _ bouts: [BoutValues], _ combine: ([Double?]) -> Double?
  ) -> BoutValues {
    BoutValues(
      speedMetersPerSecond: combine(bouts.map(\.speedMetersPerSecond)),
      strideLengthMeters: combine(bouts.map(\.strideLengthMeters)),
      stepsPerMinute: combine(bouts.map(\.stepsPerMinute)))
  }
}

extension EngineOutput {
  /// What a truth can judge of it: where that saw some stretches only, the contacts in them and the bouts that reach into
  /// them; `nil` is the whole recording.
  func judged(in seen: [ClosedRange<Double>]?) -> EngineOutput {
    guard let seen else { return self }
    var other = limited(to: seen)
    other.bouts = bouts.filter { bout in seen.contains { bout.seconds.overlap(with: $0) > 0 } }
    return other
  }
}

extension [Range<Double>] {
  /// Their parts inside other stretches.
  func parts(in stretches: [ClosedRange<Double>]) -> [Range<Double>] {
    flatMap { own in
      stretches.filter { own.overlap(with: $0) > 0 }.map {
        Swift.max(own.lowerBound, $0.lowerBound)..<Swift.min(own.upperBound, $0.upperBound)
      }
    }
  }
}

extension Range<Double> {
  /// The stretch in whole samples.
  func samples(at samplingRateHertz: Double) -> Range<Int> {
    let start = (lowerBound * samplingRateHertz).nearestInt
    return start..<Swift.max(start, (upperBound * samplingRateHertz).nearestInt)
  }
}
