import Foundation

/// The bytes of a regular file as they lie on disk.
///
/// Read with `read`, not mapped: a file that is cut while it is mapped ends the program.
final class PlainBytes: ByteStream {
  private let path: String
  private let descriptor: Int32

  /// Opens a file that `PathKind` has found to be a regular one.
  init(path: String) throws(SensorFileError) {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw SensorFileError(
        .notReadable, path: path, "cannot be opened: \(String(cString: strerror(errno))).")
    }
  }

  deinit { close(descriptor) }

  var damage: String? { nil }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SensorFileError) -> Int {
    while true {
      let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      if errno == EINTR { continue }
      throw SensorFileError(
        .notReadable, path: path, "cannot be read: \(String(cString: strerror(errno))).")
    }
  }
}
