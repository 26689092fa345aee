/// What working hands add to the motion of a wrist, stretch by stretch.
struct HandMotion: Sendable {
  private let stretches: [Stretch]
  private var cursor = 0

  init(_ work: [(seconds: Range<Double>, work: HandWork)], generator: SplitMix64) {
    var generator = generator
    stretches = work.map { Stretch($0.work, seconds: $0.seconds, generator: generator.split()) }
  }

  /// Acceleration of the hand in m/s² (forward, left, up) and the forearm's attitude; instants rise
  /// from call to call. Nothing while the hands rest.
  mutating func state(at seconds: Double) -> (force: SIMD3<Double>, attitude: BodyAttitude) {
    while cursor < stretches.count, stretches[cursor].seconds.upperBound <= seconds { cursor += 1 }
    guard cursor < stretches.count, stretches[cursor].seconds.contains(seconds) else {
      return (.zero, BodyAttitude())
    }
    return stretches[cursor].state(at: seconds)
  }
}

/// One stretch of work, by one person.
private struct Stretch: Sendable {
  let seconds: Range<Double>
  private let work: HandWork
  /// When each stroke begins, seconds; one more than there are strokes.
  private let starts: [Double]
  /// How large each stroke is, beside the usual one.
  private let sizes: [Double]
  private let line: SIMD3<Double>
  private let across: SIMD3<Double>
  /// Phases that the parts of the motion begin with, radians.
  private let phases: SIMD3<Double>
  private let shaking: [Vibration]
  private let posture: [Vibration]

  /// Strokes differ in time by this share, from one to the next.
  private static let timeJitter = 0.05
  /// And in size by this share.
  private static let sizeJitter = 0.15
  /// People differ from the usual rate, and from the usual sizes, by about these shares.
  private static let rateSpread = 0.12
  private static let sizeSpread = 0.2
  /// Work sets in and ends within this time, seconds.
  private static let onsetSeconds = 0.4
  /// A blow lasts about as long as soft tissue takes to stop a hand, seconds.
  private static let blowSeconds = 0.04
  /// The arm drifts by about so much while it works, radians (3°).
  private static let drift = 0.05
  /// So slowly, Hz.
  private static let driftHertz = 0.05...0.3

  init(_ usual: HandWork, seconds: Range<Double>, generator: SplitMix64) {
    var dice = generator
    func share(_ spread: Double) -> Double {
      PortableFunctions.exponential(spread * dice.normal(within: 2))
    }
    self.seconds = seconds
    var work = usual
    work.strokesPerSecond *= share(Self.rateSpread)
    work.reachMeters *= share(Self.sizeSpread)
    work.forearmDegrees *= share(Self.sizeSpread)
    self.work = work
    var starts = [seconds.lowerBound]
    var sizes: [Double] = []
    while let last = starts.last, last < seconds.upperBound {
      starts.append(last + share(Self.timeJitter) / work.strokesPerSecond)
      sizes.append(share(Self.sizeJitter))
    }
    (self.starts, self.sizes) = (starts, sizes)
    let side = PortableFunctions.sineAndCosine(2 * .pi * dice.uniform())
    let level = (1 - work.steepness * work.steepness).squareRoot()
    line = SIMD3(level * side.cosine, level * side.sine, work.steepness)
    across = SIMD3(-side.sine, side.cosine, 0)
    phases = 2 * .pi * SIMD3(dice.uniform(), dice.uniform(), dice.uniform())
    shaking = (0..<3).map { _ in
      Vibration(rms: work.vibration, band: work.vibrationHertz, from: &dice)
    }
    posture = (0..<2).map { _ in Vibration(rms: Self.drift, band: Self.driftHertz, from: &dice) }
  }

  func state(at t: Double) -> (force: SIMD3<Double>, attitude: BodyAttitude) {
    var index = max(0, min(sizes.count - 1, Int((t - starts[0]) * work.strokesPerSecond)))
    while index > 0, starts[index] > t { index -= 1 }
    while index < sizes.count - 1, starts[index + 1] <= t { index += 1 }
    let period = starts[index + 1] - starts[index]
    let phase = 2 * .pi * (t - starts[index]) / period
    let rate = 2 * .pi / period
    let size = sizes[index] * onset(t)
    let force =
      size * stroke(phase, rate: rate) + size * strike(phase, period: period) * line
      + SIMD3(shaking[0].value(t).value, shaking[1].value(t).value, shaking[2].value(t).value)
    return (force, attitude(at: t, phase: phase, rate: rate, size: size))
  }

  /// Rises from 0 to 1 when work begins and falls when it ends.
  private func onset(_ t: Double) -> Double {
    let inside = min(t - seconds.lowerBound, seconds.upperBound - t) / Self.onsetSeconds
    let u = max(0, min(1, inside))
    return u * u * (3 - 2 * u)
  }

  /// The second derivative of the hand's way.
  private func stroke(_ phase: Double, rate: Double) -> SIMD3<Double> {
    let once = PortableFunctions.sineAndCosine(phase)
    let twice = PortableFunctions.sineAndCosine(2 * phase + phases.x)
    let along = once.cosine + 4 * work.secondHarmonic * twice.cosine
    return -work.reachMeters * rate * rate
      * (along * line + work.roundness * once.sine * across)
  }

  /// Half a sine wave in the middle of the stroke, where the hand turns back.
  private func strike(_ phase: Double, period: Double) -> Double {
    let u = ((phase / (2 * .pi) - 0.5) * period) / Self.blowSeconds
    guard work.blow > 0, (0..<1).contains(u) else { return 0 }
    return work.blow * PortableFunctions.sineAndCosine(.pi * u).sine
  }

  private func attitude(at t: Double, phase: Double, rate: Double, size: Double) -> BodyAttitude {
    let turn = PortableFunctions.sineAndCosine(phase + phases.y)
    let lean = PortableFunctions.sineAndCosine(phases.z)
    let half = work.forearmDegrees * .pi / 180 * size
    let (roll, pitch) = (posture[0].value(t), posture[1].value(t))
    var attitude = BodyAttitude()
    attitude.angles.x = half * lean.sine * turn.cosine + roll.value
    attitude.angles.y = half * lean.cosine * turn.cosine + pitch.value
    attitude.rates.x = -half * lean.sine * rate * turn.sine + roll.rate
    attitude.rates.y = -half * lean.cosine * rate * turn.sine + pitch.rate
    return attitude
  }
}

/// A few waves of random frequency and phase: noise that can be asked for at any instant.
private struct Vibration: Sendable {
  private let pulses: [Double]
  private let phases: [Double]
  private let amplitude: Double

  /// Enough that the sum does not repeat itself within a recording.
  private static let waveCount = 8

  init(rms: Double, band: ClosedRange<Double>, from dice: inout SplitMix64) {
    var (pulses, phases): ([Double], [Double]) = ([], [])
    for _ in 0..<Self.waveCount {
      let width = band.upperBound - band.lowerBound
      pulses.append(2 * .pi * (band.lowerBound + width * dice.uniform()))
      phases.append(2 * .pi * dice.uniform())
    }
    (self.pulses, self.phases) = (pulses, phases)
    amplitude = rms * (2 / Double(Self.waveCount)).squareRoot()
  }

  /// The sum and its derivative.
  func value(_ t: Double) -> (value: Double, rate: Double) {
    var (value, rate) = (0.0, 0.0)
    guard amplitude > 0 else { return (0, 0) }
    for k in pulses.indices {
      let wave = PortableFunctions.sineAndCosine(pulses[k] * t + phases[k])
      value += wave.sine
      rate += pulses[k] * wave.cosine
    }
    return (amplitude * value, amplitude * rate)
  }
}

/// Something that hands do over and over, as a device on the wrist feels it.
///
/// The hand runs to and fro along a line, or round, once a stroke, and the forearm turns with it. Sizes
/// are those of a usual person; every simulated person differs.
public struct HandWork: Hashable, Sendable {
  /// Strokes per second.
  public var strokesPerSecond: Double
  /// Half of the way that the hand runs, meters.
  public var reachMeters: Double
  /// Half of the angle that the forearm turns through, degrees.
  public var forearmDegrees: Double
  /// How steep the line is: 0 level, 1 up and down.
  public var steepness: Double
  /// How round the way is: 0 a line, 1 a circle.
  public var roundness = 0.1
  /// Twice as fast a motion beside it, as a share of the stroke.
  public var secondHarmonic = 0.2
  /// What the hand feels when it strikes something at the end of each stroke, m/s².
  public var blow = 0.0
  /// Shaking of a vehicle, root mean square on each axis, m/s².
  public var vibration = 0.0
  /// Where most of the shaking lies, Hz.
  public var vibrationHertz = 4.0...25.0

  /// Makes a kind of work; the rest has usual values.
  public init(
    strokesPerSecond: Double, reachMeters: Double, forearmDegrees: Double, steepness: Double
  ) {
    self.strokesPerSecond = strokesPerSecond
    self.reachMeters = reachMeters
    self.forearmDegrees = forearmDegrees
    self.steepness = steepness
  }
}

extension HandWork {
  /// Applause: about four claps a second.
  ///
  /// Source: B. H. Repp, J. Acoust. Soc. Am. 81:1100 (1987).
  public static var clapping: HandWork {
    var work = HandWork(
      strokesPerSecond: 3.8, reachMeters: 0.025, forearmDegrees: 6, steepness: 0.2)
    work.blow = 25
    return work
  }

  /// Teeth: short strokes from the elbow, three to four a second.
  ///
  /// Source: E. Inada et al., Clin. Oral Investig. 19:1451 (2015), for the motion of the arm.
  public static var brushingTeeth: HandWork {
    HandWork(strokesPerSecond: 3.4, reachMeters: 0.012, forearmDegrees: 4, steepness: 0.3)
  }

  /// Hair: long, slow strokes that turn the forearm. No source; as the author does it.
  public static var combingHair: HandWork {
    HandWork(strokesPerSecond: 0.8, reachMeters: 0.08, forearmDegrees: 25, steepness: 0.7)
  }

  /// A pot: round and level. No source; as the author does it.
  public static var stirring: HandWork {
    var work = HandWork(
      strokesPerSecond: 1.6, reachMeters: 0.05, forearmDegrees: 5, steepness: 0.1)
    work.roundness = 0.8
    return work
  }

  /// A keyboard: 52 words, about 260 strokes a minute.
  ///
  /// Source: V. Dhakal et al., CHI 2018, doi 10.1145/3173574.3174220.
  public static var typing: HandWork {
    var work = HandWork(
      strokesPerSecond: 4.3, reachMeters: 0.0015, forearmDegrees: 1, steepness: 0.8)
    work.blow = 2
    return work
  }

  /// Hands rubbed against each other. No source; as the author does it.
  public static var washingHands: HandWork {
    HandWork(strokesPerSecond: 2, reachMeters: 0.03, forearmDegrees: 10, steepness: 0.3)
  }

  /// A handlebar: the legs' rhythm, as chosen freely, and the road.
  ///
  /// Source: E. A. Hansen, G. Smith, Scand. J. Med. Sci. Sports 19:4 (2009).
  public static var cycling: HandWork {
    var work = HandWork(
      strokesPerSecond: 1.25, reachMeters: 0.005, forearmDegrees: 1, steepness: 0.5)
    work.vibration = 1.5
    return work
  }

  /// A steering wheel, and the car. No source; as the author does it.
  public static var driving: HandWork {
    var work = HandWork(
      strokesPerSecond: 0.3, reachMeters: 0.05, forearmDegrees: 8, steepness: 0.3)
    work.vibration = 0.25
    work.vibrationHertz = 1...15
    return work
  }
}
