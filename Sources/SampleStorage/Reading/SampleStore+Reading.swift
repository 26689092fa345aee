import Foundation
import GRDB
import GaitModel

extension SampleStore: SampleReading {
  /// The samples asked for, in the order asked for; empty when there are none.
  ///
  /// - Parameter query: which samples. Without kinds it asks for every kind that the store holds.
  /// - Returns: the samples.
  /// - Throws: `SampleAccessError` when a kind may not be read; ``StoreError``.
  public func samples(matching query: SampleQuery) async throws -> [Sample] {
    try requireReading(query.kinds ?? [])
    return try await file.read { database in
      let series = try readable(database, query)
      return query.arranged(try SampleCollection(query).samples(database, of: series))
    }
  }

  /// Everybody who has samples, by name. Names are no samples: any handle that may read one kind
  /// may ask for them.
  public func participants() async throws -> [String] {
    try requireReadingOfSomething()
    return try await file.read { database in
      try String.fetchAll(database, sql: "SELECT name FROM participant ORDER BY name")
    }
  }

  /// What is held on a person, or on everybody: how many samples of each kind, from when to when.
  ///
  /// - Parameter participant: the person; `nil` for everybody.
  /// - Returns: a line for each person and kind, in this order.
  /// - Throws: `SampleAccessError` when a kind may not be read; ``StoreError``.
  public func holdings(of participant: String? = nil) async throws -> [SampleHolding] {
    try await file.read { database in
      try readable(database, SampleQuery(participant: participant)).compactMap {
        try SampleHolding(database, $0)
      }
    }
  }

  /// From when to when samples of some kinds start. Unlike ``holdings(of:)`` it counts nothing, and
  /// costs the same whatever the store holds.
  ///
  /// - Parameters:
  ///   - kinds: the kinds.
  ///   - participant: the person; `nil` for everybody.
  /// - Returns: the first and the last start; `nil` when there are no such samples.
  /// - Throws: `SampleAccessError` when a kind may not be read; ``StoreError``.
  public func span(
    of kinds: Set<AnySampleKind>, participant: String? = nil
  ) async throws -> ClosedRange<Date>? {
    try await file.read { database in
      var starts: [Int64] = []
      for series in try readable(
        database, SampleQuery(kinds: kinds, participant: participant))
      {
        for order in ["", "DESC"] {
          starts += try Int64.fetchAll(
            database.cachedStatement(
              sql: """
                SELECT start_ms FROM sample WHERE series_id = ? ORDER BY start_ms \(order) LIMIT 1
                """), arguments: [series.id])
        }
      }
      guard let first = starts.min(), let last = starts.max() else { return nil }
      return Date(millisecondsSince1970: first)...Date(millisecondsSince1970: last)
    }
  }

  /// The series behind a query; throws when one of them may not be read.
  func readable(_ database: Database, _ query: SampleQuery) throws -> [Series] {
    let series = try SeriesCatalog.series(
      database, participant: query.participant, kinds: query.kinds)
    for series in series { try access.requireReading(series.kind) }
    return series
  }

  /// Throws unless all these kinds may be read.
  func requireReading(_ kinds: Set<AnySampleKind>) throws {
    for kind in kinds.sorted() { try access.requireReading(kind) }
  }

  private func requireReadingOfSomething() throws {
    if access.reading == .nothing { throw StoreError.notKept(Self.nothingGranted) }
  }

  private static let nothingGranted =
    "participants were to be listed and no kind may be read; ask for access to a kind"
}

/// How much is held on a person of one kind.
public struct SampleHolding: Hashable, Sendable {
  /// The person.
  public var participant: String
  /// The kind.
  public var kind: AnySampleKind
  /// How many samples, those left out of flat walking among them.
  public var count: Int
  /// The first start.
  public var first: Date
  /// The last start.
  public var last: Date

  /// Counts a series; `nil` when it is empty.
  init?(_ database: Database, _ series: Series) throws {
    let row = try Row.fetchOne(
      database,
      sql: "SELECT count(*), min(start_ms), max(start_ms) FROM sample WHERE series_id = ?",
      arguments: [series.id])
    guard let row, try row.integer(0) > 0 else { return nil }
    participant = series.participant
    kind = series.kind
    count = Int(try row.integer(0))
    first = Date(millisecondsSince1970: try row.integer(1))
    last = Date(millisecondsSince1970: try row.integer(2))
  }
}
