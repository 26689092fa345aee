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
