import Foundation
import GRDB
import GaitModel

extension SampleStore {
  /// Deletes samples by their identity, and what gave way to them; those that are not there do not matter.
  public func delete(_ samples: [Sample]) async throws {
    for kind in Set(samples.map(\.kind)).sorted() { try access.requireWriting(kind) }
    let identities = Set(samples.map(\.id))
    let now = now
    let people = Dictionary(grouping: samples, by: \.participant)
    try await file.write { database in
      for (person, samples) in people.sorted(by: { $0.key < $1.key }) {
        try Self.delete(database, Self.query(around: samples, of: person), at: now) {
          identities.contains($0.id)
        }
      }
    }
  }

  /// Deletes what a query asks for, those left out of flat walking too, and every word that nothing
  /// points to any more. The bytes are overwritten; ``scrub()`` makes sure of it.
  ///
  /// - Parameter query: which samples; its order and limit do not count.
  /// - Returns: how many samples are gone.
  /// - Throws: `SampleAccessError` when a kind may not be written; ``StoreError``.
  @discardableResult
  public func delete(matching query: SampleQuery) async throws -> Int {
    var query = query
    query.includesLeftOut = true
    query.limit = nil
    for kind in (query.kinds ?? []).sorted() { try access.requireWriting(kind) }
    return try await file.write { [query, now] database in
      for series in try SeriesCatalog.series(
        database, participant: query.participant, kinds: query.kinds)
      {
        try access.requireWriting(series.kind)
        try SampleRemoval.removeSuperseded(database, query, of: series)
      }
      return try Self.delete(database, query, at: now) { _ in true }
    }
  }

  /// Deletes what gave way to other samples, and nothing else.
  ///
  /// - Parameter query: which samples; its order and limit do not count.
  /// - Returns: how many samples are gone.
  /// - Throws: `SampleAccessError` when a kind may not be written; ``StoreError``.
  @discardableResult
  public func deleteSuperseded(matching query: SampleQuery) async throws -> Int {
    var query = query
    query.includesLeftOut = true
    return try await file.write { [query] database in
      let series = try SeriesCatalog.series(
        database, participant: query.participant, kinds: query.kinds)
      let before = try Self.supersededCount(database)
      for series in series {
        try access.requireWriting(series.kind)
        try SampleRemoval.removeSuperseded(database, query, of: series)
      }
      for participant in Set(series.map(\.participantID)) {
        try SampleRemoval.removeUnused(database, participant: participant)
      }
      return before - (try Self.supersededCount(database))
    }
  }

  private static func supersededCount(_ database: Database) throws -> Int {
    try Int.fetchOne(database, sql: "SELECT count(*) FROM superseded") ?? 0
  }

  /// Deletes everything held on a person, the name among it.
  ///
  /// - Parameters:
  ///   - participant: the person.
  ///   - keepsStops: whether what the person stopped stays stopped, which keeps the name with it.
  /// - Returns: how many samples are gone.
  /// - Throws: `SampleAccessError` when a kind may not be written; ``StoreError``.
  @discardableResult
  public func deleteEverything(
    of participant: String, keepingStops keepsStops: Bool = false
  ) async throws -> Int {
    let count = try await delete(matching: SampleQuery(participant: participant))
    guard !keepsStops else { return count }
    try await file.write { database in
      try database.execute(
        sql: "DELETE FROM collection_stop WHERE participant = ?", arguments: [participant])
    }
    return count
  }

  /// Rewrites the whole file. No byte of what was deleted is left in it or in the files beside it.
  /// This takes as long as copying the file, and as much space while it lasts.
  ///
  /// - Throws: ``StoreError/busy(path:seconds:)`` when another process keeps reading; the samples
  ///   are deleted then, and their bytes go with the next scrub.
  public func scrub() async throws {
    let path = file.path
    let seconds = file.settings.busyTimeout.seconds
    try await file.barrier { database in
      try database.execute(sql: "VACUUM")
      let isBlocked = try Bool.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      if isBlocked == true { throw StoreError.busy(path: path, seconds: seconds) }
    }
  }

  /// Hands out the stored rows among which some samples of a person are.
  static func forEach(
    _ database: Database, _ samples: [Sample], of person: String,
    _ body: (SampleKey, Sample) throws -> Void
  ) throws {
    let query = query(around: samples, of: person)
    for series in try SeriesCatalog.series(database, participant: person, kinds: query.kinds) {
      for (key, sample) in try found(database, query, series) { try body(key, sample) }
    }
  }

  private static func query(around samples: [Sample], of person: String) -> SampleQuery {
    let starts = samples.map(\.start)
    return SampleQuery(
      kinds: Set(samples.map(\.kind)), participant: person, from: starts.min(),
      to: starts.max().map { $0 + 0.001 }, includesLeftOut: true)
  }

  @discardableResult
  private static func delete(
    _ database: Database, _ query: SampleQuery, at now: Int64, where isMeant: (Sample) -> Bool
  ) throws -> Int {
    // Whatever the clocks said: a deletion is later than what it deletes, so that no older copy brings it back.
    let last = try Row.fetchOne(
      database,
      sql: """
        SELECT max(stored_ms) FROM (SELECT stored_ms FROM change UNION ALL SELECT stored_ms FROM recording)
        """)
    let instant = max(now, (try last?.optionalInteger(0) ?? 0) + 1)
    var writer = try SampleWriter(database, at: instant)
    let series = try SeriesCatalog.series(
      database, participant: query.participant, kinds: query.kinds)
    for series in series {
      for (key, sample) in try found(database, query, series) where isMeant(sample) {
        try writer.delete(key, sample)
        try SampleRemoval.removeSuperseded(database, key, before: instant)
      }
    }
    let outcome = try writer.finish()
    for participant in Set(series.map(\.participantID)) {
      try SampleRemoval.removeUnused(database, participant: participant)
    }
    return outcome.deleted
  }

  private static func found(
    _ database: Database, _ query: SampleQuery, _ series: Series
  ) throws -> [(SampleKey, Sample)] {
    var origins = OriginCatalog(database, for: query)
    var found: [(SampleKey, Sample)] = []
    let scan = SeriesScan(query, of: series)
    try scan.forEach(database) { row in
      if let origin = try origins.origin(of: row) {
        found.append((row.key(in: series), row.sample(series.kind, origin)))
      }
      return true
    }
    return found
  }
}

/// Whose samples of which kinds are not to be collected any more.
struct CollectionStops {
  /// Samples that were refused, by kind.
  private(set) var refused: [AnySampleKind: Int] = [:]
  private var stops: Set<CollectionStop>

  /// Reads the stops of a store.
  init(_ database: Database) throws {
    let rows = try Row.fetchAll(
      database.cachedStatement(sql: "SELECT participant, kind FROM collection_stop"))
    stops = Set(try rows.map(CollectionStop.init))
  }

  /// Whether samples of this kind and person are not collected; the parts of walks within activities go
  /// with the whole walks.
  func contains(_ sample: Sample) -> Bool {
    !stops.isEmpty
      && [sample.kind, sample.kind.ofWholeWalks].compactMap(\.self).contains {
        stops.contains(CollectionStop(participant: sample.participant, kind: $0))
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
public struct CollectionStop: Hashable, Sendable {
  /// The person.
  public var participant: String
  /// The kind.
  public var kind: AnySampleKind

  /// Makes a stop.
  public init(participant: String, kind: AnySampleKind) {
    self.participant = participant
    self.kind = kind
  }
}

extension CollectionStop {
  fileprivate init(_ row: Row) throws {
    self.init(participant: try row.word(0), kind: AnySampleKind(try row.word(1)))
  }
}

extension SampleStore {
  /// Stops the collection of a kind of a person: samples of it are not kept from now on. What is
  /// kept already stays until it is deleted. Throws when the kind may not be written.
  public func stopCollection(of kind: AnySampleKind, for participant: String) async throws {
    try access.requireWriting(kind)
    try await file.write { database in
      try database.execute(
        sql: "INSERT OR IGNORE INTO collection_stop VALUES (?, ?)",
        arguments: [participant, kind.name])
    }
  }

  /// Lets a kind of a person be collected again. Throws when the kind may not be written.
  public func resumeCollection(of kind: AnySampleKind, for participant: String) async throws {
    try access.requireWriting(kind)
    try await file.write { database in
      try database.execute(
        sql: "DELETE FROM collection_stop WHERE participant = ? AND kind = ?",
        arguments: [participant, kind.name])
    }
  }

  /// The kinds that are not collected, by person and kind.
  public func collectionStops() async throws -> [CollectionStop] {
    try await file.read { database in
      try Row.fetchAll(
        database, sql: "SELECT participant, kind FROM collection_stop ORDER BY participant, kind"
      ).map(CollectionStop.init)
    }
  }
}
