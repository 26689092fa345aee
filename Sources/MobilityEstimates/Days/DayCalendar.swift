import Foundation
import GaitModel

/// Which day an instant belongs to where a person lives.
///
/// Days begin when the date changes there: they have 23 or 25 hours when the clocks are changed, and
/// where a clock skips midnight the day begins at its first instant.
public struct DayCalendar: Hashable, Sendable {
  /// The person's calendar with their time zone.
  public let calendar: Calendar
  /// The clock that the days are of.
  public let clock: DayClock

  /// A Gregorian calendar in a time zone.
  public init(timeZone: TimeZone) { self.init(DayClock(timeZone)) }

  /// The Gregorian calendar of a clock.
  public init(_ clock: DayClock) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = clock.zone
    self.calendar = calendar
    self.clock = clock
  }

  /// The clock by which samples stand on days; `nil` where all are of one clock, and stand at their instants.
  var ownClock: DayClock? { clock.rule == .common ? nil : clock }

  /// The day that an instant belongs to.
  public func day(containing date: Date) -> LocalDay {
    let local = date.timeIntervalSince1970 + offset(at: date)
    return LocalDay(number: Int((local / Self.usualDaySeconds).rounded(.down)))
  }

  /// The last day on which a sample counts, by its own clock: wear, and what adds up, counts on every day that it covers,
  /// anything else on the one on which it begins. What ends at midnight does not reach the next day.
  public func lastDay(of sample: Sample) -> LocalDay {
    let sample = clock.reading(of: sample)
    guard DayRows.covers(sample.kind), sample.start < sample.end else {
      return day(containing: sample.start)
    }
    // Instants are kept to the millisecond.
    return day(containing: sample.end - 0.001)
  }

  /// The day for which a person entered a sample, as a clinic test: that of the clock by which it was entered. Days
  /// may be counted by another one since, as when recordings come later and tell where the person lives.
  public func day(ofEntry sample: Sample) -> LocalDay {
    guard sample.metadata.isEnteredByHand else {
      return day(containing: clock.reading(sample.start, of: sample))
    }
    return inZone(of: sample).day(containing: sample.start)
  }

  /// The calendar of the time zone that a sample names; this one where it names none.
  public func inZone(of sample: Sample) -> DayCalendar {
    if sample.metadata.isLocalClock { return clock.isLocal ? self : DayCalendar(.local) }
    guard let name = sample.metadata.timeZoneIdentifier, name != calendar.timeZone.identifier,
      let zone = TimeZone(identifier: name)
    else { return self }
    return DayCalendar(timeZone: zone)
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

  /// Whether a day begins at an instant.
  func isStartOfDay(_ date: Date) -> Bool { start(of: day(containing: date)) == date }

  /// Whether a sample begins and ends with days of this calendar, as what is made of days does.
  func hasDays(of sample: Sample) -> Bool {
    isStartOfDay(sample.start) && isStartOfDay(sample.end)
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

/// The first instants of the days of a stretch of time, so that many samples are sorted into days
/// without asking the calendar for each.
struct DayGrid: Sendable {
  /// The first day.
  let first: LocalDay
  /// The first instant of each day and, last, that of the day after.
  private let starts: [Date]

  /// The days from one to another, both included.
  init(_ days: ClosedRange<LocalDay>, in calendar: DayCalendar) {
    first = days.lowerBound
    starts = (days.lowerBound.number...days.upperBound.number + 1).map {
      calendar.start(of: LocalDay(number: $0))
    }
  }

  /// The day that an instant belongs to, or `nil` when it lies outside.
  func day(containing date: Date) -> LocalDay? {
    guard let begin = starts.first, let end = starts.last, date >= begin, date < end else {
      return nil
    }
    // Two days' error at most: no zone has ever been moved by more.
    var index = min(max(Int(date.timeIntervalSince(begin) / 86_400), 0), starts.count - 2)
    while date < starts[index] { index -= 1 }
    while date >= starts[index + 1] { index += 1 }
    return first.advanced(by: index)
  }

  /// From the first instant of a day up to the first of the next; the day must be one of the grid's.
  func interval(of day: LocalDay) -> Range<Date> {
    let index = first.distance(to: day)
    return starts[index]..<starts[index + 1]
  }

  /// The grid's days that share time with a stretch.
  func days(overlapping stretch: Range<Date>) -> [LocalDay] {
    guard let begin = starts.first, let end = starts.last, stretch.lowerBound < end,
      stretch.upperBound > begin
    else { return [] }
    var days: [LocalDay] = []
    var day = self.day(containing: max(stretch.lowerBound, begin))
    while let current = day, interval(of: current).lowerBound < stretch.upperBound {
      days.append(current)
      day = current.advanced(by: 1)
      if first.distance(to: current) + 2 >= starts.count { break }
    }
    return days
  }
}

/// A day of a person's own calendar: what the date on the wall said, not 24 hours.
///
/// Days are counted, so that "seven days later" is a sum and a day of 23 or 25 hours is one day.
public struct LocalDay: Hashable, Strideable, Sendable {
  /// Days after 1970-01-01, which is 0.
  public var number: Int

  /// Makes the day so many days after 1970-01-01.
  public init(number: Int) { self.number = number }

  /// The day so many days later, or earlier when the count is negative.
  public func advanced(by days: Int) -> LocalDay { LocalDay(number: number + days) }

  /// How many days later the other day is.
  public func distance(to other: LocalDay) -> Int { other.number - number }

  /// Orders days in time.
  public static func < (a: LocalDay, b: LocalDay) -> Bool { a.number < b.number }
}

/// Seven days of a person's own calendar, Monday to Sunday.
public struct LocalWeek: Hashable, Strideable, Sendable {
  /// Weeks after the one that begins on Monday, 1969-12-29, which is 0.
  public var number: Int

  /// Makes the week so many weeks after that of 1969-12-29.
  public init(number: Int) { self.number = number }

  /// The week that a day belongs to.
  public init(containing day: LocalDay) {
    number = Int((Double(day.number - Self.mondayBefore1970.number) / 7).rounded(.down))
  }

  /// Its Monday.
  public var firstDay: LocalDay { Self.mondayBefore1970.advanced(by: number * 7) }

  /// Its Sunday.
  public var lastDay: LocalDay { firstDay.advanced(by: 6) }

  /// Its seven days, Monday first.
  public var days: ClosedRange<LocalDay> { firstDay...lastDay }

  /// The week so many weeks later, or earlier when the count is negative.
  public func advanced(by weeks: Int) -> LocalWeek { LocalWeek(number: number + weeks) }

  /// How many weeks later the other week is.
  public func distance(to other: LocalWeek) -> Int { other.number - number }

  /// Orders weeks in time.
  public static func < (a: LocalWeek, b: LocalWeek) -> Bool { a.number < b.number }

  /// 1970-01-01 was a Thursday.
  private static let mondayBefore1970 = LocalDay(number: -3)
}
