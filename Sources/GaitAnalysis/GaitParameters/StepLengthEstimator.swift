import GaitModel

/// Says how far each step carries the body.
protocol StepLengthEstimator: GaitMethod {
  /// One estimate for every pair of successive contacts, or the reason why there are none.
  func steps(in walk: WalkSignals, height: Length?) -> Measured<[StepEstimate]>
  /// Standard error of a bout's mean speed against the truth, m/s.
  func speedError(
    ofMetersPerSecond speed: Double, steps: [StepEstimate], isHeightKnown: Bool
  ) -> Double
}

/// The length of one step.
struct StepEstimate: Hashable, Sendable {
  /// Length in meters.
  var meters: Double
  /// How much the plain model was shortened, as a logarithm, 0 when it was not.
  var correction: Double
}
