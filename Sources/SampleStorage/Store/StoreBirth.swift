import Foundation
import GRDB

/// Makes an empty store, all of it or none: beside its place, then linked into it.
enum StoreBirth {
  /// Bytes of a page. A leaf holds some hundred samples, a day of one kind in one read.
  static let pageBytes = 8192

  /// Makes a store at a path that has no file yet. When another process makes one at the same time,
  /// that one stays.
  static func make(_ path: String) throws(StoreError) {
    let place = URL(fileURLWithPath: path)
    let unfinished = place.deletingLastPathComponent()
      .appendingPathComponent(".\(place.lastPathComponent).\(UUID().uuidString)").path
    defer { unlink(unfinished) }
    do {
      try fill(unfinished)
    } catch {
      throw failure(error, path)
    }
    guard link(unfinished, path) != 0, errno != EEXIST else { return }
    // A file system without links: no other process can make it there at the same instant either.
    guard rename(unfinished, path) != 0 else { return }
    throw StoreError.failed(path: path, message: String(cString: strerror(errno)))
  }

  private static func fill(_ path: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { database in
      try database.execute(
        sql: "PRAGMA page_size = \(pageBytes); PRAGMA application_id = \(StoreHeader.gait)")
      try StoreSchema.migrate(database)
    }
    try queue.close()
  }

  private static func failure(_ error: any Error, _ path: String) -> StoreError {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue
    else {
      return .failed(path: path, message: "there is no folder \(folder) to put the store in")
    }
    guard FileManager.default.isWritableFile(atPath: folder) else { return .readOnly(path: path) }
    guard let error = error as? DatabaseError else {
      return .failed(path: path, message: "\(error)")
    }
    return StoreError(error, path: path, busySeconds: 0)
  }
}
