import Foundation

/// What the walks of a recording so far said about which way is forward, in the sensor's axes.
///
/// One short walk may err about the sign; all walks of a wearing hardly do. The memory fades as new walks
/// come, because a belt may creep round the waist, and it is void once the sensor hangs another way.
public struct HeadingMemory: Hashable, Sendable {
  /// The memory never weighs more than this much straight walking, seconds: a minute outvotes it.
  static let longestSeconds = 60.0
  /// A sensor whose up has turned by more than this has been moved, degrees: more than posture does.
  static let largestTiltDegrees = 30.0

  /// A memory of no walk yet.
  public init() {}

  private var sum = SIMD3<Double>.zero
  private var up = SIMD3<Double>.zero

  /// The vote of the walks before, samples times evidence; zero when the sensor was moved since.
  public func vote(whenUpIs now: SIMD3<Double>) -> SIMD3<Double> {
    up.dot(now) >= cos(Self.largestTiltDegrees * .pi / 180) ? sum : .zero
  }

  /// Takes the vote of some walks and their mean up.
  mutating func learn(_ vote: SIMD3<Double>, up now: SIMD3<Double>) {
    sum = self.vote(whenUpIs: now) + vote
    up = now
    let most = Self.longestSeconds * SampleGrid.rateHertz
    if sum.norm > most { sum *= most / sum.norm }
  }
}
