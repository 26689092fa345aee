import Foundation
import GRDB
import GRDBSQLite
import GaitModel

/// One pass over a stretch of time of one person's kind, in the order in which it lies in the file.
struct SeriesScan {
  /// The series' number in the store.
  var series: Int64
  /// First start, milliseconds since 1970.
  var from: Int64 = .min
  /// Starts before this, milliseconds since 1970.
  var to: Int64 = .max
  /// Whether the latest start comes first.
  var isDescending = false
  /// What is asked of a row: SQLite takes each column out of the row by itself.
  var columns = StoredSample.Columns.all

  /// Hands each row to the body, until the body says that it has enough by returning `false`.
  func forEach(_ database: Database, _ body: (StoredSample) throws -> Bool) throws {
    let statement = try database.cachedStatement(sql: sql).sqliteStatement
    var block = RowBlock()
    defer { block.deallocate() }
    try withUnsafeMutablePointer(to: &block) { block in
      bind(to: statement)
      RowBlock.bind(block, to: statement, 4)
      defer {
        sqlite3_reset(statement)
        sqlite3_bind_null(statement, 4)
      }
      var goesOn = true
      while goesOn {
        goesOn = try Self.step(statement)
        for row in block.pointee.taken {
          guard row.isPossible else { throw DatabaseError.impossibleRow }
          guard try body(row) else { return }
        }
        block.pointee.empty()
      }
    }
  }

  /// Hands each row that gave way to another to the body, with why and when.
  func forEachSuperseded(
    _ database: Database, _ body: (StoredSample, Superseding) throws -> Void
  ) throws {
    let statement = try database.cachedStatement(sql: Self.superseded).sqliteStatement
    bind(to: statement)
    defer { sqlite3_reset(statement) }
    while try Self.step(statement) {
      let row = StoredSample(ofSuperseded: statement)
      guard row.isPossible else { throw DatabaseError.impossibleRow }
      let reason = sqlite3_column_text(statement, 9).map { String(cString: $0) } ?? ""
      let instant = Date(millisecondsSince1970: sqlite3_column_int64(statement, 8))
      let stored =
        sqlite3_column_type(statement, 10) == SQLITE_NULL
        ? nil : Date(millisecondsSince1970: sqlite3_column_int64(statement, 10))
      try body(row, Superseding(reason: reason, instant: instant, stored: stored))
    }
  }

  private func bind(to statement: OpaquePointer) {
    sqlite3_reset(statement)
    sqlite3_bind_int64(statement, 1, series)
    sqlite3_bind_int64(statement, 2, from)
    sqlite3_bind_int64(statement, 3, to)
  }

  /// Goes on to the next row; `false` after the last.
  private static func step(_ statement: OpaquePointer) throws -> Bool {
    let code = sqlite3_step(statement)
    guard code == SQLITE_ROW || code == SQLITE_DONE else {
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: nil)
    }
    return code == SQLITE_ROW
  }

  private var sql: String {
    if isDescending { return Self.descending }
    return switch columns {
    case .values: Self.ofValues
    case .errors: Self.withErrors
    case .all: Self.ascending
    }
  }

  private static let values = "start_ms, duration_ms, source_id, detail_id, value"
  private static let errors = values + ", standard_error, standard_error_within_person"
  private static let all = errors + ", distinction, change_id"
  private static let stretch = "WHERE series_id = ?1 AND start_ms >= ?2 AND start_ms < ?3"
  /// The order of the table's key: nothing is sorted, which a block that fills on the way asks for.
  private static let order = "ORDER BY start_ms, duration_ms, source_id, distinction"
  private static let ofValues = blocks(of: values) + order
  private static let withErrors = blocks(of: errors) + order
  private static let ascending = blocks(of: all) + order
  private static let descending =
    blocks(of: all)
    + "ORDER BY start_ms DESC, duration_ms DESC, source_id DESC, distinction DESC"
  private static let superseded = """
    SELECT \(errors), distinction, superseded_ms, reason, stored_ms FROM superseded \(stretch) \
    ORDER BY start_ms, duration_ms, superseded_ms, reason, value, distinction, id
    """

  private static func blocks(of columns: String) -> String {
    "SELECT 1 FROM sample \(stretch) AND \(RowBlock.function)(?4, \(columns)) "
  }
}

extension SeriesScan {
  /// The stretch of a series that a query asks for. By a clock samples may lie beside it, and a local clock beside an
  /// instant: the catalog of origins leaves out what the query does not ask for.
  init(_ query: SampleQuery, of series: Series) {
    self.init(series: series.id)
    let reach = query.clock == nil && !query.hasInstants ? 0 : DayClock.greatestShift
    if let from = query.from { self.from = from.firstMillisecond.addingWithin(-reach) }
    if let to = query.to { self.to = to.firstMillisecond.addingWithin(reach) }
  }
}

extension Int64 {
  /// The sum, or the last number on the way to it.
  func addingWithin(_ other: Int64) -> Int64 {
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
    let statement = try database.cachedStatement(
      sql: """
        SELECT series.id, participant.name, participant.id, kind.name, kind.id, longest_ms
        FROM participant CROSS JOIN series ON series.participant_id = participant.id
          JOIN kind ON kind.id = series.kind_id
        \(participant == nil ? "" : "WHERE participant.name = ?")
        ORDER BY participant.name, kind.name
        """)
    // Row by row: to keep all rows first takes longer than to find them.
    let rows = try Row.fetchCursor(statement, arguments: participant.map { [$0] } ?? [])
    var series: [Series] = []
    while let row = try rows.next() {
      let kind = AnySampleKind(try row.word(3))
      guard kinds?.contains(kind) ?? true else { continue }
      let longest = try row.integer(5)
      guard longest >= 0 else { throw DatabaseError.impossibleRow }
      series.append(
        Series(
          id: try row.integer(0), participant: try row.word(1), participantID: try row.integer(2),
          kind: kind, kindID: try row.integer(4), longestMilliseconds: longest))
    }
    return series
  }
}
