/// Standing people sway: two slow, small oscillations in pitch and roll.
struct StandingSway {
  /// Radians; 0.3°.
  private static let size = 0.005
  /// Cycles per second for roll and pitch; sway lies below 0.5 Hz.
  private static let frequencies = [0.21, 0.34]
  private var phases: [Double] = []

  init(generator: SplitMix64) {
    var generator = generator
    for _ in Self.frequencies { phases.append(2 * .pi * generator.uniform()) }
  }

  func add(to attitude: inout BodyAttitude, at seconds: Double) {
    for axis in Self.frequencies.indices {
      let pulse = 2 * .pi * Self.frequencies[axis]
      let wave = PortableFunctions.sineAndCosine(pulse * seconds + phases[axis])
      attitude.angles[axis] += Self.size * wave.sine
      attitude.rates[axis] += Self.size * pulse * wave.cosine
    }
  }
}
