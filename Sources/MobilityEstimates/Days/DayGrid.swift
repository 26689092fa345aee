import Foundation

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
