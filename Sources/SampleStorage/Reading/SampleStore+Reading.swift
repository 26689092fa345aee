import Foundation
import GRDB
import GaitModel

extension SampleStore: GuardedSamples {}

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

  /// Everybody who has samples, by name; how far estimates came is none. Names are no samples: any handle that may read
  /// one kind may ask for them.
  public func participants() async throws -> [String] {
    try requireReadingOfSomething()
    let bookkeeping = AnySampleKind.bookkeeping.map(\.name)
    return try await file.read { database in
      try String.fetchAll(
        database,
        sql: """
          SELECT name FROM participant WHERE EXISTS (
            SELECT 1 FROM series JOIN sample ON sample.series_id = series.id
            WHERE series.participant_id = participant.id AND series.kind_id NOT IN (
              SELECT id FROM kind WHERE name IN (\(databaseQuestionMarks(count: bookkeeping.count)))))
          ORDER BY name
          """, arguments: StatementArguments(bookkeeping))
    }
  }

  /// Everybody of whom anything is held, by name: also those of whom all gave way, as when a recording went to
  /// somebody else.
  public func everybody() async throws -> [String] {
    try requireReadingOfSomething()
    return try await file.read { database in
      try String.fetchAll(database, sql: "SELECT name FROM participant ORDER BY name")
    }
  }

  /// What is held on a person, or on everybody: how many samples of each kind, from when to when.
  ///
  /// - Parameter query: which samples; order and limit do not count.
  /// - Returns: a line for each person and kind, in this order.
  /// - Throws: `SampleAccessError` when a kind may not be read; ``StoreError``.
  public func holdings(
    matching query: SampleQuery = SampleQuery(includesLeftOut: true)
  ) async throws -> [SampleHolding] {
    try await file.read { database in
      try readable(database, query).compactMap { try SampleHolding(database, $0, query) }
    }
  }

  /// The names of what wrote samples of a person or of everybody, in order.
  public func sources(of participant: String? = nil) async throws -> [String] {
    try await names("source", of: participant)
  }

  /// The names of the recordings of a person or of everybody, in order.
  public func recordings(of participant: String? = nil) async throws -> [String] {
    try await names("recording", of: participant)
  }

  /// The keys of the free metadata of a person's samples or of everybody's, in order.
  public func metadataKeys(of participant: String? = nil) async throws -> [String] {
    try requireReadingOfSomething()
    return try await file.read { database in
      try String.fetchAll(
        database,
        sql: """
          SELECT DISTINCT pair.key FROM detail
          JOIN participant ON participant.id = participant_id
          JOIN json_each(detail.other) AS pair
          WHERE ? IS NULL OR participant.name = ? ORDER BY 1
          """, arguments: [participant, participant])
    }
  }

  /// The words under a key of the free metadata of a person's samples or of everybody's, in order.
  public func metadataWords(under key: String, of participant: String? = nil) async throws
    -> [String]
  {
    try requireReadingOfSomething()
    return try await file.read { database in
      try String.fetchAll(
        database,
        sql: """
          SELECT DISTINCT pair.value FROM detail
          JOIN participant ON participant.id = participant_id
          JOIN json_each(detail.other) AS pair
          WHERE pair.key = ? AND (? IS NULL OR participant.name = ?) ORDER BY 1
          """, arguments: [key, participant, participant])
    }
  }

  private func names(_ table: String, of participant: String?) async throws -> [String] {
    try requireReadingOfSomething()
    return try await file.read { database in
      try String.fetchAll(
        database,
        sql: """
          SELECT DISTINCT \(table).name FROM \(table)
          JOIN participant ON participant.id = participant_id
          WHERE ? IS NULL OR participant.name = ? ORDER BY 1
          """, arguments: [participant, participant])
    }
  }

  /// From when to when samples of some kinds start. Unlike ``holdings(matching:)`` it counts nothing, and
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
    guard let key = query.otherKey else { return series }
    // A key that is in none of a person's details need not be sought in a year of rows.
    let holders = try Set(series.map(\.participantID)).filter {
      try DetailRow.mayHold(key, database, participant: $0)
    }
    return series.filter { holders.contains($0.participantID) }
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
  /// The first start, by the query's clock where it has one.
  public var first: Date
  /// The last start.
  public var last: Date
  /// The sample that starts first, with its own clock; `nil` where all have the same.
  package private(set) var firstSample: Sample?
  /// The sample that starts last, with its own clock; `nil` where all have the same.
  package private(set) var lastSample: Sample?

  private init(_ series: Series, count: Int64, first: Int64, last: Int64) {
    participant = series.participant
    kind = series.kind
    self.count = Int(count)
    self.first = Date(millisecondsSince1970: first)
    self.last = Date(millisecondsSince1970: last)
  }

  /// Counts what a query asks for of a series; `nil` when there is none.
  init?(_ database: Database, _ series: Series, _ query: SampleQuery) throws {
    var everything = SampleQuery(kinds: query.kinds, participant: query.participant)
    everything.includesLeftOut = true
    (everything.order, everything.limit) = (query.order, query.limit)
    everything.clock = query.clock
    var (count, first, last) = (Int64(0), Int64.max, Int64.min)
    var ends: (first: StoredSample, last: StoredSample)?
    var origins = OriginCatalog(database, for: query)
    if query == everything, try !Self.moves(database, series, query) {
      let row = try Row.fetchOne(
        database,
        sql: "SELECT count(*), min(start_ms), max(start_ms) FROM sample WHERE series_id = ?",
        arguments: [series.id])
      if let row, try row.integer(0) > 0 {
        (count, first, last) = (try row.integer(0), try row.integer(1), try row.integer(2))
      }
    } else {
      var scan = SeriesScan(query, of: series)
      scan.columns = .values
      try scan.forEach(database) { row in
        guard try origins.asks(for: row) else { return true }
        let start = try origins.start(of: row)
        ends = (start < first ? row : ends?.first ?? row, start >= last ? row : ends?.last ?? row)
        (count, first, last) = (count + 1, min(first, start), max(last, start))
        return true
      }
    }
    guard count > 0 else { return nil }
    self.init(series, count: count, first: first, last: last)
    guard let ends else { return }
    firstSample = try origins.origin(of: ends.first).map { ends.first.sample(series.kind, $0) }
    lastSample = try origins.origin(of: ends.last).map { ends.last.sample(series.kind, $0) }
  }

  /// Whether the person has something by another clock than that of the query.
  private static func moves(
    _ database: Database, _ series: Series, _ query: SampleQuery
  ) throws -> Bool {
    guard let clock = query.clock else { return false }
    return try DetailRow.clocks(database, of: series.participantID).contains { metadata, _ in
      [true, false].contains { clock.difference(metadata, lasts: $0) != .none }
    }
  }
}

extension SampleStore {
  /// The samples asked for as plain numbers by kind, in their order; the query's order and limit do
  /// not count.
  ///
  /// A row costs a third of a sample: nothing is looked up that the query does not ask for.
  ///
  /// - Parameter query: which samples.
  /// - Returns: the rows of each kind that has some, the earliest first.
  /// - Throws: `SampleAccessError` when a kind may not be read; ``StoreError``.
  public func rows(matching query: SampleQuery) async throws -> [AnySampleKind: [SampleRow]] {
    try requireReading(query.kinds ?? [])
    return try await file.read { database in
      var origins = OriginCatalog(database, for: query)
      var rows: [AnySampleKind: [SampleRow]] = [:]
      for series in try readable(database, query) {
        let own = try Self.rows(of: series, query, database, &origins)
        guard !own.isEmpty else { continue }
        // One person's rows stay where they are: to append a year of them to nothing copies it.
        if rows[series.kind] == nil { rows[series.kind] = own } else { rows[series.kind]? += own }
      }
      // Series and what a source is called by number come in the order in which they were added.
      return rows.mapValues { zip($0, $0.dropFirst()).allSatisfy { $0 <= $1 } ? $0 : $0.sorted() }
    }
  }

  private static let fewRows = 1024
  /// A year of 90 walks a day.
  private static let yearOfRows = 1 << 15

  private static func rows(
    of series: Series, _ query: SampleQuery, _ database: Database, _ origins: inout OriginCatalog
  ) throws -> [SampleRow] {
    var scan = SeriesScan(query, of: series)
    scan.columns = query.needsErrors ? .errors : .values
    var rows: [SampleRow] = []
    let counted = query.countsOnce ? try query.counted(database, series) : nil
    try scan.forEach(database) { stored in
      guard try origins.asks(for: stored) else { return true }
      guard let counted, !counted.time.isWhole(stored.source) else {
        // Memory that is not touched costs nothing, and growing would copy what is there.
        if rows.count == Self.fewRows { rows.reserveCapacity(Self.yearOfRows) }
        var row = stored.row
        row.start = try origins.start(of: stored)
        rows.append(row)
        return true
      }
      let shift = try origins.start(of: stored) - stored.start
      rows += counted.parts(of: stored).map {
        stored.row(in: $0.range.lowerBound + shift..<$0.range.upperBound + shift, $0.value)
      }
      return true
    }
    return rows
  }
}

extension StoredSample {
  /// The row as plain numbers.
  var row: SampleRow {
    SampleRow(
      start: start, duration: duration, value: value, standardError: standardError,
      standardErrorWithinPerson: standardErrorWithinPerson)
  }

  /// A part of the row as plain numbers.
  func row(in range: Range<Int64>, _ value: Double) -> SampleRow {
    SampleRow(
      start: range.lowerBound, duration: range.upperBound - range.lowerBound, value: value,
      standardError: standardError, standardErrorWithinPerson: standardErrorWithinPerson)
  }
}

/// A recording whose analysis a store keeps.
public struct KeptRecording: Hashable, Sendable {
  /// The person.
  public var participant: String
  /// Its name, start and content.
  public var recording: RecordingReference
  /// When the analysis was stored, milliseconds since 1970; 0 where that is not known.
  package var stored: Int64
  /// Whether samples of the analysis were deleted and the others stayed.
  public internal(set) var isPart = false
  /// The same as it stands in the store: taken apart only where it is asked for.
  private var methods: String

  /// The revision of each method of the analysis.
  public var revisions: [String: Int] {
    (try? JSONDecoder().decode([String: Int].self, from: Data(methods.utf8))) ?? [:]
  }

  fileprivate init(_ row: Row) throws {
    participant = try row.word(0)
    recording = RecordingReference(
      name: try row.word(1), start: try row.instant(2),
      content: try row.text(3))
    methods = try row.word(4)
    stored = try row.integer(5)
  }
}

extension SampleStore {
  /// The recordings whose analyses are kept, by person, start and name.
  ///
  /// - Parameter participant: the person; `nil` for everybody.
  /// - Returns: a line for each recording, also where none of its samples is left.
  /// - Throws: `SampleAccessError` when no kind may be read; ``StoreError``.
  public func keptRecordings(of participant: String? = nil) async throws -> [KeptRecording] {
    guard access.reading != .nothing else {
      throw StoreError.notKept("recordings were to be listed and no kind may be read")
    }
    return try await file.read { try Self.keptRecordings($0, of: participant) }
  }

  static func keptRecordings(
    _ database: Database, of participant: String?
  ) throws -> [KeptRecording] {
    var kept = try Row.fetchAll(
      database,
      sql: """
        SELECT participant.name, recording.name, start_ms, nullif(content, ''), revisions, stored_ms
        FROM recording JOIN participant ON participant.id = recording.participant_id
        WHERE stored_ms IS NOT NULL AND (? IS NULL OR participant.name = ?)
        ORDER BY participant.name, start_ms, recording.name, content
        """, arguments: [participant, participant]
    ).map(KeptRecording.init)
    try RecordingDeletions.markParts(database, in: &kept)
    return kept
  }
}
