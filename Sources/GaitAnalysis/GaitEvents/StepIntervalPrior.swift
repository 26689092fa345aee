import Foundation
import Signals

/// How likely each interval between two contacts is, before anything is seen there.
///
/// The logarithm of the interval in tracked steps is normal, with a small share of much wider spread
/// for hesitations. Intervals beyond both limits are pauses, and not judged here.
public struct StepIntervalPrior: Hashable, Sendable {
  /// Spread of the logarithm from step to step: irregular walking, and errors of the tracked frequency.
  public var spread = 0.2
  /// The same in a hesitation.
  public var wideSpread = 0.4
  /// Share of hesitations.
  public var wideShare = 0.08
  /// Shortest and longest interval, tracked steps.
  public var steps = 0.45...2.0

  /// ln of the density at an interval over that at one tracked step.
  func logDensity(ofSteps steps: Double) -> Double {
    let x = log(steps)
    let usual = (1 - wideShare) / spread
    let wide = wideShare / wideSpread
    let density =
      usual * exp(-0.5 * (x / spread) * (x / spread))
      + wide * exp(-0.5 * (x / wideSpread) * (x / wideSpread))
    return log(density / (usual + wide))
  }
}

/// The step that closes a walk, against a usual one.
public struct ClosingStep: Hashable, Sendable {
  /// Usual interval before it, in tracked steps.
  public var steps = 0.92
  /// Spread of its logarithm.
  public var spread = 0.2

  /// ln of the density at an interval over that at the usual one.
  func logDensity(ofSteps steps: Double) -> Double {
    let x = log(steps / self.steps) / spread
    return -0.5 * x * x
  }
}
