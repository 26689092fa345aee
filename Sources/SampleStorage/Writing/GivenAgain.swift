import Foundation
import GRDB
import GaitModel

/// What gives way where a phone gives its records again: those that it gave before, does not give any more, and gives
/// others in the place of.
///
/// A phone changes what it has: units are switched, a value is corrected, records of minutes are condensed to one. An export
/// is all that it has. A record of before gives way where the export does not hold it and has a new one of the same source
/// at the same time, or, of kinds that add up, one that overlaps it. What nothing new takes the place of stays: people
/// also give exports of which only a part is left.
struct GivenAgain {
  private let database: Database
  private let change: Int64
  /// Whether a series held anything before.
  private var isKnown: [Int64: Bool] = [:]

  /// Begins to look, for one change.
  init(_ database: Database, change: Int64) throws {
    self.database = database
    self.change = change
    // The records of an export are too many for memory.
    try database.execute(
      sql: """
        CREATE TEMP TABLE IF NOT EXISTS given (
          series_id INTEGER NOT NULL, start_ms INTEGER NOT NULL, duration_ms INTEGER NOT NULL,
          source_id INTEGER NOT NULL, distinction INTEGER NOT NULL, is_new INTEGER NOT NULL,
          PRIMARY KEY (series_id, start_ms, duration_ms, source_id, distinction)) WITHOUT ROWID;
        DELETE FROM temp.given
        """)
  }

  /// Takes a record that was given, and whether it was not there before as it is.
  mutating func take(_ key: SampleKey, isNew: Bool) throws {
    let known = try isKnown[key.series] ?? holdsOlder(key.series)
    isKnown[key.series] = known
    guard known else { return }
    try database.cachedStatement(
      sql: "INSERT OR IGNORE INTO temp.given VALUES (?, ?, ?, ?, ?, ?)"
    ).execute(
      arguments: [key.series, key.start, key.duration, key.source, key.distinction, isNew])
  }

  private func holdsOlder(_ series: Int64) throws -> Bool {
    try Bool.fetchOne(
      database.cachedStatement(
        sql: "SELECT EXISTS (SELECT 1 FROM sample WHERE series_id = ? AND change_id < ?)"),
      arguments: [series, change]) ?? false
  }

  /// Keeps aside what gives way.
  ///
  /// - Parameters:
  ///   - writer: takes it away.
  ///   - superseding: why and when.
  ///   - isOlder: whether a later export was taken before: then what is new gives way to what is here.
  /// - Returns: how many that are new gave way.
  /// - Throws: what the database throws.
  func settle(
    with writer: inout SampleWriter, _ superseding: Superseding, isOlder: Bool
  ) throws -> Int {
    let aside = Superseding(
      reason: isOlder ? "a later export of the phone says otherwise" : superseding.reason,
      instant: superseding.instant)
    var count = 0
    for series in try SeriesCatalog.series(database, participant: nil, kinds: nil)
    where isKnown[series.id] == true {
      var origins = OriginCatalog(
        database, for: SampleQuery(participant: series.participant, includesLeftOut: true))
      for key in try keys(of: series, areNew: isOlder) {
        if let sample = try series.sample(at: key, database, &origins) {
          try writer.delete(key, sample, aside: aside)
          count += isOlder ? 1 : 0
        }
      }
    }
    try database.execute(sql: "DELETE FROM temp.given")
    return count
  }

  /// What of a series gives way: of what was there, or of what is new.
  private func keys(of series: Series, areNew: Bool) throws -> [SampleKey] {
    let addsUp = series.kind.aggregation == .cumulative
    let loser = areNew ? "new" : "old"
    return try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT DISTINCT \(loser).start_ms, \(loser).duration_ms, \(loser).source_id,
            \(loser).distinction
          FROM temp.given AS new CROSS JOIN sample AS old ON old.series_id = new.series_id
            AND old.start_ms BETWEEN new.start_ms - :longest AND new.start_ms + new.duration_ms
            AND old.source_id = new.source_id
          WHERE new.series_id = :series AND new.is_new AND old.change_id < :change
            AND (old.start_ms = new.start_ms AND old.duration_ms = new.duration_ms
              OR :addsUp AND old.start_ms < new.start_ms + new.duration_ms
                AND old.start_ms + old.duration_ms > new.start_ms)
            AND NOT EXISTS (SELECT 1 FROM temp.given AS same
              WHERE same.series_id = old.series_id AND same.start_ms = old.start_ms
                AND same.duration_ms = old.duration_ms AND same.source_id = old.source_id
                AND same.distinction = old.distinction)
          """),
      arguments: [
        "series": series.id, "change": change, "addsUp": addsUp,
        "longest": addsUp ? series.longestMilliseconds : 0,
      ]
    ).map { row in
      SampleKey(
        series: series.id, start: try row.integer(0), duration: try row.integer(1),
        source: try row.integer(2), distinction: try row.integer(3))
    }
  }
}

extension Series {
  /// The sample that stands at a place; `nil` where there is none.
  func sample(
    at key: SampleKey, _ database: Database, _ origins: inout OriginCatalog
  ) throws -> Sample? {
    var sample: Sample?
    try SeriesScan(series: id, from: key.start, to: key.start + 1).forEach(database) { row in
      if row.key(in: self) == key, let origin = try origins.origin(of: row) {
        sample = row.sample(kind, origin)
      }
      return sample == nil
    }
    return sample
  }
}

extension PhoneExport {
  /// When the last export of the person was written that was taken, where that is later than this one.
  func later(in database: Database) throws -> Date? {
    guard let written else { return nil }
    let last = try Int64.fetchOne(
      database,
      sql: """
        SELECT max(sample.start_ms) FROM sample JOIN series ON series.id = sample.series_id
          JOIN participant ON participant.id = series.participant_id
          JOIN kind ON kind.id = series.kind_id
        WHERE participant.name = ? AND kind.name = ?
        """, arguments: [participant, AnySampleKind.phoneExport.name])
    return last.map { Date(millisecondsSince1970: $0) }.flatMap { $0 > written ? $0 : nil }
  }

  /// Writes down that it was taken.
  func note(in database: Database, at instant: Int64) throws {
    guard let written, try later(in: database) == nil else { return }
    var writer = try SampleWriter(database, at: instant)
    _ = try writer.save(
      Sample(
        kind: .phoneExport, value: 1, start: written, end: written, participant: participant,
        source: SampleSource(name: SampleSource.person.name), metadata: SampleMetadata()))
    _ = try writer.finish()
  }
}
