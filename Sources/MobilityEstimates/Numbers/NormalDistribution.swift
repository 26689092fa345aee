import Foundation

/// The normal distribution's formulas.
enum NormalDistribution {
  /// The share below so many standard deviations.
  static func share(below z: Double) -> Double { 0.5 * erfc(-z / 2.0.squareRoot()) }

  /// The logarithm of the density but for a constant.
  static func logDensity(_ value: Double, mean: Double, deviation: Double) -> Double {
    let z = (value - mean) / deviation
    return -0.5 * z * z
  }

  /// 95 % of a normal distribution lie within so many standard deviations.
  static let reach95 = 1.959963984540054
}
