import GRDB
import GaitModel

/// Why a store could not do what was asked. Nothing of a failed save or deletion was kept, but for
/// ``notScrubbed(path:message:)``.
public enum StoreError: Error, Hashable, CustomStringConvertible {
  /// There is no file, and none was to be made.
  case noSuchFile(path: String)
  /// The file is not a store; it was not touched.
  case notAStore(path: String, found: String)
  /// A later version of the program made the file; it was not touched.
  case newerSchema(path: String, found: Int, known: Int)
  /// An older version of the program made the file, and it may only be read.
  case olderSchema(path: String, found: Int, known: Int)
  /// The file or its folder cannot be written.
  case readOnly(path: String)
  /// The disk is full.
  case diskFull(path: String)
  /// All was kept, and the file cannot grow, so that a part lies in the log beside it.
  case logLeft(path: String)
  /// Another process kept the store busy for too long.
  case busy(path: String, seconds: Double)
  /// What is in the file is not what was written.
  case damaged(path: String, message: String)
  /// The samples of a recording are kept of another person already; nothing was written.
  case keptOfAnother(recording: String, person: String, other: String, kept: RecordingReference)
  /// Samples of a recording were deleted while others stayed, and its walks are others now, among which they may be; nothing
  /// was written.
  case deletedInPart(recording: String)
  /// A value cannot be kept.
  case notKept(String)
  /// The history of the store has no such place: an older copy was put back, or the place is another store's.
  case otherHistory(path: String, anchor: ChangeAnchor, last: Int64)
  /// The file could not be written anew: bytes of what is deleted may be left in it.
  case notScrubbed(path: String, message: String)
  /// Anything else that SQLite or the system said.
  case failed(path: String, message: String)

  /// What came, what was allowed, what to do.
  public var description: String {
    switch self {
    case .noSuchFile(let path):
      "\(path): there is no such file"
    case .notAStore(let path, let found):
      "\(path): this is \(found), not a store of samples; it was left as it is, give another file"
    case .newerSchema(let path, let found, let known):
      """
      \(path): the store has schema \(found) and this program knows schemas up to \(known); it was \
      left as it is, use a newer program
      """
    case .olderSchema(let path, let found, let known):
      """
      \(path): the store has schema \(found), this program needs \(known) and may only read the \
      file; open it once where it can be written
      """
    case .readOnly(let path):
      "\(path): the store can only be read here; nothing was written, make file and folder writable"
    case .diskFull(let path):
      "\(path): the disk is full\(Self.keptNothing)"
    case .logLeft(let path):
      """
      \(path): the disk is full: what was kept last lies in \(path)-wal beside the store, and a copy of the store alone does \
      not have it; make room, and the next command puts it into the store
      """
    case .busy(let path, let seconds):
      """
      \(path): another process has been writing for more than \(seconds) s; nothing was written, \
      try again when it is done
      """
    case .damaged(let path, let message):
      "\(path): the file is damaged (\(message)); restore it from a copy or an export"
    case .keptOfAnother(let recording, let person, let other, let kept):
      """
      \(recording): the same samples are kept as \(kept.name) of \(other), and a recording has one \
      person; nothing of it was kept for \(person). If it is \(person)'s, give gait analyze \
      --move-from-others
      """
    case .deletedInPart(let recording):
      """
      \(recording): samples of it were deleted in this store, and its walks are others now, among which they could come \
      back; nothing of it was kept, and what the store holds of it stays. --with-deleted keeps all of it: \
      then delete again what is to stay deleted
      """
    case .notKept(let message): message
    case .otherHistory(let path, let anchor, let last):
      """
      \(path): the history of this store has no place \(anchor) (its last change is \(last)): an older copy was put back, \
      or the place is another store's. What was added and deleted since is not known; ask for everything, \
      since 0, and put that in the place of what you have
      """
    case .notScrubbed(let path, let message):
      """
      \(path): the file could not be written anew (\(message)), so that bytes of what is deleted may be left in it; make room for a second file of its size, end other programs that use it, and scrub it again
      """
    case .failed(let path, let message): "\(path): \(message)"
    }
  }

  /// SQLite's word for it in ours.
  init(_ error: DatabaseError, path: String, busySeconds: Double) {
    let message = error.message ?? "SQLite error \(error.resultCode.rawValue)"
    self =
      switch error.resultCode {
      case .SQLITE_FULL: .diskFull(path: path)
      case .SQLITE_BUSY, .SQLITE_LOCKED: .busy(path: path, seconds: busySeconds)
      case .SQLITE_READONLY, .SQLITE_PERM: .readOnly(path: path)
      // On a disk that may only be read the file opens, and the log that belongs beside it does not.
      case .SQLITE_CANTOPEN:
        StoreFile.isInWritableFolder(path)
          ? .failed(
            path: path,
            message:
              "the file or the log beside it cannot be opened (\(message)); check that both can be read and written, and "
              + "that the program may open more files")
          : .readOnly(path: path)
      case .SQLITE_CORRUPT: .damaged(path: path, message: message)
      case .SQLITE_IOERR:
        .failed(
          path: path,
          message:
            "the file cannot be read or written (\(message)): the disk may be full or broken, or a limit keeps files from "
            + "growing" + Self.keptNothing)
      case .SQLITE_NOTADB: .notAStore(path: path, found: "something else")
      default: .failed(path: path, message: message)
      }
  }

  /// That a file says two values of one sample.
  static func contradiction(of sample: Sample, _ other: Double) -> StoreError {
    .notKept(
      "\(sample.participant): two rows of \(sample.kind.name) by \(sample.source.name) from "
        + "\(sample.start) to \(sample.end) say \(sample.kind.words(of: other)) and \(sample.kind.words(of: sample.value)); of "
        + "one time and source there is one value: leave one out, or name two sources")
  }

  private static let keptNothing =
    "; nothing of this step was kept, what was kept before is whole"

  /// What stood in the way of a step that may be tried again, without what it says of the step; `nil` for what is no
  /// such obstacle.
  var obstacle: String? {
    switch self {
    case .diskFull: "the disk is full"
    case .busy(_, let seconds): "another process has been at work in it for more than \(seconds) s"
    case .failed(_, let message):
      message.hasSuffix(Self.keptNothing)
        ? String(message.dropLast(Self.keptNothing.count)) : message
    default: nil
    }
  }
}
