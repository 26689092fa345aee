/// How one person's pelvis moves through a stride, as a function of the phase of the stride.
///
/// The phase is 0 at a left initial contact and 2π at the next.
struct StridePattern {
  /// The channels: three accelerations, three angular rates.
  enum Channel: Int, CaseIterable {
    case vertical, anteroposterior, mediolateral, yaw, pitch, roll
  }

  static let harmonicCount = 6

  /// Coefficients of cos kφ and sin kφ for every channel, harmonic 1 in lane 0. The vertical
  /// acceleration is scaled to lift the pelvis by one meter in a step of one second; the other
  /// channels are in proportion to it.
  private var cosines = [SIMD8<Double>](repeating: .zero, count: Channel.allCases.count)
  private var sines = [SIMD8<Double>](repeating: .zero, count: Channel.allCases.count)

  /// Draws a person who walks at so many meters per second.
  init(profile: WalkerProfile, generator: SplitMix64) {
    var generator = generator
    let (lower, upper, share) = Self.neighbors(of: profile.speed.metersPerSecond)
    for channel in Channel.allCases {
      for k in 0..<Self.harmonicCount {
        let draw = Draw(individuality: profile.individuality, from: &generator)
        let low = draw.vector(lower.channels[channel.rawValue][k])
        let high = draw.vector(upper.channels[channel.rawValue][k])
        let sway = Self.isLateral(channel) ? profile.lateralSway : 1
        cosines[channel.rawValue][k] = sway * (low.cosine + share * (high.cosine - low.cosine))
        sines[channel.rawValue][k] = sway * (low.sine + share * (high.sine - low.sine))
      }
    }
    normalize()
  }

  /// Value of a channel from the cosines and sines of the phase's multiples.
  func value(_ channel: Channel, _ phase: PhaseMultiples) -> Double {
    let row = channel.rawValue
    return Self.sum(cosines[row] * phase.cosines + sines[row] * phase.sines)
  }

  /// The same channel integrated over the phase, its mean zero.
  func integral(_ channel: Channel, _ phase: PhaseMultiples) -> Double {
    let row = channel.rawValue
    let change = cosines[row] * phase.sines - sines[row] * phase.cosines
    return Self.sum(change / SIMD8(1, 2, 3, 4, 5, 6, 7, 8))
  }

  /// Lanes are added in a fixed order, so that the last bit is the same everywhere.
  private static func sum(_ lanes: SIMD8<Double>) -> Double {
    let four = lanes.lowHalf + lanes.highHalf
    let two = four.lowHalf + four.highHalf
    return two.x + two.y
  }

  private static func isLateral(_ channel: Channel) -> Bool {
    channel == .mediolateral || channel == .yaw || channel == .roll
  }

  /// The two measured groups about a speed and how far it lies from the first to the second.
  private static func neighbors(
    of speed: Double
  ) -> (MeasuredHarmonics, MeasuredHarmonics, Double) {
    let table = MeasuredHarmonics.table
    let lower = speed < table[1].speedMetersPerSecond ? 0 : 1
    let (a, b) = (table[lower].speedMetersPerSecond, table[lower + 1].speedMetersPerSecond)
    return (table[lower], table[lower + 1], min(max((speed - a) / (b - a), 0), 1))
  }

  /// Scales all channels so that the pelvis rises by one meter in a step of one second.
  private mutating func normalize() {
    let excursion = meanExcursion()
    for row in cosines.indices {
      cosines[row] /= excursion
      sines[row] /= excursion
    }
  }

  /// Mean over both steps of how far the vertical displacement reaches, when a step takes a second.
  private func meanExcursion() -> Double {
    let count = 128
    let heights = (0...count).map { index in
      displacement(at: PhaseMultiples(2 * .pi * Double(index) / Double(count)))
    }
    let reach = { (step: ArraySlice<Double>) in (step.max() ?? 0) - (step.min() ?? 0) }
    return (reach(heights[...(count / 2)]) + reach(heights[(count / 2)...])) / 2
  }

  /// Vertical displacement when a stride takes two seconds, the first harmonic left out: it moves
  /// the pelvis from stride to stride, not within a step.
  private func displacement(at phase: PhaseMultiples) -> Double {
    let rates = SIMD8(1, 2, 3, 4, 5, 6, 7, 8) * Double.pi
    let row = Channel.vertical.rawValue
    var lanes = (cosines[row] * phase.cosines + sines[row] * phase.sines) / (rates * rates)
    lanes[0] = 0
    return -Self.sum(lanes)
  }
}

/// What one person does with one harmonic.
private struct Draw {
  private let individuality: Double
  private let size: Double
  private let turn: Double
  private let anyPhase: Double

  init(individuality: Double, from generator: inout SplitMix64) {
    self.individuality = individuality
    size = individuality * generator.normal(within: 1.5)
    turn = individuality * generator.normal(within: 1.5)
    anyPhase = 2 * .pi * generator.uniform()
  }

  /// Coefficients of cosine and sine of A cos(kφ + θ).
  func vector(_ measured: MeasuredHarmonic) -> (cosine: Double, sine: Double) {
    let amplitude = max(measured.amplitude + size * measured.spread, 0)
    let (sine, cosine) = PortableFunctions.sineAndCosine(phase(measured))
    return (amplitude * cosine, -amplitude * sine)
  }

  /// Where people do not agree on a phase, any will do; where they do, they scatter by as much as
  /// the length of their mean vector says: its variance is about 2 (1 - length).
  private func phase(_ measured: MeasuredHarmonic) -> Double {
    guard measured.consistency >= 0.5 else { return anyPhase }
    let deviation = (2 * (1 - measured.consistency)).squareRoot()
    return measured.phaseDegrees * .pi / 180 + turn * deviation
  }
}

/// Cosine and sine of the first six multiples of a phase.
struct PhaseMultiples {
  private(set) var cosines = SIMD8<Double>.zero
  private(set) var sines = SIMD8<Double>.zero

  /// Computes the first and gets the others by turning on.
  init(_ phase: Double) {
    let (sine, cosine) = PortableFunctions.sineAndCosine(phase)
    var (c, s) = (cosine, sine)
    for k in 0..<StridePattern.harmonicCount {
      cosines[k] = c
      sines[k] = s
      (c, s) = (c * cosine - s * sine, s * cosine + c * sine)
    }
  }
}
