import Foundation

/// Reads decimal numbers from bytes, correctly rounded, several times faster than the C library.
///
/// Digits are gathered as a 64-bit whole number, eight at a time. A whole number below 2^53
/// divided by an exact power of ten is rounded once, hence correctly (W. D. Clinger, How to read
/// floating point numbers accurately, 1990). Longer ones are divided as whole numbers with their
/// remainder. What is left goes to `strtod`.
enum DecimalNumber {
  /// Reads a plain number such as `-12.0625` and moves `cursor` behind it.
  ///
  /// The bytes must be followed by at least eight more that may be read.
  /// - Returns: `nil` when the text is empty, or written in a way that `read(field:)` must look at.
  @inline(__always)
  static func readPlain(_ cursor: inout UnsafePointer<UInt8>) -> Double? {
    var p = cursor
    let isNegative = p.pointee == UInt8(ascii: "-")
    if isNegative { p += 1 }
    let first = p
    var digits: UInt64 = 0
    var digit = p.pointee &- 48
    while digit < 10 {
      digits = digits &* 10 &+ UInt64(digit)
      p += 1
      digit = p.pointee &- 48
    }
    var digitCount = p - first
    var decimals = 0
    if p.pointee == UInt8(ascii: ".") {
      p += 1
      decimals = readDigits(&p, into: &digits)
      digitCount += decimals
    }
    // 19 digits always fit into 64 bits.
    guard digitCount > 0, digitCount < 20, p.pointee | 0x20 != UInt8(ascii: "e") else {
      return nil
    }
    cursor = p
    let magnitude =
      digits < 1 << 53
      ? Double(digits) / powersOfTen[decimals] : quotient(digits, byTenTo: decimals)
    // Signs of a sensor's values are like coin tosses, which a branch would guess wrong.
    let sign: UInt64 = isNegative ? 1 : 0
    return Double(bitPattern: magnitude.bitPattern | sign &<< 63)
  }

  /// Reads a whole field, white space around it already gone: exponents, a plus sign, any number
  /// of digits, `nan` and `inf`.
  static func read(field: UnsafeBufferPointer<UInt8>) -> Double? {
    guard let start = field.baseAddress, !field.isEmpty else { return nil }
    if field.starts(with: typographicMinus) {
      return read(field: UnsafeBufferPointer(rebasing: field[3...])).map { -$0 }
    }
    if let value = scientific(field) { return value }
    guard field.allSatisfy({ isPartOfNumber($0) }) else { return special(field) }
    // The C library stops at the first byte that is no part of a number, and that one is there.
    return start.withMemoryRebound(to: CChar.self, capacity: field.count) { text in
      var end: UnsafeMutablePointer<CChar>?
      let value = strtod(text, &end)
      return end.map { UnsafePointer($0) } == text + field.count ? value : nil
    }
  }

  /// Reads `-3.555450439E-1`, as phyphox writes every number: digits that a `Double` holds exactly, times
  /// or by a power of ten that it holds exactly, hence rounded once. `nil` for anything else.
  private static func scientific(_ field: UnsafeBufferPointer<UInt8>) -> Double? {
    var rest = field[...]
    func takeSign() -> Bool {
      guard let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") else {
        return false
      }
      rest.removeFirst()
      return sign == UInt8(ascii: "-")
    }
    func takeDigits(into number: inout UInt64) -> Int {
      var count = 0
      while let digit = rest.first.map({ $0 &- 48 }), digit < 10, count < 16 {
        number = number &* 10 &+ UInt64(digit)
        count += 1
        rest.removeFirst()
      }
      return count
    }
    let isNegative = takeSign()
    var (digits, exponent) = (UInt64(0), UInt64(0))
    var digitCount = takeDigits(into: &digits)
    var decimals = 0
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      decimals = takeDigits(into: &digits)
      digitCount += decimals
    }
    guard let mark = rest.first, mark | 0x20 == UInt8(ascii: "e"), (1...15).contains(digitCount)
    else { return nil }
    rest.removeFirst()
    let isSmall = takeSign()
    guard (1...2).contains(takeDigits(into: &exponent)), rest.isEmpty else { return nil }
    let power = (isSmall ? -Int(exponent) : Int(exponent)) - decimals
    guard abs(power) < powersOfTen.count else { return nil }
    let scale = powersOfTen[abs(power)]
    let magnitude = power < 0 ? Double(digits) / scale : Double(digits) * scale
    return isNegative ? -magnitude : magnitude
  }

  /// U+2212, which some phones write for a minus in the language of their owner.
  private static let typographicMinus: [UInt8] = [0xe2, 0x88, 0x92]

  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  private static func special(_ field: UnsafeBufferPointer<UInt8>) -> Double? {
    switch String(decoding: field, as: UTF8.self).lowercased() {
    case "nan", "+nan", "-nan", "na", "n/a", "null", "none": .nan
    case "inf", "+inf", "infinity", "+infinity", "∞", "+∞": .infinity
    case "-inf", "-infinity", "-∞": -.infinity
    default: nil
    }
  }

  /// Takes digits eight at a time and returns how many there were.
  @inline(__always)
  private static func readDigits(
    _ p: inout UnsafePointer<UInt8>, into digits: inout UInt64
  ) -> Int {
    var total = 0
    while true {
      let word = UnsafeRawPointer(p).loadUnaligned(as: UInt64.self)
      let values = UInt64(littleEndian: word) ^ 0x3030_3030_3030_3030
      // The top bit of a byte is set when the byte is not 0-9; a carry can only reach bytes
      // behind the first of them, and those do not count.
      let others = ((values &+ 0x7676_7676_7676_7676) | values) & 0x8080_8080_8080_8080
      let count = others.trailingZeroBitCount >> 3
      if count == 0 { return total }
      let part = wholeNumber(values &<< UInt64(64 - 8 * count))
      digits = digits &* wholePowersOfTen[count] &+ part
      total += count
      p += count
      if count < 8 { return total }
    }
  }

  /// Eight digits, the first in the lowest byte, as one number: pairs, then fours, then eight.
  @inline(__always)
  private static func wholeNumber(_ values: UInt64) -> UInt64 {
    let pairs = values &* 10 &+ (values >> 8)
    let low = (pairs & 0x0000_00ff_0000_00ff) &* 0x000f_4240_0000_0064
    let high = ((pairs >> 16) & 0x0000_00ff_0000_00ff) &* 0x0000_2710_0000_0001
    return (low &+ high) >> 32
  }

  /// `digits / 10^decimals`, rounded once, to even in the middle. `digits` is not below 2^53 and
  /// `decimals` is at most 19, so that the power of ten fits into 64 bits.
  private static func quotient(_ digits: UInt64, byTenTo decimals: Int) -> Double {
    let divisor = wholePowersOfTen[decimals]
    // Both moved to the top of their words: the quotient then has 63 or 64 digits of its own.
    let top = digits &<< UInt64(digits.leadingZeroBitCount)
    let bottom = divisor &<< UInt64(divisor.leadingZeroBitCount)
    let (whole, rest) = bottom.dividingFullWidth((top >> 1, top << 63))
    let exponent = divisor.leadingZeroBitCount - digits.leadingZeroBitCount - 63
    // A remainder only matters as "a little more": it must break ties and nothing else.
    let sticky = whole | (rest == 0 ? 0 : 1)
    return Double(sign: .plus, exponent: exponent, significand: Double(sticky))
  }

  private static let powersOfTen: InlineArray<20, Double> = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19,
  ]

  private static let wholePowersOfTen: InlineArray<20, UInt64> = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000,
    100_000_000_000_000, 1_000_000_000_000_000, 10_000_000_000_000_000,
    100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
  ]
}
