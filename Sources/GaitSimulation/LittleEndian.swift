extension [UInt8] {
  /// Puts the lowest bytes of a number at a place, the lowest first; negative numbers are in two's
  /// complement.
  mutating func put(_ value: Int, at place: Int, byteCount: Int) {
    for byte in 0..<byteCount {
      self[place + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte))
    }
  }

  /// Appends the lowest bytes of a number, the lowest first.
  mutating func append(_ value: Int, byteCount: Int) {
    for byte in 0..<byteCount { append(UInt8(truncatingIfNeeded: value >> (8 * byte))) }
  }
}
