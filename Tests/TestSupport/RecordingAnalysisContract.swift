import GaitModel

/// What every analysis of a recording promises, whatever the methods behind it.
///
/// ```swift
/// #expect(RecordingAnalysisContract.breaches(of: analysis, seconds: 0...45) == [])
/// ```
public enum RecordingAnalysisContract {
  /// Every promise that is broken, in words.
  ///
  /// - Parameters:
  ///   - analysis: what was found.
  ///   - seconds: from the recording's first sample to its last.
  /// - Returns: one sentence for each breach; empty when every promise is kept.
  public static func breaches(
    of analysis: RecordingAnalysis, seconds: ClosedRange<Double>
  ) -> [String] {
    var list = BreachList()
    list.check(sequences: analysis.gaitSequences, in: seconds)
    list.check(turns: analysis, in: seconds)
    for (number, bout) in analysis.bouts.enumerated() {
      list.subject = "bout \(number)"
      list.check(contactsOf: bout, in: seconds)
      list.check(finalContactsOf: bout)
      list.check(stridesOf: bout)
      list.check(valuesOf: bout)
      list.check(turnsOf: bout, among: analysis.turns)
    }
    list.check(orderOf: analysis.bouts)
    list.check(totalsOf: analysis)
    list.check(methods: analysis.methods)
    return list.breaches
  }
}

/// Promises that were found broken so far.
private struct BreachList {
  var breaches: [String] = []
  var subject = "recording"

  /// Notes a breach unless the promise holds.
  mutating func expect(_ holds: Bool, _ what: @autoclosure () -> String) {
    if !holds { breaches.append("\(subject): \(what())") }
  }

  // MARK: Events

  mutating func check(sequences: [GaitSequence], in seconds: ClosedRange<Double>) {
    for sequence in sequences {
      expect(sequence.seconds.isInside(seconds), "gait sequence \(sequence.seconds) lies outside")
      expect(!sequence.seconds.isEmpty, "an empty gait sequence")
    }
    for (a, b) in zip(sequences, sequences.dropFirst()) {
      expect(a.seconds.lowerBound <= b.seconds.lowerBound, "sequences are out of order")
    }
  }

  mutating func check(turns analysis: RecordingAnalysis, in seconds: ClosedRange<Double>) {
    guard case .known(let turns, _, _) = analysis.turns else {
      expect(
        analysis.turns.missingReason == .noMethod
          || (analysis.turns.missingReason == .noGyroscope
            && (!analysis.facts.hasAngularRate
              || analysis.remarks.contains { $0.message.contains("an axis of the gyroscope") })),
        "turns are missing although there is a gyroscope")
      return
    }
    for turn in turns {
      expect(turn.seconds.isInside(seconds), "turn \(turn.seconds) lies outside")
      expect(turn.angleDegrees.isFinite, "a turn of \(turn.angleDegrees) degrees")
    }
    for (a, b) in zip(turns, turns.dropFirst()) {
      expect(a.seconds.upperBound <= b.seconds.lowerBound, "turns \(a), \(b) overlap")
    }
  }

  mutating func check(contactsOf bout: WalkingBout, in seconds: ClosedRange<Double>) {
    let contacts = bout.initialContacts
    expect(bout.stepCount == contacts.count, "a step for every contact")
    expect(contacts.first?.seconds == bout.seconds.lowerBound, "starts with its first contact")
    expect(contacts.last?.seconds == bout.seconds.upperBound, "ends with its last contact")
    expect(bout.seconds.isInside(seconds), "\(bout.seconds) lies outside")
    let named = contacts.count { $0.foot != .unknown }
    expect(named == 0 || named == contacts.count, "some feet are known and some are not")
    let gaps = zip(contacts.dropFirst(), contacts).map { $0.seconds - $1.seconds }
    let usual = gaps.sorted()[gaps.count / 2]
    var hops = 0
    for (i, gap) in gaps.enumerated() {
      expect(gap > 0, "contact \(i + 1) is not after contact \(i)")
      let isRepeated = contacts[i].foot != .unknown && contacts[i].foot == contacts[i + 1].foot
      if isRepeated, gap < 1.5 * usual { hops += 1 }
    }
    // A contact made up in a turn shifts the feet once; that is rare.
    expect(hops <= max(1, contacts.count / 20), "one foot twice in a row, \(hops) times")
  }

  mutating func check(finalContactsOf bout: WalkingBout) {
    for (a, b) in zip(bout.finalContacts, bout.finalContacts.dropFirst()) {
      expect(a.seconds < b.seconds, "final contacts are out of order")
    }
    for lift in bout.finalContacts {
      expect(bout.seconds.contains(lift.seconds), "final contact \(lift.seconds) lies outside")
      guard let landing = bout.initialContacts.last(where: { $0.seconds <= lift.seconds }) else {
        continue
      }
      expect(lift.foot == landing.foot.other, "the foot that lands at \(landing.seconds) leaves")
    }
    for (a, b) in zip(bout.initialContacts, bout.initialContacts.dropFirst()) {
      let count = bout.finalContacts.count { (a.seconds..<b.seconds).contains($0.seconds) }
      expect(count <= 1, "\(count) final contacts between two initial contacts")
    }
  }

  // MARK: Strides

  mutating func check(stridesOf bout: WalkingBout) {
    for (a, b) in zip(bout.strides, bout.strides.dropFirst()) {
      expect(a.seconds.lowerBound < b.seconds.lowerBound, "strides are out of order")
    }
    let contacts = Set(bout.initialContacts)
    for stride in bout.strides {
      for end in [stride.seconds.lowerBound, stride.seconds.upperBound] {
        let contact = InitialContact(seconds: end, foot: stride.foot)
        expect(contacts.contains(contact), "no \(stride.foot) contact at the stride's end \(end)")
      }
      check(phasesOf: stride)
      check(stride.length.map(\.meters), 0...5, "stride length")
    }
  }

  private mutating func check(phasesOf stride: Stride) {
    guard let stance = stride.stanceSeconds, let swing = stride.swingSeconds,
      let both = stride.doubleSupportSeconds
    else {
      let isNone = stride.stanceSeconds == nil && stride.swingSeconds == nil
      expect(isNone && stride.doubleSupportSeconds == nil, "a stride with half its phases")
      return
    }
    expect(abs(stance + swing - stride.durationSeconds) < 1e-9, "stance and swing fill a stride")
    expect(swing > 0 && both > 0 && both < stance, "phases \(stance), \(swing), \(both)")
  }

  // MARK: Values

  mutating func check(valuesOf bout: WalkingBout) {
    check(bout.walkingSpeed.map(\.metersPerSecond), 0...5, "walking speed")
    check(bout.stepLength.map(\.meters), 0...2.5, "step length")
    check(bout.strideLength.map(\.meters), 0...5, "stride length")
    check(bout.cadence.map(\.stepsPerMinute), 20...300, "cadence")
    check(bout.doubleSupportFraction, 0...0.8, "double support")
    check(bout.asymmetryFraction, 0...1, "asymmetry")
    check(bout.stepTimeAsymmetry, 0...2, "step time asymmetry")
    check(bout.pocketStepTimeAsymmetry, -4...4, "step time asymmetry in a pocket")
    check(bout.distance.map(\.meters), 0...100_000, "distance")
    let lengths = [bout.stepLength.value, bout.strideLength.value, bout.distance.value]
    let count = lengths.count { $0 != nil }
    expect(count == (bout.walkingSpeed.value == nil ? 0 : 3), "speed and lengths come together")
    if let step = bout.stepLength.value, let stride = bout.strideLength.value {
      expect(abs(stride.meters - 2 * step.meters) < 1e-9, "a stride is two steps")
    }
  }

  mutating func check(_ value: Measured<Double>, _ range: ClosedRange<Double>, _ name: String) {
    guard case .known(let number, let error, _) = value else { return }
    expect(range.contains(number), "\(name) is \(number), outside \(range)")
    if let error { expect(error >= 0 && error.isFinite, "\(name) has standard error \(error)") }
  }

  mutating func check(turnsOf bout: WalkingBout, among turns: Measured<[Turn]>) {
    let inside = turns.mapped { all in
      all.count { bout.seconds.contains($0.seconds.lowerBound) }
    }
    expect(bout.turnCount == inside, "turn count \(bout.turnCount), turns inside \(inside)")
  }

  // MARK: The whole

  mutating func check(orderOf bouts: [WalkingBout]) {
    subject = "recording"
    for (a, b) in zip(bouts, bouts.dropFirst()) {
      expect(a.seconds.lowerBound < b.seconds.lowerBound, "bouts are out of order")
      expect(
        a.seconds.upperBound < b.seconds.lowerBound, "bouts overlap: \(a.seconds), \(b.seconds)")
    }
  }

  mutating func check(totalsOf analysis: RecordingAnalysis) {
    let totals = analysis.totals
    expect(totals.boutCount == analysis.bouts.count, "bouts are counted")
    let steps = analysis.bouts.reduce(0) { $0 + $1.initialContacts.count }
    expect(totals.stepCount == steps, "steps are counted")
    let cadences = analysis.bouts.filter { $0.activity == .walking }
      .compactMap(\.cadence.value?.stepsPerMinute)
    let perMinute = totals.cadence.value?.stepsPerMinute
    expect(
      perMinute.map { mean in
        cadences.contains { $0 <= mean + 1e-6 } && cadences.contains { $0 >= mean - 1e-6 }
      } ?? cadences.isEmpty,
      "cadence \(perMinute ?? .nan) lies among those of the walks: \(cadences)")
    expect(
      totals.pace.value == nil || !(totals.distance.value?.meters ?? 0 <= 0),
      "a pace has a distance")
    expect(totals.turnCount.value == analysis.turns.value?.count, "turns are counted")
    let span = analysis.bouts.reduce(0) { $0 + $1.seconds.upperBound - $1.seconds.lowerBound }
    expect(abs(totals.walkingSeconds + totals.runningSeconds - span) < 1e-6, "time adds up")
    let meters = analysis.bouts.reduce(0) { $0 + ($1.distance.value?.meters ?? 0) }
    expect(abs((totals.distance.value?.meters ?? 0) - meters) < 1e-6, "distance adds up")
  }

  mutating func check(methods: [MethodIdentity]) {
    expect(!methods.isEmpty, "no method is named")
    expect(Set(methods).count == methods.count, "a method is named twice")
    for method in methods {
      let from = method.provenance
      expect(!from.question.isEmpty && !from.citation.isEmpty, "\(method.name) has no source")
      expect(!from.leavesOpen, "\(method.name) gave a value and has no answer")
      expect(method.revision > 0, "\(method.name) has no revision")
    }
  }
}

extension Range<Double> {
  /// A grid point counts as inside when it is a rounding error away.
  fileprivate func isInside(_ other: ClosedRange<Double>) -> Bool {
    lowerBound >= other.lowerBound - 1e-6 && upperBound <= other.upperBound + 1e-6
  }
}

extension Measured {
  /// The same with another kind of value; a missing value stays missing for the same reason.
  public func map<Other>(_ change: (Value) -> Other) -> Measured<Other> {
    switch self {
    case .known(let value, let error, _): .known(change(value), standardError: error.map(change))
    case .missing(let reason): .missing(reason)
    }
  }
}
