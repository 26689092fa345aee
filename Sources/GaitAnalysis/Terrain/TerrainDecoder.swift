import Foundation
import Signals

/// Decides frame by frame between level ground, stairs up and stairs down, so that switching costs
/// something: the most likely sequence of three states (A. J. Viterbi, 1967).
public struct TerrainDecoder: Hashable, Sendable {
  /// Stairs are rarer than level ground: so much evidence is asked for, log-odds. Chosen on people and data sets
  /// left out: below it some people's walking turns into stairs, above it flights are lost.
  public var prior = 0.8
  /// A single frame never counts for more than this, log-odds.
  public var largestEvidence = 6.0
  /// Frames of 4 s every 0.4 s overlap: they are not that many witnesses.
  public var weight = 0.5
  /// What a change between level ground and stairs costs, log-odds.
  public var switchCost = 4.0
  /// What a change between up and down costs, log-odds: there is a landing between.
  public var turnCost = 6.0
  /// Frames of the shortest stretch of stairs: 3.2 s, half a dozen steps.
  public var leastFrames = 8

  /// What the ground is in each frame.
  enum State: Int, CaseIterable, Sendable { case level, up, down }

  /// The states of frames that follow each other.
  func states(of frames: [GroundEvidence]) -> [State] {
    guard let first = frames.first else { return [] }
    let (level, up, down) = scores(of: first)
    var path = MostLikelyPath(scores: [level, up - switchCost / 2, down - switchCost / 2])
    for frame in frames.dropFirst() {
      let worth = scores(of: frame)
      path.append(
        worth: { $0 == 0 ? worth.level : $0 == 1 ? worth.up : worth.down },
        from: { (first: $0, others: 0..<3) }, cost: cost)
    }
    return withoutShort(path.states.map { State(rawValue: $0) ?? .level })
  }

  private func cost(_ a: Int, _ b: Int) -> Double {
    if a == b { return 0 }
    return a == 0 || b == 0 ? switchCost : turnCost
  }

  private func scores(
    of frame: GroundEvidence
  ) -> (level: Double, up: Double, down: Double) {
    let stairs = held(frame.stairs - prior)
    let up = held(frame.up)
    return (
      weight * (-stairs / 2), weight * (stairs / 2 - log1p(exp(-up))),
      weight * (stairs / 2 - log1p(exp(up)))
    )
  }

  private func held(_ value: Double) -> Double {
    max(-largestEvidence, min(largestEvidence, value))
  }

  /// Stairs that end before a few steps are done are no stairs.
  private func withoutShort(_ states: [State]) -> [State] {
    var out = states
    var start = 0
    for t in 1...states.count
    where t == states.count || (states[t] == .level) != (states[start] == .level) {
      if states[start] != .level, t - start < leastFrames {
        for k in start..<t { out[k] = .level }
      }
      start = t
    }
    return out
  }
}
