import GRDB
import GaitModel

/// Puts records that are here by the clock of a later export of the phone on that of one which was written before it and is read
/// now: the clock of the export that was written first is nearest to the day, in whatever order exports are read.
struct EarlierClocks {
  /// How many records have another clock now.
  private(set) var moved = 0
  private let database: Database
  /// When the export was written that is read, milliseconds since 1970.
  private let written: Int64
  private var clocks: OtherClocks
  /// When those were said that are here, each once; a record is noted beside its place among these.
  private var said: [TimeSaid] = []

  /// For an export that was written at an instant, milliseconds since 1970.
  init(_ database: Database, written: Int64) throws {
    (self.database, self.written) = (database, written)
    clocks = OtherClocks(database)
    // The records of an export are too many for memory.
    try database.execute(
      sql: """
        CREATE TEMP TABLE IF NOT EXISTS clocked (
          said INTEGER NOT NULL, series_id INTEGER NOT NULL, start_ms INTEGER NOT NULL,
          duration_ms INTEGER NOT NULL, source_id INTEGER NOT NULL, distinction INTEGER NOT NULL,
          detail_id INTEGER NOT NULL,
          PRIMARY KEY (said, series_id, start_ms, duration_ms, source_id, distinction)) WITHOUT ROWID;
        DELETE FROM temp.clocked
        """)
  }

  /// Whether what was said then is by the clock of a later export.
  func areBefore(_ here: TimeSaid?) -> Bool { here?.clockTime.map { written < $0 } ?? false }

  /// Takes a record that comes where the same one is here by the clock of a later export, from which it differs by its clock
  /// at most.
  ///
  /// - Parameters:
  ///   - sample: what comes.
  ///   - place: where it stands, and the number of its details.
  ///   - here: what is here.
  /// - Returns: whether it is taken.
  /// - Throws: what the database throws.
  mutating func take(
    _ sample: Sample, at place: (key: SampleKey, detail: Int64), besides here: KeptValue
  ) throws -> Bool {
    guard areBefore(here.said), here.is(sample, here.detail),
      try here.detail == place.detail || clocks.differInClockOnly(here.detail, place.detail)
    else { return false }
    if said.last != here.said, !said.contains(here.said) { said.append(here.said) }
    try database.cachedStatement(
      sql: "INSERT OR REPLACE INTO temp.clocked VALUES (?, ?, ?, ?, ?, ?, ?)"
    ).execute(
      arguments: [
        said.firstIndex(of: here.said), place.key.series, place.key.start, place.key.duration,
        place.key.source, place.key.distinction, place.detail,
      ])
    return true
  }

  /// Writes what was taken, of a person.
  mutating func settle(of person: String) throws {
    let series = Dictionary(
      try SeriesCatalog.series(database, participant: person, kinds: nil).map { ($0.id, $0) },
      uniquingKeysWith: { first, _ in first })
    var origins = OriginCatalog(database)
    for (number, here) in said.enumerated() {
      var writer = try SampleWriter(database, at: here.stored)
      writer.export = here.byClock(of: written).export(of: person)
      let rows = try Row.fetchCursor(
        database.cachedStatement(
          sql: """
            SELECT series_id, start_ms, duration_ms, source_id, distinction, detail_id
            FROM temp.clocked WHERE said = ?
            """), arguments: [number])
      while let row = try rows.next() {
        let key = SampleKey(
          series: try row.integer(0), start: try row.integer(1), duration: try row.integer(2),
          source: try row.integer(3), distinction: try row.integer(4))
        guard var sample = try series[key.series]?.sample(at: key, database, &origins) else {
          continue
        }
        sample.origin = try clocks.origin(of: sample, [try row.integer(5), key.source])
        _ = try writer.save(sample)
        // Also what is the same by its clock.
        try writer.renew(key)
      }
      moved += try writer.finish().written
    }
    try database.execute(sql: "DELETE FROM temp.clocked")
  }
}
