import GaitModel

/// Says how far each step carries the body.
protocol StepLengthEstimator: GaitMethod {
  /// One estimate for every pair of successive contacts, or the reason why there are none.
  func steps(in walk: WalkSignals, height: Length?) -> Measured<[StepEstimate]>
  /// Standard error of a bout's mean speed against the truth, m/s; with a person's own factor, if any.
  func speedError(
    ofMetersPerSecond speed: Double, steps: [StepEstimate], isHeightKnown: Bool,
    calibration: PersonalCalibration?
  ) -> Double
}

extension StepLengthEstimator {
  /// The same without a person's own factor.
  func speedError(
    ofMetersPerSecond speed: Double, steps: [StepEstimate], isHeightKnown: Bool
  ) -> Double {
    speedError(
      ofMetersPerSecond: speed, steps: steps, isHeightKnown: isHeightKnown, calibration: nil)
  }
}

/// The length of one step.
struct StepEstimate: Hashable, Sendable {
  /// Length in meters.
  var meters: Double
  /// How much the plain model was shortened, as a logarithm, 0 when it was not.
  var correction: Double
}
