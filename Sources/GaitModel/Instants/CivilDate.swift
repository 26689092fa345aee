/// A day of the Gregorian calendar, also before it was introduced.
///
/// Done by hand: the machine's locale and time zone have no say. Howard Hinnant, "chrono-compatible
/// low-level date algorithms" (2013): the year begins in March, so that the leap day comes last.
package struct CivilDate: Hashable, Sendable {
  package let year, month, day: Int

  /// A date, or `nil` when there is none of these numbers.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), day >= 1, day <= Self.length(ofMonth: month, year: year) else {
      return nil
    }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The date so many days after 1970-01-01.
  package init(daysSince1970: Int) {
    let (era, dayOfEra) = Self.flooredDivision(daysSince1970 + 719_468, 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Days after 1970-01-01.
  package var daysSince1970: Int {
    let (era, yearOfEra) = Self.flooredDivision(month <= 2 ? year - 1 : year, 400)
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// `2026-03-29`.
  package var text: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends ``text``.
  func append(to bytes: inout [UInt8]) {
    if year < 0 {
      bytes += DecimalText.padded(year, width: 4).utf8
    } else {
      DecimalText.append(UInt64(year), digits: 4, to: &bytes)
    }
    for number in [month, day] {
      bytes.append(UInt8(ascii: "-"))
      DecimalText.append(UInt64(number), digits: 2, to: &bytes)
    }
  }

  private static func length(ofMonth month: Int, year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    switch month {
    case 2: return isLeap ? 29 : 28
    case 4, 6, 9, 11: return 30
    default: return 31
    }
  }

  /// The quotient rounded down, and what is left, which is never negative.
  package static func flooredDivision(_ a: Int, _ b: Int) -> (quotient: Int, rest: Int) {
    let rest = (a % b + b) % b
    return ((a - rest) / b, rest)
  }
}

/// A date and a time of day to the second, as a clock shows them.
package struct CivilTime: Hashable, Sendable {
  package let date: CivilDate
  package let hour, minute, second: Int

  /// What a clock shows so many seconds after 1970-01-01 00:00:00.
  package init(secondsSince1970: Int) {
    let (days, rest) = CivilDate.flooredDivision(secondsSince1970, 86_400)
    date = CivilDate(daysSince1970: days)
    (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
  }

  /// `2026-01-05 09:00:00`.
  package var text: String {
    date.text + " "
      + [hour, minute, second].map { DecimalText.padded($0, width: 2) }
      .joined(separator: ":")
  }
}
