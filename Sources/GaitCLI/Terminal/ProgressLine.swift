import Synchronization

/// How far a row of recordings has come, on one line of the terminal.
final class ProgressLine: Sendable {
  private struct State {
    var fractions: [Double]
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
    state = Mutex(State(fractions: Array(repeating: 0, count: names.count)))
  }

  /// Takes note that a recording has come so far, 0-1.
  func report(_ fraction: Double, of index: Int) {
    let text: String? = state.withLock { state -> String? in
      state.fractions[index] = fraction
      let now = ContinuousClock.now
      if let last = state.lastDrawn, now - last < Self.shortestPause { return nil }
      state.lastDrawn = now
      return self.text(state.fractions, current: index)
    }
    if let text { terminal.progress(text) }
  }

  private func text(_ fractions: [Double], current: Int) -> String {
    let percent = DecimalText.text(fractions[current] * 100, decimals: 0) ?? "0"
    let finished = fractions.count { $0 >= 1 }
    let count = names.count > 1 ? "\(finished) of \(names.count) done, " : ""
    return "\(count)\(names[current]) \(percent) %"
  }
}
