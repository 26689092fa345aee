/// A quantity that some devices give beside the motion, slower and at a clock of its own.
///
/// The raw value is the column's name in a plain table, with its unit.
public enum SideChannel: String, Hashable, Sendable, CaseIterable {
  /// Air pressure, hPa.
  case pressure = "pressure_hpa"
  /// Heart rate, beats per minute.
  case heartRate = "heart_rate_bpm"
  /// Temperature of the device or of the skin below it, °C.
  case temperature = "temperature_c"
  /// Speed over ground from satellites (GNSS), m/s.
  case groundSpeed = "gnss_speed_mps"
}

/// Samples of a slow sensor at its own clock; nothing is interpolated.
///
/// Both arrays have one length, stamps rise strictly, values are finite.
public struct SideSamples: Hashable, Sendable {
  /// Time of each sample, seconds from the first motion sample of the recording.
  public var seconds: [Double]
  /// Values in the channel's unit.
  public var values: [Float]

  /// Makes samples; without arguments, none.
  public init(seconds: [Double] = [], values: [Float] = []) {
    precondition(seconds.count == values.count, "a stamp for every value")
    self.seconds = seconds
    self.values = values
  }

  /// Adds a sample that is later than all before.
  public mutating func append(seconds stamp: Double, _ value: Float) {
    seconds.append(stamp)
    values.append(value)
  }
}

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
