/// How far the heart rate falls in the first minute after effort.
///
/// ```
///  bpm  ____x                        x  mean of the last 20 s of the walk
///           |\__
///           |   \___o_____           o  mean of 50-70 s after its end
/// ```
/// A fall of 12 beats or less after a treadmill test goes with higher mortality (Cole et al., N Engl J
/// Med 341:1351, 1999, doi 10.1056/NEJM199910283411804). Daily walks are lighter: compare a person
/// with themselves.
public struct HeartRateRecoveryRule: Hashable, Sendable {
  /// The end of effort is the mean over so many seconds before it.
  public var secondsOfEnd = 20.0
  /// The minute after it is the mean over these seconds.
  public var secondsAfter = 50.0...70.0
  /// Shorter walks are no effort, s.
  public var shortestSeconds = 180.0
  /// The effort must lift the heart rate so far above rest, 1/min, for a fall to mean anything.
  public var leastRise = 20.0

  /// The usual rule.
  public init() {}

  /// The fall after a walk.
  /// - Parameters:
  ///   - walk: From its start to its end, seconds on any clock.
  ///   - beats: Heart rates with their times on that clock, in time order.
  ///   - restingHeartRate: The person's heart rate at rest, 1/min.
  /// - Returns: The fall, 1/min, or `nil` when heart rates are missing or the effort was slight.
  public func recovery(
    after walk: Range<Double>, beats: [(seconds: Double, perMinute: Double)],
    restingHeartRate: Double
  ) -> Double? {
    guard walk.upperBound - walk.lowerBound >= shortestSeconds else { return nil }
    func mean(_ span: ClosedRange<Double>) -> Double? {
      Spread.mean(beats.filter { span.contains($0.seconds) }.map(\.perMinute))
    }
    let end = walk.upperBound
    guard let atEnd = mean(end - secondsOfEnd...end), atEnd - restingHeartRate >= leastRise,
      let later = mean(end + secondsAfter.lowerBound...end + secondsAfter.upperBound)
    else { return nil }
    return atEnd - later
  }
}
