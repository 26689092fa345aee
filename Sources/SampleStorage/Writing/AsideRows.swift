import GRDB

/// What is kept aside at an instant, to count what comes to it. Rows also leave it, where what they say is valid again: the
/// difference of two counts would miss as many.
struct AsideRows {
  /// Hashes of the rows: two of a million are alike once in 37 million such sets (64 bits).
  private let known: Set<Int>

  /// Looks at what is aside now.
  init(_ database: Database) throws { known = try Set(Self.hashes(database)) }

  /// How many samples gave way since and are aside now.
  func added(_ database: Database) throws -> Int {
    try Self.hashes(database).count { !known.contains($0) }
  }

  private static func hashes(_ database: Database) throws -> [Int] {
    let rows = try Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT series_id, start_ms, duration_ms, source_id, distinction, detail_id, value, standard_error,
            standard_error_within_person FROM superseded
          """))
    var hashes: [Int] = []
    while let row = try rows.next() {
      var hasher = Hasher()
      for value in row.databaseValues { hasher.combine(value) }
      hashes.append(hasher.finalize())
    }
    return hashes
  }
}
