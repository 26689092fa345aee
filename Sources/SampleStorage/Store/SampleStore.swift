import Foundation
import GRDB
import GaitModel

/// Samples that last: kept in one file, asked, watched, corrected and deleted.
///
/// ```swift
/// let store = try SampleStore.open("study.gait", access: .everything)
/// try await store.save([try analysis.samples(participant: "P07")])
/// let speeds = try await store.samples(of: .walkingSpeed, participant: "P07")
/// ```
///
/// The value is a handle: it knows what may be read and written through it. Handles of one file
/// share its connections and may be used from anywhere at once, also beside other processes.
public struct SampleStore: Sendable {
  /// The kinds that may be read and written through this handle.
  public let access: SampleAccess
  let file: StoreFile
  let clock: @Sendable () -> Date

  /// Opens the store in a file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - access: the kinds that may be read and written; there is no default.
  ///   - settings: whether the file is made when there is none, and how long to wait for others.
  ///   - clock: tells when something is stored.
  /// - Returns: a handle.
  /// - Throws: ``StoreError`` when there is no file, it is not a store, or it is of a later version.
  public static func open(
    _ path: String, access: SampleAccess, settings: StoreSettings = StoreSettings(),
    clock: @escaping @Sendable () -> Date = { Date() }
  ) throws -> SampleStore {
    SampleStore(access: access, file: try StoreFile(path: path, settings: settings), clock: clock)
  }

  /// A handle that may do less: what this one may not do is not granted either.
  public func limited(to access: SampleAccess) -> SampleStore {
    SampleStore(access: self.access.intersection(access), file: file, clock: clock)
  }

  /// Where the store is.
  public var path: String { file.path }

  /// Ends the connections of all handles and leaves one file with everything in it, unless another
  /// program is at work there; then the last one does.
  public func close() throws { try file.close() }

  /// Takes the file away where there was none when it was opened, nothing ever came into it, and no other program has
  /// it open: for a command that failed. To be called once it is closed.
  public func removeIfNew() { file.removeIfNew() }

  /// Breaks off what is being done, keeps nothing of it, and closes: for a program that is being
  /// ended. Calls that are waiting for an answer never return.
  public func breakOff() { file.breakOff() }

  /// Writes a copy of the store as it is at one instant, whatever others write meanwhile. It has no bytes
  /// of anything that was deleted. A damaged store is not copied: the copy would look sound.
  ///
  /// - Parameters:
  ///   - path: the file of the copy; it appears when it is whole.
  ///   - replacing: whether a file that is there gives way, with its log where it is a store.
  /// - Throws: ``StoreError``, also when there is such a file and it may not give way, when a folder, a device or a pipe
  ///   is there, when another program is at work in it, and when a log lies there that the copy would take for its own.
  public func copy(to path: String, replacing: Bool = false) async throws {
    let place = StoreFile.place(of: path)
    let unfinished = UnfinishedFile.path(for: place)
    defer { unlink(unfinished) }
    var status = stat()
    let isThere = stat(place, &status) == 0
    guard !isThere || status.st_mode & S_IFMT == S_IFREG else {
      throw StoreError.failed(
        path: path, message: "this is no file, and would be lost; name a file")
    }
    if isThere, !replacing {
      throw StoreError.failed(path: path, message: "there is such a file already")
    }
    if !isThere { try StoreLog.requireNone(beside: place, of: path) }
    if let trouble = StoreCreation.trouble(withFolderOf: place, named: path) { throw trouble }
    UnfinishedFile.sweep(beside: place)
    try await file.requireSoundPages()
    do { try await file.snapshot(to: unfinished) } catch StoreError.diskFull {
      // That of the copy: of the store nothing is written.
      throw StoreError.diskFull(path: path)
    } catch StoreError.failed(_, let message) {
      // The store was read from end to end before: what fails is the copy, as where a limit keeps files from growing.
      throw StoreError.failed(path: path, message: message)
    }
    guard !isThere else { return try StoreReplacement.put(unfinished, at: place, named: path) }
    guard link(unfinished, place) == 0 || errno != EEXIST && rename(unfinished, place) == 0 else {
      throw StoreError.failed(path: path, message: String(cString: strerror(errno)))
    }
  }
}

extension SampleStore {
  /// Looks at every page of the file and at everything that points to something else. Takes as
  /// long as reading the file.
  ///
  /// - Throws: ``StoreError/damaged(path:message:)`` with the first fault.
  public func check() async throws {
    try await file.read { try StoreSoundness.requireEverything($0) }
  }
}
