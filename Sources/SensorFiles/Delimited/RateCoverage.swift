import GaitModel

/// How many rows of a table have an acceleration, and how many of these have no angular rate: its cells are empty there, or
/// say that there is none (`NaN`, `NA`, `n/a`).
package struct RateCoverage {
  /// Rows with an acceleration.
  package private(set) var rowCount = 0
  /// Those of them without an angular rate.
  package private(set) var missingCount = 0
  /// How often such rows begin.
  private(set) var runCount = 0
  private var wasMissing = false

  /// Has seen no row.
  package init() {}

  /// Looks at the rows of a table with an angular rate: of a long file at parts from all over it, of a compressed one at the
  /// first. What cannot be read is said when all of it is.
  init(_ plan: TablePlan, in file: RecordingFile) {
    guard plan.hasAngularRate,
      let rows = try? plan.rows(of: file.excerpts() ?? file.bytes(), in: file)
    else { return }
    take(rows, hasTime: plan.isClocked, limit: TableSample.turnRowLimit)
  }

  /// Looks at rows to the end, or to one that cannot be read.
  mutating func take(_ rows: some TableRows, hasTime: Bool, limit: Int = .max) {
    while rowCount < limit, let line = try? rows.next(), line != .end {
      let isMissing = line.lacksRate(rows.raw, hasTime: hasTime)
      if line == .row || isMissing { take(isMissing: isMissing) }
    }
  }

  /// Takes the next row with an acceleration.
  package mutating func take(isMissing: Bool) {
    rowCount += 1
    missingCount += isMissing ? 1 : 0
    runCount += isMissing && !wasMissing ? 1 : 0
    wasMissing = isMissing
  }

  /// Whether so many rows lack the angular rate that sensors are read one by one: those of several sensors, and dropouts of a
  /// gyroscope that covers too little as a whole. With its rows the acceleration would be lost.
  package var costsAcceleration: Bool {
    SharedTable.isShared(
      lineCount: rowCount, incompleteCount: missingCount, runCount: runCount) || obstacle != nil
  }

  /// Why a gyroscope that is read row by row is left out; `nil` where it is not.
  var obstacle: String? {
    guard missingCount > 0 else { return nil }
    return StreamCoverage.obstacle(share: 1 - Double(missingCount) / Double(rowCount))
  }
}

extension TablePlan {
  /// The same plan, without a gyroscope that covers too little, for tables whose sensors cannot be read one by one because
  /// rows have no times.
  func withoutRate(
    _ coverage: RateCoverage, in file: RecordingFile, settings: OpeningSettings
  ) throws(SensorFileError) -> TablePlan {
    guard let obstacle = coverage.obstacle else { return self }
    let names = Channel.angularRate.compactMap { columns.column($0)?.name }
    return try TablePlan(
      for: file, header: header,
      columns: columns.without(
        Set(Channel.angularRate),
        because: ["\(names.joined(separator: ", ")): the angular rate was left out: \(obstacle)"]),
      expectation: expectation, settings: settings)
  }
}
