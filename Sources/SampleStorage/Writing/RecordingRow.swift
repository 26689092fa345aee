import Foundation
import GRDB
import GaitModel

/// A recording as a row of the table `recording`.
struct RecordingRow {
  /// Its number.
  var id: Int64
  /// First and last start of its samples, milliseconds since 1970; `nil` while it has none.
  var starts: ClosedRange<Int64>?
  /// The revision of each method of the analysis that is kept.
  var revisions: [String: Int]

  /// The number of a recording; made if need be.
  static func number(
    _ database: Database, _ participant: Int64, _ recording: RecordingReference
  ) throws -> Int64 {
    if let row = try find(database, participant, recording) { return row.id }
    try database.cachedStatement(
      sql:
        "INSERT INTO recording (participant_id, name, start_ms, revisions) VALUES (?, ?, ?, '{}')"
    ).execute(
      arguments: [participant, recording.name, recording.start.millisecondsSince1970])
    return database.lastInsertedRowID
  }

  /// The row of a recording, or `nil` when there is none.
  static func find(
    _ database: Database, _ participant: Int64, _ recording: RecordingReference
  ) throws -> RecordingRow? {
    let row = try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT id, first_ms, last_ms, revisions FROM recording
          WHERE participant_id = ? AND name = ? AND start_ms = ?
          """),
      arguments: [participant, recording.name, recording.start.millisecondsSince1970])
    guard let row else { return nil }
    var starts: ClosedRange<Int64>?
    if let first = row[1] as Int64?, let last = row[2] as Int64? { starts = first...last }
    let revisions = try? JSONDecoder().decode(
      [String: Int].self, from: Data((row[3] as String).utf8))
    return RecordingRow(id: row[0], starts: starts, revisions: revisions ?? [:])
  }

  /// Writes the span of its samples and the revisions of the analysis.
  func update(_ database: Database) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(revisions), as: UTF8.self)
    try database.cachedStatement(
      sql: "UPDATE recording SET first_ms = ?, last_ms = ?, revisions = ? WHERE id = ?"
    ).execute(arguments: [starts?.lowerBound, starts?.upperBound, text, id])
  }

  /// Whether an analysis with these revisions is older than the one that is kept: behind in at
  /// least one method that both used, and ahead in none.
  func isNewer(than other: [String: Int]) -> Bool {
    let shared = revisions.filter { other[$0.key] != nil }
    let isAhead = shared.contains { $0.value > other[$0.key, default: 0] }
    let isBehind = shared.contains { $0.value < other[$0.key, default: 0] }
    return isAhead && !isBehind
  }
}
