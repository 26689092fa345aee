import GaitModel

/// What changes from step to step, in four lanes, going smoothly from the middle of one step to the
/// middle of the next: vertical size, size of all else, swing of the limb in radians, speed in m/s.
struct StepTrack {
  private var times: [Double] = []
  private var values: [SIMD4<Double>] = []
  private var cursor = 0

  /// The motion dies away within this share of a step after the last contact.
  private static let settleShare = 0.6
  /// The thigh swings less than the straight line from hip to foot: the knee does part of the way.
  private static let swingShare = 0.7

  /// On stairs the pelvis bobs by this share of the riser beside the even rise [judgment: pocket and
  /// waist recordings of stairs have twice the vertical RMS of level walking at that cadence].
  private static let pushShare = 0.3
  /// On stairs the thigh lifts so much further, as a share of the riser.
  private static let liftShare = 1.5

  init(_ bouts: [SimulatedBout], profile: WalkerProfile, generator: SplitMix64) {
    var generator = generator
    for bout in bouts {
      append(at: bout.steps[0].seconds.lowerBound, .zero)
      for index in bout.steps.indices {
        let step = bout.steps[index]
        let jitter = 1 + profile.amplitudeJitter * generator.normal(within: 2.5)
        append(
          at: (step.seconds.lowerBound + step.seconds.upperBound) / 2,
          Self.value(bout.steps, index, profile, jitter))
      }
      let last = bout.steps[bout.steps.count - 1]
      append(at: last.seconds.upperBound + Self.settleShare * last.durationSeconds, .zero)
    }
  }

  private static func value(
    _ steps: [SimulatedStep], _ index: Int, _ profile: WalkerProfile, _ jitter: Double
  ) -> SIMD4<Double> {
    let meters = steps[index].length.meters
    let duration = steps[index].durationSeconds
    let rise = abs(steps[index].rise.meters)
    let excursion = profile.verticalExcursion(stepMeters: meters) + pushShare * rise
    let size = profile.excessMotion * excursion / (duration * duration)
    let swing = swingShare * jitter * (meters + liftShare * rise) / (2 * profile.legMeters)
    return SIMD4(size, size * jitter, swing, speed(steps, index))
  }

  /// Over the step and its neighbors: the trunk does not follow the times of single steps.
  private static func speed(_ steps: [SimulatedStep], _ index: Int) -> Double {
    let near = steps[max(index - 1, 0)...min(index + 1, steps.count - 1)]
    let meters = near.reduce(0) { $0 + $1.length.meters }
    return meters / near.reduce(0) { $0 + $1.durationSeconds }
  }

  private mutating func append(at seconds: Double, _ value: SIMD4<Double>) {
    if let last = times.last, seconds <= last { return }
    times.append(seconds)
    values.append(value)
  }

  /// The four values and their rates at an instant; instants rise from call to call.
  mutating func values(
    at seconds: Double
  ) -> (value: SIMD4<Double>, rate: SIMD4<Double>) {
    while cursor + 2 < times.count, times[cursor + 1] <= seconds { cursor += 1 }
    guard cursor + 1 < times.count, times[cursor] <= seconds, seconds < times[cursor + 1] else {
      return (.zero, .zero)
    }
    let width = times[cursor + 1] - times[cursor]
    let u = (seconds - times[cursor]) / width
    let rise = values[cursor + 1] - values[cursor]
    return (values[cursor] + rise * (u * u * (3 - 2 * u)), rise * (6 * u * (1 - u) / width))
  }
}
