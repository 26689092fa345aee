import Foundation
import GRDB
import GaitModel

/// What changed in which change: where additions lie, and which samples are gone.
enum ChangeLog {
  /// The number of the change that begins now.
  static func next(_ database: Database) throws -> Int64 { try last(database) + 1 }

  /// The number of the last change, 0 in an empty store.
  static func last(_ database: Database) throws -> Int64 {
    let row = try Row.fetchOne(
      database.cachedStatement(sql: "SELECT change_id FROM last_change WHERE id = 1"))
    return try row?.integer(0) ?? 0
  }

  /// The place after the last change.
  static func anchor(_ database: Database) throws -> ChangeAnchor {
    let last = try last(database)
    return ChangeAnchor(rawValue: last, stored: try stored(database, last))
  }

  /// When a change was stored, milliseconds since 1970; `nil` where that is not known.
  static func stored(_ database: Database, _ change: Int64) throws -> Int64? {
    try Int64.fetchOne(
      database.cachedStatement(sql: "SELECT stored_ms FROM change WHERE change_id = ?"),
      arguments: [change])
  }

  /// Makes a change the last one, stored at an instant, milliseconds since 1970.
  static func commit(_ database: Database, _ change: Int64, at instant: Int64) throws {
    try database.cachedStatement(sql: "UPDATE last_change SET change_id = ? WHERE id = 1")
      .execute(arguments: [change])
    try database.cachedStatement(sql: "INSERT OR REPLACE INTO change VALUES (?, ?)")
      .execute(arguments: [change, instant])
  }

  /// When what each change wrote was said; those of older programs are not among them.
  static func times(_ database: Database) throws -> [Int64: TimeSaid] {
    let exports = try PhoneExport.times(database)
    var times: [Int64: TimeSaid] = [:]
    let rows = try Row.fetchCursor(database, sql: "SELECT change_id, stored_ms FROM change")
    while let row = try rows.next() {
      let change = try row.integer(0)
      let export = exports[change]
      times[change] = TimeSaid(
        stored: try row.integer(1), exported: export?.written, clock: export?.clock)
    }
    return times
  }

  /// Says where in a series a change wrote samples.
  static func recordAddition(
    _ database: Database, change: Int64, series: Int64, _ first: Int64, _ last: Int64
  ) throws {
    try database.cachedStatement(sql: "INSERT INTO addition VALUES (?, ?, ?, ?)")
      .execute(arguments: [change, series, first, last])
  }

  /// Says that a sample is gone, or that it only gave way and is kept aside.
  static func recordDeletion(
    _ database: Database, change: Int64, kind: Int64, sample: UUID, gaveWay: Bool = false
  ) throws {
    try database.cachedStatement(sql: "INSERT OR IGNORE INTO deletion VALUES (?, ?, ?, ?)")
      .execute(arguments: [change, kind, sample.uuidString, gaveWay])
  }

  /// An instant after all that is stored, whatever the clocks said: milliseconds since 1970.
  static func afterAll(_ database: Database, now: Int64) throws -> Int64 {
    let last = try Row.fetchOne(
      database,
      sql: """
        SELECT max(stored_ms) FROM (SELECT stored_ms FROM change UNION ALL SELECT stored_ms FROM recording
          UNION ALL SELECT stored_ms FROM collection_stop)
        """)
    return max(now, (try last?.optionalInteger(0) ?? 0) + 1)
  }
}
