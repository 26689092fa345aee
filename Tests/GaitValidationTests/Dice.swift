/// Repeatable chance: the same seed throws the same numbers on every machine (SplitMix64).
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// From 0 to below 1, in steps of a thousandth, so that text files hold it exactly.
  mutating func share() -> Double { Double(next() % 1000) / 1000 }

  mutating func happens(_ probability: Double) -> Bool { share() < probability }

  /// About bell-shaped, with the given spread.
  mutating func error(_ spread: Double) -> Double {
    spread * (share() + share() + share() - 1.5) * 2
  }
}
