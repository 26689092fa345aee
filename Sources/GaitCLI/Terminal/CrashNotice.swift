import Foundation

/// What is said when the program is ended by a fault, most often because memory ran out.
///
/// The system gives no chance to go on from there; without these words it would end in silence.
enum CrashNotice {
  /// The words, made before they are needed: a program without memory cannot make any.
  private static let words: StaticString = """
    gait: stopped by a fault of the program, or because memory ran out (see ulimit -v; --jobs 1 takes \
    the least). What was reported as done is kept; nothing half done took its place.

    """

  /// Says so from now on, and then lets the system end the program as it would have.
  static func install() {
    for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE] {
      signal(number) { number in
        _ = write(STDERR_FILENO, CrashNotice.words.utf8Start, CrashNotice.words.utf8CodeUnitCount)
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }
}
