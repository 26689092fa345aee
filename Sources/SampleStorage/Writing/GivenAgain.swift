import GRDB
import GaitModel

/// What counts once where a source's records are given again, by a later export of a phone or by another store.
///
/// A phone changes what it has: units are switched, a value is corrected, records of minutes are condensed to one. A record
/// of before and a new one speak of the same where they stand in one place or, of kinds that add up, overlap, and what is given
/// does not hold the one of before. A person has one age, whenever it was reached. What nothing new takes the place of stays:
/// people also give exports of which only a part is left.
struct GivenAgain {
  /// A record that gives way.
  struct Loss {
    /// Whether it is one of those that were given.
    var isNew: Bool
    /// When it was said.
    var said: TimeSaid
    /// When that was said which stays.
    var winner: TimeSaid
    /// Where that stands.
    var place: SampleKey
  }

  private let database: Database
  private let change: Int64
  /// Whether a series held anything before.
  private var isKnown: [Int64: Bool] = [:]
  /// When the last of what was given was stored where it comes from, milliseconds since 1970.
  private(set) var latest: Int64 = 0
  /// By whose clocks that stays to which something gave way.
  private(set) var clocks = TakenClocks()

  /// Begins to look, for one change and those after it.
  init(_ database: Database, change: Int64) throws {
    self.database = database
    self.change = change
    // The records of an export are too many for memory.
    try database.execute(
      sql: """
        CREATE TEMP TABLE IF NOT EXISTS given (
          series_id INTEGER NOT NULL, start_ms INTEGER NOT NULL, duration_ms INTEGER NOT NULL,
          source_id INTEGER NOT NULL, distinction INTEGER NOT NULL, stored_ms INTEGER NOT NULL,
          exported_ms INTEGER, is_new INTEGER NOT NULL,
          PRIMARY KEY (series_id, start_ms, duration_ms, source_id, distinction)) WITHOUT ROWID;
        DELETE FROM temp.given
        """)
  }

  /// Takes a record that was given, whether it was not there before as it is, and when it was said.
  mutating func take(_ key: SampleKey, isNew: Bool, _ said: TimeSaid) throws {
    let known = try isKnown[key.series] ?? holdsOlder(key.series)
    isKnown[key.series] = known
    guard known else { return }
    latest = max(latest, said.stored)
    try database.cachedStatement(
      sql: "INSERT OR IGNORE INTO temp.given VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
    ).execute(
      arguments: [
        key.series, key.start, key.duration, key.source, key.distinction, said.stored,
        said.exported, isNew,
      ])
  }

  private func holdsOlder(_ series: Int64) throws -> Bool {
    try Bool.fetchOne(
      database.cachedStatement(
        sql: "SELECT EXISTS (SELECT 1 FROM sample WHERE series_id = ? AND change_id < ?)"),
      arguments: [series, change]) ?? false
  }

  /// Keeps aside what gives way: of two records the one that was said before the other.
  ///
  /// - Parameters:
  ///   - times: when each change was said.
  ///   - person: whose records were given; `nil` where they may be anybody's.
  ///   - writer: takes the other one away.
  ///   - superseding: why and when a record gives way.
  /// - Returns: how many of those that were given gave way.
  /// - Throws: what the database throws.
  mutating func settle(
    by times: [Int64: TimeSaid], of person: String? = nil, with writer: inout SampleWriter,
    _ superseding: (Loss) -> Superseding
  ) throws -> Int {
    var count = 0
    for series in try SeriesCatalog.series(database, participant: person, kinds: nil)
    where isKnown[series.id] == true {
      var origins = OriginCatalog(
        database, for: SampleQuery(participant: series.participant, includesLeftOut: true))
      let lost = try lost(by: times, in: series)
      for (key, loss) in lost.sorted(by: { $0.key.order < $1.key.order }) {
        guard let sample = try series.sample(at: key, database, &origins) else { continue }
        try writer.delete(key, sample, aside: superseding(loss))
        count += loss.isNew ? 1 : 0
        if lost[loss.place] == nil {
          clocks.note(sample, key, at: loss.place, loss.said, series, isNew: loss.isNew)
        }
      }
    }
    try database.execute(sql: "DELETE FROM temp.given")
    return count
  }

  /// What of a series gives way.
  private func lost(
    by times: [Int64: TimeSaid], in series: Series
  ) throws -> [SampleKey: Loss] {
    var lost: [SampleKey: Loss] = [:]
    // Milliseconds; more than the years that are kept.
    let anywhere: Int64 = series.kind == .age ? 1 << 50 : 0
    let pairs = try Row.fetchCursor(
      database.cachedStatement(sql: Self.pairs),
      arguments: [
        "series": series.id, "change": change,
        "addsUp": series.kind.aggregation == .cumulative, "isAge": series.kind == .age,
        "before": series.kind.aggregation == .cumulative ? series.longestMilliseconds : anywhere,
        "after": anywhere,
      ])
    while let row = try pairs.next() {
      func key(from column: Int) throws -> SampleKey {
        SampleKey(
          series: series.id, start: try row.integer(column), duration: try row.integer(column + 1),
          source: try row.integer(2), distinction: try row.integer(column + 3))
      }
      let (old, new) = (try key(from: 0), try key(from: 4))
      let here = times[try row.integer(8)] ?? TimeSaid()
      let there = TimeSaid(
        stored: Int64.fromDatabaseValue(row[9]) ?? 0, exported: try row.optionalInteger(10))
      // Of two at once the same one stays, whichever store it is in.
      let isOldLost =
        here.isAtOnce(with: there) ? old.order < new.order : here.isBefore(there)
      let loss = Loss(
        isNew: !isOldLost, said: isOldLost ? here : there, winner: isOldLost ? there : here,
        place: isOldLost ? new : old)
      let loser = isOldLost ? old : new
      if lost[loser]?.winner.isBefore(loss.winner) ?? true { lost[loser] = loss }
    }
    return lost
  }

  /// The changes of what is kept and speaks of the same as a record would in its place.
  static func tells(
    of kind: AnySampleKind, _ key: SampleKey, in database: Database
  ) throws -> [Int64] {
    try rows(of: kind, key, in: database).map { try $0.integer(0) }
  }

  /// Where that is kept which speaks of the same as a record would in its place.
  static func places(
    of kind: AnySampleKind, _ key: SampleKey, in database: Database
  ) throws -> [SampleKey] {
    try rows(of: kind, key, in: database).map {
      SampleKey(
        series: key.series, start: try $0.integer(1), duration: try $0.integer(2),
        source: key.source, distinction: try $0.integer(3))
    }
  }

  private static func rows(
    of kind: AnySampleKind, _ key: SampleKey, in database: Database
  ) throws -> [Row] {
    try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT old.change_id, old.start_ms, old.duration_ms, old.distinction
          FROM series JOIN sample AS old ON old.series_id = series.id
          WHERE series.id = :series AND old.source_id = :source
            -- What the index can find; without it each record would look at the whole series.
            AND old.start_ms >= iif(:isAge, :first, :start - :addsUp * series.longest_ms)
            AND old.start_ms <= iif(:isAge, :last, :start + :duration)
            AND (old.start_ms = :start AND old.duration_ms = :duration OR :isAge
              OR :addsUp AND old.start_ms < :start + :duration
                AND old.start_ms >= :start - series.longest_ms
                AND old.start_ms + old.duration_ms > :start)
          """),
      arguments: [
        "series": key.series, "source": key.source, "start": key.start, "duration": key.duration,
        "isAge": kind == .age, "addsUp": kind.aggregation == .cumulative, "first": Int64.min,
        "last": Int64.max,
      ])
  }

  /// Records of before, and new ones that speak of the same.
  private static let pairs = """
    SELECT old.start_ms, old.duration_ms, old.source_id, old.distinction,
      new.start_ms, new.duration_ms, new.source_id, new.distinction, old.change_id, new.stored_ms,
      new.exported_ms
    FROM temp.given AS new CROSS JOIN sample AS old ON old.series_id = new.series_id
      AND old.start_ms BETWEEN new.start_ms - :before AND new.start_ms + new.duration_ms + :after
      AND old.source_id = new.source_id
    WHERE new.series_id = :series AND new.is_new AND old.change_id < :change
      AND (old.start_ms = new.start_ms AND old.duration_ms = new.duration_ms
        OR :isAge OR :addsUp AND old.start_ms < new.start_ms + new.duration_ms
          AND old.start_ms + old.duration_ms > new.start_ms)
      AND NOT EXISTS (SELECT 1 FROM temp.given AS same
        WHERE same.series_id = old.series_id AND same.start_ms = old.start_ms
          AND same.duration_ms = old.duration_ms AND same.source_id = old.source_id
          AND same.distinction = old.distinction)
    """
}

extension SampleKey {
  /// The longer one last, then the later one.
  fileprivate var order: (Int64, Int64, Int64) { (duration, start, distinction) }
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
