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
        let start = step.seconds.lowerBound + step.pauseSeconds
        if step.pauseSeconds > 0 { append(at: start - 0.5 * step.pauseSeconds, .zero) }
        append(
          at: (start + step.seconds.upperBound) / 2,
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
    let duration = steps[index].movingSeconds
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
    return meters / near.reduce(0) { $0 + $1.movingSeconds }
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

/// The walking direction over time: every turn speeds up and slows down once.
struct HeadingTrack {
  private let turns: [Turn]
  private var cursor = 0

  init(_ turns: [Turn]) { self.turns = turns }

  /// Rate of turn in rad/s, positive to the left; instants rise from call to call.
  mutating func rate(at seconds: Double) -> Double {
    while cursor < turns.count, turns[cursor].seconds.upperBound <= seconds { cursor += 1 }
    guard cursor < turns.count, turns[cursor].seconds.contains(seconds) else { return 0 }
    let turn = turns[cursor].seconds
    let duration = turn.upperBound - turn.lowerBound
    let u = (seconds - turn.lowerBound) / duration
    let radians = turns[cursor].angleDegrees * .pi / 180
    return radians / duration * (1 - PortableFunctions.sineAndCosine(2 * .pi * u).cosine)
  }
}

/// How high the walker stands over time, going evenly from knot to knot.
struct HeightPath {
  private var seconds: [Double] = [0]
  private var meters: [Double] = [0]
  private var cursor = 0

  /// Height at the last knot, meters.
  var last: Double { meters[meters.count - 1] }

  /// Rises evenly between two instants, no earlier than the last knot.
  mutating func rise(_ rise: Double, from start: Double, to end: Double) {
    append(at: start, last)
    append(at: end, last + rise)
  }

  private mutating func append(at instant: Double, _ height: Double) {
    seconds.append(max(instant, seconds[seconds.count - 1]))
    meters.append(height)
  }

  /// Height at an instant, meters above the start; instants rise from call to call.
  mutating func height(at instant: Double) -> Double {
    while cursor + 1 < seconds.count, seconds[cursor + 1] <= instant { cursor += 1 }
    guard cursor + 1 < seconds.count, seconds[cursor + 1] > seconds[cursor] else {
      return meters[cursor]
    }
    let share = (instant - seconds[cursor]) / (seconds[cursor + 1] - seconds[cursor])
    return meters[cursor] + min(max(share, 0), 1) * (meters[cursor + 1] - meters[cursor])
  }
}

/// The phase of the stride over time: rises smoothly through every contact.
struct PhaseTrack {
  private var times: [Double] = []
  private var phases: [Double] = []
  private var slopes: [Double] = []
  private var cursor = 0

  /// Left contacts lie at even, right contacts at odd multiples of π.
  init(_ bouts: [SimulatedBout]) {
    var halfTurns = 0.0
    for bout in bouts {
      let isOdd = bout.steps[0].foot == .right
      halfTurns = 2 * (halfTurns / 2).rounded(.up) + (isOdd ? 3 : 2)
      append(bout, firstContact: halfTurns)
      halfTurns += Double(bout.steps.count)
    }
  }

  /// A hesitation takes this share of the phase of its step: the walker comes to rest after the contact.
  private static let pauseShare = 0.15

  private mutating func append(_ bout: SimulatedBout, firstContact: Double) {
    var knots = [(seconds: bout.steps[0].seconds.lowerBound, halfTurns: firstContact - 1)]
    for (n, step) in bout.steps.enumerated() {
      let before = firstContact + Double(n) - 1
      if step.pauseSeconds > 0 {
        knots.append((step.seconds.lowerBound + step.pauseSeconds, before + Self.pauseShare))
      }
      knots.append((step.seconds.upperBound, before + 1))
    }
    let last = bout.steps[bout.steps.count - 1]
    let settle = 2 * last.seconds.upperBound - last.seconds.lowerBound - last.pauseSeconds
    knots.append((settle, firstContact + Double(bout.steps.count)))
    let rates = zip(knots, knots.dropFirst()).map {
      Double.pi * ($1.halfTurns - $0.halfTurns) / ($1.seconds - $0.seconds)
    }
    times += knots.map(\.seconds)
    phases += knots.map { $0.halfTurns * .pi }
    slopes += knots.indices.map { Self.slope(rates, at: $0) }
  }

  /// The harmonic mean of the rates before and after keeps the cubic between them rising
  /// (Fritsch, Butland, SIAM J Sci Stat Comput 5, 1984).
  private static func slope(_ rates: [Double], at knot: Int) -> Double {
    let before = rates[max(knot - 1, 0)]
    let after = rates[min(knot, rates.count - 1)]
    return 2 * before * after / (before + after)
  }

  /// Phase in radians and its rate at an instant; instants rise from call to call.
  mutating func phase(at seconds: Double) -> (radians: Double, rate: Double) {
    while cursor + 2 < times.count, times[cursor + 1] <= seconds { cursor += 1 }
    guard cursor + 1 < times.count, times[cursor] <= seconds, seconds < times[cursor + 1] else {
      return (0, 0)
    }
    let width = times[cursor + 1] - times[cursor]
    let u = (seconds - times[cursor]) / width
    let rise = phases[cursor + 1] - phases[cursor]
    let (m0, m1) = (slopes[cursor] * width, slopes[cursor + 1] * width)
    let (square, cube) = (m0 + m1 - 2 * rise, 3 * rise - 2 * m0 - m1)
    return (
      phases[cursor] + u * (m0 + u * (cube + u * square)),
      (m0 + u * (2 * cube + 3 * u * square)) / width
    )
  }
}
