import GaitModel

/// How the times of a table are written.
enum TimeWriting: Hashable {
  /// As numbers.
  case numbers
  /// As dates, see `DateTime`.
  case dates
  /// As dates whose digits stand together, see `ClockDigits`.
  case digits
  /// As dates in an order of year, month and day that the file says.
  case ordered(DateOrder)

  /// Seconds since 1970 of a cell with a date; `nil` where it holds none. `utcOffset` is how far the clock is ahead of UTC
  /// where the cell does not say it, seconds.
  func seconds(_ cell: UnsafeBufferPointer<UInt8>, utcOffset: Double) -> Double? {
    switch self {
    case .digits: ClockDigits.seconds(cell).map { $0 - utcOffset }
    case .ordered(let order): order.seconds(cell).map { $0 - utcOffset }
    case .dates, .numbers:
      DateTime(cell).map { $0.secondsSince1970 - ($0.utcOffsetSeconds == nil ? utcOffset : 0) }
    }
  }

  /// The same of a text, of a clock that shows UTC where it does not say otherwise.
  func seconds(_ text: String) -> Double? {
    var text = text
    return text.withUTF8 { seconds($0, utcOffset: 0) }
  }

  /// Whether a date has another order of day and month than the file says.
  func isExchanged(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
    if case .ordered(let order) = self { order.exchanged.seconds(cell) != nil } else { false }
  }
}

/// Clock times whose digits stand together, so that they look like numbers and count to 60 where numbers count to 100.
enum ClockDigits {
  /// Seconds since 1970, as if in UTC, of `20260504093000`, `20260504093000020`, `20260504093000.020` or
  /// `20260504T093000`; `nil` for anything else.
  static func seconds(_ cell: UnsafeBufferPointer<UInt8>) -> Double? {
    var rest = cell[...]
    func number(_ count: Int) -> Int? {
      guard rest.count >= count, rest.prefix(count).allSatisfy({ $0 &- 48 < 10 }) else {
        return nil
      }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count).reduce(0) { 10 * $0 + Int($1 - 48) }
    }
    guard let year = number(4), (1970..<2100).contains(year), let month = number(2),
      let day = number(2), let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    if rest.first == UInt8(ascii: "T") { rest = rest.dropFirst() }
    guard let hour = number(2), let minute = number(2), let second = number(2), hour < 24,
      minute < 60, second < 60
    else { return nil }
    guard rest.first == UInt8(ascii: ".") || [0, 3].contains(rest.count) else { return nil }
    if rest.first == UInt8(ascii: ".") { rest = rest.dropFirst() }
    var (fraction, unit) = (0.0, 1.0)
    while let digit = number(1) { (fraction, unit) = (10 * fraction + Double(digit), 10 * unit) }
    guard rest.isEmpty else { return nil }
    let whole = date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second
    return Double(whole) + fraction / unit
  }

  /// The same of a text.
  static func seconds(_ text: String) -> Double? {
    var text = text
    return text.withUTF8 { seconds($0) }
  }

  /// Whether stamps that were read as numbers are times of day like `093000.020` or `093000020`: all of them are, and the
  /// minutes turn behind the 59th second or the hours have a zero in front. `text` is the first of them as it is written.
  static func areTimesOfDay(_ stamps: [Double], text: String) -> Bool {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let isWhole = digits.count == text.count
    guard let unit = [6: 1.0, 9: 1e3, 12: 1e6][digits.count], isWhole || digits.count == 6,
      isWhole || text[digits.endIndex] == ".", stamps.count > 1
    else { return false }
    guard stamps.allSatisfy({ (0..<240_000 * unit).contains($0) }) else { return false }
    let clocks = stamps.map { Int($0 / unit) }
    guard clocks.allSatisfy({ $0 % 100 < 60 && $0 / 100 % 100 < 60 }) else { return false }
    let turns = zip(clocks, clocks.dropFirst()).contains { $0 % 100 > 50 && $1 - $0 > 40 }
    return turns || (text.hasPrefix("0") && clocks[0] >= 10_000)
  }
}
