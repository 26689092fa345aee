import GaitModel

/// How steps of the sensor become acceleration: (100 · steps − offset) / gain, in g.
struct GENEActivCalibration: Hashable {
  /// Hundredths of a step for 1 g of a device without faults: 256 steps for 1 g.
  static let nominalGain = 25_600.0
  /// Gains of real devices are within 4 % of the nominal one; what is outside of half to twice is a
  /// damaged header.
  static let possibleGains = nominalGain / 2...nominalGain * 2
  /// A sensor that is off by more than 1 g is none.
  static let possibleOffsets = -nominalGain...nominalGain

  /// x, y, z; hundredths of a step for 1 g.
  var gains = [nominalGain, nominalGain, nominalGain]
  /// x, y, z; hundredths of a step at 0 g.
  var offsets = [0.0, 0.0, 0.0]
  /// What the header does not say and was taken to be nominal: `x gain`.
  var assumed: [String] = []

  /// A device without faults.
  init() {}

  /// The calibration that a header names.
  init(_ header: GENEActivHeader) {
    for (axis, name) in ["x", "y", "z"].enumerated() {
      gains[axis] = value(header, "\(name) gain", Self.possibleGains) ?? Self.nominalGain
      offsets[axis] = value(header, "\(name) offset", Self.possibleOffsets) ?? 0
    }
  }

  private mutating func value(
    _ header: GENEActivHeader, _ name: String, _ limits: ClosedRange<Double>
  ) -> Double? {
    let number = header[name].flatMap(GENEActivNumber.decimal)
    if let number, limits.contains(number) { return number }
    assumed.append(name)
    return nil
  }

  /// m/s² of a number of steps, from -2048 to 2047.
  func acceleration(steps: Int, axis: Int) -> Float {
    Float((Double(steps) * 100 - offsets[axis]) / gains[axis] * standardGravity)
  }
}
