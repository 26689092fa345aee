import Foundation
import GaitModel

/// Figures of one activity.
public struct ActivityStatistics: Hashable, Sendable {
  /// The activity.
  public var activity: Sample
  /// What it is called; empty when it has no label.
  public var label: String
  /// What wrote the samples; `nil` when there are none.
  public var source: String?
  /// Figures of the samples in it; `nil` when there are none. What was made from the contacts and strides
  /// inside counts as it is. Other discrete samples belong to the activity that holds their middle; other
  /// cumulative ones are divided by time.
  public var statistics: IntervalStatistics?
}

extension SampleStore {
  /// Figures of a kind for each activity, each source for itself.
  ///
  /// Of a recording that was analyzed with its labels, steps, time, distance, speed, lengths and cadence
  /// come from the contacts and strides inside the activity (see
  /// `RecordingAnalysis.samples(participant:start:timeZone:activities:)`), and double support is that of the walk. What is only known of whole walks
  /// belongs to the activity that holds the walk's middle. A label of a recording is about that recording:
  /// what other recordings have at the same time does not count. Of labelled recordings that were made at once one
  /// at a time counts, as in ``statistics(_:)``, unless the query names one.
  ///
  /// - Parameters:
  ///   - kind: the kind.
  ///   - query: which samples: the person's, of which source; order, limit and kinds do not count. Activities outside of
  ///     its time are left out. With a clock of the person, a local one of unknown zone is set by that of the activity of
  ///     another recording or program; without it instants are compared.
  ///   - marks: activities of a protocol, or workouts.
  ///   - label: only activities that are called so; `nil` for all.
  ///   - percentiles: the shares of samples for which the value below which they lie is asked, 0-1.
  ///   - timeWeightedPercentiles: the same of time.
  /// - Returns: a line for each activity and source, in time order; values are in the kind's base unit.
  /// - Throws: `SampleAccessError` when the kind or the activities may not be read; ``StoreError``.
  public func activityStatistics(
    of kind: AnySampleKind, matching query: SampleQuery,
    marks: SampleKind<ActivityMark> = .activity, label: String? = nil, percentiles: [Double] = [],
    timeWeightedPercentiles: [Double] = []
  ) async throws -> [ActivityStatistics] {
    let activities = try await samples(
      matching: SampleQuery(kinds: [marks.erased], participant: query.participant))
    try access.requireReading(kind)
    let content = try await ActivityContent(of: kind, query, marks.erased, in: self)
    let figures = ActivityMeasures(kind, percentiles, timeWeightedPercentiles)
    let asked = activities.filter {
      (label == nil || $0.metadata.label == label) && $0.touchesTime(of: query)
        && !$0.isSaidBetter(by: activities, for: query)
    }
    let lines: [ActivityStatistics] = asked.flatMap { activity in
      let owned = Dictionary(grouping: content.samples(in: activity)) {
        HeapOwner(participant: $0.participant, source: $0.source.name)
      }
      let own = owned.sorted { ($0.key.source ?? "") < ($1.key.source ?? "") }
        .compactMap { owner, samples in
          figures.statistics(of: samples, in: activity, owner).map {
            ActivityStatistics(activity, $0)
          }
        }
      return own.isEmpty ? [ActivityStatistics(activity, nil)] : own
    }
    return lines.indices.filter { place in
      lines[place].statistics != nil
        || !lines.indices.contains { lines[$0].makesEmpty(lines[place], isBefore: $0 < place) }
    }.map { lines[$0] }
  }
}

extension Sample {
  /// Whether a query names a recording that has activities of its own at the time of this one of another.
  fileprivate func isSaidBetter(by activities: [Sample], for query: SampleQuery) -> Bool {
    guard let name = query.recording, source.recording.map({ $0.name != name }) ?? false else {
      return false
    }
    return activities.contains { $0.source.recording?.name == name && isAtOnce(with: $0) }
  }

  /// Whether it lies in the time that a query asks for, wholly or in part, by the query's clock.
  fileprivate func touchesTime(of query: SampleQuery) -> Bool {
    let own = query.placed(start, of: self)
    let end = own.date + durationSeconds
    return own.to.map { own.date < $0 } ?? true
      && own.from.map { end > $0 || own.date >= $0 } ?? true
  }

  /// Whether two samples of a person share time.
  fileprivate func isAtOnce(with other: Sample) -> Bool {
    participant == other.participant && start < other.end && other.start < end
  }
}

/// The samples that activities are made of.
private struct ActivityContent {
  private let parts: AnySampleKind?
  private let isOfOneRecording: Bool
  private let people: [String: [Sample]]
  private let labelled: [String: [Sample]]
  private let divided: Set<RecordingReference>
  private let clock: DayClock?

  /// Reads what a query asks for of a kind: of whole walks, and of their parts within activities.
  init(
    of kind: AnySampleKind, _ query: SampleQuery, _ marks: AnySampleKind, in store: SampleStore
  ) async throws {
    parts = kind.withinActivities
    // Whoever names a recording asks for that one, also in the activities of another.
    isOfOneRecording = query.recording != nil
    // Where all clocks are one, nothing is set by another.
    clock = query.clock?.rule == .common ? nil : query.clock
    var query = query
    (query.kinds, query.limit, query.order) = (
      Set([kind, parts].compactMap(\.self)), nil, .oldestFirst
    )
    query.countsOnce = true
    people = Dictionary(grouping: try await store.samples(matching: query), by: \.participant)
    // Labels of one device are not lost where another one without labels counts.
    labelled = Dictionary(
      grouping: try await store.samples(matching: query, labelledBy: marks), by: \.participant)
    query.countsOnce = false
    let times: [AnySampleKind] = [.init(SampleKind.walkingTime), .init(SampleKind.runningTime)]
    (query.kinds, query.from, query.to) = (
      parts == nil ? [] : Set(times.compactMap(\.withinActivities)), nil, nil
    )
    (query.terrains, query.includesLeftOut) = (nil, true)
    divided = Set(try await store.samples(matching: query).compactMap(\.source.recording))
  }

  /// What counts for an activity: all that may overlap it, of the right recording.
  func samples(in activity: Sample) -> [Sample] {
    let own = activity.source.recording
    let isDivided = own.map(divided.contains) ?? false
    let all = own == nil ? people : labelled
    return (all[activity.participant] ?? []).compactMap { sample in
      guard isNear(sample, activity) else { return nil }
      // Within a recording all times are by its own clock.
      let isOwn = own != nil && sample.source.recording == own
      let sample = isOwn ? sample : clock?.placed(sample, beside: activity) ?? sample
      return concerns(sample, activity, isDivided) ? sample : nil
    }
  }

  /// Whether a sample may overlap an activity by any of two clocks.
  private func isNear(_ sample: Sample, _ activity: Sample) -> Bool {
    let shift = clock == nil ? 0 : DayClock.greatestShiftSeconds
    return sample.start <= activity.end + shift && sample.end >= activity.start - shift
  }

  /// Whether a sample that is placed beside an activity may be of it.
  private func concerns(_ sample: Sample, _ activity: Sample, _ isDivided: Bool) -> Bool {
    guard sample.start <= activity.end, sample.end >= activity.start else { return false }
    guard let recording = sample.source.recording else { return sample.kind != parts }
    let own = activity.source.recording
    let isOwn = recording == own
    if sample.kind == parts {
      return isOwn && (sample.metadata.label ?? "") == (activity.metadata.label ?? "")
        && activity.start <= sample.start && sample.end <= activity.end
    }
    return isOwn ? !isDivided : own == nil || isOfOneRecording
  }
}

extension ActivityStatistics {
  /// Whether another line has nothing to say beside this one: it is the same activity of a device that does not
  /// count, and has no samples.
  fileprivate func makesEmpty(_ other: ActivityStatistics, isBefore: Bool) -> Bool {
    guard other.statistics == nil, label == other.label,
      let recording = activity.source.recording, let theirs = other.activity.source.recording,
      recording != theirs, activity.isAtOnce(with: other.activity)
    else { return false }
    return statistics != nil || isBefore
  }

  fileprivate init(_ activity: Sample, _ statistics: IntervalStatistics?) {
    self.activity = activity
    self.statistics = statistics
    label = activity.metadata.label ?? ""
    source = statistics?.source
  }
}

/// The figures of samples within an activity.
private struct ActivityMeasures {
  private let query: StatisticsQuery

  init(_ kind: AnySampleKind, _ percentiles: [Double], _ timeWeighted: [Double]) {
    query = {
      var query = StatisticsQuery(kind: kind, every: .days(1), in: Calendar(identifier: .gregorian))
      query.percentiles = percentiles
      query.timeWeightedPercentiles = timeWeighted
      return query
    }()
  }

  func statistics(
    of samples: [Sample], in activity: Sample, _ owner: HeapOwner
  ) -> IntervalStatistics? {
    var heap = IntervalAccumulator(query)
    for sample in samples { add(sample, activity, to: &heap) }
    guard !heap.isEmpty else { return nil }
    let interval = DateInterval(start: activity.start, end: activity.end)
    return heap.statistics(query, interval, owner)
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
