import GaitModel

/// A table in which every row is of one sensor, or of some: the cells of the others are empty.
///
/// It is read once for each sensor, and the sensors are brought together like those of a logger that
/// writes a table for each.
package enum SharedTable {
  /// With more rows than this share that only lack what another sensor gives, 0-1, the rows are
  /// those of several sensors. Fewer are gaps of one.
  static let leastShare = 0.05
  /// Rows that lack a sensor's cells for so long on average, in a table in which most rows have all, are a dropout of that
  /// sensor. Sensors that take turns in a table do so every row or two. Our choice.
  static let leastDropout = 10

  /// Whether the lines that lack what another sensor gives are those of another sensor: more than a few, and not a stretch
  /// here and there in which the cells of a sensor stayed empty.
  static func isShared(lineCount: Int, incompleteCount: Int, runCount: Int) -> Bool {
    let isDropout =
      2 * incompleteCount < lineCount && incompleteCount >= leastDropout * runCount
    return Double(incompleteCount) > leastShare * Double(lineCount) && !isDropout
  }

  /// The sensors of a table; throws as the acceleration alone does. `own` are the clocks of sensors that are not in the time
  /// of their row; `fault` is why whole rows cannot be read.
  static func tables(
    in file: RecordingFile, own: OwnClocks? = nil, after fault: SensorFileError? = nil,
    settings: OpeningSettings
  ) throws(SensorFileError) -> SensorTables {
    let header = try TableHeader(of: file)
    let columns = try ColumnLayout(names: header.names, path: file.path)
    guard let time = columns.column(.time),
      own != nil || columns.column(.angularRateX) != nil || isSum(columns)
        || (isOfRows(fault) && Channel.side.contains { columns.column($0) != nil })
    else {
      throw SensorFileError(.damaged, path: file.path, "one sensor alone shares no table.")
    }
    func table(
      _ channels: [Channel], scale: TimeScale?, _ expectation: TableExpectation
    ) throws(SensorFileError) -> SensorTable? {
      let found = channels.compactMap { columns.column($0) }
      guard let first = found.first else { return nil }
      var expectation = expectation
      expectation.isShared = true
      let places = found.map { column in
        (column.place, Channel.gravity.contains(column.channel) ? axis(column) : column.channel)
      }
      let clock =
        own?.clock(of: first.channel) ?? SensorClock(columnName: time.name, scale: scale)
      return try SensorTable(
        places, of: header, in: file, name: first.name, clock: clock, expectation: expectation,
        settings: settings)
    }
    let sign = TableExpectation(isCoreMotion: columns.isCoreMotion)
    var first = sign
    if isSum(columns) {
      first.accelerationUnit = columns.column(.accelerationX)?.unit ?? .metersPerSecondSquared
    }
    guard let acceleration = try table(Channel.acceleration, scale: nil, first) else {
      throw SensorFileError(.missingChannel, path: file.path, "there is no acceleration.")
    }
    let scale = acceleration.plan.time
    var tables = SensorTables(
      format: DelimitedText.name, device: acceleration.plan.device, acceleration: acceleration)
    tables.gravity = try table(Channel.gravity, scale: scale, sign)
    func other(
      _ channels: [Channel], _ expectation: TableExpectation
    ) -> SensorTable? {
      do throws(SensorFileError) {
        return try table(channels, scale: scale, expectation)
      } catch {
        // A column without a value is no failure.
        if error.kind == .empty, expectation.isSlow { return nil }
        let name = channels.compactMap { columns.column($0)?.name }.first ?? ""
        tables.failures.append(SensorTables.Failure(name: name, reason: error.message))
        return nil
      }
    }
    tables.angularRate = other(Channel.angularRate, TableExpectation())
    for side in Channel.side {
      if let slow = other([side], TableExpectation(isSlow: true)) { tables.slow.append(slow) }
    }
    tables.conversions =
      own?.conversions ?? ["the sensors have rows of their own; they were brought together"]
    tables.wallClock = acceleration.plan.start?.advanced(by: -acceleration.firstSecond)
    tables.ignoredNames = columns.ignoredNames.filter { !(own?.reads($0) ?? false) }
    return tables
  }

  /// Whether most rows were none: those of slow sensors may be more than those of the acceleration.
  private static func isOfRows(_ fault: SensorFileError?) -> Bool {
    [SensorFileError.Kind.damaged, .tooFewSamples].contains { $0 == fault?.kind }
  }

  private static func isSum(_ columns: ColumnLayout) -> Bool { columns.column(.gravityX) != nil }

  /// In a table of its own gravity stands where an acceleration does.
  private static func axis(_ column: ColumnLayout.Column) -> Channel {
    zip(Channel.gravity, Channel.acceleration).first { $0.0 == column.channel }?.1 ?? column.channel
  }
}
