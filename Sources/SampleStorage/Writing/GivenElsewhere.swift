import GRDB
import GaitModel

/// What counts once where two stores hold records of one source at the same time, each of them records that the other does
/// not hold: those of a phone's export, and of an export of later that has others in their place (``GivenAgain``). Of two that
/// overlap the one that was stored later stays. Only what adds up counts twice otherwise.
struct GivenElsewhere {
  private let database: Database
  private let times: [Int64: Int64]
  /// The first change of the merge.
  private let change: Int64
  private var series: Set<Int64> = []

  /// Begins to look, before anything of a person is taken.
  init(_ database: Database, _ times: [Int64: Int64]) throws {
    (self.database, self.times) = (database, times)
    change = try ChangeLog.next(database)
    try database.execute(
      sql: """
        CREATE TEMP TABLE IF NOT EXISTS elsewhere (
          series_id INTEGER NOT NULL, start_ms INTEGER NOT NULL, duration_ms INTEGER NOT NULL,
          source_id INTEGER NOT NULL, distinction INTEGER NOT NULL, stored_ms INTEGER NOT NULL,
          is_new INTEGER NOT NULL,
          PRIMARY KEY (series_id, start_ms, duration_ms, source_id, distinction)) WITHOUT ROWID;
        DELETE FROM temp.elsewhere
        """)
  }

  /// Takes a record that is held there, and whether it was not here.
  mutating func take(_ sample: Sample, _ key: SampleKey, stored: Int64, isNew: Bool) throws {
    guard sample.kind.aggregation == .cumulative, sample.source.recording == nil else { return }
    if isNew { series.insert(key.series) }
    try database.cachedStatement(
      sql: "INSERT OR IGNORE INTO temp.elsewhere VALUES (?, ?, ?, ?, ?, ?, ?)"
    ).execute(
      arguments: [
        key.series, key.start, key.duration, key.source, key.distinction, stored, isNew,
      ])
  }

  /// What does not stay, with the time at which that was stored which does.
  func keys(in series: Series) throws -> [SampleKey: Int64] {
    guard self.series.contains(series.id) else { return [:] }
    var found: [SampleKey: Int64] = [:]
    let rows = try Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT old.start_ms, old.duration_ms, old.source_id, old.distinction, old.change_id,
            new.start_ms, new.duration_ms, new.distinction, new.stored_ms
          FROM temp.elsewhere AS new CROSS JOIN sample AS old ON old.series_id = new.series_id
            AND old.start_ms > new.start_ms - :longest AND old.start_ms < new.start_ms + new.duration_ms
            AND old.start_ms + old.duration_ms > new.start_ms AND old.source_id = new.source_id
          WHERE new.series_id = :series AND new.is_new AND old.change_id < :change
            AND NOT EXISTS (SELECT 1 FROM temp.elsewhere AS same
              WHERE same.series_id = old.series_id AND same.start_ms = old.start_ms
                AND same.duration_ms = old.duration_ms AND same.source_id = old.source_id
                AND same.distinction = old.distinction)
          """),
      arguments: [
        "series": series.id, "change": change, "longest": series.longestMilliseconds,
      ])
    while let row = try rows.next() {
      func key(_ columns: [Int]) throws -> SampleKey {
        SampleKey(
          series: series.id, start: try row.integer(columns[0]),
          duration: try row.integer(columns[1]), source: try row.integer(2),
          distinction: try row.integer(columns[2]))
      }
      let (old, new) = (try key([0, 1, 3]), try key([5, 6, 7]))
      let (here, there) = (times[try row.integer(4)] ?? 0, try row.integer(8))
      // Of two at once the one that is longer stays, whichever store it is in.
      let isOlder =
        (here, old.duration, old.start, old.distinction)
        < (there, new.duration, new.start, new.distinction)
      let (loser, time) = isOlder ? (old, there) : (new, here)
      found[loser] = max(found[loser] ?? time, time)
    }
    return found
  }
}
