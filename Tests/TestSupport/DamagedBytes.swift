/// Files as a bad disk, a wrong editor or somebody's typing leave them: cut, with bytes changed, lost, doubled or moved,
/// with words that stand elsewhere in the file, and with numbers that nobody means.
public enum DamagedBytes {
  /// What text files break on: signs of their grammar, numbers beyond every type, and bytes that are no text.
  private static let pieces: [[UInt8]] =
    [
      "{", "}", "[", "]", "\"", ",", ";", ":", "\n", "\r\n", "\\", "null", "true", "-", "1e999",
      "-1e999", "NaN",
      "9223372036854775808", "-9223372036854775809", "1e-400", "0", "\\u0000", "\\ud800",
      "\u{FEFF}", "ß",
    ].map { Array($0.utf8) } + [[0], [0xff], [0xc3], [0xed, 0xa0, 0x80]]

  /// So many variants of a file, the same for the same seed.
  ///
  /// - Parameters:
  ///   - whole: a file that is as it should be.
  ///   - count: how many variants.
  ///   - seed: which ones.
  /// - Returns: the variants; one may be like the file by chance.
  public static func variants(of whole: [UInt8], count: Int, seed: UInt64) -> [[UInt8]] {
    var state = seed
    // Knuth's linear congruential numbers; the high bits are good enough for places.
    func below(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return limit > 0 ? Int((state >> 33) % UInt64(limit)) : 0
    }
    return (0..<count).map { _ in
      var bytes = whole
      for _ in 0...below(4) {
        let place = below(bytes.count + 1)
        let end = min(bytes.count, place + below(40))
        switch below(6) {
        case 0: bytes.removeSubrange(place...)
        case 1: bytes.removeSubrange(place..<end)
        case 2: bytes.insert(contentsOf: bytes[place..<end], at: below(bytes.count + 1))
        case 3: bytes.replaceSubrange(place..<end, with: pieces[below(pieces.count)])
        case 4: bytes.insert(contentsOf: pieces[below(pieces.count)], at: place)
        default: if place < bytes.count { bytes[place] ^= UInt8(1 << below(8)) }
        }
      }
      return bytes
    }
  }
}
