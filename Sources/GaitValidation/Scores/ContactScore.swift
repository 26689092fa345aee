/// How well initial contacts were found.
///
/// Only contacts inside the trial's limits are compared. True contacts inside stretches that were
/// filled by interpolation are left out, and found ones in or within 0.1 s of such a stretch are not
/// held against the engine.
struct ContactScore: Sendable, Hashable {
  /// One result per tolerance, in the order of ``ContactMatching/tolerances``.
  var matches: [Match]
  /// Left and right; `nil` where the truth tells no foot.
  var laterality: LateralityScore?
  /// True contacts that can be found.
  var truthCount: Int
  /// True contacts inside interpolated gaps.
  var inGapCount: Int
  /// Contacts found while the person was not walking.
  var falseOutside: Int
  /// How long the person was recorded and seen outside the trial, seconds.
  var outsideSeconds: Double

  /// The result at one tolerance.
  struct Match: Sendable, Hashable {
    var tally: Tally
    /// Found minus true time of the pairs, seconds.
    var errors: [Double]
  }

  /// A known contact nearer than this explains a found one outside the trial, seconds.
  private static let explainedWithin = 0.5
  /// Interpolation rings this far beyond a gap, seconds.
  fileprivate static let gapMargin = 0.1
}

extension ContactScore {
  /// Scores contacts, sorted in time, against a reference with walking bouts; `nil` without one.
  init?(
    found: [TimedFoot], reference: EventReference, gaps: [ClosedRange<Double>],
    durationSeconds: Double
  ) {
    guard !reference.initialContacts.isEmpty, let limits = reference.trialLimits else { return nil }
    let truth = reference.initialContacts
    let inside = found.filter { limits.contains($0.seconds) }
    let inGap = truth.map { contact in gaps.contains { $0.contains(contact.seconds) } }
    inGapCount = inGap.count { $0 }
    truthCount = truth.count - inGapCount
    matches = ContactMatching.tolerances.map {
      Match(found: inside, truth: truth, inGap: inGap, gaps: gaps, tolerance: $0)
    }
    laterality =
      truth.tellFeet ? LateralityScore(found: inside, truth: truth, isLeftOut: inGap) : nil
    falseOutside = found.count {
      !limits.contains($0.seconds)
        && Self.isUnexplained($0.seconds, by: reference.outsideSeconds)
    }
    // What a walkway did not see is not judged.
    outsideSeconds =
      reference.seen == nil
      ? max(0, durationSeconds - (limits.upperBound - limits.lowerBound)) : 0
  }

  private static func isUnexplained(_ seconds: Double, by known: [Double]) -> Bool {
    known.allSatisfy { abs($0 - seconds) > explainedWithin }
  }
}

extension ContactScore.Match {
  fileprivate init(
    found: [TimedFoot], truth: [TimedFoot], inGap: [Bool], gaps: [ClosedRange<Double>],
    tolerance: Double
  ) {
    let pairs = ContactMatching(toleranceSeconds: tolerance)
      .pairs(found: found.map(\.seconds), true: truth.map(\.seconds))
    let counted = pairs.filter { !inGap[$0.truth] }
    let isPaired = Set(pairs.map(\.found))
    let falseAlarms = found.indices.count { index in
      !isPaired.contains(index) && !Self.isNearGap(found[index].seconds, gaps)
    }
    tally = Tally(
      hits: Double(counted.count), falseAlarms: Double(falseAlarms),
      misses: Double(inGap.count { !$0 } - counted.count))
    errors = counted.map { found[$0.found].seconds - truth[$0.truth].seconds }
  }

  private static func isNearGap(_ seconds: Double, _ gaps: [ClosedRange<Double>]) -> Bool {
    gaps.contains {
      $0.lowerBound - ContactScore.gapMargin <= seconds
        && seconds <= $0.upperBound + ContactScore.gapMargin
    }
  }
}

/// Whether found contacts belong to the right foot. A contact whose true foot nobody knows is of neither.
struct LateralityScore: Sendable, Hashable {
  /// Pairs of which both contacts have a foot.
  var labelled = 0
  /// Of these, how many have the true foot.
  var right = 0
  /// Labelled pairs that follow another.
  var successions = 0
  /// Of these, how many change or keep the foot as the truth does.
  var rightSuccessions = 0

  /// Makes a score from feet of pairs, in time order.
  init(_ feet: [(found: Side, truth: Side)]) {
    labelled = feet.count
    right = feet.count { $0.found == $0.truth }
    successions = max(0, feet.count - 1)
    rightSuccessions = zip(feet, feet.dropFirst()).count { before, after in
      (before.found == after.found) == (before.truth == after.truth)
    }
  }

  /// Pairs contacts within 0.25 s and compares their feet.
  init(found: [TimedFoot], truth: [TimedFoot], isLeftOut: [Bool]) {
    let pairs = ContactMatching(toleranceSeconds: ContactMatching.footTolerance)
      .pairs(found: found.map(\.seconds), true: truth.map(\.seconds))
    self.init(
      pairs.compactMap { pair in
        guard !isLeftOut[pair.truth], let foot = found[pair.found].foot,
          let trueFoot = truth[pair.truth].foot
        else { return nil }
        return (foot, trueFoot)
      })
  }
}
