import Synchronization

/// How far a row of recordings has come, on one line of the terminal.
final class ProgressLine: Sendable {
  private struct State {
    /// Seconds of each recording read so far; infinite once it is done.
    var seconds: [Double]
    var lastDrawn: ContinuousClock.Instant?
  }

  /// Ten times a second is smooth to look at and costs nothing.
  private static let shortestPause = Duration.milliseconds(100)

  private let terminal: Terminal
  private let names: [String]
  private let state: Mutex<State>

  /// Makes the line for recordings of these names.
  init(terminal: Terminal, names: [String]) {
    self.terminal = terminal
    self.names = names
    state = Mutex(State(seconds: Array(repeating: 0, count: names.count)))
  }

  /// Takes note that so many seconds of a recording are analyzed; infinity when all of it is.
  func report(_ seconds: Double, of index: Int) {
    let text: String? = state.withLock { state -> String? in
      state.seconds[index] = seconds
      let now = ContinuousClock.now
      if let last = state.lastDrawn, now - last < Self.shortestPause { return nil }
      state.lastDrawn = now
      return self.text(state.seconds, current: index)
    }
    if let text { terminal.progress(text) }
  }

  private func text(_ seconds: [Double], current: Int) -> String {
    let finished = seconds.count { $0.isInfinite }
    let count = names.count > 1 ? "\(finished) of \(names.count) done, " : ""
    guard seconds[current].isFinite else { return "\(count)\(names[current]) done" }
    let minutes = DecimalText.text(seconds[current] / 60, decimals: 0) ?? "0"
    return "\(count)\(names[current]) \(minutes) min"
  }
}
