import Foundation
import GaitModel

/// What an update leaves to be kept and to be removed.
public struct EstimateChanges: Hashable, Sendable {
  /// Kept samples that stay although they would be others now, or none: nobody collects them.
  private var left: [Sample] = []
  /// New samples, and samples that take the place of those with their identity.
  public var saved: [Sample] = []
  /// Kept samples that would no longer be made.
  public var deleted: [Sample] = []
  /// The identities of saved samples that take the place of kept ones.
  public var replaced: [UUID] = []
  /// The kept samples in whose place they come, as they were.
  public var previous: [Sample] = []
  /// The identities of removed samples that another clock's days had put beside others, which stay: nothing is said
  /// otherwise than before.
  public var doubles: Set<UUID> = []
  /// Saved figures of days that lacked them, because nobody collected them when the days were made.
  public private(set) var filled: [Sample] = []
  /// Days of which a summary was made.
  public var daysMade: Set<LocalDay> = []
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

  /// What was kept and said, and is no longer so.
  var withdrawn: [Sample] {
    doubles.isEmpty ? deleted : deleted.filter { !doubles.contains($0.id) }
  }

  /// The days that say something else than before, or would if their figures were collected.
  /// - Parameter calendar: The person's calendar.
  /// - Returns: The days; without those that have no figures, and had none.
  public func daysChanged(calendar: DayCalendar) -> Set<LocalDay> {
    Set(
      (saved + deleted + left).filter { DailySamples.kinds.contains($0.kind) }.map {
        calendar.day(containing: $0.start)
      })
  }

  /// Compares what is kept with what should be: what is the same is not written again. Where a calendar is given,
  /// kept samples may lie on other days than its own.
  mutating func reconcile(kept: [Sample], made: [Sample], in calendar: DayCalendar? = nil) {
    // Identities are hashes: a first run, which has nothing to compare, does not ask for them.
    if kept.isEmpty {
      saved += made
      return
    }
    var left = Dictionary(kept.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var same: [Sample] = []
    for sample in made {
      let before = left.removeValue(forKey: sample.id)
      guard before != sample else {
        same.append(sample)
        continue
      }
      saved.append(sample)
      guard let before else { continue }
      replaced.append(sample.id)
      previous.append(before)
    }
    let gone = kept.filter { left[$0.id] != nil }
    deleted += gone
    if let calendar { note(doublesIn: gone, beside: same, calendar) }
  }

  private mutating func note(
    doublesIn gone: [Sample], beside same: [Sample], _ calendar: DayCalendar
  ) {
    let others = gone.filter { !calendar.hasDays(of: $0) }
    guard !others.isEmpty else { return }
    let starts = Dictionary(grouping: same, by: \.kind).mapValues { $0.map(\.start) }
    for other in others {
      let reach =
        other.start - DayClock.greatestShiftSeconds...other.start + DayClock.greatestShiftSeconds
      if starts[other.kind]?.contains(where: reach.contains) == true { doubles.insert(other.id) }
    }
  }

  /// Saves figures that days lack; nothing else of them changes.
  mutating func fill(_ figures: [Sample]) {
    filled += figures
    saved += figures
  }

  /// Saves nothing that is not to be there, and takes away what is kept of it.
  mutating func withdraw(from kept: [Sample], where isGone: (Sample) -> Bool) {
    let unsaved = Set(saved.filter(isGone).map(\.id))
    saved.removeAll { unsaved.contains($0.id) }
    filled.removeAll { unsaved.contains($0.id) }
    replaced.removeAll(where: unsaved.contains)
    previous.removeAll { unsaved.contains($0.id) }
    let known = Set((deleted + previous).map(\.id))
    deleted += kept.filter { !known.contains($0.id) && isGone($0) }
  }

  /// The saved samples: those that take no other's place, and those that do.
  public var addedAndRenewed: (added: [Sample], renewed: [Sample]) {
    // Identities are hashes: where nothing gives way, nobody asks for them.
    guard !replaced.isEmpty else { return (saved, []) }
    let places = Set(replaced)
    var parts: (added: [Sample], renewed: [Sample]) = ([], [])
    for sample in saved {
      if places.contains(sample.id) {
        parts.renewed.append(sample)
      } else {
        parts.added.append(sample)
      }
    }
    return parts
  }

  /// Leaves what is kept of some kinds as it is: nobody collects them.
  /// - Parameter kinds: The kinds.
  /// - Returns: What is kept of them and would have given way; empty where all would have stayed.
  @discardableResult
  public mutating func leaveAlone(_ kinds: Set<AnySampleKind>) -> [Sample] {
    guard !kinds.isEmpty else { return [] }
    let kept = (withdrawn + previous).filter { kinds.contains($0.kind) }
    left += kept
    let left = Set(saved.filter { kinds.contains($0.kind) }.map(\.id))
    saved.removeAll { kinds.contains($0.kind) }
    deleted.removeAll { kinds.contains($0.kind) }
    previous.removeAll { kinds.contains($0.kind) }
    replaced.removeAll { left.contains($0) }
    return kept
  }

  /// Whether anything that was kept is no longer so.
  public var supersedes: Bool { !deleted.isEmpty || !previous.isEmpty }

  /// Whether there is anything that takes no other's place.
  public var addsNew: Bool { saved.count > replaced.count }

  /// The estimates of weeks that were given out and are now others, or none, by kind and time.
  /// - Parameter calendar: The person's calendar.
  /// - Returns: The former estimates with those in their place; empty when none changed.
  public func revisedWeeks(calendar: DayCalendar) -> [RevisedWeek] {
    guard supersedes else { return [] }
    let kinds = Set(EstimateKind.allCases.map(\.sampleKind))
    func week(_ sample: Sample) -> LocalWeek {
      LocalWeek(containing: WeeklySamples.lastDay(of: sample, calendar: calendar))
    }
    struct Place: Hashable {
      var kind: AnySampleKind
      var week: LocalWeek
    }
    func place(_ sample: Sample) -> Place { Place(kind: sample.kind, week: week(sample)) }
    let now = Dictionary(
      saved.filter { kinds.contains($0.kind) }.map { (place($0), $0) }, uniquingKeysWith: { $1 })
    // Where two stores came together, a week that ends with another day in each was told twice; the longer one says more.
    let before = Dictionary(
      (withdrawn + previous).filter { kinds.contains($0.kind) }.map { (place($0), $0) },
      uniquingKeysWith: { $0.end < $1.end ? $1 : $0 })
    return before.map { place, before in
      RevisedWeek(before: before, now: now[place])
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
