extension EventFigures {
  /// Stride time, stance and double support.
  static let phases: [Figure] =
    phase("stride time ", "ms", isHeadline: true, { $0.phases?.strideMilliseconds })
    + phase("stance ", "% of stride", isHeadline: true, { $0.phases?.stancePercent })
    + phase("double support ", "% of stride", isHeadline: true, { $0.phases?.doubleSupportPercent })

  private static func phase(
    _ name: String, _ unit: String, isHeadline: Bool = false,
    _ value: @escaping @Sendable (RecordingScore) -> PhaseScore.Value?
  ) -> [Figure] {
    Figure.errors(.phases, name, unit, isHeadline: isHeadline) {
      value($0)?.error.map { [$0] } ?? []
    }
      + Figure.errors(.phases, "\(name)straight, from events, ", unit) {
        value($0)?.straightError.map { [$0] } ?? []
      } + [
        .correlation(.phases, name) { score in
          guard let pair = value(score), let truth = pair.truth, let found = pair.found else {
            return []
          }
          return [(truth, found)]
        },
        Figure(.phases, "\(name)true mean", unit, worst: .none) {
          mean($0.compactMap { value($0)?.truth })
        },
      ]
  }

  /// Walking speed with and without the turn, and per leg.
  static let speed: [Figure] =
    trialSpeed("legs ", isHeadline: true, \.legsTruth) + trialSpeed("with turn ", \.trialTruth)
    + legSpeed

  private static func trialSpeed(
    _ name: String, isHeadline: Bool = false,
    _ truth: @escaping @Sendable (SpeedScore) -> Double
  ) -> [Figure] {
    let pair = { @Sendable (score: RecordingScore) -> (found: Double, truth: Double)? in
      guard let speed = score.speed, let found = speed.found else { return nil }
      return (found, truth(speed))
    }
    return Figure.errors(.speed, name, "m/s", isHeadline: isHeadline) {
      pair($0).map { [$0.found - $0.truth] } ?? []
    } + [
      .correlation(.speed, name) { pair($0).map { [($0.found, $0.truth)] } ?? [] },
      Figure(.speed, "\(name)MAPE", "%", worst: .highest) {
        mean($0.compactMap(pair).map { 100 * abs($0.found - $0.truth) / $0.truth })
      },
    ]
  }

  /// The turn between the two legs.
  static let turns: [Figure] =
    [
      .share(.turns, "turn found", worst: .lowest, isHeadline: true) { $0.turns?.isFound },
      .quotient(.turns, "false turns", "1/trial", worst: .highest, isHeadline: true) {
        $0.turns.map { (Double($0.falseTurns), 1) }
      },
    ]
    + Figure.rates(.turns, "U-turn ", isHeadline: true) { $0.turns?.tally }
    + Figure.errors(.turns, "angle ", "deg", isHeadline: true) {
      $0.turns?.angleError.map { [$0] } ?? []
    }
    + Figure.rates(.turns, "corner ", isHeadline: true) { $0.corners?.tally }
    + Figure.errors(.turns, "corner angle ", "deg", isPerRecording: false) {
      $0.corners?.angleErrors ?? []
    }

  private static let legSpeed: [Figure] = {
    let pairs = { @Sendable (score: RecordingScore) in
      (score.speed?.legs ?? []).compactMap { leg in leg.found.map { ($0, leg.truth) } }
    }
    return Figure.errors(.speed, "10 m leg ", "m/s", isHeadline: true, isPerRecording: false) {
      pairs($0).map { $0.0 - $0.1 }
    } + [.correlation(.speed, "10 m leg ", pairs)]
  }()
}
