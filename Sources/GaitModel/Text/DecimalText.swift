/// Numbers written with a fixed count of decimals, the same on every machine and in every locale.
package enum DecimalText {
  /// Appends a number with a decimal point and no grouping, trailing zeros kept; halves are rounded
  /// away from zero.
  ///
  /// - Returns: Whether it could be written: not what is not finite, or too large for 64 bits once
  ///   scaled.
  @discardableResult
  package static func append(_ value: Double, decimals: Int, to text: inout [UInt8]) -> Bool {
    var scale: UInt64 = 1
    for _ in 0..<decimals { scale *= 10 }
    guard let units = Int64(exactly: (value * Double(scale)).rounded()) else { return false }
    if units < 0 { text.append(UInt8(ascii: "-")) }
    let (whole, rest) = units.magnitude.quotientAndRemainder(dividingBy: scale)
    append(whole, to: &text)
    guard decimals > 0 else { return true }
    text.append(UInt8(ascii: "."))
    append(rest, digits: decimals, to: &text)
    return true
  }

  /// Appends a whole number, with leading zeros where it has fewer digits.
  package static func append(_ value: UInt64, digits: Int = 1, to text: inout [UInt8]) {
    let start = text.count
    var rest = value
    while rest > 0 || text.count - start < digits {
      text.append(0)
      rest /= 10
    }
    rest = value
    for index in (start..<text.count).reversed() {
      let (tens, ones) = rest.quotientAndRemainder(dividingBy: 10)
      text[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: ones)
      rest = tens
    }
  }

  /// The number as text, or `nil` where it cannot be written.
  package static func text(_ value: Double, decimals: Int) -> String? {
    var bytes: [UInt8] = []
    return append(value, decimals: decimals, to: &bytes)
      ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// A number with as many of six decimals as it needs.
  package static func trimmed(_ value: Double) -> String? {
    guard let text = text(value, decimals: 6) else { return nil }
    let cut = text.reversed().drop { $0 == "0" }
    return String(cut.first == "." ? cut.dropFirst().reversed() : cut.reversed())
  }

  /// The number that the text reads as, or `nil` where it cannot be written.
  ///
  /// Below 2⁵³ units both the units and the power of ten are exact, so that their quotient is the double
  /// next to the text.
  package static func rounded(_ value: Double, decimals: Int) -> Double? {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    return Int64(exactly: (value * scale).rounded()).map { Double($0) / scale }
  }

  /// A count with leading zeros.
  package static func padded(_ value: Int, width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
