import GRDB
import GRDBSQLite
import GaitModel

/// The statement that writes one sample. Values are bound without a detour through arrays of
/// values: with them a save took twice as long.
struct SampleUpsert {
  private let database: Database
  private let statement: Statement

  /// Prepares the statement.
  init(_ database: Database) throws {
    self.database = database
    statement = try database.cachedStatement(sql: Self.sql)
  }

  /// Writes a sample; `false` when it was there already as it is.
  func write(_ sample: Sample, _ key: SampleKey, detail: Int64, change: Int64) throws -> Bool {
    let handle = statement.sqliteStatement
    sqlite3_bind_int64(handle, 1, key.series)
    sqlite3_bind_int64(handle, 2, key.start)
    sqlite3_bind_int64(handle, 3, key.duration)
    sqlite3_bind_int64(handle, 4, key.source)
    sqlite3_bind_int64(handle, 5, key.distinction)
    sqlite3_bind_int64(handle, 6, detail)
    sqlite3_bind_double(handle, 7, sample.value)
    bind(sample.standardError, to: 8)
    bind(sample.standardErrorWithinPerson, to: 9)
    sqlite3_bind_int64(handle, 10, change)
    let code = sqlite3_step(handle)
    sqlite3_reset(handle)
    guard code == SQLITE_DONE else {
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
    }
    return database.changesCount > 0
  }

  private func bind(_ value: Double?, to place: Int32) {
    if let value {
      sqlite3_bind_double(statement.sqliteStatement, place, value)
    } else {
      sqlite3_bind_null(statement.sqliteStatement, place)
    }
  }

  private static let sql = """
    INSERT INTO sample (series_id, start_ms, duration_ms, source_id, distinction, detail_id, value,
      standard_error, standard_error_within_person, change_id)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET detail_id = excluded.detail_id, value = excluded.value,
      standard_error = excluded.standard_error,
      standard_error_within_person = excluded.standard_error_within_person,
      change_id = excluded.change_id
    WHERE detail_id IS NOT excluded.detail_id OR value IS NOT excluded.value
      OR standard_error IS NOT excluded.standard_error
      OR standard_error_within_person IS NOT excluded.standard_error_within_person
    """
}
