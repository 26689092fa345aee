/// PortableFunctions functions made of IEEE operations alone.
///
/// The system's own differ in the last bit between platforms, and a simulated recording is to be
/// the same file everywhere.
package enum PortableFunctions {
  /// Sine and cosine of an angle in radians, within 1e-12 for |angle| up to 1e6.
  package static func sineAndCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
    let quarter = (angle * (2 / Double.pi)).rounded()
    let rest = (angle - quarter * 0x1.921fb54400000p0) - quarter * 0x1.0b4611a626331p-34
    let square = rest * rest
    let sine = rest * series(square, sineTerms)
    let cosine = series(square, cosineTerms)
    switch Int(quarter) & 3 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }

  /// e to the power of a number between -20 and 20.
  package static func exponential(_ exponent: Double) -> Double {
    var sum = 1.0
    var term = 1.0
    let small = exponent / 64
    for k in 1...14 {
      term *= small / Double(k)
      sum += term
    }
    for _ in 0..<6 { sum *= sum }
    return sum
  }

  /// Natural logarithm of a positive number.
  package static func logarithm(_ value: Double) -> Double {
    let fraction = value.significand > 1.5 ? value.significand / 2 : value.significand
    let exponent = Double(value.exponent) + (value.significand > 1.5 ? 1 : 0)
    let ratio = (fraction - 1) / (fraction + 1)
    var power = ratio
    var sum = 0.0
    for k in stride(from: 1, through: 41, by: 2) {
      sum += power / Double(k)
      power *= ratio * ratio
    }
    return 2 * sum + exponent * 0.693147180559945309
  }

  private static func series(
    _ square: Double, _ terms: (Double, Double, Double, Double, Double, Double, Double, Double)
  ) -> Double {
    var sum = terms.7
    sum = sum * square + terms.6
    sum = sum * square + terms.5
    sum = sum * square + terms.4
    sum = sum * square + terms.3
    sum = sum * square + terms.2
    sum = sum * square + terms.1
    return sum * square + terms.0
  }

  /// Taylor coefficients: within a quarter of a half turn eight of them leave less than 1e-15.
  private static let sineTerms = (
    1.0, -1.0 / 6, 1.0 / 120, -1.0 / 5_040, 1.0 / 362_880, -1.0 / 39_916_800,
    1.0 / 6_227_020_800, -1.0 / 1_307_674_368_000
  )
  private static let cosineTerms = (
    1.0, -1.0 / 2, 1.0 / 24, -1.0 / 720, 1.0 / 40_320, -1.0 / 3_628_800,
    1.0 / 479_001_600, -1.0 / 87_178_291_200
  )
}

/// A seeded source of random bits: the same seed gives the same bits on every machine.
///
/// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
public struct SplitMix64: RandomNumberGenerator, Hashable, Sendable {
  private var state: UInt64

  /// Makes a generator; every seed is a good one.
  public init(seed: UInt64) { state = seed }

  /// Sixty-four random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// An independent generator for another purpose, so that one draw more here moves nothing there.
  mutating func split() -> SplitMix64 { SplitMix64(seed: next()) }

  /// A number from 0 up to but without 1, evenly distributed.
  public mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A number with mean 0 and standard deviation 1, never beyond ±6.
  ///
  /// The sum of twelve uniform numbers (of 16 bits each, four from a word) is close to normal and
  /// needs no logarithm, whose last bit differs between platforms.
  public mutating func normal() -> Double {
    var sum: UInt64 = 0
    for _ in 0..<3 {
      let word = next()
      sum += (word & 0xFFFF) + ((word >> 16) & 0xFFFF) + ((word >> 32) & 0xFFFF) + (word >> 48)
    }
    return (Double(sum) + 6) * 0x1p-16 - 6
  }

  /// Like ``normal()``, but held within ±`limit` so that no single draw spoils a short walk.
  mutating func normal(within limit: Double) -> Double { min(max(normal(), -limit), limit) }
}
