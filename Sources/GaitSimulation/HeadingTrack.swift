import GaitModel

/// The walking direction over time: every turn speeds up and slows down once.
struct HeadingTrack {
  private let turns: [Turn]
  private var cursor = 0

  init(_ turns: [Turn]) { self.turns = turns }

  /// Rate of turn in rad/s, positive to the left; instants rise from call to call.
  mutating func rate(at seconds: Double) -> Double {
    while cursor < turns.count, turns[cursor].seconds.upperBound <= seconds { cursor += 1 }
    guard cursor < turns.count, turns[cursor].seconds.contains(seconds) else { return 0 }
    let turn = turns[cursor].seconds
    let duration = turn.upperBound - turn.lowerBound
    let u = (seconds - turn.lowerBound) / duration
    let radians = turns[cursor].angleDegrees * .pi / 180
    return radians / duration * (1 - PortableFunctions.sineAndCosine(2 * .pi * u).cosine)
  }
}
