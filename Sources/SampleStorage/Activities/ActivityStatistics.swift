import Foundation
import GaitModel

/// Figures of one activity.
public struct ActivityStatistics: Hashable, Sendable {
  /// The activity.
  public var activity: Sample
  /// What it is called; empty when it has no label.
  public var label: String
  /// Figures of the samples in it; `nil` when there are none. Discrete samples belong to the
  /// activity that holds their middle; cumulative ones are divided by time.
  public var statistics: IntervalStatistics?
}

extension SampleStore {
  /// Figures of a kind for each activity of a person.
  ///
  /// - Parameters:
  ///   - kind: the kind.
  ///   - participant: the person.
  ///   - marks: activities of a protocol, or workouts.
  ///   - label: only activities that are called so; `nil` for all.
  ///   - percentiles: the shares for which the value below which they lie is asked, 0-1.
  /// - Returns: a line for each activity, in time order; values are in the kind's base unit.
  /// - Throws: `SampleAccessError` when the kind or the activities may not be read; ``StoreError``.
  public func activityStatistics(
    of kind: AnySampleKind, participant: String,
    marks: SampleKind<ActivityMark> = .activity, label: String? = nil, percentiles: [Double] = []
  ) async throws -> [ActivityStatistics] {
    let activities = try await samples(
      matching: SampleQuery(kinds: [marks.erased], participant: participant))
    let values = try await samples(
      matching: SampleQuery(kinds: [kind], participant: participant, includesLeftOut: true))
    return activities.filter { label == nil || $0.metadata.label == label }.map { activity in
      ActivityStatistics(
        activity: activity, label: activity.metadata.label ?? "",
        statistics: ActivityFigures(kind, percentiles).statistics(of: values, in: activity))
    }
  }
}

/// The figures of samples within an activity.
private struct ActivityFigures {
  private let query: StatisticsQuery

  init(_ kind: AnySampleKind, _ percentiles: [Double]) {
    query = {
      var query = StatisticsQuery(kind: kind, every: .days(1), in: Calendar(identifier: .gregorian))
      query.percentiles = percentiles
      return query
    }()
  }

  func statistics(of samples: [Sample], in activity: Sample) -> IntervalStatistics? {
    var heap = IntervalAccumulator(keepsValues: !query.percentiles.isEmpty)
    for sample in samples { add(sample, activity, to: &heap) }
    guard !heap.isEmpty else { return nil }
    let interval = DateInterval(start: activity.start, end: activity.end)
    return heap.statistics(query, interval, activity.participant)
  }

  private func add(_ sample: Sample, _ activity: Sample, to heap: inout IntervalAccumulator) {
    let middle = sample.start.addingTimeInterval(sample.durationSeconds / 2)
    let isInside = activity.start <= middle && middle < activity.end
    if isInside { heap.add(sample.value) }
    guard query.kind.aggregation == .cumulative, sample.durationSeconds > 0 else {
      if isInside { heap.addPart(sample.value, seconds: sample.durationSeconds, share: 1) }
      return
    }
    let start = max(sample.start, activity.start)
    let seconds = min(sample.end, activity.end).timeIntervalSince(start)
    guard seconds > 0 else { return }
    heap.addPart(sample.value, seconds: seconds, share: seconds / sample.durationSeconds)
  }
}
