import GaitModel

/// One sample along the sensor's axes.
struct SensorSample {
  var acceleration: SIMD3<Float>
  var angularRate: SIMD3<Float>

  /// Steps of the sensor per m/s² and per rad/s: 1 mm/s² and 0.1 mrad/s, finer than 16 bits over
  /// ±8 g and ±2000°/s. A file holds them exactly.
  static let accelerationSteps = 1_000.0
  static let angularRateSteps = 10_000.0
}

extension SensorMount {
  /// What the sensor shows when its body part feels this force (m/s²) and rate (rad/s).
  func sample(
    force: SIMD3<Double>, rate: SIMD3<Double>, noise: inout SplitMix64
  ) -> SensorSample {
    var (acceleration, angularRate) = (orientation.seen(force), orientation.seen(rate))
    for axis in 0..<3 {
      let shown =
        accelerationGain * acceleration[axis] + accelerationOffset[axis]
        + accelerationNoise * noise.normal()
      acceleration[axis] = min(max(shown, -accelerationLimit), accelerationLimit)
      angularRate[axis] += angularRateOffset[axis] + angularRateNoise * noise.normal()
    }
    return SensorSample(
      acceleration: Self.rounded(acceleration, steps: SensorSample.accelerationSteps),
      angularRate: Self.rounded(angularRate, steps: SensorSample.angularRateSteps))
  }

  private static func rounded(_ value: SIMD3<Double>, steps: Double) -> SIMD3<Float> {
    SIMD3<Float>((value * steps).rounded(.toNearestOrEven) / steps)
  }
}
