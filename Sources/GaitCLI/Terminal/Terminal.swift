import Foundation
import GaitModel
import Synchronization

/// What is said to a person: notes and progress, on standard error.
///
/// Results go to standard output with `print`; nothing here ever does.
final class Terminal: Sendable {
  /// Only errors are said.
  let isQuiet: Bool
  /// What the reader noticed and how the analysis went is said too.
  let isVerbose: Bool
  /// Whether standard error is a terminal, so that a line may be drawn over.
  private let drawsProgress: Bool
  private let hasProgressLine = Mutex(false)

  /// Makes a terminal; progress is drawn only where a person is looking.
  init(_ options: VerbosityOptions) {
    isQuiet = options.quiet
    isVerbose = options.verbose
    drawsProgress = !options.quiet && Self.drawsOnStandardError
  }

  /// A terminal for commands that have nothing more to say to the curious.
  init(isQuiet: Bool) {
    self.isQuiet = isQuiet
    isVerbose = false
    drawsProgress = !isQuiet && Self.drawsOnStandardError
  }

  /// Whether headings on standard output may be emphasized.
  static var colorsOutput: Bool {
    let noColor = ProcessInfo.processInfo.environment["NO_COLOR"] ?? ""
    return noColor.isEmpty && obeysEscapes && isatty(STDOUT_FILENO) == 1
  }

  /// Whether a person reads standard output, so that long sentences are broken into lines.
  static var outputIsRead: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether a line on standard error can be drawn over.
  static var drawsOnStandardError: Bool { obeysEscapes && isatty(STDERR_FILENO) == 1 }

  /// A terminal that calls itself dumb prints escapes as they are.
  private static var obeysEscapes: Bool {
    ProcessInfo.processInfo.environment["TERM"] != "dumb"
  }

  /// Says what went wrong.
  func error(_ message: String) { line("gait: " + message) }

  /// Says something worth knowing, unless quiet.
  func note(_ message: String) {
    if !isQuiet { line(message) }
  }

  /// Says something for the curious.
  func detail(_ message: @autoclosure () -> String) {
    if isVerbose { line(message()) }
  }

  /// Draws the progress line over the last one; does nothing away from a terminal.
  func progress(_ text: String) {
    guard drawsProgress else { return }
    hasProgressLine.withLock { isDrawn in
      Self.writeToStandardError("\r\u{1B}[K" + PrintableText.of(text))
      isDrawn = true
    }
  }

  /// Removes the progress line.
  func clearProgress() {
    hasProgressLine.withLock { isDrawn in
      if isDrawn { Self.writeToStandardError("\r\u{1B}[K") }
      isDrawn = false
    }
  }

  private func line(_ text: String) {
    hasProgressLine.withLock { isDrawn in
      Self.writeToStandardError(
        (isDrawn ? "\r\u{1B}[K" : "") + PrintableText.of(text) + "\n")
      isDrawn = false
    }
  }

  /// Writes text unchanged, as far as standard error takes it. If that is closed or full, text is
  /// lost.
  static func writeToStandardError(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { return }
      rest = rest.dropFirst(max(0, count))
    }
  }
}

/// How far a row of recordings has come, on one line of the terminal.
final class ProgressLine: Sendable {
  private struct State {
    var doneCount = 0
    var lastDrawn: ContinuousClock.Instant?
    /// The share of each recording that is being read.
    var shares: [Int: Double] = [:]
  }

  /// Ten times a second is smooth to look at and costs nothing.
  private static let shortestPause = Duration.milliseconds(100)
  /// Less tells nothing of the time that is left.
  private static let leastShare = 0.01

  private let terminal: Terminal
  private let names: [String]
  private let start = ContinuousClock.now
  private let state: Mutex<State>

  /// Makes the line for recordings of these names.
  init(terminal: Terminal, names: [String]) {
    self.terminal = terminal
    self.names = names
    state = Mutex(State())
  }

  /// Takes note that so many seconds of a recording were read, and which share of its bytes, where that
  /// is known.
  func report(_ seconds: Double, share: Double?, of index: Int) {
    let text: String? = state.withLock { state -> String? in
      state.shares[index] = share
      let now = ContinuousClock.now
      if let last = state.lastDrawn, now - last < Self.shortestPause { return nil }
      state.lastDrawn = now
      let whole = Double(state.doneCount) + state.shares.values.reduce(0, +)
      return self.text(
        secondsRead: seconds, current: index, doneCount: state.doneCount,
        share: share == nil && state.doneCount == 0 ? nil : whole / Double(max(1, names.count)),
        elapsed: now - start)
    }
    if let text { terminal.progress(text) }
  }

  /// Takes note that one more recording is done, or failed.
  func reportDone(_ index: Int) {
    state.withLock { state in
      state.doneCount += 1
      state.shares[index] = nil
    }
  }

  /// Takes the line away.
  func clear() { terminal.clearProgress() }

  /// `2 of 5 done, walk: 1:02:07 read; 48 %, 0:01:10 left`.
  ///
  /// - Parameters:
  ///   - secondsRead: how much of the current recording was read; how long it is, is known only at its
  ///     end.
  ///   - current: which recording.
  ///   - doneCount: how many are done.
  ///   - share: how much of all is done, 0-1; `nil` where that is not known.
  ///   - elapsed: since the work began.
  /// - Returns: the line, without an end.
  func text(
    secondsRead: Double, current: Int, doneCount: Int, share: Double? = nil,
    elapsed: Duration = .zero
  ) -> String {
    let count = names.count > 1 ? "\(doneCount) of \(names.count) done, " : ""
    let read = "\(count)\(names[current]): \(Self.clock(secondsRead)) read"
    guard let share, share >= Self.leastShare else { return read }
    let left = elapsed / Duration.seconds(1) * (1 - min(1, share)) / share
    return "\(read); \(Int(min(1, share) * 100)) %, \(Self.clock(left)) left"
  }

  private static func clock(_ time: Double) -> String {
    let whole = Int(min(max(0, time), 1e12))
    let minutes = DecimalText.padded(whole / 60 % 60, width: 2)
    return "\(whole / 3600):\(minutes):\(DecimalText.padded(whole % 60, width: 2))"
  }
}

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
