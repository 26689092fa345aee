import Foundation

/// Whether the system lets the program have the threads that it stands on.
///
/// Workers that are never made would be waited for without end and without a word.
enum ThreadCheck {
  /// One for signals, a few that work, and those that the system's own libraries keep beside them.
  private static let needed = 8

  /// - Throws: what to do when the threads are not available.
  static func run() throws {
    var threads: [pthread_t] = []
    defer { for thread in threads { pthread_join(thread, nil) } }
    for _ in 0..<needed {
      var thread = pthread_t()
      let code = pthread_create(
        &thread, nil,
        { _ in
          usleep(1000); return nil
        }, nil)
      guard code == 0 else {
        throw ResourceFailure(
          "the system allows no more threads (\(String(cString: strerror(code)))); raise its limits "
            + "for processes and memory, ulimit -u and ulimit -v, or end other programs")
      }
      threads.append(thread)
    }
  }
}

/// The system does not give what every command needs.
struct ResourceFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
