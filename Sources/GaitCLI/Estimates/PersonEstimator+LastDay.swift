import Foundation
import GaitModel
import MobilityEstimates
import SampleStorage

extension PersonEstimator {
  /// The last day that is over where nobody names one: the last with samples, or the end of its week where an estimate of
  /// that was given out, by a run with --until here or in a store that was merged in or read from a table. Samples that went
  /// since take it back, and so does whoever asks for everything again.
  ///
  /// - Parameters:
  ///   - update: what makes the estimates.
  ///   - before: how far the last run came; `nil` when this is the first.
  ///   - lastDataDay: the last day with samples, if any.
  ///   - notCollected: kinds that nobody collects: their estimates stay as they are, and say nothing.
  /// - Returns: the day; `nil` without samples.
  /// - Throws: what the store throws.
  func lastDayOver(
    _ update: EstimateUpdate, since before: EstimateProgress?,
    samplesThrough lastDataDay: LocalDay?,
    _ notCollected: Set<AnySampleKind>
  ) async throws -> LocalDay? {
    guard let lastDataDay, options.until == nil, !options.everything else { return lastDataDay }
    let silent = notCollected.union(before?.left.days.keys.map(\.self) ?? [])
    let over = try await update.lastDayOver(
      withSamplesThrough: lastDataDay, in: store,
      byKinds: EstimateUpdate.weeklyKinds.subtracting(silent))
    guard over > lastDataDay else { return lastDataDay }
    // A day whose figures were deleted had samples. Of a deletion whole days of UTC are known: the one in which a day of
    // the person begins ends on that day.
    let gone = try await store.changes(
      since: before?.anchor ?? .beginning,
      matching: SampleQuery(kinds: EstimateUpdate.dailyKinds, participant: participant)
    ).thinned
    let lastGone = gone.map { update.calendar.day(containing: $0.interval.upperBound - 0.001) }
      .max()
    return lastGone.map { $0 > lastDataDay } ?? false ? lastDataDay : over
  }

  /// That estimates of later days than --until stay; `nil` where there are none.
  func laterRemark(_ update: EstimateUpdate, after day: LocalDay) async throws -> String? {
    let count = try await update.ending(EstimateChanges(), on: day, in: store).deleted.count
    guard count > 0 else { return nil }
    return
      "\(StudyText.count(count, "estimate")) of days after \(day.words) \(count == 1 ? "stays" : "stay") as "
      + "\(count == 1 ? "it is" : "they are"), and so does what is told of \(count == 1 ? "it" : "them"); --everything with the "
      + "same --until keeps \(count == 1 ? "it" : "them") aside"
  }
}
