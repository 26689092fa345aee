import GRDB
import GaitModel

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

  /// Whether samples of this kind and person are not collected.
  func contains(_ sample: Sample) -> Bool {
    !stops.isEmpty
      && stops.contains(CollectionStop(participant: sample.participant, kind: sample.kind))
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
