import Foundation
import Signals

/// How far the direction of the force swings in a frame, without what is faster than a stride: a trunk
/// that leans and sways.
///
/// The sum over the few lowest harmonics of the frame is written out: it costs less than a transform.
struct DirectionSpread {
  /// What is faster is no sway, Hz: strides of a run are slower.
  private static let fastestHertz = 1.6
  /// What is added to the spread before its logarithm, degrees: the noise of a sensor.
  private static let leastDegrees = 0.3
  private let cosines: [[Double]]
  private let sines: [[Double]]

  init() {
    let n = SlowAcceleration.frameLength
    let highest = Int(Self.fastestHertz * Double(n) / SlowAcceleration.rateHertz)
    func waves(_ wave: (Double) -> Double) -> [[Double]] {
      (1...highest).map { k in
        (0..<n).map { wave(2 * .pi * Double(k * $0 % n) / Double(n)) }
      }
    }
    (cosines, sines) = (waves(cos), waves(sin))
  }

  /// ln of the RMS angle to the mean direction, in degrees.
  func callAsFunction(_ slow: SlowAcceleration) -> Double {
    let (x, y, z) = (swayed(slow.x), swayed(slow.y), swayed(slow.z))
    let mean = SIMD3(x.mean, y.mean, z.mean)
    var sum = 0.0
    for i in x.values.indices {
      let force = SIMD3(x.values[i], y.values[i], z.values[i])
      let cosine = force.dot(mean) / max(force.norm * mean.norm, 1e-6)
      let degrees = acos(max(-1, min(1, cosine))) * 180 / .pi
      sum += degrees * degrees
    }
    return log((sum / Double(x.values.count)).squareRoot() + Self.leastDegrees)
  }

  /// One axis without what is fast, and its mean.
  private func swayed(_ axis: [Float]) -> (mean: Double, values: [Double]) {
    let n = Double(axis.count)
    let mean = axis.reduce(0) { $0 + Double($1) } / n
    var values = [Double](repeating: mean, count: axis.count)
    for (cosine, sine) in zip(cosines, sines) {
      var (even, odd) = (0.0, 0.0)
      for i in axis.indices {
        even += Double(axis[i]) * cosine[i]
        odd += Double(axis[i]) * sine[i]
      }
      for i in values.indices { values[i] += 2 / n * (even * cosine[i] + odd * sine[i]) }
    }
    return (mean, values)
  }
}
