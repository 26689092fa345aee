/// How much a device must be worn for a six-minute-walk estimate.
public struct WearRule: Hashable, Sendable {
  /// A day counts when the device was worn so many hours.
  public var hoursOfDay = 8.0
  /// So many days of the estimate's last seven must count.
  public var daysOfWeek = 3
  /// So many days of the window must count.
  public var daysOfWindow = 10

  /// By so much a day may be worn for less than its hours and still for as long, hours: a tenth of a second. A store keeps
  /// instants to the millisecond and the time worn exactly, and each of a day's stretches, a hundred at most, may be off by
  /// that.
  static let roundOffHours = 0.1 / 3600

  /// Whether a device was worn for so many hours: one rule for estimates and for the tables of a study.
  public static func isWorn(_ worn: Double, for hours: Double) -> Bool {
    worn >= hours - roundOffHours
  }

  /// The rule of the mission: 8 h on 3 of the last 7 days and on 10 of the last 28.
  public init() {}

  /// Whether the device was worn enough.
  /// - Parameters:
  ///   - worn: Hours worn by day; a day that is not there was not worn.
  ///   - window: The days of the estimate.
  /// - Returns: Why the rule is not met, or `nil` when it is.
  public func shortage(worn: [LocalDay: Double], in window: ClosedRange<LocalDay>) -> WearShortage?
  {
    let counting = worn.filter { Self.isWorn($0.value, for: hoursOfDay) && window.contains($0.key) }
      .keys
    let week = counting.count { $0 > window.upperBound.advanced(by: -7) }
    if week >= daysOfWeek && counting.count >= daysOfWindow { return nil }
    return WearShortage(
      daysOfWeek: week, neededOfWeek: daysOfWeek, daysOfWindow: counting.count,
      neededOfWindow: daysOfWindow, hoursOfDay: hoursOfDay)
  }
}

/// How far the wear rule is from being met.
public struct WearShortage: Hashable, Sendable, CustomStringConvertible {
  /// Days of the last seven that counted.
  public var daysOfWeek: Int
  /// Days of the last seven that must count.
  public var neededOfWeek: Int
  /// Days of the window that counted.
  public var daysOfWindow: Int
  /// Days of the window that must count.
  public var neededOfWindow: Int
  /// Hours worn that make a day count.
  public var hoursOfDay: Double

  /// What is missing, in words.
  public var description: String {
    let week = "\(daysOfWeek) of the last 7 days (\(neededOfWeek) needed)"
    let window = "\(daysOfWindow) of the last 28 (\(neededOfWindow) needed)"
    return "worn for \(Int(hoursOfDay)) h or longer on \(week) and on \(window)"
  }
}
