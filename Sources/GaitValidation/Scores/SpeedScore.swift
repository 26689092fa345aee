/// How far walking speed is off, m/s, on a path of two straight legs with a turn between.
struct SpeedScore: Sendable, Hashable {
  /// 20 m over the time of the two legs, without the turn.
  var legsTruth: Double
  /// 20 m over the whole trial, with the turn.
  var trialTruth: Double
  /// The engine's speed: its bouts' values.
  var found: Double?
  /// The two legs.
  var legs: [Leg]

  /// A straight leg of 10 m between two cones.
  struct Leg: Sendable, Hashable {
    /// Nominal length over time.
    var truth: Double
    /// From the engine's strides, or from its bouts when it has none.
    var found: Double?
  }

  /// The length of the two legs together, meters.
  private static let pathMeters = 20.0
}

extension SpeedScore {
  /// Scores speeds; `nil` when the reference has no legs.
  init?(output: EngineOutput, reference: EventReference) {
    guard reference.legSpeedsMetersPerSecond.count == 2, let turn = reference.turnAround,
      let first = reference.walkingBouts?.first, let last = reference.walkingBouts?.last,
      let limits = reference.trialLimits, first.lowerBound <= turn.lowerBound,
      turn.upperBound <= last.upperBound
    else { return nil }
    let stretches = [first.lowerBound...turn.lowerBound, turn.upperBound...last.upperBound]
    legsTruth = Self.pathMeters / stretches.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
    trialTruth = Self.pathMeters / (last.upperBound - first.lowerBound)
    found = output.bouts.mean(of: \.values.speedMetersPerSecond, in: limits)
    legs = zip(stretches, reference.legSpeedsMetersPerSecond).map { stretch, truth in
      Leg(truth: truth, found: overlapWeightedMean(Self.speeds(output), in: stretch))
    }
  }

  private static func speeds(_ output: EngineOutput) -> [(Range<Double>, Double?)] {
    guard output.strides.isEmpty else {
      return output.strides.map {
        ($0.startSeconds..<max($0.startSeconds, $0.endSeconds), $0.speedMetersPerSecond)
      }
    }
    return output.bouts.map { ($0.seconds, $0.values.speedMetersPerSecond) }
  }
}
