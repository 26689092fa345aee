import GaitModel

/// How two analyses of the same walk differ, in words; empty when they do not.
struct AnalysisComparison {
  /// So much later everything happens in the second analysis, seconds.
  var delaySeconds = 0.0
  /// Whether the second walk is the first one's mirror image.
  var isMirrored = false
  /// Events may differ by so much, seconds.
  var toleranceSeconds = 0.001
  /// Values may differ by so much of themselves.
  var toleranceShare = 0.001

  private var differences: [String] = []

  init() {}

  /// Everything in which the two differ beyond the tolerances.
  func differences(_ a: RecordingAnalysis, _ b: RecordingAnalysis) -> [String] {
    var copy = self
    copy.compare(a, b)
    return copy.differences
  }

  private mutating func note(_ isSame: Bool, _ what: @autoclosure () -> String) {
    if !isSame { differences.append(what()) }
  }

  private mutating func compare(_ a: RecordingAnalysis, _ b: RecordingAnalysis) {
    note(a.bouts.count == b.bouts.count, "\(a.bouts.count) bouts and \(b.bouts.count)")
    note(
      a.gaitSequences.count == b.gaitSequences.count,
      "\(a.gaitSequences.count) sequences and \(b.gaitSequences.count)")
    for (x, y) in zip(a.bouts, b.bouts) { compare(x, y) }
    note(a.turns.missingReason == b.turns.missingReason, "turns missing for other reasons")
    let (t, u) = (a.turns.value ?? [], b.turns.value ?? [])
    note(t.count == u.count, "\(t.count) turns and \(u.count)")
    for (x, y) in zip(t, u) {
      compareTimes([x.seconds.lowerBound], [y.seconds.lowerBound], "turn")
      let angle = isMirrored ? -x.angleDegrees : x.angleDegrees
      note(abs(angle - y.angleDegrees) < 0.5, "turns of \(angle) and \(y.angleDegrees) degrees")
    }
  }

  private mutating func compare(_ a: WalkingBout, _ b: WalkingBout) {
    note(a.activity == b.activity && a.terrain == b.terrain, "another activity or terrain")
    note(a.leftOutReason == b.leftOutReason, "left out for another reason")
    compareTimes(
      a.initialContacts.map(\.seconds), b.initialContacts.map(\.seconds), "initial contact")
    compareTimes(a.finalContacts.map(\.seconds), b.finalContacts.map(\.seconds), "final contact")
    let feet = a.initialContacts.map { isMirrored ? $0.foot.other : $0.foot }
    note(feet == b.initialContacts.map(\.foot), "other feet at \(a.seconds)")
    note(a.strides.count == b.strides.count, "\(a.strides.count) strides and \(b.strides.count)")
    for (s, t) in zip(a.strides, b.strides) {
      compare(s.length.map(\.meters), t.length.map(\.meters), "stride length")
      note(s.isTurning == t.isTurning, "a stride turns in one only")
    }
    note(a.turnCount == b.turnCount, "\(a.turnCount) turns and \(b.turnCount)")
    compare(
      a.walkingSpeed.map(\.metersPerSecond), b.walkingSpeed.map(\.metersPerSecond), "speed")
    compare(a.stepLength.map(\.meters), b.stepLength.map(\.meters), "step length")
    compare(a.cadence.map(\.stepsPerMinute), b.cadence.map(\.stepsPerMinute), "cadence")
    compare(a.doubleSupportFraction, b.doubleSupportFraction, "double support")
    compare(a.asymmetryFraction, b.asymmetryFraction, "asymmetry")
    compare(a.stepTimeAsymmetry, b.stepTimeAsymmetry, "step time asymmetry", least: 0.1)
    compare(a.distance.map(\.meters), b.distance.map(\.meters), "distance")
  }

  private mutating func compareTimes(_ a: [Double], _ b: [Double], _ what: String) {
    note(a.count == b.count, "\(a.count) and \(b.count) of \(what)")
    for (x, y) in zip(a, b) where abs(x + delaySeconds - y) > toleranceSeconds {
      differences.append("\(what) at \(x) and \(y)")
    }
  }

  /// A value below `least` is held to the absolute tolerance that `least` itself would have.
  private mutating func compare(
    _ a: Measured<Double>, _ b: Measured<Double>, _ what: String, least: Double = 0
  ) {
    note(a.missingReason == b.missingReason, "\(what) is \(a) and \(b)")
    guard let x = a.value, let y = b.value else { return }
    note(abs(x - y) <= toleranceShare * max(least, abs(x)), "\(what) is \(x) and \(y)")
  }
}
