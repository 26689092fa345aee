import Foundation

/// A distribution over distances from 0 to 1000 m, in steps of 2 m: nobody of those it is meant for
/// walks farther, and the steps are a twentieth of any error.
struct DistanceGrid {
  /// Its mean, m.
  let mean: Double
  /// Its standard deviation, m.
  let deviation: Double

  /// Makes it from the logarithm of the density, up to a constant.
  init(logDensity: (Double) -> Double) {
    let logs = (0...500).map { logDensity(Double($0) * 2) }
    let highest = logs.max() ?? 0
    var (sum, first, second) = (0.0, 0.0, 0.0)
    for (index, value) in logs.enumerated() {
      let weight = exp(value - highest)
      let meters = Double(index) * 2
      sum += weight
      first += weight * meters
      second += weight * meters * meters
    }
    mean = first / sum
    deviation = max(second / sum - mean * mean, 0).squareRoot()
  }
}
