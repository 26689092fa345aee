/// The days that an estimate looks back on.
///
/// ```
///               28 days
///      |======================|      the normal window of an estimate that ends here |
///            D |==============|      recalibrated from D: only what came after
///   D |======================|       once D lies before it: the normal window again
/// ```
public struct RecalibrationWindow: Hashable, Sendable {
  /// The first day used.
  public let firstDay: LocalDay
  /// The last day used: the estimate's own last day.
  public let lastDay: LocalDay
  /// The recalibration that cut the window short, or `nil` for a normal one.
  public let recalibration: Recalibration?

  /// The window of an estimate.
  /// - Parameters:
  ///   - estimate: The kind of estimate.
  ///   - lastDay: The last day that it may use.
  ///   - normalDays: How many days the normal window has.
  ///   - recalibrations: All that were ever asked and not taken back, in any order.
  public init(
    of estimate: EstimateKind, endingOn lastDay: LocalDay, normalDays: Int,
    recalibrations: [Recalibration]
  ) {
    let normalFirst = lastDay.advanced(by: 1 - normalDays)
    let latest =
      recalibrations
      .filter { $0.estimate == estimate && $0.applies(toEstimateEndingOn: lastDay) }
      .max { $0.day < $1.day }
    self.lastDay = lastDay
    if let latest, latest.day > normalFirst {
      firstDay = latest.day
      recalibration = latest
    } else {
      firstDay = normalFirst
      recalibration = nil
    }
  }

  /// The days used, first and last included.
  public var days: ClosedRange<LocalDay> { firstDay...lastDay }
}
