import Foundation

/// Standard output: results, all of them or an error.
///
/// `print` keeps text back and says nothing of a full disk that swallowed half of it, so that no
/// command uses it.
enum StandardOutput {
  /// Writes a result to its last byte.
  ///
  /// - Throws: `WriteFailure` where it cannot be written, `ReaderLeft` where whoever read it has
  ///   seen enough, as `head` does.
  static func write(_ text: String) throws {
    try write(Array(text.utf8)[...])
  }

  private static func write(_ bytes: ArraySlice<UInt8>) throws {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else {
        try goOn(after: errno)
      }
    }
  }

  /// Waits where a reader is only slow.
  private static func goOn(after number: Int32) throws {
    switch number {
    case EINTR: return
    case EAGAIN:
      var waiting = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
      poll(&waiting, 1, -1)
    case EPIPE: throw ReaderLeft()
    default:
      throw WriteFailure(path: "standard output", reason: String(cString: strerror(number)))
    }
  }
}

/// Whoever read standard output has left. That is no error; nothing more can be said to them.
struct ReaderLeft: Error {
  /// What shells show for a program that ended so: 128 and the number of SIGPIPE.
  static let exitCode = 128 + SIGPIPE
}

/// The three descriptors that every program is started with, as they should be.
enum StandardStreams {
  /// Makes sure that no file that is opened later takes the number of a stream that the caller closed, and
  /// that a reader who leaves is an error of one write and not the end of the program.
  static func prepare() {
    // What is written to a closed standard output must fail: only reading is allowed there.
    for (number, access) in [
      (STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY),
    ] where fcntl(number, F_GETFD) == -1 {
      // The lowest free number is the one that is closed.
      _ = open("/dev/null", access)
    }
    signal(SIGPIPE, SIG_IGN)
    // A file that may not grow on (ulimit -f) is an error of one write, too.
    signal(SIGXFSZ, SIG_IGN)
  }
}
