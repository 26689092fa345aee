import Foundation
import GRDB

/// What changed in which change: where additions lie, and which samples are gone.
enum ChangeLog {
  /// The number of the change that begins now.
  static func next(_ database: Database) throws -> Int64 { try last(database) + 1 }

  /// The number of the last change, 0 in an empty store.
  static func last(_ database: Database) throws -> Int64 {
    try Int64.fetchOne(
      database.cachedStatement(sql: "SELECT change_id FROM last_change WHERE id = 1")) ?? 0
  }

  /// Makes a change the last one.
  static func commit(_ database: Database, _ change: Int64) throws {
    try database.cachedStatement(sql: "UPDATE last_change SET change_id = ? WHERE id = 1")
      .execute(arguments: [change])
  }

  /// Says where in a series a change wrote samples.
  static func recordAddition(
    _ database: Database, change: Int64, series: Int64, _ first: Int64, _ last: Int64
  ) throws {
    try database.cachedStatement(sql: "INSERT INTO addition VALUES (?, ?, ?, ?)")
      .execute(arguments: [change, series, first, last])
  }

  /// Says that a sample is gone.
  static func recordDeletion(
    _ database: Database, change: Int64, kind: Int64, sample: UUID
  ) throws {
    try database.cachedStatement(sql: "INSERT OR IGNORE INTO deletion VALUES (?, ?, ?)")
      .execute(arguments: [change, kind, sample.uuidString])
  }
}
