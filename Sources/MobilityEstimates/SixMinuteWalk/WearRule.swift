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

  /// Whether the device was worn enough in the days of an estimate.
  func shortage(
    worn: [LocalDay: Double?], in window: RecalibrationWindow
  ) -> WearShortage? {
    var shortage = shortage(worn: worn, in: window.days)
    shortage?.since = window.recalibration?.day
    return shortage
  }

  /// Whether the device was worn enough.
  /// - Parameters:
  ///   - worn: Hours worn by day; `nil` for a day of which something is known and nothing says how long. A day that is not
  ///     there was not worn.
  ///   - window: The days of the estimate.
  /// - Returns: Why the rule is not met, or `nil` when it is.
  public func shortage(
    worn: [LocalDay: Double?], in window: ClosedRange<LocalDay>
  ) -> WearShortage? {
    let days = worn.filter { window.contains($0.key) }
    let known = days.compactMapValues(\.self)
    let counting = known.filter { Self.isWorn($0.value, for: hoursOfDay) }.keys
    let week = counting.count { $0 > window.upperBound.advanced(by: -7) }
    if week >= daysOfWeek && counting.count >= daysOfWindow { return nil }
    return WearShortage(
      daysOfWeek: week, neededOfWeek: daysOfWeek, daysOfWindow: counting.count,
      neededOfWindow: daysOfWindow, hoursOfDay: hoursOfDay,
      unknownDays: days.count - known.count, isUnknown: known.isEmpty && !days.isEmpty)
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
  /// Days of the window of which something is known and nothing says how long the device was worn: a phone's export has no
  /// wear, and wear can be deleted.
  public var unknownDays = 0
  /// Whether that is so of all days of which anything is known.
  public var isUnknown = false
  /// The day on which the window begins where the estimate begins anew within it; `nil` for the usual window.
  public var since: LocalDay?

  /// What is missing, in words.
  public var description: String {
    let hours = "\(Int(hoursOfDay)) h or longer on"
    guard !isUnknown else {
      return "nothing says when the device was worn (\(hours) \(neededOfWeek) of the last 7 days "
        + "and on \(neededOfWindow) of the last 28 needed)"
    }
    let week = "\(daysOfWeek) of the last 7 days (\(neededOfWeek) needed)"
    let window = "\(daysOfWindow) of the last 28 (\(neededOfWindow) needed)"
    let unknown =
      unknownDays == 0 ? "" : "; of \(unknownDays.counted("other day")) nothing says how long"
    guard let since else { return "worn for \(hours) \(week) and on \(window)" + unknown }
    return
      "worn for \(hours) \(daysOfWindow.counted("day")) since \(since.words), when the estimate begins anew (\(neededOfWindow) needed), "
      + "\(daysOfWeek) of the last 7 among them (\(neededOfWeek) needed)" + unknown
  }
}
