/// Whether the turn between two straight legs was found.
struct TurnScore: Sendable, Hashable {
  /// Whether turns of at least 90° in sum lie over the true one.
  var isFound: Bool
  /// The found angle minus 180°, degrees; `nil` when no turn lies over the true one.
  var angleError: Double?
  /// Turns of at least 45° on the straight legs.
  var falseTurns: Int

  /// The trial's turn, found or not, and turns that are none.
  var tally: Tally {
    Tally(hits: isFound ? 1 : 0, falseAlarms: Double(falseTurns), misses: isFound ? 0 : 1)
  }

  /// Half of a turn to the opposite direction, degrees.
  private static let leastFound = 90.0
  /// A smaller change of direction may happen on a straight walk, degrees.
  private static let leastFalse = 45.0
  /// The true angle: back the way one came, degrees.
  private static let trueAngle = 180.0
}

extension TurnScore {
  /// Scores turns; `nil` when the reference has no turn, or the engine does not say anything of turns.
  init?(output: EngineOutput, reference: EventReference) {
    guard let truth = reference.turnAround, let limits = reference.trialLimits else { return nil }
    guard let turns = output.turns ?? (output.failure == nil ? nil : []) else { return nil }
    let over = turns.filter { $0.seconds.overlap(with: truth) > 0 }
    let angle = abs(over.reduce(0) { $0 + $1.angleDegrees })
    isFound = angle >= Self.leastFound
    angleError = over.isEmpty ? nil : angle - Self.trueAngle
    falseTurns = turns.count {
      $0.seconds.overlap(with: limits) > 0 && $0.seconds.overlap(with: truth) == 0
        && abs($0.angleDegrees) >= Self.leastFalse
    }
  }
}
