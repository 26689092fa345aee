/// What a walk's double support was put together from, as fractions of the stride.
///
/// A single sensor reads double support weakly. So what is read is averaged with what is expected of
/// people at that speed, each weighted by the inverse of its squared error; both can be looked at here.
public struct DoubleSupportParts: Hashable, Sendable {
  /// What is expected at the walk's speed, 0-1.
  public var expected: Double
  /// Spread of people about `expected`.
  public var expectedError: Double
  /// What the motion alone says, 0-1.
  public var observed: Double
  /// Standard error of `observed`.
  public var observedError: Double

  /// Makes the two parts, fractions of the stride with positive errors.
  public init(expected: Double, expectedError: Double, observed: Double, observedError: Double) {
    self.expected = expected
    self.expectedError = expectedError
    self.observed = observed
    self.observedError = observedError
  }

  /// Their mean, each weighted by the inverse of its squared error.
  public var fused: Double {
    let trust = expectedError * expectedError
    let doubt = observedError * observedError
    return (doubt * expected + trust * observed) / (trust + doubt)
  }
}
