import Foundation

/// An instant in the words of ISO 8601, with the offset of the clock it was read from.
///
/// The proleptic Gregorian calendar is done by hand: the machine's locale and time zone have no say.
package enum InstantText {
  /// Local date and time to the millisecond with its offset, `2026-03-29T01:59:59.500+01:00`; of a local
  /// clock whose offset nobody says, without one.
  package static func text(_ start: WallClock, secondsLater: Double = 0) -> String {
    let offsetMinutes = (Double(start.utcOffsetSeconds) / 60).rounded()
    let local = start.secondsSince1970 + secondsLater + offsetMinutes * 60
    guard let milliseconds = Int64(exactly: (local * 1000).rounded()) else { return "" }
    let (day, inDay) = flooredDivision(milliseconds, 86_400_000)
    return date(daysSince1970: day) + "T" + time(milliseconds: inDay)
      + (start.isLocal ? "" : offset(minutes: Int(offsetMinutes)))
  }

  /// The reading of a clock that does not say its offset, `2026-03-29T01:59:59.500`.
  package static func local(_ date: Date) -> String {
    text(
      WallClock(
        secondsSince1970: date.timeIntervalSince1970, utcOffsetSeconds: 0, isLocal: true))
  }

  private static func date(daysSince1970: Int64) -> String {
    let (year, month, day) = civil(daysSince1970: daysSince1970)
    return padded(year, width: 4) + "-" + padded(month, width: 2) + "-"
      + padded(day, width: 2)
  }

  private static func time(milliseconds: Int64) -> String {
    let total = Int(milliseconds)
    let hours = padded(total / 3_600_000, width: 2)
    let minutes = padded(total / 60_000 % 60, width: 2)
    let seconds = padded(total / 1000 % 60, width: 2)
    return hours + ":" + minutes + ":" + seconds + "." + padded(total % 1000, width: 3)
  }

  private static func offset(minutes: Int) -> String {
    let size = Int(minutes.magnitude)
    return (minutes < 0 ? "-" : "+") + padded(size / 60, width: 2) + ":"
      + padded(size % 60, width: 2)
  }

  /// Year, month and day of a day count: Howard Hinnant, "chrono-compatible low-level date
  /// algorithms" (2013). The year begins in March, so that the leap day comes last.
  private static func civil(daysSince1970: Int64) -> (year: Int, month: Int, day: Int) {
    let (era, dayOfEra) = flooredDivision(daysSince1970 + 719_468, 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (Int(year), Int(month), Int(day))
  }

  private static func flooredDivision(_ a: Int64, _ b: Int64) -> (quotient: Int64, rest: Int64) {
    let rest = (a % b + b) % b
    return ((a - rest) / b, rest)
  }

  /// A count with leading zeros.
  private static func padded(_ value: Int, width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
