import Foundation

/// A date and time as ISO 8601 writes it, with or without an offset from UTC.
///
/// Written by hand because a column of such stamps is read once per sample, and because nothing
/// here may depend on the calendar or the time zone of the machine.
package struct DateTime: Hashable, Sendable {
  /// Seconds since 1970-01-01 00:00:00 UTC; the local clock's reading when there is no offset.
  package var secondsSince1970: Double
  /// How far the local clock is ahead of UTC, or `nil` when the text does not say.
  package var utcOffsetSeconds: Int?

  /// Reads `2024-05-01T09:30:00.125+02:00` and its usual variants: a space for the `T`, `/` for
  /// `-`, a colon before the fraction, no seconds, `Z`, `UTC`, `+0200`, `+02`, a space before the offset. A leap second,
  /// `23:59:60` in UTC, is the first one after it, as computers count; without an offset it ends a quarter of an hour.
  /// `24:00:00` is the end of its day.
  /// Returns `nil` for anything else.
  package init?(_ text: String) {
    var text = text
    guard let value = text.withUTF8({ Self.read($0) }) else { return nil }
    self = value
  }

  /// The same from bytes.
  package init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let value = Self.read(bytes) else { return nil }
    self = value
  }

  /// A date that was read in another way.
  package init(secondsSince1970: Double, utcOffsetSeconds: Int?) {
    self.secondsSince1970 = secondsSince1970
    self.utcOffsetSeconds = utcOffsetSeconds
  }

  private static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> DateTime? {
    var scanner = DigitScanner(bytes)
    guard let year = scanner.number(digits: 4), scanner.skip(anyOf: "-/"),
      let month = scanner.number(digits: 2), scanner.skip(anyOf: "-/"),
      let day = scanner.number(digits: 2), scanner.skip(anyOf: "T t_"),
      let hour = scanner.number(digits: 2), scanner.skip(anyOf: ":"),
      let minute = scanner.number(digits: 2),
      let date = CivilDate(year: year, month: month, day: day),
      hour <= 24, minute < 60
    else { return nil }
    var seconds = 0
    var fraction = 0.0
    if scanner.skip(anyOf: ":") {
      guard let whole = scanner.number(digits: 2), whole < 61 else { return nil }
      seconds = whole
      fraction = scanner.fraction()
    }
    guard hour < 24 || minute == 0 && seconds == 0 && fraction == 0,
      let offset = scanner.offset(), scanner.isAtEnd
    else { return nil }
    let wholeSeconds = date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + seconds
    if seconds == 60 {
      // Offsets are whole quarters of an hour, so that a clock without one shows it at the end of a quarter.
      let length = offset.seconds == nil ? 900 : 86_400
      guard (wholeSeconds - (offset.seconds ?? 0)).isMultiple(of: length) else { return nil }
    }
    return DateTime(
      secondsSince1970: Double(wholeSeconds - (offset.seconds ?? 0)) + fraction,
      utcOffsetSeconds: offset.seconds)
  }
}

/// Steps through the digits and marks of a date.
private struct DigitScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  private var nextDigit: Int? {
    guard position < bytes.count, bytes[position] &- 48 < 10 else { return nil }
    return Int(bytes[position] - 48)
  }

  mutating func number(digits: Int) -> Int? {
    var value = 0
    for _ in 0..<digits {
      guard let digit = nextDigit else { return nil }
      value = value * 10 + digit
      position += 1
    }
    return value
  }

  mutating func skip(anyOf marks: StaticString) -> Bool {
    guard position < bytes.count else { return false }
    let byte = bytes[position]
    let isMark = marks.withUTF8Buffer { $0.contains(byte) }
    if isMark { position += 1 }
    return isMark
  }

  private mutating func skip(word: StaticString) -> Bool {
    let isWord = word.withUTF8Buffer { bytes[position...].elementsEqual($0) }
    if isWord { position = bytes.count }
    return isWord
  }

  /// The part of a second after a point, a comma or a third colon; 0 when there is none.
  mutating func fraction() -> Double {
    guard skip(anyOf: ".,:") else { return 0 }
    var value = 0.0
    var unit = 1.0
    while let digit = nextDigit {
      value = value * 10 + Double(digit)
      unit *= 10
      position += 1
    }
    return value / unit
  }

  /// `Z`, `UTC`, `GMT`, `+02:00`, `+0200`, `+02`, or nothing; `nil` when it is something else.
  mutating func offset() -> (seconds: Int?, Void)? {
    if isAtEnd { return (nil, ()) }
    if position + 1 < bytes.count { _ = skip(anyOf: " ") }
    if skip(anyOf: "Zz") || skip(word: "UTC") || skip(word: "GMT") { return (0, ()) }
    let isBehind = bytes[position] == UInt8(ascii: "-")
    guard skip(anyOf: "+-"), let hours = number(digits: 2), hours <= 14 else { return nil }
    _ = skip(anyOf: ":")
    let minutes = isAtEnd ? 0 : number(digits: 2)
    guard let minutes, minutes < 60 else { return nil }
    let seconds = hours * 3600 + minutes * 60
    return (isBehind ? -seconds : seconds, ())
  }
}

/// An instant in the words of ISO 8601, with the offset of the clock it was read from.
///
/// The machine's locale and time zone have no say.
package enum InstantText {
  /// Local date and time to the millisecond with its offset, `2026-03-29T01:59:59.500+01:00`; of a local
  /// clock whose offset nobody says, without one.
  package static func text(_ clock: WallClock) -> String {
    guard let milliseconds = Int(exactly: (local(clock) * 1000).rounded()) else { return "" }
    let (seconds, part) = CivilDate.flooredDivision(milliseconds, 1000)
    return text(seconds, part, decimals: 3, of: clock)
  }

  /// The same with as many decimals, three or more, as it takes to read the clock back to the last bit.
  package static func exact(_ clock: WallClock) -> String {
    let local = local(clock)
    guard let seconds = Int(exactly: local.rounded(.down)) else { return "" }
    var texts = [text(clock)]
    var unit = 1000.0
    for decimals in 4...9 {
      unit *= 10
      let part = min(unit - 1, ((local - Double(seconds)) * unit).rounded())
      texts.append(text(seconds, Int(part), decimals: decimals, of: clock))
    }
    return texts.first { DateTime($0)?.secondsSince1970 == clock.secondsSince1970 } ?? texts[0]
  }

  private static func local(_ clock: WallClock) -> Double {
    clock.secondsSince1970 + Double(offsetMinutes(of: clock)) * 60
  }

  private static func offsetMinutes(of clock: WallClock) -> Int {
    Int((Double(clock.utcOffsetSeconds) / 60).rounded())
  }

  /// As bytes: a table has some of these for each row.
  private static func text(
    _ seconds: Int, _ part: Int, decimals: Int, of clock: WallClock
  ) -> String {
    let (day, inDay) = CivilDate.flooredDivision(seconds, 86_400)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(40)
    CivilDate(daysSince1970: day).append(to: &bytes)
    let clockParts: [(mark: Unicode.Scalar, number: Int, digits: Int)] = [
      ("T", inDay / 3600, 2), (":", inDay / 60 % 60, 2), (":", inDay % 60, 2),
      (".", part, decimals),
    ]
    for (mark, number, digits) in clockParts {
      bytes.append(UInt8(ascii: mark))
      DecimalText.append(UInt64(number), digits: digits, to: &bytes)
    }
    if !clock.isLocal { bytes += offset(minutes: offsetMinutes(of: clock)).utf8 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The reading of a clock that does not say its offset, `2026-03-29T01:59:59.500`.
  package static func local(_ date: Date) -> String {
    text(
      WallClock(
        secondsSince1970: date.timeIntervalSince1970, utcOffsetSeconds: 0, isLocal: true))
  }

  /// An offset from UTC as instants have it, `+01:00`.
  package static func offset(seconds: Int) -> String {
    offset(minutes: Int((Double(seconds) / 60).rounded()))
  }

  private static func offset(minutes: Int) -> String {
    let size = Int(minutes.magnitude)
    return (minutes < 0 ? "-" : "+") + DecimalText.padded(size / 60, width: 2) + ":"
      + DecimalText.padded(size % 60, width: 2)
  }
}
