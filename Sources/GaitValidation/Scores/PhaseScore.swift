/// How far stride time, stance and double support are off, per trial.
struct PhaseScore: Sendable, Hashable {
  /// Stride time, milliseconds.
  var strideMilliseconds: Value
  /// Stance, percent of the stride.
  var stancePercent: Value
  /// Double support, percent of the stride.
  var doubleSupportPercent: Value
  /// How well final contacts were found, within 0.1 s.
  var finalContacts: Tally
  /// Found minus true time of final contacts paired within 0.25 s, seconds.
  var finalContactErrors: [Double]

  /// One value of a trial.
  struct Value: Sendable, Hashable {
    /// The reference's.
    var truth: Double?
    /// The engine's: its bouts' value, or else the value from its events.
    var found: Double?
    /// Found minus true over strides outside turns, both from events; `nil` where the reference does not say where these
    /// are.
    var straightError: Double?

    /// Found minus true.
    var error: Double? { difference(found, truth) }
  }

  /// Final contacts within this count as found, seconds.
  private static let finalTolerance = 0.1
}

extension PhaseScore {
  /// Scores events, sorted in time; `nil` when the reference has no final contacts.
  init?(
    output: EngineOutput, contacts: [TimedFoot], finals: [TimedFoot], reference: EventReference
  ) {
    guard !reference.initialContacts.isEmpty, !reference.finalContacts.isEmpty,
      let limits = reference.trialLimits
    else { return nil }
    let engine = Events(
      contacts: contacts.filter { limits.contains($0.seconds) },
      finals: finals.filter { limits.contains($0.seconds) })
    let truth = Events(contacts: reference.initialContacts, finals: reference.finalContacts)
    let pairs = truth.pairFinals(of: engine, within: Self.finalTolerance)
    finalContacts = Tally(
      hits: Double(pairs.count), falseAlarms: Double(engine.finals.count - pairs.count),
      misses: Double(truth.finals.count - pairs.count))
    finalContactErrors = truth.pairFinals(of: engine, within: ContactMatching.footTolerance)

    let unknown = reference.unseen() + truth.contacts.withoutFoot + truth.finals.withoutFoot
    let turns = reference.turnStretches
    let turning = unknown + (turns ?? [])
    let between = reference.betweenWalks
    let (walked, trulyWalked) = (engine.without(between), truth.without(between))
    let (all, straight) = (walked.phases(skipping: unknown), walked.phases(skipping: turning))
    let trueAll = trulyWalked.phases(skipping: unknown)
    let trueStraight = trulyWalked.phases(skipping: turning)
    func value(
      _ phase: (GaitPhases) -> Double?, _ bout: (EngineOutput.Bout) -> Double?, scale: Double
    ) -> Value {
      let found = output.bouts.mean(of: bout, in: limits) ?? phase(all)
      return Value(
        truth: phase(trueAll).map { scale * $0 }, found: found.map { scale * $0 },
        straightError: turns == nil
          ? nil : difference(phase(straight), phase(trueStraight)).map { scale * $0 })
    }
    strideMilliseconds = value(\.strideSeconds, \.strideSeconds, scale: 1000)
    stancePercent = value(\.stanceFraction, \.stanceFraction, scale: 100)
    doubleSupportPercent = value(\.doubleSupportFraction, \.doubleSupportFraction, scale: 100)
  }

  /// The contacts of a trial.
  private struct Events {
    var contacts: [TimedFoot]
    var finals: [TimedFoot]

    /// The same without the final contacts between walks: stance and double support are those of walking.
    func without(_ between: [Range<Double>]) -> Events {
      Events(
        contacts: contacts,
        finals: finals.filter { final in !between.contains { $0.contains(final.seconds) } })
    }

    func phases(skipping skipped: [Range<Double>]) -> GaitPhases {
      GaitPhases(initialContacts: contacts, finalContacts: finals, skipping: skipped)
    }

    /// Found minus true time of every final contact of `engine` that is paired with one of these.
    func pairFinals(of engine: Events, within tolerance: Double) -> [Double] {
      ContactMatching(toleranceSeconds: tolerance)
        .pairs(found: engine.finals.map(\.seconds), true: finals.map(\.seconds))
        .map { engine.finals[$0.found].seconds - finals[$0.truth].seconds }
    }
  }
}

/// Stance and double support of each stride, from contacts alone.
///
/// The same arithmetic runs over the truth and over what an engine found. A stride runs from a foot's
/// contact to its next. Stance ends with the only final contact of the foot inside the stride. Double
/// support is the time from the contact to the other foot's final contact, plus the time from the
/// other foot's contact to the own final contact.
struct GaitPhases: Sendable, Hashable {
  /// Mean stride time, seconds.
  var strideSeconds: Double?
  /// Mean share of the stride in stance, 0-1.
  var stanceFraction: Double?
  /// Mean share of the stride with both feet down, 0-1.
  var doubleSupportFraction: Double?

  /// Shorter or longer strides hold a contact seen twice, or a missed one or a pause, seconds.
  private static let strideLimits = (shortest: shortestStride, longest: 4.0)
  /// Two contacts of a foot closer than this are one contact seen twice, seconds.
  static let shortestStride = 0.4
  /// The two events that bound a double support may be listed this far out of order, seconds.
  private static let disorder = 0.05

  /// Measures strides that touch nothing of `skipped`. Events are sorted in time.
  ///
  /// Where the foot of no contact is told they alternate, beginning with the left. Where that of no final contact is told,
  /// or contacts alternate, a final contact belongs to the foot that did not touch down last.
  init(
    initialContacts: [TimedFoot], finalContacts: [TimedFoot], skipping skipped: [Range<Double>]
  ) {
    guard initialContacts.count >= 3 else { return }
    let isTold = initialContacts.tellFeet
    let contacts = isTold ? initialContacts : Self.alternating(initialContacts)
    // Which of two alternating feet is the left is a guess: told feet do not go with it.
    let finals =
      isTold && finalContacts.tellFeet
      ? finalContacts : Self.assigned(finalContacts, to: contacts)
    var strides: [Phases] = []
    for side in [Side.left, .right] {
      let feet = Feet(
        ownContacts: contacts.times(of: side), otherContacts: contacts.times(of: side.other),
        ownFinals: finals.times(of: side), otherFinals: finals.times(of: side.other))
      strides += feet.strides(skipping: skipped)
    }
    strideSeconds = mean(strides.map(\.duration))
    stanceFraction = mean(
      strides.compactMap { stride in stride.stance.map { $0 / stride.duration } })
    doubleSupportFraction = mean(
      strides.compactMap { stride in stride.doubleSupport.map { $0 / stride.duration } })
  }

  private static func alternating(_ contacts: [TimedFoot]) -> [TimedFoot] {
    contacts.enumerated().map { index, contact in
      TimedFoot(seconds: contact.seconds, foot: index.isMultiple(of: 2) ? .left : .right)
    }
  }

  private static func assigned(
    _ finals: [TimedFoot], to contacts: [TimedFoot]
  ) -> [TimedFoot] {
    let times = contacts.map(\.seconds)
    return finals.map { final in
      let before = times.firstIndex(notBefore: final.seconds) - 1
      return TimedFoot(
        seconds: final.seconds, foot: before < 0 ? nil : contacts[before].foot?.other)
    }
  }

  fileprivate struct Phases {
    var duration: Double
    var stance: Double?
    var doubleSupport: Double?
  }

  /// The events of one foot and of the other, seconds, sorted.
  private struct Feet {
    var ownContacts, otherContacts, ownFinals, otherFinals: [Double]

    func strides(skipping skipped: [Range<Double>]) -> [Phases] {
      zip(ownContacts, ownContacts.dropFirst()).compactMap { start, end in
        let duration = end - start
        guard duration > GaitPhases.strideLimits.shortest,
          duration < GaitPhases.strideLimits.longest
        else { return nil }
        if skipped.contains(where: { start < $0.upperBound && end > $0.lowerBound }) { return nil }
        return phases(start: start, end: end)
      }
    }

    private func phases(start: Double, end: Double) -> Phases {
      var phases = Phases(duration: end - start)
      guard let own = ownFinals.only(after: start, before: end) else { return phases }
      phases.stance = own - start
      let finals = otherFinals.between(start - GaitPhases.disorder, own)
      guard let lifted = finals.first, finals.count == 1 else { return phases }
      if let landed = otherContacts.only(after: lifted, before: own + GaitPhases.disorder) {
        phases.doubleSupport = (lifted - start) + (own - landed)
      }
      return phases
    }
  }
}

extension [TimedFoot] {
  fileprivate func times(of side: Side) -> [Double] {
    compactMap { $0.foot == side ? $0.seconds : nil }
  }
}

extension [Double] {
  /// The numbers greater than `low` and less than `high`; all numbers are sorted.
  fileprivate func between(_ low: Double, _ high: Double) -> ArraySlice<Double> {
    let first = firstIndex(after: low)
    return self[first..<Swift.max(first, firstIndex(notBefore: high))]
  }

  /// The only number between two others, or `nil` when there is none or more than one.
  fileprivate func only(after low: Double, before high: Double) -> Double? {
    let numbers = between(low, high)
    return numbers.count == 1 ? numbers.first : nil
  }
}
