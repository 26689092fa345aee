import Foundation
import GRDB
import GaitModel

/// Takes rows away, and the words that nothing points to any more.
enum SampleRemoval {
  /// Deletes one sample.
  static func remove(_ database: Database, _ key: SampleKey) throws {
    try database.cachedStatement(
      sql: """
        DELETE FROM sample WHERE series_id = ? AND start_ms = ? AND duration_ms = ?
          AND source_id = ? AND distinction = ?
        """
    ).execute(arguments: [key.series, key.start, key.duration, key.source, key.distinction])
  }

  /// Takes out of what gave way what is valid again, by any of the details that say the same.
  static func reinstate(
    _ database: Database, _ key: SampleKey, _ sample: Sample, details: [Int64]
  ) throws {
    try database.cachedStatement(
      sql: """
        DELETE FROM superseded WHERE series_id = ? AND start_ms = ? AND duration_ms = ?
          AND source_id = ? AND distinction = ?
          AND detail_id IN (SELECT value FROM json_each(?)) AND value = ?
          AND standard_error IS ? AND standard_error_within_person IS ?
        """
    ).execute(
      arguments: [
        key.series, key.start, key.duration, key.source, key.distinction,
        "[" + details.map(String.init).joined(separator: ",") + "]", sample.value,
        sample.standardError, sample.standardErrorWithinPerson,
      ])
  }

  /// Whether anything of a series gave way.
  static func hasSuperseded(_ database: Database, series: Int64) throws -> Bool {
    try Bool.fetchOne(
      database.cachedStatement(
        sql: "SELECT EXISTS (SELECT 1 FROM superseded WHERE series_id = ?)"),
      arguments: [series]) ?? false
  }

  /// Keeps a sample that gives way, as it was.
  static func supersede(
    _ database: Database, _ key: SampleKey, _ superseding: Superseding
  ) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO superseded (series_id, start_ms, duration_ms, source_id, distinction, detail_id,
          value, standard_error, standard_error_within_person, superseded_ms, reason, stored_ms)
        SELECT series_id, start_ms, duration_ms, source_id, distinction, detail_id, value,
          standard_error, standard_error_within_person, ?, ?, coalesce(nullif(\(stored), 0), ?)
        FROM sample WHERE series_id = ? AND start_ms = ? AND duration_ms = ? AND source_id = ?
          AND distinction = ? AND NOT EXISTS (
            SELECT 1 FROM superseded AS old
            WHERE old.series_id = sample.series_id AND old.start_ms = sample.start_ms
              AND old.duration_ms = sample.duration_ms AND old.source_id = sample.source_id
              AND old.distinction = sample.distinction AND old.detail_id = sample.detail_id
              AND old.value IS sample.value AND old.standard_error IS sample.standard_error
              AND old.standard_error_within_person IS sample.standard_error_within_person)
        """
    ).execute(
      arguments: [
        superseding.instant.millisecondsSince1970, superseding.reason,
        superseding.stored?.millisecondsSince1970, key.series, key.start, key.duration, key.source,
        key.distinction,
      ])
  }

  /// When a sample was stored, or the analysis that it is of.
  private static let stored = """
    coalesce(
      (SELECT recording.stored_ms FROM source JOIN recording ON recording.id = source.recording_id
        WHERE source.id = sample.source_id AND source.name = '\(SampleSource.analysisName)'),
      (SELECT stored_ms FROM change WHERE change.change_id = sample.change_id))
    """

  /// Deletes what gave way once, of a series, as far as a query asks for it and it is meant, and nothing else in its place;
  /// returns what is gone, and where it stood.
  static func removeSuperseded(
    _ database: Database, _ query: SampleQuery, of series: Series,
    where isMeant: (Sample) -> Bool = { _ in true }
  ) throws -> [(key: SampleKey, old: SupersededSample)] {
    var origins = OriginCatalog(database, for: query)
    var gone: [(key: SampleKey, detail: Int64, old: SupersededSample)] = []
    try SeriesScan(query, of: series).forEachSuperseded(database) { row, superseding in
      guard let origin = try origins.origin(of: row) else { return }
      let sample = row.sample(series.kind, origin)
      guard isMeant(sample) else { return }
      gone.append((row.key(in: series), row.detail, SupersededSample(sample, superseding)))
    }
    for (key, detail, old) in gone {
      try reinstate(database, key, old.sample, details: [detail])
    }
    return gone.map { ($0.key, $0.old) }
  }

  /// Deletes what gave way at a place before an instant, milliseconds since 1970.
  static func removeSuperseded(
    _ database: Database, _ key: SampleKey, before instant: Int64
  ) throws {
    try database.cachedStatement(
      sql: """
        DELETE FROM superseded WHERE series_id = ? AND start_ms = ? AND duration_ms = ?
          AND source_id = ? AND distinction = ? AND superseded_ms < ?
        """
    ).execute(
      arguments: [key.series, key.start, key.duration, key.source, key.distinction, instant])
  }

  /// Deletes a store's own notes on a person of whom nothing else is held: they would keep the name.
  static func removeLoneNotes(_ database: Database, participant: Int64) throws {
    let kinds = AnySampleKind.bookkeeping.map { "'\($0.name)'" }.sorted().joined(separator: ", ")
    let notes = "kind_id IN (SELECT id FROM kind WHERE name IN (\(kinds)))"
    try database.execute(
      sql: """
        DELETE FROM sample \(ofPerson)
          AND NOT EXISTS (SELECT 1 FROM series WHERE participant_id = :participant AND NOT \(notes)
            AND (EXISTS (SELECT 1 FROM sample AS other WHERE other.series_id = series.id)
              OR EXISTS (SELECT 1 FROM superseded WHERE superseded.series_id = series.id)))
        """, arguments: ["participant": participant])
  }

  /// The same by name, and the name with them.
  static func removeLoneNotes(_ database: Database, of person: String) throws {
    let participant = try Int64.fetchOne(
      database, sql: "SELECT id FROM participant WHERE name = ?", arguments: [person])
    guard let participant else { return }
    try removeLoneNotes(database, participant: participant)
    try removeUnused(database, participant: participant)
  }

  /// Deletes a person's words that no sample points to any more, and the person without samples.
  ///
  /// An empty series stays while others of the person hold samples, so that who follows the store
  /// learns on which days something was deleted. The order is that of the pointers: what points goes
  /// before what it points to.
  static func removeUnused(_ database: Database, participant: Int64) throws {
    for sql in unused {
      try database.execute(sql: sql, arguments: ["participant": participant])
    }
  }

  private static let ofPerson = """
    WHERE series_id IN (SELECT id FROM series WHERE participant_id = :participant)
    """
  private static let samplesOfPerson = "FROM sample \(ofPerson)"
  private static let supersededOfPerson = "FROM superseded \(ofPerson)"
  private static let unused = [
    """
    DELETE FROM source WHERE participant_id = :participant
      AND id NOT IN (SELECT source_id \(samplesOfPerson))
      AND id NOT IN (SELECT source_id \(supersededOfPerson))
    """,
    """
    DELETE FROM detail WHERE participant_id = :participant
      AND id NOT IN (SELECT detail_id \(samplesOfPerson))
      AND id NOT IN (SELECT detail_id \(supersededOfPerson))
    """,
    """
    DELETE FROM recording WHERE participant_id = :participant
      AND id NOT IN (SELECT recording_id FROM source WHERE recording_id IS NOT NULL)
    """,
    """
    DELETE FROM addition WHERE NOT EXISTS (SELECT 1 \(samplesOfPerson))
      AND series_id IN (SELECT id FROM series WHERE participant_id = :participant)
    """,
    """
    DELETE FROM series WHERE participant_id = :participant
      AND NOT EXISTS (SELECT 1 \(samplesOfPerson))
      AND NOT EXISTS (SELECT 1 \(supersededOfPerson))
    """,
    """
    DELETE FROM participant WHERE id = :participant
      AND NOT EXISTS (SELECT 1 FROM series WHERE participant_id = :participant)
    """,
  ]
}

/// Why samples give way to others, and when.
struct Superseding: Hashable, Comparable {
  /// In words.
  var reason: String
  /// When.
  var instant: Date
  /// When it was stored that gives way; `nil` where that is not known, or differs from sample to sample.
  var stored: Date?

  /// The first time comes first.
  static func < (a: Superseding, b: Superseding) -> Bool {
    (a.instant, a.reason) < (b.instant, b.reason)
  }

  /// In words, when, and when it was stored that gives way.
  init(reason: String, instant: Date, stored: Date? = nil) {
    self.reason = reason
    self.instant = instant
    self.stored = stored
  }

  /// An analysis of the recording that was stored later, and what it was made with that differs. The words name nobody and
  /// no value, so that they hold nothing of a person when everything else is deleted.
  init(by recording: RecordingReference, storedAt stored: Int64, differing: [String]) {
    let others = differing.isEmpty ? "" : "; different: " + differing.joined(separator: ", ")
    self.init(
      reason:
        "a later analysis of the recording, which begins \(SampleRecord.text(recording.start))"
        + others,
      instant: Date(millisecondsSince1970: stored))
  }
}
