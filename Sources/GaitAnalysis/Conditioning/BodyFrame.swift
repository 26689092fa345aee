import GaitModel
import Signals

/// What of an excerpt does not need to know which way is forward: up, and motion along and about it.
struct BodyFrame: Sendable {
  /// Unit vector up in the sensor's axes, one per sample.
  var up: [SIMD3<Double>]
  /// Upward acceleration with its mean over the excerpt removed, m/s².
  var vertical: [Double]
  /// Rate of turning about up, rad/s, positive to the left; `nil` without a gyroscope.
  var yawRate: [Double]?

  init(of excerpt: GaitExcerpt, attitude: Attitude) {
    up = attitude.up(in: excerpt)
    let lift = zip(excerpt.acceleration, up).map { $0.dot($1) }
    let mean = Statistics.mean(lift) ?? 0
    vertical = lift.map { $0 - mean }
    if let rate = excerpt.angularRate {
      let bias = Self.bias(of: rate)
      yawRate = zip(rate, up).map { ($0 - bias).dot($1) }
    }
  }

  /// Below this the quietest moment counts as standing still, rad/s: gyroscope noise and sway.
  static let stillRadiansPerSecond = 0.08
  /// How long a quiet moment lasts, seconds.
  static let stillSeconds = 2.0

  /// What the gyroscope shows when nothing turns, rad/s; zero when there was no quiet moment.
  static func bias(of rate: [SIMD3<Double>]) -> SIMD3<Double> {
    let length = Int(stillSeconds * UniformSampling.rateHertz)
    guard rate.count >= length else { return .zero }
    var best = (rms: Double.infinity, mean: SIMD3<Double>.zero)
    for start in stride(from: 0, through: rate.count - length, by: length / 4) {
      let piece = rate[start..<(start + length)]
      let mean = piece.reduce(.zero, +) / Double(length)
      let rms = (piece.reduce(0) { $0 + $1.dot($1) } / Double(length)).squareRoot()
      if rms < best.rms { best = (rms, mean) }
    }
    return best.rms < stillRadiansPerSecond ? best.mean : .zero
  }
}
