import Foundation
import GaitStudies
import SampleStorage
import Synchronization

/// Files under temporary names, until all that belong together are whole.
///
/// A reader finds either the old files or the new ones: contents are written to hidden names beside
/// their place and then renamed in one go, which an interruption waits for.
final class PendingFiles: Sendable {
  /// The program's unfinished files.
  static let shared = PendingFiles()

  private let temporaries = Mutex<Set<String>>([])

  /// Writes files into a folder, which is made when it is not there.
  ///
  /// The last file takes its place last, so that it stands for the others.
  func write(_ files: [(name: String, content: Data)], in folder: String) throws {
    try makeFolder(folder)
    let moves = files.map { Move($0.name, in: folder, content: $0.content) }
    begin(moves.map(\.from))
    do {
      for move in moves { try move.write() }
      try finish(moves)
    } catch {
      discard(moves.map(\.from))
      throw error
    }
  }

  /// Writes long files into a folder piece by piece; all take their places together once the last byte is
  /// written.
  ///
  /// - Parameters:
  ///   - names: The files.
  ///   - folder: Where they go; it is made when it is not there.
  ///   - fill: Is handed a writer for each name, in their order.
  /// - Throws: `WriteFailure`, and what `fill` throws; nothing takes its place then.
  func write(
    _ names: [String], in folder: String, filling fill: ([PendingWriter]) throws -> Void
  ) throws {
    try prepare(names, in: folder, filling: fill).takePlaces()
  }

  /// The same, but the files do not take their places yet.
  ///
  /// - Returns: the files, which wait.
  func prepare(
    _ names: [String], in folder: String, filling fill: ([PendingWriter]) throws -> Void
  ) throws -> WaitingFiles {
    try makeFolder(folder)
    let moves = names.map { Move($0, in: folder) }
    let paths = moves.map(\.from)
    begin(paths)
    try write(moves, under: paths, filling: fill)
    return WaitingFiles(files: self, paths: paths) { try self.finish(moves) }
  }

  /// Writes long files piece by piece as a folder that is to take the place of an older one in one go, whatever that held.
  ///
  /// - Returns: the folder, which waits.
  func prepare(
    _ names: [String], asFolder folder: String, filling fill: ([PendingWriter]) throws -> Void
  ) throws -> WaitingFiles {
    let place = URL(fileURLWithPath: folder).resolvingSymlinksInPath()
    let parent = place.deletingLastPathComponent().path
    try makeFolder(parent)
    let temporary = PendingName.path(of: place.lastPathComponent, in: parent)
    begin([temporary])
    let moves = names.map { Move(from: "\(temporary)/\($0)", to: "\(folder)/\($0)") }
    try write(moves, under: [temporary], filling: fill) { try makeFolder(temporary) }
    return WaitingFiles(files: self, paths: [temporary]) {
      try self.finish(temporary, as: place.path)
    }
  }

  /// Writes files to the last byte; nothing of them is left where that fails.
  private func write(
    _ moves: [Move], under paths: [String], filling fill: ([PendingWriter]) throws -> Void,
    after make: () throws -> Void = {}
  ) throws {
    do {
      try make()
      let writers = try moves.map { move in
        try move.write()
        return try PendingWriter(path: move.from, place: move.to)
      }
      try fill(writers)
      for writer in writers { try writer.finish() }
    } catch {
      discard(paths)
      throw error
    }
  }

  private func finish(_ temporary: String, as folder: String) throws {
    try whileNobodyLeaves { paths in
      if Foundation.rename(temporary, folder) != 0 {
        // A folder that holds something cannot be renamed over: the two change places.
        try FolderExchange.exchange(temporary, folder)
        try? FileManager.default.removeItem(atPath: temporary)
      }
      paths.remove(temporary)
    }
  }

  /// Removes what is unfinished and lets nothing more be finished; the program is about to end.
  func abandon() {
    temporaries.withLock { paths in
      for path in paths { try? FileManager.default.removeItem(atPath: path) }
      paths.removeAll()
      isAbandoned.withLock { $0 = true }
    }
  }

  private let isAbandoned = Mutex(false)

  /// Works on files that are unfinished. Once the program is about to end this does not return: what did not happen is told
  /// to nobody as done, and what could not be written because unfinished files went is no failure.
  private func whileNobodyLeaves<Failure: Error>(
    _ work: (inout Set<String>) throws(Failure) -> Void
  ) throws(Failure) {
    let isDone = try temporaries.withLock { paths throws(Failure) in
      guard !isAbandoned.withLock({ $0 }) else { return false }
      try work(&paths)
      return true
    }
    while !isDone { sleep(1) }
  }

  /// Takes note of files and folders before any of them is made.
  private func begin(_ paths: [String]) { whileNobodyLeaves { $0.formUnion(paths) } }

  private func finish(_ moves: [Move]) throws {
    try whileNobodyLeaves { paths in
      for move in moves { try move.check() }
      for move in moves { try move.rename() }
      paths.subtract(moves.map(\.from))
    }
  }

  /// Removes what could not be finished.
  fileprivate func discard(_ broken: [String]) {
    whileNobodyLeaves { paths in
      for path in broken { try? FileManager.default.removeItem(atPath: path) }
      paths.subtract(broken)
    }
  }

  private func makeFolder(_ folder: String) throws {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw WriteFailure(path: folder, reason: "the folder cannot be made")
    }
  }
}

/// Files that are whole and wait beside their places: they take them together, or go.
struct WaitingFiles {
  fileprivate let files: PendingFiles
  fileprivate let paths: [String]
  fileprivate let finish: () throws -> Void

  /// Puts the files into their places.
  ///
  /// - Throws: `WriteFailure`; what has not taken its place is removed then.
  func takePlaces() throws {
    do { try finish() } catch {
      discard()
      throw error
    }
  }

  /// Removes the files.
  func discard() { files.discard(paths) }
}

/// One file on its way to its place.
private struct Move {
  var from: String
  var to: String
  var content = Data()

  /// Foundation would write to a hidden name of its own first, which stays behind a program that is killed.
  func write() throws {
    let descriptor = open(from, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure }
    var rest = content[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR {
        close(descriptor)
        throw failure
      }
      rest = rest.dropFirst(max(0, count))
    }
    // Some file systems say only now that they are full.
    guard close(descriptor) == 0 else { throw failure }
  }

  private var failure: WriteFailure {
    WriteFailure(path: to, reason: "the file cannot be written")
  }

  /// A device or a pipe that stands in the place is not ours to take away.
  func check() throws {
    guard let kind = FileKind(of: to), kind != .file else { return }
    throw WriteFailure(
      path: to, reason: "this is \(kind.rawValue), and would be lost", advice: "name a file")
  }

  func rename() throws {
    guard Foundation.rename(from, to) == 0 else {
      throw WriteFailure(path: to, reason: String(cString: strerror(errno)))
    }
  }
}

extension Move {
  /// A file of a folder; where its name is a link, that stays, and the file that it leads to is replaced.
  init(_ name: String, in folder: String, content: Data = Data()) {
    let place = "\(folder)/\(name)"
    guard (try? FileManager.default.destinationOfSymbolicLink(atPath: place)) != nil else {
      self.init(from: PendingName.path(of: name, in: folder), to: place, content: content)
      return
    }
    let target = URL(fileURLWithPath: place).resolvingSymlinksInPath()
    self.init(
      from: PendingName.path(
        of: target.lastPathComponent, in: target.deletingLastPathComponent().path),
      to: target.path, content: content)
  }
}

/// The name of a file or folder on its way to its place.
private enum PendingName {
  /// The name; what programs that were killed left of the same file goes.
  static func path(of name: String, in folder: String) -> String {
    let stem = UnfinishedFile.stem(of: name)
    UnfinishedFile.sweep(folder, begin: ".\(stem).", end: ".partial")
    return "\(folder)/.\(stem).\(UnfinishedFile.writer).partial"
  }
}

/// A file that is written piece by piece.
final class PendingWriter {
  private let file: FileHandle
  private let place: String
  private var rest: [UInt8] = []
  private let bytes = ByteDigest()

  /// Bytes that are written at once.
  private static let pieceByteCount = 1 << 18

  fileprivate init(path: String, place: String) throws {
    guard let file = FileHandle(forWritingAtPath: path) else {
      throw WriteFailure(path: place, reason: "the file cannot be written")
    }
    (self.file, self.place) = (file, place)
  }

  /// Adds text.
  func add(_ text: String) throws { try add(Array(text.utf8)) }

  /// Adds text as UTF-8.
  func add(_ text: [UInt8]) throws {
    rest += text
    if rest.count > Self.pieceByteCount { try flush() }
  }

  /// The digest of the file, once nothing more is added; `nil` where there was no memory for it.
  func digest() throws -> String? {
    try flush()
    bytes?.endFile()
    return bytes?.text
  }

  fileprivate func finish() throws {
    try flush()
    // Some file systems say only now that they are full.
    do { try file.close() } catch {
      throw WriteFailure(path: place, reason: "the file cannot be written")
    }
  }

  private func flush() throws {
    do { try file.write(contentsOf: rest) } catch {
      throw WriteFailure(path: place, reason: "the file cannot be written")
    }
    rest.withUnsafeBytes { bytes?.add($0) }
    rest.removeAll(keepingCapacity: true)
  }
}

/// A result could not be written.
struct WriteFailure: Error, CustomStringConvertible {
  /// Where to.
  var path: String
  /// Why not.
  var reason: String
  /// What to do.
  var advice = "check that the place is writable and not full, or choose another"

  var description: String { "\(path): \(reason); \(advice)" }
}
