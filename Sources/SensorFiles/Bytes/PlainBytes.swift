import Foundation

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

  /// Opens a file that `PathKind` has found to be a regular one.
  init(path: String) throws(SensorFileError) {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw SensorFileError(
        .notReadable, path: path, "cannot be opened: \(String(cString: strerror(errno))).")
    }
    byteCount = Self.length(of: descriptor)
  }

  deinit { close(descriptor) }

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
    hasEnded = hasEnded || count == 0
    return count
  }

  func skip(_ count: Int) throws(SensorFileError) -> Int {
    let skipped = min(count, max(byteCount - position, 0))
    position += skipped
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

  /// What was wrong with the bytes so far, in words, or `nil` when nothing was.
  var damage: String? { get }
}

extension ByteStream {
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
          ? "there is no such file; check the path."
          : "cannot be looked at: \(String(cString: strerror(errno))).")
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .regularFile
    case S_IFDIR: self = .folder
    default:
      throw SensorFileError(
        .notARegularFile, path: path,
        "this is a pipe or a device; a recording is read twice, so save it to a file first.")
    }
  }
}
