/// Whether the turn between two straight legs was found.
struct TurnScore: Sendable, Hashable {
  /// Whether turns of at least 90° in sum lie over the true one.
  var isFound: Bool
  /// The found angle minus 180°, degrees; `nil` when no turn lies over the true one.
  var angleError: Double?
  /// Turns of at least 45° on the straight legs.
  var falseTurns: Int

  /// The found angle, degrees; `nil` when no turn lies over the true one.
  var foundAngle: Double? { angleError.map { $0 + Self.trueAngle } }

  /// The trial's turn, found or not, and turns that are none.
  var tally: Tally {
    Tally(hits: isFound ? 1 : 0, falseAlarms: Double(falseTurns), misses: isFound ? 0 : 1)
  }

  /// Half of a turn to the opposite direction, degrees.
  private static let leastFound = 90.0
  /// A smaller change of direction may happen on a straight walk, degrees.
  private static let leastFalse = 45.0
  /// The true angle: back the way one came, degrees.
  static let trueAngle = 180.0
}

extension TurnScore {
  /// Scores turns; `nil` when the reference has no turn, or the engine does not say anything of turns, or no angle of the
  /// one over the true one.
  init?(output: EngineOutput, reference: EventReference) {
    guard let truth = reference.turnAround, let limits = reference.trialLimits else { return nil }
    guard let turns = output.turns ?? (output.failure == nil ? nil : []) else { return nil }
    let over = turns.filter { $0.seconds.overlap(with: truth) > 0 }
    guard let angle = over.wholeAngle else { return nil }
    isFound = angle >= Self.leastFound
    angleError = over.isEmpty ? nil : angle - Self.trueAngle
    falseTurns = turns.count {
      $0.seconds.overlap(with: limits) > 0 && $0.seconds.overlap(with: truth) == 0
        && abs($0.angleDegrees ?? 0) >= Self.leastFalse
    }
  }
}

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
  /// Scores turns; `nil` when the study lists none, or the engine does not say anything of turns. A corner with a turn whose
  /// angle is missing is neither found nor missed.
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
      guard let angle = over.wholeAngle else { continue }
      if angle >= Self.leastShare * abs(corner.angleDegrees) {
        hits += 1
        angleErrors.append(angle - abs(corner.angleDegrees))
      } else {
        misses += 1
      }
    }
    let wrong = turns.count { turn in
      turn.seconds.overlap(with: limits) > 0 && abs(turn.angleDegrees ?? 0) >= Self.leastFalse
        && !wide.contains { turn.seconds.overlap(with: $0) > 0 }
    }
    tally = Tally(hits: hits, falseAlarms: Double(wrong), misses: misses)
  }
}

/// A set of whole ticks of a clock, kept as sorted half-open stretches that do not touch.
///
/// Counting overlaps on stretches costs as much as there are stretches; a mask over a week of
/// hundredths of a second would cost sixty million steps.
struct TickSet: Sendable, Hashable {
  /// The stretches, sorted, none touching the next.
  private(set) var stretches: [Range<Int>] = []

  /// The ticks inside any of the ranges and inside `limits`.
  init(_ ranges: [Range<Int>], limits: Range<Int>) {
    let sorted = ranges.map { $0.clamped(to: limits) }.filter { !$0.isEmpty }
      .sorted { $0.lowerBound < $1.lowerBound }
    for range in sorted {
      if let last = stretches.last, range.lowerBound <= last.upperBound {
        stretches[stretches.count - 1] =
          last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        stretches.append(range)
      }
    }
  }

  /// How many ticks the set holds.
  var count: Int { stretches.reduce(0) { $0 + $1.count } }

  /// The ticks that are in both sets.
  func intersection(_ other: TickSet) -> TickSet {
    var common = TickSet()
    var i = 0
    var j = 0
    while i < stretches.count, j < other.stretches.count {
      let both = stretches[i].clamped(to: other.stretches[j])
      if !both.isEmpty { common.stretches.append(both) }
      if stretches[i].upperBound < other.stretches[j].upperBound { i += 1 } else { j += 1 }
    }
    return common
  }

  private init() {}
}

extension Double {
  /// The nearest whole number, halves to even, held within ±10¹⁵: files may hold absurd times.
  var nearestInt: Int {
    Int(Swift.min(Swift.max(self, -1e15), 1e15).rounded(.toNearestOrEven))
  }
}

extension TickSet {
  /// Ticks per second of the grid on which seconds of walking are compared.
  ///
  /// A hundredth of a second is finer than any reference and coarse enough that the rounding of a
  /// text file does not show.
  static let ticksPerSecond = 100.0

  /// The hundredths of a second inside the stretches, from 0 to the end of the recording.
  init(seconds: [Range<Double>], durationSeconds: Double) {
    let end = Self.tick(durationSeconds) + 1
    self.init(
      seconds.compactMap {
        let start = Self.tick($0.lowerBound)
        let stop = Self.tick($0.upperBound)
        return start < stop ? start..<stop : nil
      }, limits: 0..<max(0, end))
  }

  /// The size of the set in seconds.
  var seconds: Double { Double(count) / Self.ticksPerSecond }

  private static func tick(_ seconds: Double) -> Int {
    (seconds * ticksPerSecond).nearestInt
  }
}
