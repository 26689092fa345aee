/// From the raw values of a row to the units of a block.
struct RowConversion {
  let hasTime: Bool
  let secondsPerUnit: Double
  private let force: Double
  private let rate: Double
  private let pressure: Double

  init(_ plan: TablePlan) {
    hasTime = plan.hasTime
    secondsPerUnit = plan.time.secondsPerUnit
    force = plan.accelerationFactor
    rate = plan.angularRateFactor
    pressure = plan.pressureFactor
  }

  /// The eight values after the time, in the order of `Channel`. A slow sensor keeps its last
  /// value until it gives another.
  @inline(__always)
  func sample(
    _ raw: UnsafeMutablePointer<Double>, slowValues: inout SIMD2<Float>
  ) -> SIMD8<Float> {
    let pressure = Float(raw[7] * pressure)
    let heartRate = Float(raw[8])
    if pressure.isFinite { slowValues.x = pressure }
    if heartRate.isFinite { slowValues.y = heartRate }
    return SIMD8<Float>(
      Float(raw[1] * force), Float(raw[2] * force), Float(raw[3] * force),
      Float(raw[4] * rate), Float(raw[5] * rate), Float(raw[6] * rate),
      slowValues.x, slowValues.y)
  }
}
