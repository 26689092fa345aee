import Foundation
import GRDB
import GaitModel

/// A recording as a row of the table `recording`.
struct RecordingRow {
  /// Its number.
  var id: Int64
  /// The person's number.
  var participant: Int64
  /// Its name, start and content.
  var reference: RecordingReference
  /// First and last start of its samples, milliseconds since 1970; `nil` while it has none.
  var starts: ClosedRange<Int64>?
  /// The revision of each method of the analysis that is kept.
  var revisions: [String: Int]
  /// How many of its samples an older program attributed to a method that did not make them.
  var doubtfulSamples: Int64
  /// When its analysis was stored, milliseconds since 1970; 0 where that is not known, `nil` where there is
  /// none.
  var stored: Int64?

  static let columns = """
    id, participant_id, name, start_ms, nullif(content, ''), first_ms, last_ms, revisions,
    doubtful_samples, stored_ms
    """

  init(_ row: Row) throws {
    id = try row.integer(0)
    participant = try row.integer(1)
    reference = RecordingReference(
      name: try row.word(2), start: try row.instant(3),
      content: try row.text(4))
    if let first = try row.optionalInteger(5), let last = try row.optionalInteger(6) {
      starts = first <= last ? first...last : nil
    }
    let revisions = try? JSONDecoder().decode(
      [String: Int].self, from: Data(try row.word(7).utf8))
    self.revisions = revisions ?? [:]
    doubtfulSamples = try row.integer(8)
    stored = try row.optionalInteger(9)
  }

  /// The number of a recording; made if need be. One that was kept without its content takes it on.
  static func number(
    _ database: Database, _ participant: Int64, _ recording: RecordingReference
  ) throws -> Int64 {
    if let row = try find(database, participant, recording) {
      if row.reference.content == nil, let content = recording.content {
        try database.cachedStatement(sql: "UPDATE recording SET content = ? WHERE id = ?")
          .execute(arguments: [content, row.id])
      }
      return row.id
    }
    guard StoredRange.instants.contains(recording.start.millisecondsSince1970) else {
      throw StoreError.notKept(
        "\(recording.name) starts at \(recording.start); a store keeps the years 1 to 9999, set the clock "
          + "right or give --start with --override-start")
    }
    try database.cachedStatement(
      sql: """
        INSERT INTO recording (participant_id, name, start_ms, content, revisions)
        VALUES (?, ?, ?, ?, '{}')
        """
    ).execute(
      arguments: [
        participant, recording.name, recording.start.millisecondsSince1970,
        recording.content ?? "",
      ])
    return database.lastInsertedRowID
  }

  /// The row of a recording, or `nil` when there is none. Where one side does not know the content, name
  /// and start tell.
  static func find(
    _ database: Database, _ participant: Int64, _ recording: RecordingReference
  ) throws -> RecordingRow? {
    try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT \(columns) FROM recording
          WHERE participant_id = ? AND name = ? AND start_ms = ? AND (? = '' OR content IN (?, ''))
          ORDER BY content DESC LIMIT 1
          """),
      arguments: [
        participant, recording.name, recording.start.millisecondsSince1970,
        recording.content ?? "", recording.content ?? "",
      ]
    ).map(RecordingRow.init)
  }

  /// Other rows of the same samples: another name, another start, another person.
  func twins(_ database: Database) throws -> [RecordingRow] {
    guard let content = reference.content else { return [] }
    return try Row.fetchAll(
      database.cachedStatement(
        sql: "SELECT \(Self.columns) FROM recording WHERE content = ? AND id <> ? ORDER BY id"),
      arguments: [content, id]
    ).map(RecordingRow.init)
  }

  /// Other rows of the same content, of whoever, that hold no analysis: what people said of the recording may stand there.
  static func withoutAnalysis(
    _ database: Database, of recording: RecordingReference, besides participant: Int64?
  ) throws -> [RecordingRow] {
    guard let content = recording.content else { return [] }
    return try Row.fetchAll(
      database.cachedStatement(
        sql: "SELECT \(columns) FROM recording WHERE stored_ms IS NULL AND content = ? ORDER BY id"),
      arguments: [content]
    ).map(RecordingRow.init).filter {
      $0.participant != participant || $0.reference != recording
    }
  }

  /// The rows that hold an analysis of a recording: of the same samples, whoever they are of, or, where
  /// the content is not known, of the same name and start.
  static func analyses(
    _ database: Database, _ participant: Int64?, _ recording: RecordingReference
  ) throws -> [RecordingRow] {
    try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT \(columns) FROM recording WHERE stored_ms IS NOT NULL AND content <> '' AND content = ?
          UNION
          SELECT \(columns) FROM recording WHERE stored_ms IS NOT NULL AND participant_id = ?
            AND name = ? AND start_ms = ? AND (content = '' OR ? = '')
          ORDER BY 1
          """),
      arguments: [
        recording.content ?? "", participant, recording.name,
        recording.start.millisecondsSince1970, recording.content ?? "",
      ]
    ).map(RecordingRow.init)
  }

  /// The rows that hold an analysis of the same table of a local clock, read with and without the zone: over a change of
  /// clocks its samples lie differently, and only its name, where it was worn and the reading of its start are the same.
  ///
  /// - Parameters:
  ///   - database: where they are looked for.
  ///   - participant: whose it is.
  ///   - recording: which one.
  ///   - clock: that by which it is read now.
  /// - Returns: none where both are read alike.
  /// - Throws: what the database throws.
  static func otherReadings(
    _ database: Database, _ participant: Int64?, _ recording: RecordingReference,
    _ clock: SampleMetadata
  ) throws -> [RecordingRow] {
    let start = recording.start.millisecondsSince1970
    // `content <> ?` has the form of the condition of the index `recording_of_content`: SQLite would prepare the
    // statement again for each value.
    let near = try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT \(columns) FROM recording WHERE stored_ms IS NOT NULL AND participant_id = ?
            AND name = ? AND start_ms BETWEEN ? AND ? AND (start_ms - ?) % ? = 0 AND content IS NOT ?
          ORDER BY id
          """),
      arguments: [
        participant, recording.name, start - DayClock.greatestShift,
        start + DayClock.greatestShift, start, quarterHour, recording.content ?? "",
      ]
    ).map(RecordingRow.init)
    let reading = clock.reading(at: recording.start)
    return try near.filter { row in
      guard let other = try KeptAnalysis(database, row).samples.first?.metadata else {
        return false
      }
      return other.isLocalClock != clock.isLocalClock && other.site == clock.site
        && other.reading(at: row.reference.start) == reading
    }
  }

  /// Milliseconds; all zones of our time lie whole quarters of an hour apart (tz database), so that most recordings need not
  /// be looked at.
  private static let quarterHour: Int64 = 900_000

  /// Its analysis gave way to another.
  mutating func giveWay(_ database: Database) throws {
    (starts, revisions, doubtfulSamples, stored) = (nil, [:], 0, nil)
    try update(database)
  }

  /// Samples came for it that are no whole analysis of this program's run: an import's.
  static func noteStored(_ database: Database, source: Int64, at instant: Int64) throws {
    try database.cachedStatement(
      sql: """
        UPDATE recording SET stored_ms = ? WHERE stored_ms IS NULL
          AND id = (SELECT recording_id FROM source WHERE id = ?)
        """
    ).execute(arguments: [instant, source])
  }

  /// The number of a person; `nil` for nobody who is known.
  static func person(_ database: Database, _ name: String) throws -> Int64? {
    try Int64.fetchOne(
      database.cachedStatement(sql: "SELECT id FROM participant WHERE name = ?"), arguments: [name])
  }

  /// The name of the person.
  func participantName(_ database: Database) throws -> String {
    try String.fetchOne(
      database.cachedStatement(sql: "SELECT name FROM participant WHERE id = ?"),
      arguments: [participant]) ?? ""
  }

  /// Writes the span of its samples and the revisions of the analysis.
  func update(_ database: Database) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(revisions), as: UTF8.self)
    try database.cachedStatement(
      sql: """
        UPDATE recording SET first_ms = ?, last_ms = ?, revisions = ?, doubtful_samples = ?,
          stored_ms = ?
        WHERE id = ?
        """
    ).execute(
      arguments: [starts?.lowerBound, starts?.upperBound, text, doubtfulSamples, stored, id])
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
