/// The mean heart rate over ten seconds of a recording.
///
/// The stretches are counted from the recording's first sample, so that neither the device's clock nor
/// the way in which a recording is cut changes them:
///
/// ```
///   0         10         20         30 s
///   | x x  x  |          |  x   x   |        x  a heart rate as the device gave it
///   |  mean   |   none   |   mean   |
/// ```
public struct HeartRateMean: Hashable, Sendable {
  /// The stretch, seconds from the first sample of the recording.
  public var seconds: Range<Double>
  /// The mean of the device's values in it.
  public var heartRate: HeartRate

  /// How long a stretch is, seconds: short enough for the fall of a heart rate in the minute after
  /// effort, and a twelfth of what a strap sends.
  public static let stretchSeconds = 10.0

  /// Makes a mean.
  public init(seconds: Range<Double>, heartRate: HeartRate) {
    self.seconds = seconds
    self.heartRate = heartRate
  }
}
