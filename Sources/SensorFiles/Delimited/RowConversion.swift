import GaitModel

/// From the raw values of a row to the units of a block.
struct RowConversion {
  let hasTime: Bool
  let secondsPerUnit: Double
  /// The slow channels that the table has.
  let sideChannels: [SideConversion]
  /// Whether the acceleration holds gravity, so that no sample is 0 on all axes.
  let hasGravity: Bool
  /// The clock of stamps without an offset from UTC.
  private(set) var clock: LocalClock?
  /// The order of day and month that the file says, `nil` where its dates need none.
  private(set) var order: DateOrder?
  /// The clock of stamps that were rounded; `nil` for others.
  private(set) var even: EvenClock?
  /// The stamp at second 0 where it is not that of the first row that can be read, see `TablePlan.beginsElsewhere`.
  private(set) var origin: Double?
  /// The mean interval between samples whose stamps come in packets, seconds; `nil` for other stamps.
  let packetInterval: Double?
  /// Whether nothing says that angular rates are in rad/s.
  let isAngularRateAssumed: Bool
  /// Whether they are in deg/s by their size alone.
  let isAngularRateBySize: Bool
  /// The channel of the speed over ground, or `nil`.
  let groundSpeed: SideConversion?
  /// The channel of the air pressure, or `nil`.
  let pressure: SideConversion?
  private let force: Double
  private let rate: Double

  init(_ plan: TablePlan) {
    self.init(
      hasTime: plan.hasTime, secondsPerUnit: plan.time.secondsPerUnit,
      acceleration: plan.accelerationFactor, angularRate: plan.angularRateFactor,
      isAngularRateAssumed: plan.isAngularRateAssumed,
      isAngularRateBySize: plan.isAngularRateBySize, sideUnits: plan.sideUnits,
      hasGravity: plan.columns.column(.accelerationX) != nil
        && plan.expectation.accelerationUnit == nil,
      packetInterval: plan.packetInterval)
    clock = plan.localClock
    if plan.beginsElsewhere { origin = plan.firstStamp }
    even = plan.hasTime ? plan.expectation.evenInterval.map { EvenClock(interval: $0) } : nil
    if case .ordered(let order) = plan.times { self.order = order }
  }

  /// The factors of one unit of the table: to seconds, m/s² and rad/s.
  init(
    hasTime: Bool, secondsPerUnit: Double, acceleration: Double, angularRate: Double,
    isAngularRateAssumed: Bool, isAngularRateBySize: Bool, sideUnits: [SideChannel: ColumnUnit],
    hasGravity: Bool = true, packetInterval: Double? = nil, origin: Double? = nil
  ) {
    self.origin = origin
    self.hasGravity = hasGravity
    self.packetInterval = packetInterval
    self.isAngularRateAssumed = isAngularRateAssumed
    self.isAngularRateBySize = isAngularRateBySize
    groundSpeed = sideUnits[.groundSpeed].map { SideConversion(side: .groundSpeed, unit: $0) }
    pressure = sideUnits[.pressure].map { SideConversion(side: .pressure, unit: $0) }
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

  /// The value in the channel's unit, or `nil` when the row has none that can be.
  func value(in raw: UnsafeMutablePointer<Double>) -> Float? {
    let value = converted(raw)
    return value.isFinite && !side.isNone(value) && !side.isImpossible(value) ? value : nil
  }

  /// Whether the row has a value that cannot be.
  func isImpossible(in raw: UnsafeMutablePointer<Double>) -> Bool {
    side.isImpossible(converted(raw))
  }

  private func converted(_ raw: UnsafeMutablePointer<Double>) -> Float {
    Float((raw[Channel(side).rawValue] - unit.zero) * unit.factor)
  }
}

extension SIMD8<Float> {
  /// Whether all values are numbers. Those that a `Float` cannot hold have become infinite.
  @inline(__always)
  var isFinite: Bool { (self - self) == SIMD8<Float>(repeating: 0) }
}
