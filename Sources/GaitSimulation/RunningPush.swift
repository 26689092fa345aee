import GaitModel

/// The vertical force of running: a half sine while a foot is down, nothing in flight (T. A. McMahon,
/// G. C. Cheng, J. Biomech. 23:65, 1990).
struct RunningPush {
  private var steps: [Range<Double>] = []
  private var cursor = 0

  /// Share of a step's time in which a foot is down: about 0.25 s of 0.36 s at jogging pace.
  static let contactShare = 0.7
  /// While a foot is down the leg never quite lets go, m/s²: what belts and clothes make of flight.
  private static let leastForce = 0.5

  init(_ bouts: [SimulatedBout]) {
    for bout in bouts { steps += bout.steps.filter(\.isRunning).map(\.seconds) }
  }

  /// Vertical specific force at an instant of running, m/s², or `nil` when the walker does not run.
  mutating func force(at seconds: Double) -> Double? {
    while cursor < steps.count, steps[cursor].upperBound <= seconds { cursor += 1 }
    guard cursor < steps.count, steps[cursor].contains(seconds) else { return nil }
    let step = steps[cursor]
    let share = (seconds - step.lowerBound) / (step.upperBound - step.lowerBound)
    guard share < Self.contactShare else { return Self.leastForce }
    let mean = (standardGravity - Self.leastForce) / Self.contactShare
    let push = PortableFunctions.sineAndCosine(.pi * share / Self.contactShare).sine
    return Self.leastForce + mean * .pi / 2 * push
  }
}
