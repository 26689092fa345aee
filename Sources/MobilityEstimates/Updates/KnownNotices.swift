import Foundation
import GaitModel

/// What a store's runs have found of a person, told or to be told; what came with another store's estimates is not among it.
///
/// ```
///   known              E1       D---D            found by the run before
///   now                   E1    D------D  E2     E1 and D moved: no notices; E2 is new, whoever made its sample
/// ```
public struct KnownNotices: Hashable, Sendable {
  /// A steadiness event.
  public struct Event: Hashable, Sendable {
    /// Which.
    public var event: SteadinessEvent
    /// Its number, as its sample has it; empty where it has none.
    public var number: String
    /// The last day of its week.
    public var day: LocalDay

    /// Makes an event.
    public init(_ event: SteadinessEvent, number: String, day: LocalDay) {
      (self.event, self.number, self.day) = (event, number, day)
    }
  }

  /// Steadiness events; `nil` where it is not known which were.
  public var events: [Event]?
  /// The days of changes of walking; `nil` where it is not known which were.
  public var changes: [LocalDay]?
  /// Declines of steadiness (``EstimateUpdate/declines(keptIn:)``); `nil` where it is not known which were.
  public var declines: [ClosedRange<LocalDay>]?

  /// What is known; nothing of what is not given.
  public init(
    events: [Event]? = nil, changes: [LocalDay]? = nil, declines: [ClosedRange<LocalDay>]? = nil
  ) {
    (self.events, self.changes, self.declines) = (events, changes, declines)
  }

  /// What of it was through a day.
  public func through(_ day: LocalDay) -> KnownNotices {
    KnownNotices(
      events: events?.filter { $0.day <= day }, changes: changes?.filter { $0 <= day },
      declines: declines?.filter { $0.lowerBound <= day })
  }
}

/// Something that was found and only moved to another day, as more data came: it is told once, whether or not somebody has heard
/// it yet.
public struct MovedNotice: Hashable, Sendable {
  /// The word of its notice (``EstimateNotice/word``).
  public var word: String
  /// The day of its notice before.
  public var before: LocalDay
  /// The day now.
  public var now: LocalDay
}

extension EstimateUpdate {
  /// The events, changes and declines in what is kept of the person; keep them to ask for notices after the next update.
  /// - Parameter store: Where the estimates are.
  /// - Returns: All of them.
  /// - Throws: What the store throws.
  public func known(keptIn store: some SampleReading) async throws -> KnownNotices {
    known(in: try await EstimateReading(store: store, update: self).noticed())
  }

  func known(in samples: [Sample]) -> KnownNotices {
    var events: [KnownNotices.Event] = []
    for sample in samples {
      guard let event = TypedSample(.steadinessEvent, sample) else { continue }
      let day = day(of: sample)
      guard !events.contains(where: { ($0.event, $0.day) == (event.value, day) }) else { continue }
      let number = sample.metadata.other[EstimateWords.eventNumber] ?? ""
      events.append(KnownNotices.Event(event.value, number: number, day: day))
    }
    return KnownNotices(
      events: events.sorted { ($0.day, $0.event.rawValue) < ($1.day, $1.event.rawValue) },
      changes: Set(samples.compactMap(changeSamples.change).map(\.day)).sorted(),
      declines: declines(of: scoredWeeks(samples.filter(Self.isScore))))
  }

  /// The events, changes and scores after some changes, and as they were before these.
  func noticed(
    in kept: [Sample], with changes: EstimateChanges
  ) -> (now: [Sample], former: [Sample]) {
    // An identity is a hash: it is asked for of few samples, not of every day's.
    func noticed(_ samples: [Sample]) -> [Sample] {
      samples.filter { Self.noticedKinds.contains($0.kind) }
    }
    let saved = noticed(changes.saved)
    let (new, gone) = (Set(saved.map(\.id)), Set(noticed(changes.deleted).map(\.id)))
    let others = kept.filter { !new.contains($0.id) && !gone.contains($0.id) }
    return (others + saved, others + noticed(changes.withdrawn + changes.previous))
  }

  static func isScore(_ sample: Sample) -> Bool {
    sample.kind == SampleKind.walkingSteadiness.erased
  }

  var changeSamples: ChangeSamples {
    ChangeSamples(participant: person.identifier, calendar: calendar, settings: settings)
  }

  func eventNotices(
    _ now: [KnownNotices.Event], before: [KnownNotices.Event]
  ) -> [EstimateNotice] {
    let (new, gone, _) = compared(now, before)
    return new.map { .steadinessEvent($0.event, day: $0.day) }
      + gone.map { .withdrawnEvent($0.event, day: $0.day) }
  }

  /// The changes of days that are new, as some samples say, and those that are gone, as others do where there are any.
  func changeNotices(
    _ now: [LocalDay], before: [LocalDay], kept: [Sample], withdrawn: [Sample]
  ) -> [EstimateNotice] {
    let (new, gone, _) = compared(now, before)
    func change(_ day: LocalDay, in samples: [Sample]) -> WalkingChange {
      samples.compactMap(changeSamples.change).last { $0.day == day }
        ?? WalkingChange(day: day, firstMeasuredDay: day, noticedOn: day, effects: [])
    }
    return new.map { .walkingChange(change($0, in: kept)) }
      + gone.map { .withdrawnChange(change($0, in: withdrawn)) }
  }

  /// What was known and only moved: it is no notice, and one of it that nobody has heard yet is of its new day.
  /// - Parameters:
  ///   - changes: What an update found.
  ///   - store: Where they are kept.
  ///   - known: What ``known(keptIn:)`` gave after the update before, as for ``notices(in:keptIn:known:)``.
  /// - Returns: Each with both days.
  /// - Throws: What the store throws.
  public func moves(
    in changes: EstimateChanges, keptIn store: some SampleReading, known: KnownNotices? = nil
  ) async throws -> [MovedNotice] {
    let kept = try await EstimateReading(store: store, update: self).noticed()
    let (samples, former) = noticed(in: kept, with: changes)
    let (now, before) = (self.known(in: samples), self.known(in: former))
    let events = compared(now.events ?? [], known?.events ?? before.events ?? []).moved
    let days = compared(now.changes ?? [], known?.changes ?? before.changes ?? []).moved
    return events.map { MovedNotice(word: $0.event.word, before: $0.day, now: $1.day) }
      + days.map { MovedNotice(word: EstimateNotice.change, before: $0, now: $1) }
      + movedDeclines(now.declines ?? [], before: known?.declines ?? before.declines ?? [])
  }

  /// Events that are new, gone or moved. One of another class in its place is another event, though the day is the same.
  private func compared(
    _ now: [KnownNotices.Event], _ before: [KnownNotices.Event]
  ) -> Compared<KnownNotices.Event> {
    Self.compared(now, before) {
      $0.event == $1.event && $0.day == $1.day
    } moved: {
      $0.event == $1.event
        && ($0.number == $1.number
          || abs($0.day.distance(to: $1.day)) <= settings.events.daysForgotten)
    }
  }

  /// The days of changes that are new, gone or moved.
  private func compared(_ now: [LocalDay], _ before: [LocalDay]) -> Compared<LocalDay> {
    Self.compared(now, before, same: ==) {
      abs($0.distance(to: $1)) <= settings.changes.longestDays
    }
  }

  private typealias Compared<Thing> = (
    new: [Thing], gone: [Thing], moved: [(before: Thing, now: Thing)]
  )

  /// What is new and what is gone; what only moved is neither.
  private static func compared<Thing>(
    _ now: [Thing], _ before: [Thing], same: (Thing, Thing) -> Bool,
    moved isMoved: (Thing, Thing) -> Bool
  ) -> Compared<Thing> {
    var gone = before
    func taken(_ thing: Thing, _ isOne: (Thing, Thing) -> Bool) -> Thing? {
      gone.firstIndex { isOne($0, thing) }.map { gone.remove(at: $0) }
    }
    let others = now.filter { taken($0, same) == nil }
    var (new, moved): ([Thing], [(before: Thing, now: Thing)]) = ([], [])
    for thing in others {
      guard let before = taken(thing, isMoved) else {
        new.append(thing)
        continue
      }
      moved.append((before, thing))
    }
    return (new, gone, moved)
  }
}
