import Foundation
import Synchronization

/// What happens on Ctrl-C, or when the terminal is closed: unfinished files are removed, stores are left as one
/// file, and the program ends with 128 and the signal's number.
///
/// A signal handler may do next to nothing, so that it only writes the signal's number to a pipe; a
/// thread of its own reads it there and does the rest as ordinary code, while every worker may be
/// busy. Waiting for blocked signals was decided against: the main loop unblocks them.
enum Interruption {
  /// The two ends of the pipe.
  private static let ends: (reading: Int32, writing: Int32) = {
    var descriptors: [Int32] = [-1, -1]
    return pipe(&descriptors) == 0 ? (descriptors[0], descriptors[1]) : (-1, -1)
  }()

  private static let kept = Mutex<String?>(nil)

  /// What is done so far and stays, in words, should the program be interrupted from now on.
  static func says(_ whatIsKept: String) { kept.withLock { $0 = whatIsKept } }

  /// The ways in which a program is asked to end.
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU]

  /// Listens for them from now on.
  static func install() {
    guard ends.reading >= 0 else { return }
    Thread.detachNewThread(waitAndLeave)
    for number in signals where !isIgnored(number) {
      signal(number) { number in
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(Interruption.ends.writing, &byte, 1)
      }
    }
  }

  /// Whether the caller wants the program to go on, as `nohup` does when a terminal is closed.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard number == SIGHUP, sigaction(number, nil, &action) == 0 else { return false }
    return withUnsafeBytes(of: &action) { $0.load(as: Int.self) } == 1
  }

  /// A program starts with the signals blocked that its caller had blocked.
  private static func unblockSignals() {
    var set = sigset_t()
    sigemptyset(&set)
    for number in signals { sigaddset(&set, number) }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// Shells report a program that a signal ended as 128 and the signal's number.
  @Sendable private static func waitAndLeave() {
    unblockSignals()
    var number: UInt8 = 0
    while read(ends.reading, &number, 1) != 1 {}
    PendingFiles.shared.abandon()
    OpenStores.breakOff()
    let line = Terminal.drawsOnStandardError ? "\r\u{1B}[K" : ""
    let words = kept.withLock { $0 }.map { "; " + PrintableText.of($0) } ?? ""
    Terminal.writeToStandardError("\(line)gait: interrupted\(words)\n")
    _exit(128 + Int32(number))
  }
}
