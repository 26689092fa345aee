import Foundation

/// How likely each distance is: a distribution over the logarithms of distances from 30 to 1200 m in
/// steps of 1 %. Nobody of those it is meant for walks farther, and the steps are small beside any error.
struct DistancePosterior {
  /// The weight of each step; they add up to 1.
  private(set) var weights: [Double]

  static let first = log(30.0)
  static let step = 0.01
  static let count = 370

  /// The logarithm of a step's distance.
  static func logarithm(_ index: Int) -> Double { first + Double(index) * step }

  /// The distances of the steps, m.
  static let meters = (0..<count).map { exp(logarithm($0)) }

  /// Makes it from relative densities over the logarithm; where all are 0, every distance is as likely.
  init(densities: [Double]) {
    let sum = densities.reduce(0, +)
    weights =
      sum > 0
      ? densities.map { $0 / sum }
      : Array(repeating: 1 / Double(densities.count), count: densities.count)
  }

  /// One or the other, the second with a share from 0 to 1: what lies between them becomes no likelier.
  func mixed(with other: DistancePosterior, share: Double) -> DistancePosterior {
    DistancePosterior(
      densities: zip(weights, other.weights).map { (1 - share) * $0 + share * $1 })
  }

  /// The same with a further error of the logarithm.
  func widened(by deviation: Double) -> DistancePosterior {
    DistancePosterior(densities: Self.convolved(weights, deviation: deviation))
  }

  /// The distance, m, that a share of the distribution does not exceed.
  func quantile(_ share: Double) -> Double {
    var below = 0.0
    for (index, weight) in weights.enumerated() {
      if below + weight >= share, weight > 0 {
        let part = (share - below) / weight - 0.5
        return exp(Self.logarithm(index) + part * Self.step)
      }
      below += weight
    }
    return exp(Self.logarithm(Self.count - 1))
  }

  /// The middle, m.
  var median: Double { quantile(0.5) }

  /// The distances between which so much of the distribution lies, as much of the rest on either side.
  func interval(_ share: Double) -> ClosedRange<Double> {
    let (low, high) = (quantile((1 - share) / 2), quantile((1 + share) / 2))
    return low...max(low, high)
  }

  /// Densities over the logarithm with a further, normal error.
  static func convolved(_ densities: [Double], deviation: Double) -> [Double] {
    let reach = Int((4 * deviation / step).rounded(.up))
    guard reach > 0 else { return densities }
    let kernel = (-reach...reach).map { NormalDistribution.density(Double($0) * step / deviation) }
    // All sums grow at once, from the lowest distance to the greatest: none waits for its last addition.
    var sums = [Double](repeating: 0, count: densities.count)
    sums.withUnsafeMutableBufferPointer { sums in
      densities.withUnsafeBufferPointer { densities in
        for (place, weight) in kernel.enumerated() {
          let shift = place - reach
          let first = max(0, -shift)
          for index in first..<max(first, min(densities.count, densities.count - shift)) {
            sums[index] += densities[index &+ shift] * weight
          }
        }
      }
    }
    return sums
  }
}
