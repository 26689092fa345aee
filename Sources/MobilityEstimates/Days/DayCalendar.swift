import Foundation
import GaitModel

/// Which day an instant belongs to where a person lives.
///
/// Days begin when the date changes there: they have 23 or 25 hours when the clocks are changed, and
/// where a clock skips midnight the day begins at its first instant.
public struct DayCalendar: Hashable, Sendable {
  /// The person's calendar with their time zone.
  public let calendar: Calendar

  /// A Gregorian calendar in a time zone.
  public init(timeZone: TimeZone) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    self.calendar = calendar
  }

  /// The day that an instant belongs to.
  public func day(containing date: Date) -> LocalDay {
    let local = date.timeIntervalSince1970 + offset(at: date)
    return LocalDay(number: Int((local / Self.usualDaySeconds).rounded(.down)))
  }

  /// The first instant of a day.
  public func start(of day: LocalDay) -> Date {
    let midnight = Double(day.number) * Self.usualDaySeconds
    let before = Date(timeIntervalSince1970: midnight - Self.usualDaySeconds)
    let after = Date(timeIntervalSince1970: midnight + Self.usualDaySeconds)
    let offsets = (offset(at: before), offset(at: after))
    let start = Date(timeIntervalSince1970: midnight - offsets.1)
    guard offsets.0 != offsets.1 else { return start }
    return startNearChange(
      of: day, noon: Date(timeIntervalSince1970: midnight - offsets.1 + 43_200))
  }

  /// From the first instant of a day up to the first of the next.
  public func interval(of day: LocalDay) -> Range<Date> {
    start(of: day)..<start(of: day.advanced(by: 1))
  }

  /// From the first instant of a week up to the first of the next.
  public func interval(of week: LocalWeek) -> Range<Date> {
    start(of: week.firstDay)..<start(of: week.lastDay.advanced(by: 1))
  }

  /// The day of a date as people write it, `2026-03-29`; `nil` when there is no such date.
  public func day(_ text: String) -> LocalDay? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).compactMap { Int($0) }
    guard parts.count == 3, text.utf8.count == 10,
      let date = CivilDate(year: parts[0], month: parts[1], day: parts[2])
    else { return nil }
    return LocalDay(number: date.daysSince1970)
  }

  /// The date of a day as people write it, `2026-03-29`.
  public func text(of day: LocalDay) -> String { CivilDate(daysSince1970: day.number).text }

  private static let usualDaySeconds = 86_400.0

  private func offset(at date: Date) -> Double {
    Double(calendar.timeZone.secondsFromGMT(for: date))
  }

  /// The calendar's own answer is slower, and asked only where the clocks are changed. A day that was
  /// skipped whole, as Samoa's 2011-12-30, begins and ends with the next.
  private func startNearChange(of day: LocalDay, noon: Date) -> Date {
    let found = calendar.startOfDay(for: noon)
    return self.day(containing: found) < day ? start(of: day.advanced(by: 1)) : found
  }
}
