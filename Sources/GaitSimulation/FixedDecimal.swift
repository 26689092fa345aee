/// Numbers with a fixed count of decimals, the same text everywhere.
enum FixedDecimal {
  /// Appends a number rounded to so many decimals (0-6), trailing zeros kept.
  static func append(_ value: Double, decimals: Int, to text: inout [UInt8]) {
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    let units = Int((value * Double(scale)).rounded())
    if units < 0 { text.append(UInt8(ascii: "-")) }
    let (whole, rest) = (units.magnitude / UInt(scale), units.magnitude % UInt(scale))
    text.append(contentsOf: String(whole).utf8)
    guard decimals > 0 else { return }
    text.append(UInt8(ascii: "."))
    var divisor = UInt(scale) / 10
    while divisor > 0 {
      text.append(UInt8(ascii: "0") + UInt8(rest / divisor % 10))
      divisor /= 10
    }
  }

  /// The number rounded to so many decimals (0-6).
  static func text(_ value: Double, decimals: Int) -> String {
    var bytes: [UInt8] = []
    append(value, decimals: decimals, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
