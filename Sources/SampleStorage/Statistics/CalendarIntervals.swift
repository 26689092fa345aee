import Foundation
import GaitModel

/// The intervals of a calendar, counted from an anchor: number 0 begins there.
///
/// Each begins so many hours, days, weeks or months after the anchor, not after its neighbor: months that
/// begin on the 31st do not creep. They are counted by what the clock and the calendar on the wall show, so that six hours
/// from midnight end at six in summer and winter, and a week begins on a Monday also where a day was skipped since, as
/// Samoa's 2011-12-30.
struct CalendarIntervals {
  /// The calendar with a clock that nobody changes.
  private let calendar: Calendar
  private let zone: TimeZone
  /// The clock's reading at the anchor, as if it were UTC.
  private let anchor: Date
  private let component: Calendar.Component
  private let length: Int
  private let usualSeconds: Double

  /// Makes the intervals of a query.
  init(_ query: StatisticsQuery) {
    zone = query.calendar.timeZone
    var calendar = query.calendar
    calendar.timeZone = .gmt
    self.calendar = calendar
    switch query.step {
    case .hours(let count): (component, length, usualSeconds) = (.hour, max(1, count), 3600)
    case .days(let count): (component, length, usualSeconds) = (.day, max(1, count), 86_400)
    case .weeks(let count):
      (component, length, usualSeconds) = (.weekOfYear, max(1, count), 604_800)
    case .months(let count):
      (component, length, usualSeconds) = (.month, max(1, count), 2_629_746)
    }
    // A day of hours begins at midnight.
    anchor =
      query.anchor.map { [zone] in $0 + Double(zone.secondsFromGMT(for: $0)) }
      ?? Self.usualAnchor(calendar, component == .hour ? .day : component)
  }

  /// The first instant of an interval.
  func start(of number: Int) -> Date {
    let reading = calendar.date(byAdding: component, value: number * length, to: anchor) ?? anchor
    let clock = WallClock(
      secondsSince1970: reading.timeIntervalSince1970, utcOffsetSeconds: 0, isLocal: true)
    return Date(timeIntervalSince1970: clock.placed(in: zone).secondsSince1970)
  }

  /// The interval in which an instant lies.
  func number(holding instant: Date) -> Int {
    let seconds = instant.timeIntervalSince(anchor)
    var number = Int((seconds / (usualSeconds * Double(length))).rounded(.down))
    while start(of: number) > instant { number -= 1 }
    while start(of: number + 1) <= instant { number += 1 }
    return number
  }

  private static func usualAnchor(_ calendar: Calendar, _ component: Calendar.Component) -> Date {
    let monday = Date(timeIntervalSinceReferenceDate: 43_200)
    return calendar.dateInterval(of: component, for: monday)?.start ?? monday
  }
}

/// Walks through intervals as time goes on; asking for an instant in the same one costs nothing.
struct IntervalCursor {
  /// The number of the interval.
  private(set) var number: Int
  /// Its first millisecond since 1970.
  private(set) var start: Int64
  /// The first millisecond after it.
  private(set) var end: Int64
  private let intervals: CalendarIntervals

  /// Stands on the interval that holds an instant.
  init(_ intervals: CalendarIntervals, at instant: Int64) {
    self.intervals = intervals
    number = intervals.number(holding: Date(millisecondsSince1970: instant))
    start = intervals.start(of: number).millisecondsSince1970
    end = intervals.start(of: number + 1).millisecondsSince1970
  }

  /// Steps on until the interval holds the instant, which is not before its start.
  mutating func advance(to instant: Int64) {
    // A long silence is jumped over, not stepped through.
    if instant - end > 8 * (end - start) {
      self = IntervalCursor(intervals, at: instant)
    }
    while instant >= end { next() }
  }

  /// Steps on to the next interval.
  mutating func next() {
    number += 1
    start = end
    end = intervals.start(of: number + 1).millisecondsSince1970
  }
}
