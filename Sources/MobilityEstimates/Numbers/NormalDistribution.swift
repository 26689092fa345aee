import Foundation

/// The normal distribution's formulas.
enum NormalDistribution {
  /// The share below so many standard deviations.
  static func share(below z: Double) -> Double { 0.5 * erfc(-z / 2.0.squareRoot()) }

  /// The density so many standard deviations from the middle.
  static func density(_ z: Double) -> Double { exp(-0.5 * z * z) / (2 * Double.pi).squareRoot() }

  /// 95 % of a normal distribution lie within so many standard deviations.
  static let reach95 = 1.959963984540054
}
