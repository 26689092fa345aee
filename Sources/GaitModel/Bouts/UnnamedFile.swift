import Foundation

/// A file that nobody else can see and that goes with the program, however it ends: its name is taken away as soon as
/// it is open.
final class UnnamedFile: Sendable {
  private let descriptor: Int32

  /// Makes an empty file in a folder.
  ///
  /// - Throws: ``KeptBoutsError``.
  init(in folder: String) throws(KeptBoutsError) {
    var path = Array((folder + "/gait.XXXXXX").utf8CString)
    descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw KeptBoutsError(folder: folder, number: errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(path)
  }

  deinit { close(descriptor) }

  /// Writes bytes from a place on; `nil`, or the number of the error.
  func write(_ bytes: [UInt8], at offset: Int) -> Int32? {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done, off_t(offset + done))
      }
      if count < 0, errno != EINTR { return errno }
      done += max(0, count)
    }
    return nil
  }

  /// Reads so many bytes from a place on.
  ///
  /// - Precondition: They were written. A disk that loses what was just written ends the program.
  func read(_ count: Int, at offset: Int, into bytes: inout [UInt8]) {
    bytes = [UInt8](unsafeUninitializedCapacity: count) { room, filled in
      while filled < count {
        let got = pread(
          descriptor, room.baseAddress.map { $0 + filled }, count - filled, off_t(offset + filled))
        if got < 0, errno == EINTR { continue }
        precondition(got > 0, "bouts that were written to a temporary file cannot be read again")
        filled += got
      }
    }
  }
}

/// Why the bouts of a recording could not be kept while it was read.
public struct KeptBoutsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The folder of temporary files.
  public var folder: String
  /// What the system says.
  public var reason: String

  init(folder: String, number: Int32) {
    self.folder = folder
    reason = String(cString: strerror(number))
  }

  /// What happened and what to do.
  public var description: String {
    "\(folder): what was found cannot be kept until the recording has ended: \(reason); make room there, "
      + "or name another folder with TMPDIR"
  }
}
