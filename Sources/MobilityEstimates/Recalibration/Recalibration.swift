import Foundation

/// A request to start an estimate again from a date on, because the person's walking has changed.
///
/// It is not retroactive: estimates that were stored when it was made stay as they are. It is not a
/// deletion: samples stay, and after the normal length of history it has no effect any more.
public struct Recalibration: Hashable, Sendable {
  /// The estimate that starts again; one that ``EstimateKind/allowsRecalibration``.
  public let estimate: EstimateKind
  /// Only data from this day on are used.
  public let day: LocalDay
  /// The last day of the latest estimate that was stored when the wish was made; estimates of days
  /// up to it are untouched. `nil` when none was stored.
  public let storedThrough: LocalDay?
  /// Why, in the words of whoever asked; `nil` when nothing was said.
  public let reason: String?
  /// When it was asked; `nil` when nobody kept that.
  public let askedAt: Date?

  /// Makes a recalibration.
  /// - Parameters:
  ///   - estimate: The estimate that starts again.
  ///   - day: The first day whose data are used.
  ///   - storedThrough: The last day of the latest stored estimate, or `nil`.
  ///   - reason: Why, in words, or `nil`.
  ///   - askedAt: When it was asked, or `nil`.
  /// - Throws: ``RecalibrationError`` when the estimate does not allow it.
  public init(
    _ estimate: EstimateKind, from day: LocalDay, storedThrough: LocalDay? = nil,
    reason: String? = nil, askedAt: Date? = nil
  ) throws(RecalibrationError) {
    guard estimate.allowsRecalibration else { throw .notAllowed(estimate) }
    self.estimate = estimate
    self.day = day
    self.storedThrough = storedThrough
    self.reason = reason
    self.askedAt = askedAt
  }

  private init(_ wish: Recalibration, storedThrough: LocalDay?) {
    estimate = wish.estimate
    day = wish.day
    reason = wish.reason
    askedAt = wish.askedAt
    self.storedThrough = storedThrough
  }

  /// The same wish, made when estimates were stored through a day.
  func storing(through last: LocalDay?) -> Recalibration {
    Recalibration(self, storedThrough: last)
  }

  /// Whether an estimate whose last day this is heeds the wish.
  public func applies(toEstimateEndingOn last: LocalDay) -> Bool {
    guard last >= day else { return false }
    return storedThrough.map { last > $0 } ?? true
  }
}

/// Why a recalibration is refused.
public enum RecalibrationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The estimate cannot start again.
  case notAllowed(EstimateKind)

  /// What was asked, what is allowed, and what to do.
  public var description: String {
    switch self {
    case .notAllowed(let estimate):
      let allowed = EstimateKind.allCases.filter(\.allowsRecalibration).map(\.rawValue)
      return """
        \(estimate.rawValue) cannot be recalibrated: only \(allowed.joined(separator: ", ")) can; \
        leave the estimate out, or name one of these
        """
    }
  }
}
