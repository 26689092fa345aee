import GRDB

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

  private static let samplesOfPerson = """
    FROM sample WHERE series_id IN (SELECT id FROM series WHERE participant_id = :participant)
    """
  private static let unused = [
    """
    DELETE FROM source WHERE participant_id = :participant
      AND id NOT IN (SELECT source_id \(samplesOfPerson))
    """,
    """
    DELETE FROM detail WHERE participant_id = :participant
      AND id NOT IN (SELECT detail_id \(samplesOfPerson))
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
    """,
    """
    DELETE FROM participant WHERE id = :participant
      AND NOT EXISTS (SELECT 1 FROM series WHERE participant_id = :participant)
    """,
  ]
}
