import Foundation
import GaitModel

extension EstimateUpdate {
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
    let kept = try await EstimateReading(store: store, update: self).everything()
    let codec = ChangeSamples(
      participant: person.identifier, calendar: calendar, settings: settings)
    var changes = changes
    changes.withdraw(from: kept) { sample in
      if EstimateReading<SampleList>.weeklyKinds.contains(sample.kind) {
        return LocalWeek(containing: WeeklySamples.lastDay(of: sample, calendar: calendar)).lastDay
          > day
      }
      return codec.change(sample).map { $0.noticedOn > day }
        ?? (calendar.day(containing: sample.end - 0.001) > day)
    }
    return changes
  }
}
