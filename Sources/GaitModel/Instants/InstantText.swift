import Foundation

/// An instant in the words of ISO 8601, with the offset of the clock it was read from.
///
/// The machine's locale and time zone have no say.
package enum InstantText {
  /// Local date and time to the millisecond with its offset, `2026-03-29T01:59:59.500+01:00`; of a local
  /// clock whose offset nobody says, without one.
  package static func text(_ start: WallClock, secondsLater: Double = 0) -> String {
    let offsetMinutes = (Double(start.utcOffsetSeconds) / 60).rounded()
    let local = start.secondsSince1970 + secondsLater + offsetMinutes * 60
    guard let milliseconds = Int(exactly: (local * 1000).rounded()) else { return "" }
    let (day, inDay) = CivilDate.flooredDivision(milliseconds, 86_400_000)
    return CivilDate(daysSince1970: day).text + "T" + time(milliseconds: inDay)
      + (start.isLocal ? "" : offset(minutes: Int(offsetMinutes)))
  }

  /// The reading of a clock that does not say its offset, `2026-03-29T01:59:59.500`.
  package static func local(_ date: Date) -> String {
    text(
      WallClock(
        secondsSince1970: date.timeIntervalSince1970, utcOffsetSeconds: 0, isLocal: true))
  }

  private static func time(milliseconds total: Int) -> String {
    let hours = DecimalText.padded(total / 3_600_000, width: 2)
    let minutes = DecimalText.padded(total / 60_000 % 60, width: 2)
    let seconds = DecimalText.padded(total / 1000 % 60, width: 2)
    return hours + ":" + minutes + ":" + seconds + "." + DecimalText.padded(total % 1000, width: 3)
  }

  private static func offset(minutes: Int) -> String {
    let size = Int(minutes.magnitude)
    return (minutes < 0 ? "-" : "+") + DecimalText.padded(size / 60, width: 2) + ":"
      + DecimalText.padded(size % 60, width: 2)
  }
}
