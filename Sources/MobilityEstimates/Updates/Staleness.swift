import Foundation
import GaitModel

/// What new, changed or deleted samples have made stale.
public struct Staleness: Hashable, Sendable {
  /// Days whose summaries must be made again.
  public var days: Set<LocalDay>
  /// Estimates of this day and later must be made again; `nil` when only those that use the days.
  public var estimatesFrom: LocalDay?
  /// Everything must be made again.
  public var isEverything: Bool

  /// Nothing is stale.
  public static let nothing = Staleness(days: [])
  /// Everything is.
  public static let everything = Staleness(days: [], isEverything: true)

  /// Makes a staleness.
  public init(days: Set<LocalDay>, estimatesFrom: LocalDay? = nil, isEverything: Bool = false) {
    self.days = days
    self.estimatesFrom = estimatesFrom
    self.isEverything = isEverything
  }

  /// What samples of one person that were added, replaced or deleted make stale; estimates
  /// themselves make nothing stale.
  public init(changed samples: [Sample], calendar: DayCalendar) {
    self.init(days: [])
    for sample in samples where sample.source != .estimates {
      let first = calendar.day(containing: sample.start)
      if DaySorter.kinds.contains(sample.kind) || DailyHeartRule.kinds.contains(sample.kind) {
        let last = calendar.day(containing: max(sample.end - 0.001, sample.start))
        // Walks belong to the day they begin on; wear covers every day of its stretch.
        days.formUnion(sample.kind == SampleKind.wearTime.erased ? first...last : first...first)
      } else if Self.changesEstimates.contains(sample.kind) {
        estimatesFrom = min(estimatesFrom ?? first, first)
      } else if EstimatedPerson.kinds.contains(sample.kind) {
        isEverything = true
      }
    }
  }

  /// Whether there is nothing to do.
  public var isNothing: Bool { days.isEmpty && estimatesFrom == nil && !isEverything }

  /// The kinds whose samples make something stale.
  public static var kinds: Set<AnySampleKind> {
    DaySorter.kinds.union(DailyHeartRule.kinds).union(changesEstimates).union(EstimatedPerson.kinds)
  }

  /// Clinic tests and wishes change estimates, not days.
  private static let changesEstimates: Set<AnySampleKind> = [
    SampleKind.sixMinuteWalkDistance.erased, SampleKind.recalibration.erased,
  ]
}
