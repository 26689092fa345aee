/// How many steps were counted.
struct StepScore: Sendable, Hashable {
  /// Steps taken, by the reference.
  var truth: Double
  /// Steps found in the counted stretch.
  var counted: Double
  /// Standard error of these by the bouts there; `nil` where it is not known.
  var countedError: Double?
  /// Steps found in the whole recording.
  var total: Double

  /// Counted minus true, in percent of true.
  var errorPercent: Double { 100 * (counted - truth) / truth }
  /// The same for the whole recording.
  var totalErrorPercent: Double { 100 * (total - truth) / truth }

  /// A foot switch starts and ends its count this close to the first and last step, seconds.
  private static let countMargin = 0.5
}

extension StepScore {
  /// Counts steps where the reference did; `nil` when it has no count. A truth that saw passes only counts them there, and
  /// nowhere else.
  init?(output: EngineOutput, contacts: [TimedFoot], reference: EventReference) {
    guard let steps = reference.stepCount, steps > 0 else { return nil }
    truth = Double(steps)
    func count(in stretches: [ClosedRange<Double>]) -> Double {
      stretches.reduce(0) { $0 + Self.steps(output, contacts, in: $1) }
    }
    let everything = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
    let seen = reference.seen.map(Self.joined)
    total = count(in: seen ?? [everything])
    let trial = reference.walkingBouts.flatMap { _ in reference.trialLimits } ?? -1...1e9
    let limits = Self.counted(reference) ?? seen ?? [trial]
    counted = count(in: limits)
    countedError = output.bouts.stepCountError(in: limits)
  }

  /// The stretches that were counted, widened, none touching the next; `nil` where none is told.
  private static func counted(_ reference: EventReference) -> [ClosedRange<Double>]? {
    guard !reference.countIntervals.isEmpty else { return nil }
    return joined(
      reference.countIntervals.map {
        $0.lowerBound - countMargin...$0.upperBound + countMargin
      })
  }

  /// The same time in stretches of which none touches the next.
  fileprivate static func joined(_ stretches: [ClosedRange<Double>]) -> [ClosedRange<Double>] {
    stretches.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { kept, stretch in
      guard let last = kept.last, stretch.lowerBound <= last.upperBound else {
        return kept.append(stretch)
      }
      kept[kept.count - 1] = last.lowerBound...max(last.upperBound, stretch.upperBound)
    }
  }

  /// One step per contact. For an engine without contacts its counts per bout are used, in
  /// proportion to the share of the bout inside the limits.
  private static func steps(
    _ output: EngineOutput, _ contacts: [TimedFoot], in limits: ClosedRange<Double>
  ) -> Double {
    if !contacts.isEmpty { return Double(contacts.count { limits.contains($0.seconds) }) }
    return output.bouts.reduce(0) { sum, bout in
      guard bout.kind != .running, let steps = bout.stepCount else { return sum }
      let length = bout.seconds.upperBound - bout.seconds.lowerBound
      return sum + steps * (bout.seconds.overlap(with: limits) / length)
    }
  }
}

/// Steps that were found where nobody took one.
struct FalseSteps: Sendable, Hashable {
  /// How many.
  var count: Double
  /// In so long, seconds.
  var seconds: Double
}

extension FalseSteps {
  /// Counts them in a recording without a step, or in the stretches that were counted where these have none; `nil` for any
  /// other.
  ///
  /// - Parameters:
  ///   - contacts: all that were found, seconds.
  ///   - reference: the truth.
  ///   - durationSeconds: how long the recording is.
  init?(contacts: [Double], reference: EventReference, durationSeconds: Double) {
    let isStepless =
      reference.stepCount.map { $0 == 0 }
      ?? (reference.isWithoutWalking && reference.activity == nil)
    guard isStepless else { return nil }
    guard reference.stepCount != nil, !reference.countIntervals.isEmpty else {
      (count, seconds) = (Double(contacts.count), durationSeconds)
      return
    }
    let counted = StepScore.joined(reference.countIntervals)
    count = Double(contacts.count { contact in counted.contains { $0.contains(contact) } })
    seconds = counted.reduce(0) { $0 + (0..<max(0, durationSeconds)).overlap(with: $1) }
  }
}

/// How fast steps follow each other, steps per minute.
struct CadenceScore: Sendable, Hashable {
  /// The reference's cadence; `nil` with fewer than four contacts.
  var truth: Double?
  /// The engine's cadence: its bouts' values, or else the value from its contacts.
  var found: Double?

  /// Found minus true; `nil` when either is missing.
  var error: Double? { difference(found, truth) }

  /// Two contacts closer than this are one step seen twice, seconds.
  static let shortestStep = 0.15
  /// An interval longer than so many times the median holds a pause.
  private static let pauseFactor = 1.5
  /// Fewer step intervals than this make no cadence.
  private static let fewestIntervals = 3

  /// 60 / mean step interval, pauses left out; `nil` for too few contacts. Times are sorted.
  static func stepsPerMinute(_ seconds: [Double]) -> Double? {
    let intervals = zip(seconds.dropFirst(), seconds).map { $0 - $1 }
    guard intervals.count >= fewestIntervals else { return nil }
    let steps = intervals.filter { $0 > shortestStep }
    guard let median = median(steps) else { return nil }
    return mean(steps.filter { $0 <= pauseFactor * median }).map { 60 / $0 }
  }
}

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
    /// From one cone to the other, seconds.
    var seconds: ClosedRange<Double>
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
      Leg(
        seconds: stretch, truth: truth,
        found: overlapWeightedMean(Self.speeds(output), in: stretch))
    }
  }

  /// Speeds of the strides, or of the bouts where there are none.
  static func speeds(_ output: EngineOutput) -> [(Range<Double>, Double?)] {
    guard output.strides.isEmpty else {
      return output.strides.map {
        ($0.startSeconds..<max($0.startSeconds, $0.endSeconds), $0.speedMetersPerSecond)
      }
    }
    return output.bouts.map { ($0.seconds, $0.values.speedMetersPerSecond) }
  }
}
