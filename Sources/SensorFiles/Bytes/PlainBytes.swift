import Foundation
import GaitModel
import Synchronization

/// The bytes of a regular file as they lay on disk when it was opened.
///
/// Read with `read`, not mapped: a file that is cut while it is mapped ends the program. A file that
/// grows is read up to the length it had.
final class PlainBytes: ByteStream {
  private let path: String
  private let descriptor: Int32
  /// Length when the file was opened, bytes.
  let byteCount: Int
  private var position = 0
  private var hasEnded = false
  private let progress = ReadingProgress.current

  /// Opens a file that `PathKind` has found to be a regular one.
  init(path: String) throws(SensorFileError) {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw SensorFileError(
        .notReadable, path: path, "cannot be opened: \(String(cString: strerror(errno))).")
    }
    byteCount = Self.length(of: descriptor)
    progress?.begin(byteCount)
  }

  deinit {
    progress?.end(byteCount, read: position)
    close(descriptor)
  }

  /// Said at the end, when the file is not what it was at the beginning.
  var damage: String? {
    guard hasEnded else { return nil }
    if position < byteCount {
      return "the file was cut from \(byteCount) to \(position) bytes while it was read"
    }
    let now = Self.length(of: descriptor)
    return now > byteCount
      ? "the file grew from \(byteCount) to \(now) bytes while it was read; what came later was "
        + "left out"
      : nil
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SensorFileError) -> Int {
    let wanted = min(buffer.count, byteCount - position)
    let count = try read(UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]), at: position)
    position += count
    progress?.advance(count)
    hasEnded = hasEnded || count == 0
    return count
  }

  func skip(_ count: Int) throws(SensorFileError) -> Int {
    let skipped = min(count, max(byteCount - position, 0))
    position += skipped
    progress?.advance(skipped)
    return skipped
  }

  /// Reads from a place of its own; fewer bytes than there is room for only at the end.
  func read(
    _ buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(SensorFileError) -> Int {
    var filled = 0
    while filled < buffer.count {
      let count = pread(
        descriptor, buffer.baseAddress.map { $0 + filled }, buffer.count - filled,
        off_t(offset + filled))
      if count == 0 { break }
      if count > 0 {
        filled += count
      } else if errno != EINTR {
        throw SensorFileError(
          .notReadable, path: path, "cannot be read: \(String(cString: strerror(errno))).")
      }
    }
    return filled
  }

  private static func length(of descriptor: Int32) -> Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }
}

/// Bytes from first to last, in pieces, so that a week fits into a few megabytes of memory.
protocol ByteStream: AnyObject {
  /// Fills the front of `buffer` and returns how many bytes were written; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SensorFileError) -> Int

  /// Passes over bytes without handing them out; returns how many, fewer than asked at the end.
  func skip(_ count: Int) throws(SensorFileError) -> Int

  /// Where in the file a byte lies, by its number among those that were handed out.
  func fileOffset(of place: Int) -> Int

  /// What was wrong with the bytes so far, in words, or `nil` when nothing was.
  var damage: String? { get }
}

extension ByteStream {
  func fileOffset(of place: Int) -> Int { place }

  func skip(_ count: Int) throws(SensorFileError) -> Int {
    var piece = [UInt8](repeating: 0, count: min(count, 1 << 16))
    var skipped = 0
    while skipped < count {
      if count - skipped < piece.count { piece.removeLast(piece.count - (count - skipped)) }
      let read = try read(into: &piece)
      if read == 0 { break }
      skipped += read
    }
    return skipped
  }

  /// The same into an array, for files that are small.
  func read(into bytes: inout [UInt8]) throws(SensorFileError) -> Int {
    let result = bytes.withUnsafeMutableBytes { buffer in
      Result { () throws(SensorFileError) in try read(into: buffer) }
    }
    return try result.get()
  }
}

/// What a path leads to, asked before it is opened: opening a pipe would wait for ever.
enum PathKind {
  case regularFile
  case folder

  /// Looks at the path; throws when there is nothing, or something that cannot be read twice.
  init(of path: String) throws(SensorFileError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      let isMissing = errno == ENOENT || errno == ENOTDIR
      throw SensorFileError(
        isMissing ? .missing : .notReadable, path: path,
        isMissing
          ? Self.absence(of: path)
          : "cannot be looked at: \(String(cString: strerror(errno))).")
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .regularFile
    case S_IFDIR: self = .folder
    default:
      throw SensorFileError(
        .notARegularFile, path: path,
        "this is a pipe or a device; what it gives is read twice, so save it to a file first.")
    }
  }

  private static func absence(of path: String) -> String {
    guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else {
      return "there is no such file; check the path."
    }
    return "it is a link to \(target), which is not there; bring that back, or take the link away."
  }
}

/// Where the runs of a thinned file may begin and end.
enum RunAlignment: Hashable {
  /// Between lines of text.
  case lines
  /// At a multiple of so many bytes from the beginning of the file.
  case blocks(byteCount: Int)
}

/// Evenly spread runs of a long file, one after the other: the first from its beginning, the last
/// to its end. What lies between them is not read.
final class ThinnedBytes: ByteStream {
  /// Bytes of a run: a quarter of a minute of text at 100 Hz, a minute of packed samples. Still
  /// periods are judged over 10 s.
  static let runByteCount = 128 << 10
  /// Runs of a file: 32 MiB are read in a twentieth of a second, and a week has one every 40 minutes.
  static let runCount = 256
  /// Shorter files are read whole: it takes no longer than a tenth of a second.
  static let leastByteCount = 2 * runCount * runByteCount

  private let file: PlainBytes
  private let alignment: RunAlignment
  private let runCount: Int
  private let run: UnsafeMutableRawBufferPointer
  private var runIndex = 0
  private var rest = 0..<0
  /// Where each run begins, among the bytes handed out and in the file, and how many bytes all have together.
  private var starts: [(handedOut: Int, inFile: Int)] = []
  private var byteCount = 0

  /// Thins a file of at least `leastByteCount` bytes, or of twice as many as its runs have.
  init(
    _ file: PlainBytes, alignment: RunAlignment, runCount: Int = ThinnedBytes.runCount,
    runByteCount: Int = ThinnedBytes.runByteCount
  ) {
    self.file = file
    self.alignment = alignment
    self.runCount = runCount
    run = .allocate(byteCount: runByteCount, alignment: 64)
  }

  deinit { run.deallocate() }

  var damage: String? { nil }

  func fileOffset(of place: Int) -> Int {
    guard let run = starts.last(where: { $0.handedOut <= place }) else { return place }
    return run.inFile + place - run.handedOut
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SensorFileError) -> Int {
    while rest.isEmpty, runIndex < runCount { try readRun() }
    let part = rest.prefix(buffer.count)
    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: run[part]))
    rest.removeFirst(part.count)
    return part.count
  }

  private func readRun() throws(SensorFileError) {
    let last = Double(file.byteCount - run.count)
    var start = Int(last * Double(runIndex) / Double(runCount - 1))
    let isFirst = runIndex == 0
    runIndex += 1
    if case .blocks(let size) = alignment { start -= start % size }
    let count = try file.read(run, at: start)
    rest = wholePart(of: 0..<count, isFirst: isFirst, isLast: runIndex == runCount)
    if !rest.isEmpty { starts.append((handedOut: byteCount, inFile: start + rest.lowerBound)) }
    byteCount += rest.count
  }

  /// What lies between the first and the last end of a record.
  private func wholePart(of range: Range<Int>, isFirst: Bool, isLast: Bool) -> Range<Int> {
    switch alignment {
    case .blocks(let size): return range.lowerBound..<range.upperBound - range.count % size
    case .lines:
      let newline = UInt8(ascii: "\n")
      let bytes = run[range]
      let start = isFirst ? range.lowerBound : bytes.firstIndex(of: newline).map { $0 + 1 }
      let end = isLast ? range.upperBound : bytes.lastIndex(of: newline).map { $0 + 1 }
      guard let start, let end, start < end else { return 0..<0 }
      return start..<end
    }
  }
}

/// A text in UTF-16, as spreadsheets save it for Unicode, handed out in UTF-8.
final class UTF16Bytes: ByteStream {
  /// Which byte of a letter comes first.
  enum Order {
    case lowFirst, highFirst
  }

  private static let pieceByteCount = 1 << 15

  private let stream: any ByteStream
  private let order: Order
  private var rest: [UInt8] = []
  private var ready: ArraySlice<UInt8> = []
  private var isAtStart = true

  /// The order of a text's first bytes: by its mark, or where every second byte is 0. `nil` for what
  /// is no such text.
  static func order(of head: [UInt8]) -> Order? {
    if head.starts(with: [0xff, 0xfe]) { return isText(head.dropFirst(2), 1) ? .lowFirst : nil }
    if head.starts(with: [0xfe, 0xff]) { return isText(head.dropFirst(2), 0) ? .highFirst : nil }
    guard head.count >= 16 else { return nil }
    return isText(head[...], 1) ? .lowFirst : isText(head[...], 0) ? .highFirst : nil
  }

  /// Whether the letters are those of plain text, as those of a header are but for units.
  private static func isText(_ bytes: ArraySlice<UInt8>, _ high: Int) -> Bool {
    let letters = Array(bytes.prefix(32))
    let pairs = stride(from: 0, to: letters.count - 1, by: 2)
    return pairs.allSatisfy { letters[$0 + high] == 0 && letters[$0 + 1 - high] >= 9 }
  }

  init(_ stream: any ByteStream, order: Order) {
    self.stream = stream
    self.order = order
  }

  var damage: String? { stream.damage }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SensorFileError) -> Int {
    while ready.isEmpty, try refill() {}
    let part = ready.prefix(buffer.count)
    part.withUnsafeBytes { buffer.copyMemory(from: $0) }
    ready.removeFirst(part.count)
    return part.count
  }

  /// Decodes the next piece; `false` at the end. Half a letter waits for the piece behind it.
  private func refill() throws(SensorFileError) -> Bool {
    var piece = [UInt8](repeating: 0, count: Self.pieceByteCount)
    let count = try stream.read(into: &piece)
    guard count > 0 else { return false }
    let bytes = rest + piece[..<count]
    let high = order == .lowFirst ? 1 : 0
    var units = stride(from: 0, to: bytes.count - 1, by: 2).map {
      UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + 1 - high])
    }
    var used = 2 * units.count
    if let last = units.last, UTF16.isLeadSurrogate(last) {
      units.removeLast()
      used -= 2
    }
    rest = Array(bytes[used...])
    if isAtStart, units.first == 0xfeff { units.removeFirst() }
    isAtStart = false
    ready = Array(String(decoding: units, as: UTF16.self).utf8)[...]
    return true
  }
}

/// How much of a recording's files has been read: for those who show progress.
///
/// ```swift
/// let progress = ReadingProgress()
/// var recording = try ReadingProgress.$current.withValue(progress) { try SensorFile.open("week.cwa") }
/// while let block = try recording.nextBlock() { print(progress.share ?? 0) }
/// ```
///
/// Files that are opened while it is the current one are counted until they are closed.
public final class ReadingProgress: Sendable {
  /// Counts the files that are opened from here on; `nil` counts none.
  @TaskLocal public static var current: ReadingProgress?

  private let bytes = Mutex((read: 0, all: 0))

  /// Makes a count of nothing.
  public init() {}

  /// The share of the bytes that was read, 0-1; `nil` before any file is open.
  public var share: Double? {
    bytes.withLock { $0.all > 0 ? min(1, Double($0.read) / Double($0.all)) : nil }
  }

  /// A file of so many bytes was opened.
  func begin(_ byteCount: Int) { bytes.withLock { $0.all += byteCount } }

  /// So many bytes of a file were read or passed over.
  func advance(_ count: Int) { bytes.withLock { $0.read += count } }

  /// A file was closed, of which so many bytes had been read.
  func end(_ byteCount: Int, read: Int) {
    bytes.withLock { $0 = ($0.read - read, $0.all - byteCount) }
  }
}

/// A document that is no recording, plain, in a gzip file or in a zip file: its bytes, piece by piece.
public struct DocumentFile {
  private let stream: any ByteStream

  /// A phone keeps a file of every route beside its export: more than a recording has, bytes of
  /// names only.
  private static let entryLimit = 1_000_000

  /// Opens a document.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - choose: picks one of the files in a zip file by its path in it; `nil` when none fits.
  /// - Throws: `SensorFileError` when the file cannot be read or none in it fits.
  public init(_ path: String, choose: ([String]) -> String?) throws(SensorFileError) {
    guard case .regularFile = try PathKind(of: path) else {
      throw SensorFileError(.notARegularFile, path: path, "this is a folder; give a file in it.")
    }
    let plain = try PlainBytes(path: path)
    var head = [UInt8](repeating: 0, count: 4)
    let count = try plain.read(into: &head)
    let start = head.prefix(count)
    if start.starts(with: [0x50, 0x4b, 0x03, 0x04]) {
      let archive = try ZipArchive(path: path, entryLimit: Self.entryLimit)
      let chosen = choose(archive.entries.map(\.name))
      guard let entry = archive.entries.first(where: { $0.name == chosen }) else {
        throw SensorFileError(
          .unknownFormat, path: path,
          "none of the \(archive.entries.count.counted("file")) in it is meant.")
      }
      stream = try archive.bytes(of: entry)
    } else if start.starts(with: [0x1f, 0x8b]) {
      stream = GzipBytes(try PlainBytes(path: path))
    } else {
      stream = try PlainBytes(path: path)
    }
  }

  /// The next bytes, at most so many; `nil` at the end or where the file is damaged.
  public func next(_ count: Int) throws(SensorFileError) -> [UInt8]? {
    var piece = [UInt8](repeating: 0, count: count)
    let read = try stream.read(into: &piece)
    return read == 0 ? nil : Array(piece.prefix(read))
  }

  /// What was wrong with the bytes so far, in words, or `nil` when nothing was.
  public var damage: String? { stream.damage }
}
