/// Random bits from a seed, so that a test that fails fails again.
struct SystemDice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  /// Evenly distributed from 0 up to 1.
  mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }
}
