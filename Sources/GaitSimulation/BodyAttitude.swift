/// Roll, pitch and yaw in x, y and z: turned about up, then left, then forward.
struct BodyAttitude {
  /// Radians.
  var angles = SIMD3<Double>.zero
  /// Their derivatives, rad/s.
  var rates = SIMD3<Double>.zero

  /// A vector of the path's frame (forward, left, up) along the body's axes.
  func seenFromBody(_ v: SIMD3<Double>) -> SIMD3<Double> {
    let (roll, pitch, yaw) = sines
    let forward = yaw.cosine * v.x + yaw.sine * v.y
    let left = yaw.cosine * v.y - yaw.sine * v.x
    let up = pitch.sine * forward + pitch.cosine * v.z
    return SIMD3(
      pitch.cosine * forward - pitch.sine * v.z,
      roll.cosine * left + roll.sine * up,
      roll.cosine * up - roll.sine * left)
  }

  /// The angular rate along the body's axes.
  var bodyRate: SIMD3<Double> {
    let (roll, pitch, _) = sines
    return SIMD3(
      rates.x - rates.z * pitch.sine,
      rates.y * roll.cosine + rates.z * pitch.cosine * roll.sine,
      rates.z * pitch.cosine * roll.cosine - rates.y * roll.sine)
  }

  private typealias Turn = (sine: Double, cosine: Double)
  private var sines: (Turn, Turn, Turn) {
    (
      PortableFunctions.sineAndCosine(angles.x), PortableFunctions.sineAndCosine(angles.y),
      PortableFunctions.sineAndCosine(angles.z)
    )
  }
}

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
