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
