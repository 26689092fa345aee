import GaitModel

/// Numbers and times as the device's software writes them, with a point or a comma by the country
/// of the computer.
enum GENEActivNumber {
  /// `28.2`, `28,2` or `-4`, spaces around it; `nil` for anything else.
  static func decimal(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    var (digits, scale, count) = (0.0, 1.0, 0)
    var (isNegative, hasPoint, hasEnded) = (false, false, false)
    for byte in text {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\r"), 0:
        hasEnded = count > 0
      case UInt8(ascii: "-") where count == 0 && !isNegative: isNegative = true
      case UInt8(ascii: "."), UInt8(ascii: ","):
        if hasPoint || hasEnded { return nil }
        hasPoint = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        // 15 digits are exact.
        if hasEnded || count == 15 { return nil }
        digits = digits * 10 + Double(byte - 48)
        if hasPoint { scale *= 10 }
        count += 1
      default: return nil
      }
    }
    guard count > 0 else { return nil }
    return (isNegative ? -digits : digits) / scale
  }

  /// The same of a word.
  static func decimal(_ text: String) -> Double? {
    var text = text
    return text.withUTF8 { decimal($0) }
  }

  /// A number without decimals from 0 up.
  static func count(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    decimal(text).flatMap { Int(exactly: $0) }.flatMap { $0 >= 0 ? $0 : nil }
  }

  /// Seconds since 1970 on the device's clock, of `2019-05-21 16:16:43:500`: the third colon stands
  /// for a point.
  static func seconds(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    // `yyyy-mm-dd hh:mm:ss:fff`; whatever is longer is none.
    guard (19...32).contains(text.count) else { return nil }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count) { copy in
      var length = 0
      for byte in text where byte != UInt8(ascii: "\r") {
        copy.initializeElement(at: length, to: byte)
        length += 1
      }
      if length > 19, copy[19] == UInt8(ascii: ":") { copy[19] = UInt8(ascii: ".") }
      let time = DateTime(UnsafeBufferPointer(rebasing: copy[..<length]))
      return time?.utcOffsetSeconds == nil ? time?.secondsSince1970 : nil
    }
  }
}
