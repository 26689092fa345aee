import Foundation
import GRDB
import GaitModel

/// Whose samples of which kinds are not to be collected any more.
struct CollectionStops {
  /// Samples that were refused, by kind.
  private(set) var refused: [AnySampleKind: Int] = [:]
  private var stops: Set<CollectionStop> = []

  /// Nothing is stopped.
  init() {}

  /// Reads the stops of a store.
  init(_ database: Database) throws { stops = Set(try CollectionHistory(database).stops) }

  /// Whether samples of this kind and person are not collected; the parts of walks within activities go
  /// with the whole walks.
  func contains(_ sample: Sample) -> Bool {
    !stops.isEmpty
      && [sample.kind, sample.kind.ofWholeWalks].compactMap(\.self).contains {
        stops.contains(CollectionStop(participant: sample.participant, kind: $0))
      }
  }

  /// What is stopped of those of whom a recording was, and is not of whom it is of now.
  func leftBehind(by person: String, _ former: Set<String>) -> Set<CollectionStop> {
    stops.filter {
      former.contains($0.participant) && $0.participant != person
        && !stops.contains(CollectionStop(participant: person, kind: $0.kind))
    }
  }

  /// Whether a sample may be kept; counts it when not.
  mutating func admits(_ sample: Sample) -> Bool {
    guard contains(sample) else { return true }
    refused[sample.kind, default: 0] += 1
    return false
  }
}

/// A kind that is not to be collected of a person.
public struct CollectionStop: Hashable, Sendable, Comparable {
  /// The person.
  public var participant: String
  /// The kind.
  public var kind: AnySampleKind

  /// Makes a stop.
  public init(participant: String, kind: AnySampleKind) {
    self.participant = participant
    self.kind = kind
  }

  /// Orders stops by person, then by kind.
  public static func < (a: CollectionStop, b: CollectionStop) -> Bool {
    (a.participant, a.kind) < (b.participant, b.kind)
  }
}

/// When the collection of kinds was stopped, and when it began again. Nothing of it is forgotten, so that stores that
/// take it from each other end the same; where it goes on, a hash is left in the place of the name.
struct CollectionHistory: Sendable {
  private struct Event: Hashable, Comparable {
    var stored: Int64
    var isStopped: Bool

    /// Of two words of one time the stop is the later one.
    static func < (a: Event, b: Event) -> Bool {
      a.stored != b.stored ? a.stored < b.stored : !a.isStopped && b.isStopped
    }
  }

  private var events: [String: [Event]] = [:]
  private var names: [String: CollectionStop] = [:]

  /// Reads the history of a store.
  init(_ database: Database) throws {
    let rows = try Row.fetchAll(
      database.cachedStatement(
        sql: "SELECT series, stored_ms, is_stopped, participant, kind FROM collection_stop"))
    for row in rows {
      let series = try row.word(0)
      events[series, default: []].append(
        Event(stored: try row.integer(1), isStopped: try row.integer(2) != 0))
      if let participant = try row.text(3), let kind = try row.text(4) {
        names[series] = CollectionStop(participant: participant, kind: AnySampleKind(kind))
      }
    }
    for series in events.keys { events[series]?.sort() }
  }

  /// What is not collected now.
  var stops: [CollectionStop] {
    events.compactMap { series, events in
      events.last?.isStopped == true ? names[series] : nil
    }.sorted()
  }

  /// Whether the collection of a person's kind was stopped at an instant, milliseconds since 1970.
  func isStopped(_ kind: AnySampleKind, of participant: String, at instant: Int64) -> Bool {
    !events.isEmpty
      && [kind, kind.ofWholeWalks].compactMap(\.self).contains {
        let series = Self.series(participant, $0.name)
        return events[series]?.last { $0.stored <= instant }?.isStopped ?? false
      }
  }

  /// Adds what another store knows.
  func joined(_ other: CollectionHistory) -> CollectionHistory {
    var joined = self
    for (series, theirs) in other.events {
      joined.events[series] = Set(events[series] ?? []).union(theirs).sorted()
      joined.names[series] = names[series] ?? other.names[series]
    }
    return joined
  }

  func isSame(as other: CollectionHistory) -> Bool { events == other.events }

  /// Writes what a store does not know yet, and takes away the names of those whose collection goes on.
  func write(_ database: Database) throws {
    for (series, events) in events {
      let isStopped = events.last?.isStopped == true
      let name = isStopped ? names[series] : nil
      for event in events {
        try database.execute(
          sql: "INSERT OR IGNORE INTO collection_stop VALUES (?, ?, ?, ?, ?)",
          arguments: [series, event.stored, event.isStopped, name?.participant, name?.kind.name])
      }
      guard !isStopped else { continue }
      try database.execute(
        sql: "UPDATE collection_stop SET participant = NULL, kind = NULL WHERE series = ?",
        arguments: [series])
    }
  }

  /// Notes that a kind is not collected any more, or is again, after all that is stored. Where it is so already there
  /// is nothing to note.
  static func note(
    _ isStopped: Bool, _ stop: CollectionStop, now: Int64, _ database: Database
  ) throws {
    var history = try CollectionHistory(database)
    let series = Self.series(stop.participant, stop.kind.name)
    guard (history.events[series]?.last?.isStopped ?? false) != isStopped else { return }
    let instant = try ChangeLog.afterAll(database, now: now)
    history.events[series, default: []].append(Event(stored: instant, isStopped: isStopped))
    history.names[series] = stop
    try history.write(database)
  }

  /// What a person's kind is called where the name must not stay.
  private static func series(_ participant: String, _ kind: String) -> String {
    var hash = ContentHash()
    hash.add(participant)
    hash.add(kind)
    return hash.identifier.uuidString
  }

  /// The same for the migration of older stores.
  static let seriesFunction = DatabaseFunction("collection_series", argumentCount: 2, pure: true) {
    values in
    guard let participant = String.fromDatabaseValue(values[0]),
      let kind = String.fromDatabaseValue(values[1])
    else { return nil }
    return series(participant, kind)
  }
}

extension SampleStore {
  /// Stops the collection of a kind of a person: samples of it are not kept from now on. What is
  /// kept already stays until it is deleted. Throws when the kind may not be written.
  public func stopCollection(of kind: AnySampleKind, for participant: String) async throws {
    try await note(true, CollectionStop(participant: participant, kind: kind))
  }

  /// Lets a kind of a person be collected again. Throws when the kind may not be written.
  public func resumeCollection(of kind: AnySampleKind, for participant: String) async throws {
    try await note(false, CollectionStop(participant: participant, kind: kind))
  }

  private func note(_ isStopped: Bool, _ stop: CollectionStop) async throws {
    try access.requireWriting(stop.kind)
    let now = now
    try await file.write { try CollectionHistory.note(isStopped, stop, now: now, $0) }
  }

  /// The kinds that are not collected, by person and kind.
  public func collectionStops() async throws -> [CollectionStop] {
    try await file.read { try CollectionHistory($0).stops }
  }
}
