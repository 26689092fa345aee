import GaitModel

/// Counts values of slow channels that cannot be. They are not used; their rows are.
struct ImpossibleValues {
  private let speed: SideConversion?
  private let pressure: SideConversion?
  private var speedCount = 0
  private var pressureCount = 0

  init(_ conversion: RowConversion) {
    (speed, pressure) = (conversion.groundSpeed, conversion.pressure)
  }

  /// Takes the raw values of a row.
  @inline(__always)
  mutating func take(_ raw: UnsafeMutablePointer<Double>) {
    if let speed, speed.isImpossible(in: raw) { speedCount += 1 }
    if let pressure, pressure.isImpossible(in: raw) { pressureCount += 1 }
  }

  /// What was not used: speeds that are nobody's own, as of a vehicle, and pressures of a barometer that gives nothing; or
  /// values in another unit.
  var remarks: [RecordingRemark] {
    let possible = SideConversion.pressures
    return [
      lost(
        speedCount, of: "the speed over ground",
        "above \(SideConversion.fastestRun) m/s, faster than anybody runs,"),
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
