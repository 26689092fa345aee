import Foundation
import GRDB

/// The log that SQLite keeps beside a store while programs are at work in it (`-wal`, and `-shm`, the
/// index of it). The last one folds it into the file, so that a store at rest is one file.
enum StoreLog {
  /// Folds a log into its store and takes it away. Does nothing while another program is at work there
  /// (it will do so itself), and where the file cannot be written.
  static func fold(into path: String) {
    guard FileManager.default.fileExists(atPath: path + "-wal"),
      FileManager.default.fileExists(atPath: path)
    else { return }
    var configuration = Configuration()
    configuration.busyMode = .immediateError
    guard let queue = try? DatabaseQueue(path: path, configuration: configuration) else { return }
    try? queue.writeWithoutTransaction { database in
      _ = try Row.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
    }
    // The last connection takes the log away. A reader cannot, and GRDB's pool leaves one for last.
    try? queue.close()
  }
}
