import Foundation

/// The days of a recording by its own clock.
struct DaysOfRecording {
  private let clock: WallClock
  private let calendar: Calendar
  private var day: Range<Double> = 0..<0

  /// The days of a time zone, or where none is named by the clock's own offset; a local clock is taken as it reads.
  init(_ clock: WallClock, timeZone: String?) {
    self.clock = clock
    let own = TimeZone(secondsFromGMT: clock.isLocal ? 0 : clock.utcOffsetSeconds)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone.flatMap(TimeZone.init(identifier:)) ?? own ?? .gmt
    self.calendar = calendar
  }

  /// Divides a stretch at midnight.
  ///
  /// - Parameter seconds: the stretch, from the first sample of the recording.
  /// - Returns: a range for each day, which together hold everything: the first and the last go on without end.
  mutating func divided(_ seconds: Range<Double>) -> [Range<Double>] {
    var parts: [Range<Double>] = []
    var begin = -Double.infinity
    var first = seconds.lowerBound
    while true {
      if !day.contains(first) { day = dayHolding(first) }
      guard day.upperBound < seconds.upperBound, day.upperBound > first else { break }
      parts.append(begin..<day.upperBound)
      (begin, first) = (day.upperBound, day.upperBound)
    }
    return parts + [begin..<Double.infinity]
  }

  private func dayHolding(_ seconds: Double) -> Range<Double> {
    let date = Date(timeIntervalSince1970: clock.secondsSince1970 + seconds)
    guard let interval = calendar.dateInterval(of: .day, for: date) else { return 0..<0 }
    let (start, end) = (interval.start, interval.end)
    return start.timeIntervalSince1970 - clock.secondsSince1970..<end.timeIntervalSince1970
      - clock.secondsSince1970
  }
}
