import GaitModel

/// The order in which the dates of a file have year, month and day.
struct DateOrder: Hashable {
  /// The places of year, month and day, from 0.
  private let places: [Int]

  /// Reads an order as `M/d/yyyy`; `nil` for anything else.
  init?(_ format: String) {
    let letters = format.lowercased().split { "/.-".contains($0) }.compactMap(\.first)
    places = "ymd".compactMap { letters.firstIndex(of: $0) }
    guard letters.count == 3, places.count == 3 else { return nil }
  }

  /// The order of a date that leaves no doubt: the year first, or the month by its name, as in `06-May-2024 09:30:00`.
  init?(unambiguous text: String) {
    let parts = text.split { !$0.isLetter && !$0.isNumber }.prefix(2)
    guard parts.count == 2 else { return nil }
    let names = parts.map { Self.month($0.utf8) != nil }
    let order = names[0] ? "m/d/y" : names[1] ? "d/m/y" : parts[0].count == 4 ? "y/m/d" : ""
    self.init(order)
    guard seconds(text) != nil else { return nil }
  }

  private init(places: [Int]) { self.places = places }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ].map { Array($0.utf8) }

  /// The month that begins with three letters, from 1; `nil` of other words.
  private static func month(_ word: some Collection<UInt8>) -> Int? {
    let start = word.prefix(3).map { $0 | 0x20 }
    return months.firstIndex(of: start).map { $0 + 1 }
  }

  /// The order with month and day exchanged.
  var exchanged: DateOrder { DateOrder(places: [places[0], places[2], places[1]]) }

  /// That a recording goes on after whole days when its dates are read in this order.
  func error(path: String, place: String, wholeDays: Int) -> SensorFileError {
    SensorFileError(
      .noClock, path: path,
      "\(place): the times leap by \(wholeDays) whole days, to the sample, when they are read as \(words); day and "
        + "month seem to be exchanged: write the right order into the first line, as in date format d/M/yyyy, or the year first."
    )
  }

  /// In words: `day/month/year`.
  var words: String {
    let names = zip(places, ["year", "month", "day"]).sorted { $0.0 < $1.0 }
    return names.map(\.1).joined(separator: "/")
  }

  /// Seconds since 1970, as if in UTC, of `6/1/2025 12:59:46.680` or `6/1/2025 0:59:46 PM`; `nil` where it is no date in
  /// this order with a time of day.
  func seconds(_ cell: UnsafeBufferPointer<UInt8>) -> Double? {
    var rest = cell[...]
    func number() -> Int? {
      let digits = rest.prefix { $0 &- 48 < 10 }
      guard (1...4).contains(digits.count) else { return nil }
      rest = rest.dropFirst(digits.count)
      return digits.reduce(0) { 10 * $0 + Int($1 - 48) }
    }
    func part() -> Int? {
      let letters = rest.prefix { ($0 | 0x20) &- 97 < 26 }
      guard !letters.isEmpty else { return number() }
      rest = rest.dropFirst(letters.count)
      return Self.month(letters)
    }
    func skip(_ marks: StaticString) -> Bool {
      guard let first = rest.first, marks.withUTF8Buffer({ $0.contains(first) }) else {
        return false
      }
      rest = rest.dropFirst()
      return true
    }
    guard let one = part(), skip("/.- "), let two = part(), skip("/.- "), let three = number(),
      skip(" T"), var hour = number(), skip(":"), let minute = number(), skip(":"),
      let second = number(), hour < 24, minute < 60, second < 60
    else { return nil }
    let parts = [one, two, three]
    guard
      let date = CivilDate(year: parts[places[0]], month: parts[places[1]], day: parts[places[2]]),
      parts[places[0]] > 999
    else { return nil }
    var (fraction, unit) = (0.0, 1.0)
    if skip(".,") {
      while let digit = rest.first, digit &- 48 < 10 {
        (fraction, unit) = (10 * fraction + Double(digit - 48), 10 * unit)
        rest = rest.dropFirst()
      }
    }
    if skip(" ") {
      let half = String(decoding: rest, as: UTF8.self).lowercased().filter(\.isLetter)
      guard ["am", "pm"].contains(half), (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (half == "pm" ? 12 : 0)
      rest = rest.dropFirst(rest.count)
    }
    guard rest.isEmpty else { return nil }
    let whole = date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second
    return Double(whole) + fraction / unit
  }

  /// The same of a text.
  func seconds(_ text: String) -> Double? {
    var text = text
    return text.withUTF8 { seconds($0) }
  }
}

/// Times that were rounded when they were written, of samples whose rate is known to more digits: they are put back onto
/// the even times, from the first one or from where they went on after a pause.
struct EvenClock {
  /// Two times that were rounded to milliseconds are off by no more, seconds.
  private static let rounding = 1.001e-3

  /// From sample to sample, seconds.
  let interval: Double
  private var anchor: Double?

  init(interval: Double) { self.interval = interval }

  /// The time of a sample, seconds, by its stamp.
  mutating func seconds(_ stamp: Double) -> Double {
    if let anchor {
      let even = anchor + ((stamp - anchor) / interval).rounded() * interval
      if abs(stamp - even) <= Self.rounding { return even }
    }
    anchor = stamp
    return stamp
  }
}
