import Foundation
import GaitModel

extension EstimateUpdate {
  /// The last day that is over by the estimates that are kept, whichever store made them: a week of which one was given out
  /// was over, and stays so.
  ///
  /// Figures of a day and six-minute walks stand on days with samples, and a week without samples has no estimate. Where
  /// one stands on a later day than the samples do, it was made of others, which went since: then the samples' last
  /// day counts.
  /// - Parameters:
  ///   - day: The last day with samples.
  ///   - store: Where estimates are kept.
  ///   - kinds: The kinds of weekly estimates that show that a week was over.
  /// - Returns: The last day of that day's week where an estimate of the week is kept; else the day itself.
  /// - Throws: What the store throws.
  public func lastDayOver(
    withSamplesThrough day: LocalDay, in store: some SampleReading,
    byKinds kinds: Set<AnySampleKind> = EstimateUpdate.weeklyKinds
  ) async throws -> LocalDay {
    let week = LocalWeek(containing: day)
    guard day < week.lastDay else { return day }
    // Older versions let an estimate in the middle of its week begin in the week before.
    let kept = try await EstimateReading(store: store, update: self)
      .everything(from: week.firstDay.advanced(by: -6)).filter(calendar.hasDays)
    func lastDay(_ sample: Sample) -> LocalDay {
      WeeklySamples.lastDay(of: sample, calendar: calendar)
    }
    let standing = DailySamples.kinds.union([SampleKind.sixMinuteWalkDistance.erased])
    let weeks = kept.filter { Self.weeklyKinds.contains($0.kind) }
      .map { (kind: $0.kind, week: LocalWeek(containing: lastDay($0))) }
    let isOfOthers =
      kept.contains { standing.contains($0.kind) && lastDay($0) > day }
      || weeks.contains { $0.week > week }
    let isOver = weeks.contains { kinds.contains($0.kind) && $0.week == week }
    return isOver && !isOfOthers ? week.lastDay : day
  }

  /// An update whose samples end sooner than those of the one before, as after a wrong date was put right: what was
  /// estimated of later days and weeks goes too, as if they had never been there.
  /// - Parameters:
  ///   - changes: What the update found, through the later day.
  ///   - day: The last day that is over now.
  ///   - store: Where estimates are kept.
  /// - Returns: The changes, with everything withdrawn that lies after the day.
  /// - Throws: What the store throws.
  public func ending(
    _ changes: EstimateChanges, on day: LocalDay, in store: some SampleReading
  ) async throws -> EstimateChanges {
    let kept = try await EstimateReading(store: store, update: self).everything(after: day)
    var changes = changes
    changes.withdraw(from: kept) { isKnown($0, after: day) }
    return changes
  }

  /// Whether an estimate is of what was not over on a day: a week that ends later, whichever of its days were worn, a change
  /// that was noticed later.
  func isKnown(_ sample: Sample, after day: LocalDay) -> Bool {
    if Self.weeklyKinds.contains(sample.kind) {
      return LocalWeek(containing: WeeklySamples.lastDay(of: sample, calendar: calendar)).lastDay
        > day
    }
    return changeSamples.change(sample).map { $0.noticedOn > day }
      ?? (calendar.day(containing: sample.end - 0.001) > day)
  }
}
