import GRDB
import GRDBSQLite

/// The keys of the samples that an analysis wrote, by which those are found that it did not write again. They lie in a
/// table of the connection's own, which SQLite puts in a temporary file: a month of walking has a million.
struct WrittenKeys {
  private let inserting: Statement
  private let finding: Statement

  /// Holds none yet.
  init(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TEMP TABLE IF NOT EXISTS written_key (series_id INTEGER, start_ms INTEGER,
          duration_ms INTEGER, source_id INTEGER, distinction INTEGER,
          PRIMARY KEY (series_id, start_ms, duration_ms, source_id, distinction)) WITHOUT ROWID;
        DELETE FROM temp.written_key
        """)
    inserting = try database.cachedStatement(
      sql: "INSERT OR IGNORE INTO temp.written_key VALUES (?, ?, ?, ?, ?)")
    finding = try database.cachedStatement(
      sql: """
        SELECT 1 FROM temp.written_key WHERE series_id = ? AND start_ms = ? AND duration_ms = ?
          AND source_id = ? AND distinction = ?
        """)
  }

  /// Takes note of a key.
  func insert(_ key: SampleKey) throws { _ = try Self.step(inserting, key) }

  /// Whether the key was noted.
  func contains(_ key: SampleKey) throws -> Bool { try Self.step(finding, key) }

  /// Runs a statement about a key; `true` where it finds a row.
  private static func step(_ statement: Statement, _ key: SampleKey) throws -> Bool {
    let handle = statement.sqliteStatement
    let values = [key.series, key.start, key.duration, key.source, key.distinction]
    for (place, value) in values.enumerated() {
      sqlite3_bind_int64(handle, Int32(place + 1), value)
    }
    let code = sqlite3_step(handle)
    sqlite3_reset(handle)
    guard code == SQLITE_ROW || code == SQLITE_DONE else {
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: nil)
    }
    return code == SQLITE_ROW
  }
}
