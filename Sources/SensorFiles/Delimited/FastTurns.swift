/// Looks for angular rates that are no rad/s of a person: stretches in which many rows turn faster than that.
///
/// Damage gives such rows here and there; walking in degrees per second gives one in ten. Where rates were taken for degrees, the
/// same tells that they are none: walking in thousandths of a degree or in raw counts gives most rows.
struct FastTurns {
  /// Rows of a stretch: about a second.
  static let stretchRowCount = 128
  /// With so many fast rows in it a stretch is fast: one in twenty.
  static let leastFastRows = 7
  /// In degrees no gyroscope gives more than this; what is beyond it is damage.
  static let fastestDegreesPerSecond = 4000.0
  /// Rows that turn faster than this in degrees are left out as broken when gait is looked for, 100 rad/s.
  static let impossibleDegreesPerSecond = 5730.0
  /// A stretch is impossible with so many of them in it, a quarter: more than damage gives.
  static let leastImpossibleRows = 32
  /// So many fast stretches are no accident.
  static let leastStretches = 3

  /// Stretches with many fast rows so far.
  private(set) var stretchCount = 0
  /// The number of the first row of the first of them.
  private(set) var firstLine: Int?
  /// Whether rates were read in degrees by their size, so that what is beyond those counts.
  private let isOfDegrees: Bool
  private var rowCount = 0
  private var fastCount = 0
  private var start = 0

  /// Looks for what is no rad/s, or for what is no deg/s, either.
  init(ofDegrees: Bool = false) { isOfDegrees = ofDegrees }

  /// What is looked for in the rows of a table; `nil` where a name says the unit.
  init?(in conversion: RowConversion) {
    guard conversion.isAngularRateAssumed || conversion.isAngularRateBySize else { return nil }
    self.init(ofDegrees: conversion.isAngularRateBySize)
  }

  /// Whether the rates are degrees per second.
  var areDegrees: Bool { !isOfDegrees && areTooFast }

  /// Whether the rates are in another unit than they are taken for.
  fileprivate var areTooFast: Bool { stretchCount >= Self.leastStretches }

  /// That rates which name no unit are not what they were read as; `nil` where they may be.
  func error(path: String, placeWord: String) -> SensorFileError? {
    guard areTooFast, let firstLine else { return nil }
    let from = "\(placeWord) \(firstLine) on, above"
    return SensorFileError(
      .impossibleUnits, path: path,
      isOfDegrees
        ? "the angular rate was read in deg/s by its size, in which no gyroscope turns as fast as it does from "
          + "\(from) \(Int(Self.impossibleDegreesPerSecond)); name its unit, as in gyr_x [mdps], convert raw counts first, or "
          + "take its columns out."
        : "the angular rate names no unit and was read in rad/s, in which nobody turns as fast as it does from "
          + "\(from) \(TableUnits.fastestRadiansPerSecond); name its unit, as in gyr_x [deg/s] or gyr_x [rad/s]."
    )
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
    let isFast =
      isOfDegrees
      ? fastest > Self.impossibleDegreesPerSecond
      : fastest > TableUnits.fastestRadiansPerSecond && fastest <= Self.fastestDegreesPerSecond
    if isFast, !(x == y && y == z) { fastCount += 1 }
    if rowCount == Self.stretchRowCount { close() }
  }

  private mutating func close() {
    if fastCount >= (isOfDegrees ? Self.leastImpossibleRows : Self.leastFastRows) {
      stretchCount += 1
      firstLine = firstLine ?? start
    }
    (rowCount, fastCount) = (0, 0)
  }
}

extension TableSample {
  /// Whether the first rows turn as nobody does in rad/s or in deg/s, and no name says another unit.
  private var isRateUnitUnknown: Bool {
    looksForTurns && impossibleTurns.areTooFast && !dead.channels.contains(.angularRateX)
  }

  /// The channels that are not read: those of a dead sensor, and rates of which nobody knows the unit.
  var unreadable: Set<Channel> {
    dead.channels.union(isRateUnitUnknown ? Channel.angularRate : [])
  }

  /// What is to be said of the columns of those channels, a sentence for each sensor.
  func sentences(about columns: ColumnLayout) -> [String] {
    let dead = dead.sentences(about: columns)
    guard isRateUnitUnknown else { return dead }
    let names = Channel.angularRate.compactMap { columns.column($0)?.name }
    return dead + [
      "\(names.joined(separator: ", ")): neither in rad/s nor in deg/s a gyroscope turns so fast, above "
        + "\(Int(FastTurns.impossibleDegreesPerSecond)) again and again, so they are not read; name the unit, as in gyr_x [mdps], "
        + "or convert raw counts first"
    ]
  }
}
