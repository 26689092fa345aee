/// The first rows of a table in the file's own units: enough to tell units and rate from.
struct TableSample {
  /// Rows looked at: 80 s at 100 Hz, so that a start out of the ordinary does not decide.
  static let rowLimit = 8192
  /// Lines looked at when most of them are no rows.
  static let lineLimit = 65_536

  /// Rising stamps of the rows, or the number of each row among all data lines without a clock.
  var stamps: [Double] = []
  /// Acceleration of those rows.
  var x: [Double] = []
  var y: [Double] = []
  var z: [Double] = []
  /// Rows whose stamp is that of the row before.
  var repeatedCount = 0
  /// Rows that turn about an axis faster than `TableUnits.fastestRadiansPerSecond`.
  var fastTurnCount = 0
  /// The first value of the pressure, or `nil` when there was none.
  var firstPressure: Double?
  /// Lines that should be rows, and those of them that are none.
  var lineCount = 0
  var unusableCount = 0
  /// Those of the unusable lines that only lack what another sensor gives.
  var incompleteCount = 0
  /// Number and beginning of the first unusable line.
  var firstUnusable: (line: Int, excerpt: String)?

  /// Reads rows from the top of the table.
  init(
    reading rows: some TableRows, hasClock: Bool, hasAngularRate: Bool
  ) throws(SensorFileError) {
    while stamps.count < Self.rowLimit, lineCount < Self.lineLimit {
      let line = try rows.next()
      switch line {
      case .end: return
      case .nothing: continue
      case .row:
        lineCount += 1
        take(rows.raw, hasClock: hasClock, hasAngularRate: hasAngularRate)
      case .incomplete, .unreadable, .notFinite:
        lineCount += 1
        unusableCount += 1
        if line == .incomplete { incompleteCount += 1 }
        if firstUnusable == nil { firstUnusable = (rows.lineNumber, rows.excerpt) }
      }
    }
  }

  private mutating func take(
    _ raw: UnsafeMutablePointer<Double>, hasClock: Bool, hasAngularRate: Bool
  ) {
    let stamp = hasClock ? raw[Channel.time.rawValue] : Double(lineCount - 1)
    if isLeap(before: stamp) { removeLast() }
    if let last = stamps.last, stamp <= last {
      repeatedCount += stamp == last ? 1 : 0
      return
    }
    stamps.append(stamp)
    x.append(raw[Channel.accelerationX.rawValue] + raw[Channel.gravityX.rawValue])
    y.append(raw[Channel.accelerationY.rawValue] + raw[Channel.gravityY.rawValue])
    z.append(raw[Channel.accelerationZ.rawValue] + raw[Channel.gravityZ.rawValue])
    if hasAngularRate {
      let limit = TableUnits.fastestRadiansPerSecond
      let isFast = abs(raw[4]) > limit || abs(raw[5]) > limit || abs(raw[6]) > limit
      fastTurnCount += isFast ? 1 : 0
    }
    let pressure = raw[Channel.pressure.rawValue]
    if firstPressure == nil, pressure.isFinite { firstPressure = pressure }
  }

  /// Whether the last stamp was damaged: far ahead of both its neighbors, in any unit.
  private func isLeap(before stamp: Double) -> Bool {
    guard stamps.count > 1, let last = stamps.last, stamp < last else { return false }
    let before = stamps[stamps.count - 2]
    return stamp > before && last - before > 50 * (stamp - before)
  }

  private mutating func removeLast() {
    stamps.removeLast()
    x.removeLast()
    y.removeLast()
    z.removeLast()
  }
}
