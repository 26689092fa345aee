/// Looks for angular rates that are no rad/s of a person: stretches in which many rows turn faster than that.
///
/// Damage gives such rows here and there; walking in degrees per second gives one in ten.
struct FastTurns {
  /// Rows of a stretch: about a second.
  static let stretchRowCount = 128
  /// With so many fast rows in it a stretch is fast: one in twenty.
  static let leastFastRows = 7
  /// In degrees no gyroscope gives more than this; what is beyond it is damage.
  static let fastestDegreesPerSecond = 4000.0
  /// So many fast stretches are no accident.
  static let leastStretches = 3

  /// Stretches with many fast rows so far.
  private(set) var stretchCount = 0
  /// The number of the first row of the first of them.
  private(set) var firstLine: Int?
  private var rowCount = 0
  private var fastCount = 0
  private var start = 0

  /// Whether the rates are degrees per second.
  var areDegrees: Bool { stretchCount >= Self.leastStretches }

  /// That rates which name no unit are degrees per second; `nil` where they are not.
  func error(path: String, placeWord: String) -> SensorFileError? {
    guard areDegrees, let firstLine else { return nil }
    return SensorFileError(
      .impossibleUnits, path: path,
      "the angular rate names no unit and was read in rad/s, in which nobody turns as fast as it does from "
        + "\(placeWord) \(firstLine) on, above \(TableUnits.fastestRadiansPerSecond); name its unit, as in gyr_x [deg/s] "
        + "or gyr_x [rad/s].")
  }

  /// Whether a row has one value on all axes: a mark for what is missing, as −999, and no rate.
  @inline(__always)
  static func isMark(_ raw: UnsafeMutablePointer<Double>) -> Bool {
    raw[4] == raw[5] && raw[5] == raw[6]
  }

  /// Takes the next row.
  @inline(__always)
  mutating func take(_ raw: UnsafeMutablePointer<Double>, line: Int) {
    take(raw[4], raw[5], raw[6], line: line)
  }

  /// Takes the next row's rates.
  @inline(__always)
  mutating func take(_ x: Double, _ y: Double, _ z: Double, line: Int) {
    if rowCount == 0 { start = line }
    rowCount += 1
    let fastest = max(abs(x), abs(y), abs(z))
    if fastest > TableUnits.fastestRadiansPerSecond, fastest <= Self.fastestDegreesPerSecond,
      !(x == y && y == z)
    {
      fastCount += 1
    }
    if rowCount == Self.stretchRowCount { close() }
  }

  private mutating func close() {
    if fastCount >= Self.leastFastRows {
      stretchCount += 1
      firstLine = firstLine ?? start
    }
    (rowCount, fastCount) = (0, 0)
  }
}
