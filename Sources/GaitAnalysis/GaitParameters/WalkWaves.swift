import GaitModel
import Signals

/// The oscillation of a walk: its motion between 0.3 and 20 Hz, one value per sample of the motion.
struct WalkWaves: Sendable {
  /// Upward acceleration, m/s².
  var vertical: [Double]
  /// Forward acceleration, m/s².
  var anteroposterior: [Double]
  /// Acceleration to the right, m/s².
  var mediolateral: [Double]
  /// Rate of rolling about forward, rad/s; `nil` without a gyroscope.
  var rollRate: [Double]?

  init(of motion: WalkMotion) {
    let rate = UniformSampling.rateHertz
    let signals =
      [motion.vertical, motion.anteroposterior, motion.mediolateral]
      + (motion.rollRate.map { [$0] } ?? [])
    let low = Butterworth.lowPass(order: 4, cutoffHertz: 20, samplingRateHertz: rate)
      .filteredForwardBackward(signals, edge: .even, padding: Int(3 * rate / 20))
    let waves = Butterworth.highPass(order: 2, cutoffHertz: 0.3, samplingRateHertz: rate)
      .filteredForwardBackward(low, edge: .even, padding: Int(3 * rate / 0.3))
    vertical = waves[0]
    anteroposterior = waves[1]
    mediolateral = waves[2]
    rollRate = waves.count > 3 ? waves[3] : nil
  }
}
