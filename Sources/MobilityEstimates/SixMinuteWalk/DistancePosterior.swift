import Foundation

/// How likely each distance is: a distribution over the logarithms of distances in steps of 1 %, from 30 m, or lower where
/// less is read, to 1200 m. Nobody of those it is meant for walks farther, and the steps are small beside any error.
struct DistancePosterior {
  /// The weight of each step; they add up to 1.
  private(set) var weights: [Double]
  /// The place of its first step: 0 at 30 m, and lower by 1 for each step of 1 %.
  let first: Int

  static let usualFirst = log(30.0)
  static let step = 0.01
  /// The steps from 30 to 1200 m.
  static let count = 370
  /// Distances down to a quarter of what is read are possible, as a logarithm. Our choice: seven errors of a reading by the
  /// usual ratio, more of one by clinic tests.
  static let possibleMiss = log(4.0)
  /// No distance is lower: a tenth of 1 m, the shortest clinic test that is taken.
  static let lowest = log(0.1)

  /// The logarithm of a place's distance.
  static func logarithm(_ place: Int) -> Double { usualFirst + Double(place) * step }

  /// A place's distance, m.
  static func meters(_ place: Int) -> Double {
    place < 0 ? exp(logarithm(place)) : usualMeters[place]
  }

  private static let usualMeters = (0..<count).map { exp(logarithm($0)) }

  /// The places of all distances that are possible where one is read, as a logarithm; `nil` where none is.
  static func places(reading logarithm: Double?) -> Range<Int> {
    let start = logarithm.map { max($0 - possibleMiss, lowest) } ?? usualFirst
    return (start < usualFirst ? Int(((start - usualFirst) / step).rounded(.down)) : 0)..<count
  }

  /// Makes it from relative densities over the logarithm, the first of them at a place; where all are 0, every distance is as
  /// likely.
  init(densities: [Double], from first: Int = 0) {
    self.first = first
    let sum = densities.reduce(0, +)
    weights =
      sum > 0
      ? densities.map { $0 / sum }
      : Array(repeating: 1 / Double(densities.count), count: densities.count)
  }

  /// One or the other, the second with a share from 0 to 1: what lies between them becomes no likelier.
  func mixed(with other: DistancePosterior, share: Double) -> DistancePosterior {
    let lowest = min(first, other.first)
    let densities = (lowest..<Self.count).map { place in
      (1 - share) * weight(at: place) + share * other.weight(at: place)
    }
    return DistancePosterior(densities: densities, from: lowest)
  }

  private func weight(at place: Int) -> Double { place < first ? 0 : weights[place - first] }

  /// The same with a further error of the logarithm.
  func widened(by deviation: Double) -> DistancePosterior {
    DistancePosterior(densities: Self.convolved(weights, deviation: deviation), from: first)
  }

  /// The distance, m, that a share of the distribution does not exceed.
  func quantile(_ share: Double) -> Double {
    var below = 0.0
    for (index, weight) in weights.enumerated() {
      if below + weight >= share, weight > 0 {
        let part = (share - below) / weight - 0.5
        return exp(Self.logarithm(first + index) + part * Self.step)
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
