/// The mean of the last seven days, which begins anew at an event so that before and after an
/// operation never blend.
///
/// ```
///   day      1  2  3  4  5  6  7  8  9 10
///   event                      |            surgery on day 7
///   mean of  1..........6      7..........10
/// ```
public struct SmoothingRule: Hashable, Sendable {
  /// Days in the mean.
  public var days = 7
  /// Fewer days with a value make none.
  public var fewestDays = 3

  /// The usual rule.
  public init() {}

  /// The smoothed values.
  /// - Parameters:
  ///   - values: Values by day; days without are absent.
  ///   - restarts: First days after an event, in any order.
  /// - Returns: A mean for every day that has a value and enough days since the latest event.
  public func smoothed(
    _ values: [LocalDay: Double], restartingOn restarts: [LocalDay] = []
  ) -> [(day: LocalDay, value: Double)] {
    let restarts = restarts.sorted()
    return values.keys.sorted().compactMap { day in
      let restart = restarts.last { $0 <= day }
      let usual = day.advanced(by: 1 - days)
      let first = restart.map { max($0, usual) } ?? usual
      let used = (first.number...day.number).compactMap { values[LocalDay(number: $0)] }
      guard used.count >= fewestDays, let mean = Spread.mean(used) else { return nil }
      return (day, mean)
    }
  }
}
