/// How far 95 % of Student's t distribution reach from 0.
enum StudentT {
  /// The two-sided 95 % point for so many degrees of freedom; `nil` for none.
  ///
  /// Up to 10 from the distribution's table; beyond, Fisher and Cornish's expansion about the normal
  /// point, which there is right to 0.0005 (International Statistical Review 28, 1960).
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
