import GRDB

extension SampleStore {
  /// Looks at every page of the file and at everything that points to something else. Takes as
  /// long as reading the file.
  ///
  /// - Throws: ``StoreError/damaged(path:message:)`` with the first fault.
  public func check() async throws {
    let path = file.path
    try await file.read { database in
      let verdict = try String.fetchOne(database, sql: "PRAGMA integrity_check(1)") ?? "no answer"
      guard verdict == "ok" else { throw StoreError.damaged(path: path, message: verdict) }
      if let row = try Row.fetchOne(database, sql: "PRAGMA foreign_key_check") {
        let table = (row[0] as String?) ?? "a table"
        throw StoreError.damaged(path: path, message: "\(table) points to what is not there")
      }
    }
  }
}
