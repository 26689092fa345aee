import GRDB

/// Whether the pages of a store hold what was written.
///
/// SQLite refuses a page that is none. Entries that were wiped out within a page it takes for empty ones, which come before
/// all others: a search goes past them and finds nothing, or fewer samples than there are.
enum StoreSoundness {
  /// The tables that everything else points into, with a row for each name and not for each sample.
  private static let names = [
    "participant", "kind", "series", "recording", "source", "detail", "collection_stop",
  ]

  /// Looks at what is worth a look whenever a store is opened: at its names, and at all pages of a file that is not large.
  ///
  /// - Parameters:
  ///   - database: a store of the newest schema.
  ///   - checkedBytes: a file of up to so many bytes is looked at whole.
  /// - Returns: whether all pages were looked at.
  /// - Throws: `DatabaseError` with the first fault.
  static func opened(_ database: Database, checkedBytes: Int) throws -> Bool {
    let bytes = try Int.fetchOne(
      database, sql: "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
    let isSmall = (bytes ?? 0) <= checkedBytes
    if isSmall { try requireSoundPages(database) }
    for name in names { try require(database, "integrity_check(\(name))") }
    return isSmall
  }

  /// Looks at every page; throws `DatabaseError` with the first fault.
  static func requireSoundPages(_ database: Database) throws {
    try require(database, "quick_check(1)")
  }

  /// Looks at every page, and at everything that points to something else; throws `DatabaseError` with the first fault.
  static func requireEverything(_ database: Database) throws {
    try require(database, "integrity_check(1)")
    if let row = try Row.fetchOne(database, sql: "PRAGMA foreign_key_check") {
      throw fault("\((row[0] as String?) ?? "a table") points to what is not there")
    }
  }

  private static func require(_ database: Database, _ check: String) throws {
    let verdict = try String.fetchOne(database, sql: "PRAGMA \(check)") ?? "no answer"
    guard verdict != "ok" else { return }
    // The fault stands below a line that names the database.
    throw fault(verdict.split(separator: "\n").last.map(String.init) ?? verdict)
  }

  private static func fault(_ message: String) -> DatabaseError {
    DatabaseError(resultCode: .SQLITE_CORRUPT, message: message)
  }
}
