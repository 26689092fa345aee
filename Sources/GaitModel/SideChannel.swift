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
