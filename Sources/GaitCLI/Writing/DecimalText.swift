/// A number written with a fixed count of decimals, the same on every machine and in every locale.
enum DecimalText {
  /// Powers of ten for the counts of decimals in use.
  private static let scales: [Double] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]

  /// The number with a decimal point and no grouping; halves are rounded away from zero.
  ///
  /// `nil` for what is not a finite number, or too large for 64 bits once scaled.
  static func text(_ value: Double, decimals: Int) -> String? {
    let scaled = (value * scales[decimals]).rounded()
    guard scaled.isFinite, let whole = Int64(exactly: scaled) else { return nil }
    var text = whole < 0 ? "-" : ""
    guard decimals > 0 else { return text + String(whole.magnitude) }
    let digits = String(whole.magnitude)
    let missingZeros = decimals + 1 - digits.utf8.count
    let padded = missingZeros > 0 ? String(repeating: "0", count: missingZeros) + digits : digits
    let point = padded.index(padded.endIndex, offsetBy: -decimals)
    text += padded[..<point]
    text += "."
    text += padded[point...]
    return text
  }

  /// A count with leading zeros.
  static func padded(_ value: Int, width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
