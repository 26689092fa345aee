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
