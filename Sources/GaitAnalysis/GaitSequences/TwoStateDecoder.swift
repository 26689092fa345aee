/// How far a decoder's path that is on at the last frame is ahead of the one that is off: from this alone many a frame is known
/// to be off before it is looked at in full, and the decoder decides the same whatever it is told of it below that bound.
///
/// A frame is on only if it, what lies before it and what lies behind it say more for on than for off. Neither side can say
/// more than a switch costs, because switching is always free to who pays.
struct DecoderLead: Sendable {
  private let switchCost: Double
  private let largestEvidence: Double
  /// Log-odds, with what a switch may save.
  private var lead: Double
  /// What sums may be off by, log-odds.
  private static let rounding = 1e-9

  init(_ decoder: TwoStateDecoder) {
    (switchCost, largestEvidence) = (decoder.switchCost, decoder.largestEvidence)
    lead = -switchCost / 2
  }

  /// Whether the next frame is off if it says so much at most, whatever follows.
  func isOff(atMost logOdds: Double) -> Bool {
    lead + held(logOdds) < -switchCost - Self.rounding
  }

  /// Takes the next frame's log-odds, or more; anything for one that is off in any case.
  mutating func append(logOdds: Double) {
    lead = max(-switchCost, min(switchCost, lead + held(logOdds)))
  }

  private func held(_ logOdds: Double) -> Double {
    max(-largestEvidence, min(largestEvidence, logOdds))
  }
}

/// Decides frame by frame between gait and no gait, so that switching costs something.
///
/// This is the most likely sequence of two states (Viterbi 1967), decoded as frames arrive: once both
/// surviving paths agree on the past, the past is final. Should they not agree for a minute, the
/// better one wins; that point depends on frames alone, never on how the input was cut.
struct TwoStateDecoder: Sendable {
  /// What a switch costs, in units of log-odds.
  let switchCost: Double
  /// A single frame never counts for more than this, log-odds.
  let largestEvidence: Double
  /// Frames after which the past is decided at the latest: a minute.
  let longestDoubt = 150

  private var score = (off: 0.0, on: 0.0)
  /// For each undecided frame: whether each state was reached from the other one.
  private var switched: [(off: Bool, on: Bool)] = []
  private var isFirst = true

  init(switchCost: Double, largestEvidence: Double) {
    self.switchCost = switchCost
    self.largestEvidence = largestEvidence
    score.on = -switchCost / 2
  }

  /// Takes the next frame's log-odds of gait and returns the states that have become final.
  mutating func append(logOdds: Double) -> [Bool] {
    let evidence = max(-largestEvidence, min(largestEvidence, logOdds)) / 2
    let toOff = score.on - switchCost > score.off
    let toOn = score.off - switchCost > score.on
    let off = max(score.off, score.on - switchCost) - evidence
    let on = max(score.on, score.off - switchCost) + evidence
    switched.append(isFirst ? (false, false) : (toOff, toOn))
    isFirst = false
    // Only the difference matters; keeping the larger at 0 keeps the sums short for a week.
    score = (off - max(off, on), on - max(off, on))
    return agreed()
  }

  /// Ends the run of samples and returns the remaining states.
  mutating func finish() -> [Bool] { decided(upTo: switched.count) }

  /// The frames on which both surviving paths agree.
  private mutating func agreed() -> [Bool] {
    if switched.count > longestDoubt { return decided(upTo: switched.count - longestDoubt / 2) }
    var (a, b) = (false, true)
    for t in switched.indices.reversed() {
      if a == b { return decided(upTo: t + 1) }
      a = a ? (switched[t].on ? !a : a) : (switched[t].off ? !a : a)
      b = b ? (switched[t].on ? !b : b) : (switched[t].off ? !b : b)
    }
    return []
  }

  /// The states of the first so many undecided frames on the better path.
  private mutating func decided(upTo end: Int) -> [Bool] {
    guard end > 0 else { return [] }
    var state = score.on > score.off
    if end == 1 {
      // As a rule one frame is decided at a time.
      for t in switched.indices.dropFirst().reversed() {
        if state ? switched[t].on : switched[t].off { state.toggle() }
      }
      switched.removeFirst()
      return state ? Self.on : Self.off
    }
    var states = [Bool](repeating: false, count: switched.count)
    for t in switched.indices.reversed() {
      states[t] = state
      if state ? switched[t].on : switched[t].off { state.toggle() }
    }
    switched.removeFirst(end)
    return Array(states[..<end])
  }

  private static let on = [true]
  private static let off = [false]
}
