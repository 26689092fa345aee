/// Which turns of a walk with corners were found, where the study lists them with their angle.
struct CornerScore: Sendable, Hashable {
  /// Corners found and missed, and turns where the path is straight.
  var tally: Tally
  /// Found angles minus true ones, degrees, of the corners found.
  var angleErrors: [Double]

  /// Smaller corners are left out, degrees: a turn found there is neither right nor wrong.
  private static let leastCorner = 80.0
  /// Smaller found turns are left out, degrees.
  private static let leastFalse = 45.0
  /// A corner is found when this share of its angle is.
  private static let leastShare = 0.5
  /// A walker begins to turn before the first step that is listed and ends after the last, seconds:
  /// about a step.
  private static let margin = 0.5
}

extension CornerScore {
  /// Scores turns; `nil` when the study lists none, or the engine does not say anything of turns.
  init?(output: EngineOutput, reference: EventReference) {
    guard let corners = reference.listedTurns, !corners.isEmpty,
      let limits = reference.trialLimits,
      let turns = output.turns ?? (output.failure == nil ? nil : [])
    else { return nil }
    let wide = corners.map {
      ($0.seconds.lowerBound - Self.margin)...($0.seconds.upperBound + Self.margin)
    }
    var hits = 0.0
    var misses = 0.0
    angleErrors = []
    for (corner, place) in zip(corners, wide) where abs(corner.angleDegrees) >= Self.leastCorner {
      let over = turns.filter { $0.seconds.overlap(with: place) > 0 }
      let angle = abs(over.reduce(0) { $0 + $1.angleDegrees })
      if angle >= Self.leastShare * abs(corner.angleDegrees) {
        hits += 1
        angleErrors.append(angle - abs(corner.angleDegrees))
      } else {
        misses += 1
      }
    }
    let wrong = turns.count { turn in
      turn.seconds.overlap(with: limits) > 0 && abs(turn.angleDegrees) >= Self.leastFalse
        && !wide.contains { turn.seconds.overlap(with: $0) > 0 }
    }
    tally = Tally(hits: hits, falseAlarms: Double(wrong), misses: misses)
  }
}
