/// How many steps were counted.
struct StepScore: Sendable, Hashable {
  /// Steps taken, by the reference.
  var truth: Double
  /// Steps found in the counted stretch.
  var counted: Double
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
  /// Counts steps where the reference did; `nil` when it has no count.
  init?(output: EngineOutput, contacts: [TimedFoot], reference: EventReference) {
    guard let steps = reference.stepCount, steps > 0 else { return nil }
    truth = Double(steps)
    let everything = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
    total = Self.steps(output, contacts, in: everything)
    let limits = reference.trialLimits ?? Self.counted(reference) ?? -1...1e9
    counted = Self.steps(output, contacts, in: limits)
  }

  private static func counted(_ reference: EventReference) -> ClosedRange<Double>? {
    reference.countInterval.map { $0.lowerBound - countMargin...$0.upperBound + countMargin }
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
