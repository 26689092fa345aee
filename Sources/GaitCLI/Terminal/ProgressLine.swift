import GaitModel
import Synchronization

/// How far a row of recordings has come, on one line of the terminal.
final class ProgressLine: Sendable {
  private struct State {
    var doneCount = 0
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
    state = Mutex(State())
  }

  /// Takes note that so many seconds of a recording were read.
  func report(_ seconds: Double, of index: Int) {
    let text: String? = state.withLock { state -> String? in
      let now = ContinuousClock.now
      if let last = state.lastDrawn, now - last < Self.shortestPause { return nil }
      state.lastDrawn = now
      return self.text(secondsRead: seconds, current: index, doneCount: state.doneCount)
    }
    if let text { terminal.progress(text) }
  }

  /// Takes note that one more recording is done, or failed.
  func reportDone() { state.withLock { $0.doneCount += 1 } }

  /// `2 of 5 done, walk: 1:02:07 read`: how long a recording is, is known only at its end.
  func text(secondsRead: Double, current: Int, doneCount: Int) -> String {
    let whole = Int(min(max(0, secondsRead), 1e12))
    let minutes = DecimalText.padded(whole / 60 % 60, width: 2)
    let seconds = DecimalText.padded(whole % 60, width: 2)
    let count = names.count > 1 ? "\(doneCount) of \(names.count) done, " : ""
    return "\(count)\(names[current]): \(whole / 3600):\(minutes):\(seconds) read"
  }
}
