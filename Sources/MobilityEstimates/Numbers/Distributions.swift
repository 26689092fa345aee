import Foundation

/// The normal distribution's formulas.
enum NormalDistribution {
  /// The share below so many standard deviations.
  static func share(below z: Double) -> Double { 0.5 * erfc(-z / 2.0.squareRoot()) }

  /// The density so many standard deviations from the middle.
  static func density(_ z: Double) -> Double { exp(-0.5 * z * z) / (2 * Double.pi).squareRoot() }

  /// 95 % of a normal distribution lie within so many standard deviations.
  static let reach95 = 1.959963984540054

  /// 95 % lie above so many standard deviations below the middle; to three decimals, as the papers of the references
  /// print it.
  static let reachAbove95 = 1.645
}

/// How far 95 % of Student's t distribution reach from 0.
enum StudentT {
  /// The two-sided 95 % point for so many degrees of freedom; `nil` for none.
  ///
  /// Up to 10 from the distribution's table; beyond, Fisher and Cornish's expansion about the normal
  /// point, which there is right to 0.002 (International Statistical Review 28, 1960).
  static func reach95(degreesOfFreedom: Int) -> Double? {
    guard degreesOfFreedom > 0 else { return nil }
    if degreesOfFreedom <= table.count { return table[degreesOfFreedom - 1] }
    let z = NormalDistribution.reach95
    let n = Double(degreesOfFreedom)
    let first = (z * z * z + z) / 4
    let second = (5 * z * z * z * z * z + 16 * z * z * z + 3 * z) / 96
    return z + first / n + second / (n * n)
  }

  private static let table = [
    12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281,
  ]
}

/// Values with weights, put in order once and asked for quantiles.
struct WeightedQuantile {
  private let sorted: [(value: Double, weight: Double)]

  /// Puts the values in order.
  init(_ pairs: [(value: Double, weight: Double)]) {
    sorted = pairs.sorted { $0.value < $1.value }
  }

  /// The smallest value that, with all smaller ones, holds at least that share of the weight; `nil`
  /// when nothing has weight.
  ///
  /// It is always a value that occurred: with walks as values and their time as weight, "95 % of
  /// the time the person walked no faster than this".
  subscript(share: Double) -> Double? {
    Self.index(of: share, inOrder: sorted) { $0.weight }.map { sorted[$0].value }
  }

  /// Where that value stands among things that are in order of their values.
  static func index<Thing>(
    of share: Double, inOrder things: [Thing], weight: (Thing) -> Double
  ) -> Int? {
    let total = things.reduce(0) { $0 + max(weight($1), 0) }
    guard total > 0 else { return nil }
    // A share of a sum of rounded numbers may come out a bit too large.
    let sought = share * total * (1 - 1e-12)
    var sum = 0.0
    return things.firstIndex { thing in
      sum += max(weight(thing), 0)
      return sum >= sought && weight(thing) > 0
    }
  }
}
