import Foundation
import GRDB

/// The log that SQLite keeps beside a store while programs are at work in it (`-wal`, and `-shm`, the
/// index of it). The last one folds it into the file, so that a store at rest is one file.
///
/// A store that is new, or a copy, begins its log with a change of its header, which is kept by a journal (`-journal`):
/// who is killed in the midst of that leaves it, and only who may write can undo the half change.
enum StoreLog {
  /// Folds a log into its store and takes it away, and undoes what a journal says is half done. Does nothing while another
  /// program is at work there (it will do so itself), and where the file cannot be written.
  ///
  /// - Returns: whether the file could grow; where it could not, what was kept last lies in the log still.
  @discardableResult
  static func fold(into path: String) -> Bool {
    guard hasOne(beside: path), FileManager.default.fileExists(atPath: path) else { return true }
    var configuration = Configuration()
    configuration.busyMode = .immediateError
    guard let queue = try? DatabaseQueue(path: path, configuration: configuration) else {
      return true
    }
    // The last connection takes the log away. A reader cannot, and GRDB's pool leaves one for last.
    defer { try? queue.close() }
    do {
      try queue.writeWithoutTransaction { database in
        // Whoever reads first undoes what a journal holds.
        _ = try Row.fetchOne(database, sql: "PRAGMA schema_version")
        _ = try Row.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      }
    } catch let error as DatabaseError {
      return ![.SQLITE_FULL, .SQLITE_IOERR].contains(error.resultCode)
    } catch {}
    return true
  }

  /// Whether a log or a journal lies beside a store.
  static func hasOne(beside path: String) -> Bool {
    ["-wal", "-journal"].contains { FileManager.default.fileExists(atPath: path + $0) }
  }

  /// Throws where a log lies at a place that has no file: a store that came there would take it for its own, and be
  /// damaged or say what another one said.
  static func requireNone(beside path: String, of name: String) throws(StoreError) {
    for log in [path + "-wal", path + "-journal"] {
      var status = stat()
      guard stat(log, &status) == 0, status.st_size > 0,
        // Another program may have made the store since.
        !FileManager.default.fileExists(atPath: path)
      else { continue }
      throw StoreError.failed(
        path: name,
        message: """
          \(log) is the log of a store that is not there; put that store back beside it, or, where nobody needs what \
          it holds, delete the log
          """)
    }
  }

  /// Takes a log away whose store gives way.
  fileprivate static func remove(beside path: String) {
    for ending in ["-wal", "-shm", "-journal"] { unlink(path + ending) }
  }
}

/// Puts a file in the place of another one that may be a store: its log goes with it, and nobody is at work in it.
enum StoreReplacement {
  /// Puts a file at a place, which was given under a name, all of it or nothing.
  static func put(_ new: String, at place: String, named name: String) throws(StoreError) {
    guard StoreHeader.isDatabase(place) else { return try move(new, to: place, name) }
    do {
      try takeOver(place, name) { () throws(StoreError) in try move(new, to: place, name) }
    } catch let error as StoreError {
      throw error
    } catch let error as DatabaseError {
      // What is left of the old file has no name any more.
      guard FileManager.default.fileExists(atPath: new) else { return }
      switch error.resultCode {
      case .SQLITE_CORRUPT, .SQLITE_NOTADB:
        // Damaged, as a store is for which a copy is put back.
        StoreLog.remove(beside: place)
        try move(new, to: place, name)
      case .SQLITE_BUSY, .SQLITE_LOCKED: throw inUse(name)
      default: throw StoreError(error, path: name, busySeconds: 0)
      }
    } catch {
      throw StoreError.failed(path: name, message: "\(error)")
    }
  }

  /// Folds the log into a file that nobody else has open, and does something with it while nobody can open it.
  private static func takeOver(
    _ place: String, _ name: String, _ work: () throws -> Void
  ) throws {
    var configuration = Configuration()
    configuration.busyMode = .immediateError
    let queue = try DatabaseQueue(path: place, configuration: configuration)
    defer { try? queue.close() }
    try queue.writeWithoutTransaction { database in
      // Only who is alone may leave the log, and keeps the lock then.
      try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
      let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = MEMORY")
      guard mode == "memory" else { throw inUse(name) }
      try database.inTransaction(.exclusive) {
        var status = stat()
        let hasOneName = stat(place, &status) == 0 && status.st_nlink == 1
        try work()
        // Whoever has just opened the old file and waits for the lock must not keep samples in it.
        if hasOneName { try database.execute(sql: "DROP TABLE IF EXISTS sample") }
        return .commit
      }
    }
  }

  private static func move(
    _ new: String, to place: String, _ name: String
  ) throws(StoreError) {
    guard rename(new, place) == 0 else {
      throw StoreError.failed(path: name, message: String(cString: strerror(errno)))
    }
  }

  private static func inUse(_ name: String) -> StoreError {
    .failed(
      path: name,
      message:
        "another program is at work in this store; end it first, or give the copy another name")
  }
}
