import GaitModel

/// From the raw values of a row to the units of a block.
struct RowConversion {
  let hasTime: Bool
  let secondsPerUnit: Double
  /// The slow channels that the table has.
  let sideChannels: [SideConversion]
  private let force: Double
  private let rate: Double

  init(_ plan: TablePlan) {
    self.init(
      hasTime: plan.hasTime, secondsPerUnit: plan.time.secondsPerUnit,
      acceleration: plan.accelerationFactor, angularRate: plan.angularRateFactor,
      sideUnits: plan.sideUnits)
  }

  /// The factors of one unit of the table: to seconds, m/s² and rad/s.
  init(
    hasTime: Bool, secondsPerUnit: Double, acceleration: Double, angularRate: Double,
    sideUnits: [SideChannel: ColumnUnit]
  ) {
    self.hasTime = hasTime
    self.secondsPerUnit = secondsPerUnit
    force = acceleration
    rate = angularRate
    sideChannels = SideChannel.allCases.compactMap { side in
      sideUnits[side].map { SideConversion(side: side, unit: $0) }
    }
  }

  /// Acceleration and angular rate; the last two places are 0. Gravity is 0 where the acceleration
  /// holds it already.
  @inline(__always)
  func motion(_ raw: UnsafeMutablePointer<Double>) -> SIMD8<Float> {
    SIMD8<Float>(
      Float((raw[1] + raw[7]) * force), Float((raw[2] + raw[8]) * force),
      Float((raw[3] + raw[9]) * force),
      Float(raw[4] * rate), Float(raw[5] * rate), Float(raw[6] * rate), 0, 0)
  }
}

/// From a raw value of a slow channel to its unit.
struct SideConversion {
  let side: SideChannel
  let unit: ColumnUnit

  /// The value in the channel's unit, or `nil` when the row has none. Satellites that give no speed
  /// say so with a negative one.
  func value(in raw: UnsafeMutablePointer<Double>) -> Float? {
    let value = Float((raw[Channel(side).rawValue] - unit.zero) * unit.factor)
    return value.isFinite && !(side == .groundSpeed && value < 0) ? value : nil
  }
}
