import GaitModel

/// Counts values of slower sensors that cannot be. They are not used; what came beside them is.
package struct ImpossibleValues {
  private var speedCount = 0
  private var pressureCount = 0

  /// Begins with none.
  package init() {}

  /// Takes a value and says whether it can be used.
  package mutating func admits(_ value: Float, of channel: SideChannel) -> Bool {
    guard !channel.isImpossible(value) else {
      if channel == .pressure { pressureCount += 1 } else { speedCount += 1 }
      return false
    }
    return !channel.isNone(value)
  }

  /// Takes the raw values of a row.
  @inline(__always)
  mutating func take(_ raw: UnsafeMutablePointer<Double>, _ conversion: RowConversion) {
    if let speed = conversion.groundSpeed, speed.isImpossible(in: raw) { speedCount += 1 }
    if let pressure = conversion.pressure, pressure.isImpossible(in: raw) { pressureCount += 1 }
  }

  /// What was not used: speeds that are nobody's own, as of a vehicle, and pressures of a barometer that gives nothing; or
  /// values in another unit.
  package var remarks: [RecordingRemark] {
    let possible = SideChannel.possiblePressures
    return [
      lost(
        speedCount, of: "the speed over ground",
        "above \(SideChannel.fastestRun) m/s, faster than anybody runs,"),
      lost(
        pressureCount, of: "the air pressure",
        "outside \(Int(possible.lowerBound)) to \(Int(possible.upperBound)) hPa"),
    ].compactMap(\.self)
  }

  private func lost(_ count: Int, of quantity: String, _ where_: String) -> RecordingRemark? {
    guard count > 0 else { return nil }
    return RecordingRemark(
      kind: .unreadable, sampleCount: count,
      message: "\(count.counted("value")) of \(quantity) \(count.verb("is", "are")) \(where_) and "
        + "\(count.verb("was", "were")) not used")
  }
}

extension SideChannel {
  /// Faster than this nobody runs, m/s: the fastest man ran 12.4 at his fastest.
  fileprivate static let fastestRun: Float = 12.5
  /// The air pressure of any place where people walk, hPa: 330 on the highest mountain, 1085 in the deepest valley.
  fileprivate static let possiblePressures: ClosedRange<Float> = 300...1200

  /// Whether a value, in the channel's unit, cannot be: a speed over ground that is nobody's own, an air pressure of no place.
  func isImpossible(_ value: Float) -> Bool {
    switch self {
    case .groundSpeed: value > Self.fastestRun
    case .pressure: value.isFinite && !Self.possiblePressures.contains(value)
    case .heartRate, .temperature: false
    }
  }

  /// Whether a value says that there is none: satellites that give no speed say so with a negative one.
  func isNone(_ value: Float) -> Bool { self == .groundSpeed && value < 0 }
}
