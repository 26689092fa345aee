import Foundation

/// The F and t distributions behind the intervals.
enum FDistribution {
  /// The share of the distribution below a value.
  static func share(below value: Double, _ numerator: Double, _ denominator: Double) -> Double {
    guard value > 0 else { return 0 }
    return IncompleteBeta.share(
      below: numerator * value / (numerator * value + denominator), numerator / 2, denominator / 2)
  }

  /// The value below which a share of the distribution lies.
  ///
  /// - Parameters:
  ///   - share: more than 0 and less than 1.
  ///   - numerator: degrees of freedom of the numerator, more than 0; they need not be whole.
  ///   - denominator: those of the denominator.
  /// - Returns: the value, more than 0.
  static func quantile(_ share: Double, _ numerator: Double, _ denominator: Double) -> Double {
    // Found by halving on a logarithmic scale: safe everywhere, and 100 halvings exhaust a double.
    var (low, high) = (-60.0, 60.0)
    for _ in 0..<100 {
      let middle = (low + high) / 2
      if self.share(below: exp(middle), numerator, denominator) < share {
        low = middle
      } else {
        high = middle
      }
    }
    return exp((low + high) / 2)
  }
}

/// Student's t distribution.
enum StudentT {
  /// How far 95 % of the distribution reach to both sides of 0: t² follows F(1, n).
  static func reach95(degreesOfFreedom: Double) -> Double {
    FDistribution.quantile(0.95, 1, degreesOfFreedom).squareRoot()
  }
}

/// How far 95 % of the normal distribution reach to both sides of 0.
let normalReach95 = 1.959963984540054

/// The regularized incomplete beta function.
///
/// Source: NIST Digital Library of Mathematical Functions, 8.17.22, evaluated by Lentz's rule. The libraries
/// that have it (GSL, Rmath) are under licenses that this package cannot take on.
private enum IncompleteBeta {
  /// I of x for two positive parameters, 0-1.
  static func share(below x: Double, _ a: Double, _ b: Double) -> Double {
    guard x > 0 else { return 0 }
    guard x < 1 else { return 1 }
    let front = exp(
      logGamma(a + b) - logGamma(a) - logGamma(b) + a * log(x) + b * log1p(-x))
    // The fraction converges fast below the mean; above it the mirrored one does.
    guard x > (a + 1) / (a + b + 2) else { return front * fraction(x, a, b) / a }
    return 1 - front * fraction(1 - x, b, a) / b
  }

  private static func fraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
    let tiny = 1e-300
    func kept(_ value: Double) -> Double { abs(value) < tiny ? tiny : value }
    var c = 1.0
    var d = 1 / kept(1 - (a + b) * x / (a + 1))
    var result = d
    for step in 1...2000 {
      let m = Double(step)
      let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
      d = 1 / kept(1 + even * d)
      c = kept(1 + even / c)
      result *= d * c
      let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
      d = 1 / kept(1 + odd * d)
      c = kept(1 + odd / c)
      result *= d * c
      if abs(d * c - 1) < 1e-15 { break }
    }
    return result
  }

  private static func logGamma(_ x: Double) -> Double {
    let (value, _): (Double, Int) = lgamma(x)
    return value
  }
}
