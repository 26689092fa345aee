import GRDB
import GRDBSQLite
import GaitModel

/// One pass over a stretch of time of one person's kind, in the order in which it lies in the file.
///
/// Rows are read from SQLite's own statement: a row object of GRDB for each of millions of samples
/// would cost several times the scan.
struct SeriesScan {
  /// The series' number in the store.
  var series: Int64
  /// First start, milliseconds since 1970.
  var from: Int64 = .min
  /// Starts before this, milliseconds since 1970.
  var to: Int64 = .max
  /// Whether the latest start comes first.
  var isDescending = false
  /// Whether the rows are those that gave way to others.
  var isSuperseded = false
  /// Whether rows are asked for their identity too: without `distinction` and `change` a year is read
  /// in four fifths of the time.
  var isWhole = true

  /// Hands each row to the body, until the body says that it has enough by returning `false`.
  func forEach(_ database: Database, _ body: (StoredSample) throws -> Bool) throws {
    let statement = try database.cachedStatement(
      sql: isSuperseded
        ? Self.superseded
        : isDescending ? Self.descending : isWhole ? Self.ascending : Self.plain)
    let handle = statement.sqliteStatement
    defer { sqlite3_reset(handle) }
    sqlite3_reset(handle)
    sqlite3_bind_int64(handle, 1, series)
    sqlite3_bind_int64(handle, 2, from)
    sqlite3_bind_int64(handle, 3, to)
    let row = StoredSample(statement: handle)
    while true {
      let code = sqlite3_step(handle)
      guard code == SQLITE_ROW else {
        guard code == SQLITE_DONE else {
          throw DatabaseError(resultCode: ResultCode(rawValue: code), message: nil)
        }
        return
      }
      guard row.isPossible else { throw DatabaseError.impossibleRow }
      guard try body(row) else { return }
    }
  }

  private static let columns = """
    SELECT start_ms, duration_ms, source_id, detail_id, value, standard_error, \
    standard_error_within_person
    """
  private static let identity = ", distinction, change_id"
  private static let stretch = " FROM sample WHERE series_id = ? AND start_ms >= ? AND start_ms < ?"
  private static let order = " ORDER BY start_ms, duration_ms, source_id, distinction"
  private static let plain = columns + stretch + order
  private static let ascending = columns + identity + stretch + order
  private static let superseded = """
    \(columns), distinction, 0, superseded_ms, reason FROM superseded \
    WHERE series_id = ? AND start_ms >= ? AND start_ms < ? \
    ORDER BY start_ms, duration_ms, superseded_ms, reason, value, distinction, id
    """
  private static let descending =
    columns + identity + stretch
    + " ORDER BY start_ms DESC, duration_ms DESC, source_id DESC, distinction DESC"
}

/// The row on which a scan stands; columns are read when they are asked for.
struct StoredSample {
  fileprivate let statement: OpaquePointer

  /// Start, milliseconds since 1970.
  var start: Int64 { sqlite3_column_int64(statement, 0) }
  /// Length, milliseconds.
  var duration: Int64 { sqlite3_column_int64(statement, 1) }
  /// Number of the source.
  var source: Int64 { sqlite3_column_int64(statement, 2) }
  /// Number of the details.
  var detail: Int64 { sqlite3_column_int64(statement, 3) }
  /// The value in the kind's base unit.
  var value: Double { sqlite3_column_double(statement, 4) }
  /// Standard error against the truth.
  var standardError: Double? { optional(5) }
  /// Standard error against the person's own past.
  var standardErrorWithinPerson: Double? { optional(6) }
  /// What tells it apart from others that are alike.
  var distinction: Int64 { sqlite3_column_int64(statement, 7) }
  /// The change that wrote it.
  var change: Int64 { sqlite3_column_int64(statement, 8) }

  /// When it gave way to another, milliseconds since 1970; of superseded rows only.
  var superseded: Int64 { sqlite3_column_int64(statement, 9) }
  /// Why it gave way; of superseded rows only.
  var supersedingReason: String {
    sqlite3_column_text(statement, 10).map { String(cString: $0) } ?? ""
  }

  /// Whether the row is one that can have been written. What a damaged file holds must not end the program
  /// in an overflow or a sample that ends before it starts.
  fileprivate var isPossible: Bool {
    let start = start
    let duration = duration
    return StoredRange.instants.contains(start) && duration >= 0
      && duration <= StoredRange.instants.upperBound - start && value.isFinite
  }

  /// SQLite gives 0 for what is absent; only then is it asked which.
  private func optional(_ column: Int32) -> Double? {
    let value = sqlite3_column_double(statement, column)
    if value != 0 { return value }
    return sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : value
  }
}

extension SeriesScan {
  /// The stretch of a series that a query asks for. By a clock samples may lie beside it: the catalog of origins
  /// leaves out what the query does not ask for.
  init(_ query: SampleQuery, of series: Series) {
    self.init(series: series.id)
    let reach = query.clock == nil ? 0 : DayClock.greatestShift
    if let from = query.from { self.from = from.firstMillisecond.addingWithin(-reach) }
    if let to = query.to { self.to = to.firstMillisecond.addingWithin(reach) }
  }
}

extension Int64 {
  /// The sum, or the last number on the way to it.
  fileprivate func addingWithin(_ other: Int64) -> Int64 {
    let (sum, isBeyond) = addingReportingOverflow(other)
    return isBeyond ? (other < 0 ? .min : .max) : sum
  }
}

/// One person's samples of one kind.
struct Series: Hashable, Sendable {
  /// Its number in the store.
  var id: Int64
  /// The person.
  var participant: String
  /// The person's number in the store.
  var participantID: Int64
  /// The kind.
  var kind: AnySampleKind
  /// The kind's number in the store.
  var kindID: Int64
  /// No sample of the series is longer, milliseconds.
  var longestMilliseconds: Int64
}

/// Which series there are.
enum SeriesCatalog {
  /// The series of a person or of everybody, of some kinds or of all, by person and kind.
  static func series(
    _ database: Database, participant: String?, kinds: Set<AnySampleKind>?
  ) throws -> [Series] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT series.id, participant.name, participant.id, kind.name, kind.id, longest_ms
        FROM participant CROSS JOIN series ON series.participant_id = participant.id
          JOIN kind ON kind.id = series.kind_id
        \(participant == nil ? "" : "WHERE participant.name = ?")
        ORDER BY participant.name, kind.name
        """, arguments: participant.map { [$0] } ?? [])
    return try rows.compactMap { row in
      let kind = AnySampleKind(try row.word(3))
      guard kinds?.contains(kind) ?? true else { return nil }
      let longest = try row.integer(5)
      guard longest >= 0 else { throw DatabaseError.impossibleRow }
      return Series(
        id: try row.integer(0), participant: try row.word(1), participantID: try row.integer(2),
        kind: kind, kindID: try row.integer(4), longestMilliseconds: longest)
    }
  }
}
