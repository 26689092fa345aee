import Foundation

/// How much faster a person walks in the six-minute test than at the fast end of daily life.
///
/// The logarithm of the ratio is normally distributed between people; a person's own clinic tests
/// narrow it, each by how well one test repeats.
public struct WalkRatio: Hashable, Sendable {
  /// The logarithm of test speed over fast daily speed.
  public var logarithm: Double
  /// Its standard deviation.
  public var deviation: Double
  /// How many clinic tests of the person are in it.
  public var testCount: Int

  /// Makes a ratio.
  public init(logarithm: Double, deviation: Double, testCount: Int = 0) {
    self.logarithm = logarithm
    self.deviation = deviation
    self.testCount = testCount
  }

  /// The ratio that is narrowed by one more test.
  /// - Parameters:
  ///   - speed: The test's mean speed, m/s.
  ///   - fastSpeed: The fast end of daily life about that time, m/s.
  ///   - errorShare: How uncertain one over the other is by chance, as a share.
  /// - Returns: The narrower ratio, with one more test in it.
  public func knowing(speed: Double, fastSpeed: Double, errorShare: Double) -> WalkRatio {
    let (own, test) = (1 / (deviation * deviation), 1 / (errorShare * errorShare))
    let seen = log(speed / fastSpeed)
    return WalkRatio(
      logarithm: (logarithm * own + seen * test) / (own + test),
      deviation: (1 / (own + test)).squareRoot(), testCount: testCount + 1)
  }
}
