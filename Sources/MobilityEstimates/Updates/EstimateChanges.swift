import Foundation
import GaitModel

/// What an update leaves to be kept and to be removed.
public struct EstimateChanges: Hashable, Sendable {
  /// New samples, and samples that take the place of those with their identity.
  public var saved: [Sample] = []
  /// Kept samples that would no longer be made.
  public var deleted: [Sample] = []
  /// The identities of saved samples that take the place of kept ones.
  public var replaced: [UUID] = []
  /// The kept samples in whose place they come, as they were.
  public var previous: [Sample] = []
  /// Days whose samples were read.
  public var daysRead = 0
  /// Weeks that were estimated.
  public var weeksEstimated = 0

  /// No changes.
  public init() {}

  /// The steadiness events among the saved samples, in time order.
  public var events: [TypedSample<SteadinessEvent>] {
    saved.compactMap { TypedSample(.steadinessEvent, $0) }
      .sorted { $0.sample.start < $1.sample.start }
  }

  /// Compares what is kept with what should be: what is the same is not written again.
  mutating func reconcile(kept: [Sample], made: [Sample]) {
    // Identities are hashes: a first run, which has nothing to compare, does not ask for them.
    if kept.isEmpty {
      saved += made
      return
    }
    var left = Dictionary(kept.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for sample in made {
      let before = left.removeValue(forKey: sample.id)
      guard before != sample else { continue }
      saved.append(sample)
      guard let before else { continue }
      replaced.append(sample.id)
      previous.append(before)
    }
    deleted += kept.filter { left[$0.id] != nil }
  }

  /// Whether anything that was kept is no longer so.
  public var supersedes: Bool { !deleted.isEmpty || !previous.isEmpty }

  /// Whether there is anything that takes no other's place.
  public var addsNew: Bool { saved.count > replaced.count }

  /// The estimates of weeks that were given out and are now others, or none, by kind and time.
  /// - Parameter calendar: The person's calendar.
  /// - Returns: The former estimates with those in their place; empty when none changed.
  public func revisedWeeks(calendar: DayCalendar) -> [RevisedWeek] {
    let kinds = Set(EstimateKind.allCases.map(\.sampleKind))
    func week(_ sample: Sample) -> LocalWeek {
      LocalWeek(containing: WeeklySamples.lastDay(of: sample, calendar: calendar))
    }
    let now = Dictionary(grouping: saved.filter { kinds.contains($0.kind) }, by: \.kind)
    return (deleted + previous).filter { kinds.contains($0.kind) }.map { before in
      RevisedWeek(
        before: before, now: (now[before.kind] ?? []).first { week($0) == week(before) })
    }.sorted { ($0.before.kind, $0.before.end) < ($1.before.kind, $1.before.end) }
  }
}

/// An estimate of a week that was given out and is now another one.
public struct RevisedWeek: Hashable, Sendable {
  /// What was given out.
  public var before: Sample
  /// What stands in its place; `nil` when there is no estimate of that week any more.
  public var now: Sample?
}
