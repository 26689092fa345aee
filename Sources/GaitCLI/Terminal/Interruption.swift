import Foundation

/// What happens on Ctrl-C: unfinished files are removed and the program ends with code 130.
enum Interruption {
  /// Listens for SIGINT and SIGTERM from now on; to be called before any other thread starts.
  ///
  /// A thread of its own waits for the signals, so that they are heard while every worker is busy,
  /// and so that what follows is ordinary code and not a signal handler.
  static func install() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    Thread.detachNewThread { [signals] in
      var awaited = signals
      var number: Int32 = 0
      while sigwait(&awaited, &number) != 0 {}
      leave(after: number)
    }
  }

  /// Shells report a program that a signal ended as 128 and the signal's number.
  private static func leave(after number: Int32) -> Never {
    PendingFiles.shared.abandon()
    if isatty(STDERR_FILENO) == 1 { Terminal.writeToStandardError("\r\u{1B}[K") }
    _exit(128 + number)
  }
}
