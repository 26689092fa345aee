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
    /// Found minus true over strides outside the turn, both from events.
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

    let turn = reference.turnAround
    let (all, straight) = (engine.phases(skipping: nil), engine.phases(skipping: turn))
    let (trueAll, trueStraight) = (truth.phases(skipping: nil), truth.phases(skipping: turn))
    func value(
      _ phase: (GaitPhases) -> Double?, _ bout: (EngineOutput.Bout) -> Double?, scale: Double
    ) -> Value {
      let found = output.bouts.mean(of: bout, in: limits) ?? phase(all)
      return Value(
        truth: phase(trueAll).map { scale * $0 }, found: found.map { scale * $0 },
        straightError: difference(phase(straight), phase(trueStraight)).map { scale * $0 })
    }
    strideMilliseconds = value(\.strideSeconds, \.strideSeconds, scale: 1000)
    stancePercent = value(\.stanceFraction, \.stanceFraction, scale: 100)
    doubleSupportPercent = value(\.doubleSupportFraction, \.doubleSupportFraction, scale: 100)
  }

  /// The contacts of a trial.
  private struct Events {
    var contacts: [TimedFoot]
    var finals: [TimedFoot]

    func phases(skipping turn: ClosedRange<Double>?) -> GaitPhases {
      GaitPhases(initialContacts: contacts, finalContacts: finals, skipping: turn)
    }

    /// Found minus true time of every final contact of `engine` that is paired with one of these.
    func pairFinals(of engine: Events, within tolerance: Double) -> [Double] {
      ContactMatching(toleranceSeconds: tolerance)
        .pairs(found: engine.finals.map(\.seconds), true: finals.map(\.seconds))
        .map { engine.finals[$0.found].seconds - finals[$0.truth].seconds }
    }
  }
}
