import GaitModel
import Signals

/// The signals of one walk that step lengths are read from, with its contacts.
struct WalkSignals: Sendable {
  /// Vertical displacement of the sensor, m, drift removed; one value per sample of the excerpt.
  var verticalDisplacement: [Double]
  /// Upward acceleration, 0.3-5 Hz, m/s².
  var vertical: [Double]
  /// Forward acceleration, 0.3-5 Hz, m/s².
  var anteroposterior: [Double]
  /// Sideways acceleration, 0.3-5 Hz, m/s².
  var mediolateral: [Double]
  /// Sample positions of the contacts in these signals, rising.
  var contacts: [Double]
  /// Whether forward and sideways are told apart.
  var isHeadingKnown: Bool
}

extension WalkSignals {
  /// The signals that step lengths are read from.
  init(of motion: WalkMotion) {
    let waves = Self.oscillations([
      motion.vertical, motion.anteroposterior, motion.mediolateral,
    ])
    self.init(
      verticalDisplacement: Self.displacement(motion.vertical), vertical: waves[0],
      anteroposterior: waves[1], mediolateral: waves[2], contacts: motion.contacts,
      isHeadingKnown: motion.isHeadingKnown)
  }

  /// Twice integrated, with the drift of each integral removed (Zijlstra and Hof 2003; 0.7 Hz instead of
  /// 1 Hz, so that slow steps keep their rise).
  private static func displacement(_ acceleration: [Double]) -> [Double] {
    let rate = UniformSampling.rateHertz
    func highPassed(_ x: [Double], _ hertz: Double) -> [Double] {
      Butterworth.highPass(order: 4, cutoffHertz: hertz, samplingRateHertz: rate)
        .filteredForwardBackward(x, edge: .even, padding: Int(3 * rate / hertz))
    }
    let velocity = Integration.cumulativeTrapezoid(
      highPassed(acceleration, 0.1), samplingRateHertz: rate)
    return Integration.cumulativeTrapezoid(highPassed(velocity, 0.7), samplingRateHertz: rate)
  }

  /// Between 0.3 and 5 Hz: the steps without drift and without impact.
  private static func oscillations(_ signals: [[Double]]) -> [[Double]] {
    let rate = UniformSampling.rateHertz
    let low = Butterworth.lowPass(order: 2, cutoffHertz: 5, samplingRateHertz: rate)
      .filteredForwardBackward(signals, edge: .even, padding: Int(3 * rate / 5))
    return Butterworth.highPass(order: 2, cutoffHertz: 0.3, samplingRateHertz: rate)
      .filteredForwardBackward(low, edge: .even, padding: Int(3 * rate / 0.3))
  }
}
