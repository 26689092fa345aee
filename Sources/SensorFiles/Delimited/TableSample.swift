import GaitModel

/// The first rows of a table in the file's own units: enough to tell units and rate from.
struct TableSample {
  /// Rows looked at: 80 s at 100 Hz, so that a start out of the ordinary does not decide.
  static let rowLimit = 8192
  /// Lines looked at when most of them are no rows.
  static let lineLimit = 65_536
  /// Rows looked at for a unit of the angular rate that the first ones do not tell: 44 minutes at 100 Hz.
  static let turnRowLimit = 262_144

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
  /// Stretches of them, also behind the first rows.
  var fastTurns = FastTurns()
  /// Stretches of the first rows that are too fast for degrees, too.
  private(set) var impossibleTurns = FastTurns(ofDegrees: true)
  /// Sensors that gave one value so far, also behind the first rows.
  var dead = DeadChannels()
  /// Rows that repeat the acceleration of a slower sensor, also behind the first rows where these are at rest.
  private(set) var held = HeldRows()
  /// The first value of the pressure, or `nil` when there was none.
  var firstPressure: Double?
  /// Lines that should be rows, and those of them that are none.
  var lineCount = 0
  var unusableCount = 0
  /// Those of the unusable lines that only lack what another sensor gives.
  var incompleteCount = 0
  /// How often such lines begin, one after a line that is none.
  var incompleteRunCount = 0
  /// The stamps of the rows above the first one that can be used; `nan` where nothing can be read of them.
  private var lead: [Double] = []
  /// Whether a word stands in each of those rows where a number is needed, as in one of units.
  private var isLeadUnreadable = true
  /// Number and beginning of the first unusable line.
  var firstUnusable: (line: Int, excerpt: String)?

  private var hasAngularRate = false
  /// Second 0 is that of the acceleration's first row; other sensors of a shared table have no say.
  private var hasAcceleration = true
  private(set) var looksForTurns = false

  /// Reads rows from the top of the table.
  init(
    reading rows: some TableRows, hasClock: Bool, hasAngularRate: Bool, looksForTurns: Bool = false,
    hasAcceleration: Bool = true
  ) throws(SensorFileError) {
    self.hasAngularRate = hasAngularRate
    self.hasAcceleration = hasAcceleration
    self.looksForTurns = looksForTurns
    try readTop(of: rows, hasClock: hasClock, hasAngularRate: hasAngularRate)
  }

  /// Whether the top does not tell the unit of the angular rate, or which sensors work.
  var hasQuestions: Bool { mayTurn || mayHold || dead.isOpen }

  private var mayTurn: Bool { looksForTurns && !fastTurns.areDegrees }
  private var mayHold: Bool { hasAcceleration && !stamps.isEmpty && held.isOpen }

  /// Reads on until rows turn so fast that they must be in degrees, the acceleration moved, and sensors gave two values. What
  /// cannot be read ends that: whoever reads the samples says so, with the line of the file.
  mutating func lookOn(in rows: some TableRows, hasClock: Bool) {
    var (count, last) = (0, -Double.infinity)
    while ((mayTurn || mayHold) && count < Self.turnRowLimit) || dead.isOpen {
      guard let line = try? rows.next(), line != .end else { return }
      count += 1
      guard line == .row else { continue }
      if mayHold, !hasClock || rows.raw[Channel.time.rawValue] > last {
        last = rows.raw[Channel.time.rawValue]
        held.take(Self.force(rows.raw))
      }
      if looksForTurns { fastTurns.take(rows.raw, line: rows.lineNumber) }
      if dead.isOpen { dead.take(rows.raw, hasAngularRate: hasAngularRate) }
    }
  }

  private mutating func readTop(
    of rows: some TableRows, hasClock: Bool, hasAngularRate: Bool
  ) throws(SensorFileError) {
    let isSlow = !hasAcceleration && !hasAngularRate
    var (wasIncomplete, absentCount) = (false, 0)
    while stamps.count < Self.rowLimit, lineCount < Self.lineLimit {
      if isSlow, absentCount > Self.lineLimit, !stamps.isEmpty { return }
      let line = try rows.next()
      let isIncomplete = line.lacksSensor(rows.raw)
      if isIncomplete, !wasIncomplete { incompleteRunCount += 1 }
      wasIncomplete = isIncomplete
      switch line {
      case .end: return
      case .nothing, .header: continue
      case .absent:
        absentCount += 1
        if stamps.isEmpty, hasAcceleration { lead.append(rows.raw[Channel.time.rawValue]) }
      case .row:
        lineCount += 1
        take(rows.raw, hasClock: hasClock, hasAngularRate: hasAngularRate)
        if hasAngularRate {
          fastTurns.take(rows.raw, line: rows.lineNumber)
          impossibleTurns.take(rows.raw, line: rows.lineNumber)
        }
        dead.take(rows.raw, hasAngularRate: hasAngularRate)
      case .incomplete, .unreadable, .hidden, .tooWide, .notFinite:
        if stamps.isEmpty {
          let hasStamp = line != .hidden && line != .tooWide
          lead.append(hasStamp ? rows.raw[Channel.time.rawValue] : .nan)
          isLeadUnreadable = isLeadUnreadable && line == .unreadable
        }
        lineCount += 1
        unusableCount += 1
        if isIncomplete {
          incompleteCount += 1
          takePressure(rows.raw)
        }
        if firstUnusable == nil { firstUnusable = (rows.lineNumber, rows.excerpt) }
      }
    }
  }

  /// Whether the lines that lack something are those of another sensor.
  var isShared: Bool {
    SharedTable.isShared(
      lineCount: lineCount, incompleteCount: incompleteCount, runCount: incompleteRunCount)
  }

  /// Whether the rows hold gravity and nothing else, as a phone computes it: its size is the same while its direction
  /// turns. The noise of an accelerometer alone is ten times as great as what is allowed here.
  var isGravityAlone: Bool {
    let lengths = x.indices.map { (x[$0] * x[$0] + y[$0] * y[$0] + z[$0] * z[$0]).squareRoot() }
    guard let least = lengths.min(), let greatest = lengths.max(), least > 0 else { return false }
    let turn = [x, y, z].map { ($0.max() ?? 0) - ($0.min() ?? 0) }.max() ?? 0
    return greatest - least < 1e-4 * least && turn > 0.01 * least
  }

  private mutating func take(
    _ raw: UnsafeMutablePointer<Double>, hasClock: Bool, hasAngularRate: Bool
  ) {
    let stamp = hasClock ? raw[Channel.time.rawValue] : Double(lineCount - 1)
    if SampleCheck.isLeap(stamps, before: stamp) { removeLast() }
    if let last = stamps.last, stamp <= last {
      repeatedCount += stamp == last ? 1 : 0
      return
    }
    stamps.append(stamp)
    let force = Self.force(raw)
    x.append(force.x)
    y.append(force.y)
    z.append(force.z)
    held.take(force)
    if hasAngularRate {
      let limit = TableUnits.fastestRadiansPerSecond
      let isFast = abs(raw[4]) > limit || abs(raw[5]) > limit || abs(raw[6]) > limit
      fastTurnCount += isFast && !FastTurns.isMark(raw) ? 1 : 0
    }
    takePressure(raw)
  }

  private static func force(_ raw: UnsafeMutablePointer<Double>) -> SIMD3<Double> {
    SIMD3(
      raw[Channel.accelerationX.rawValue] + raw[Channel.gravityX.rawValue],
      raw[Channel.accelerationY.rawValue] + raw[Channel.gravityY.rawValue],
      raw[Channel.accelerationZ.rawValue] + raw[Channel.gravityZ.rawValue])
  }

  private mutating func takePressure(_ raw: UnsafeMutablePointer<Double>) {
    let pressure = raw[Channel.pressure.rawValue]
    if firstPressure == nil, pressure.isFinite { firstPressure = pressure }
  }

  private mutating func removeLast() {
    _ = (stamps.removeLast(), x.removeLast(), y.removeLast(), z.removeLast())
  }
}

extension TableSample {
  /// The clock of a device that is not set yet begins at a year of its own, often 1970 or 2000. A recording that goes on
  /// so many seconds after its first rows, a year, was not interrupted: its clock was set.
  static let longestPauseAtStart = 365.25 * 86_400
  /// No more than this share of the first rows is taken for those of such a clock, and one row in any case: of more
  /// nobody can tell which part is right. Our choice.
  private static let largestUnsetShare = 0.1

  /// Leaves out the first rows of a clock that was not set yet.
  ///
  /// - Parameter secondsPerUnit: what the stamps behind them count, seconds; `nil` where nothing tells it.
  /// - Returns: whether there were such rows.
  mutating func leaveOutUnset(_ secondsPerUnit: ([Double]) -> Double?) -> Bool {
    var count = 0
    while let place = farthest(from: count), let unit = secondsPerUnit(Array(stamps[place...])),
      (stamps[place] - stamps[place - 1]) * unit > Self.longestPauseAtStart
    {
      count = place
    }
    stamps.removeFirst(count)
    x.removeFirst(count)
    y.removeFirst(count)
    z.removeFirst(count)
    return count > 0
  }

  /// So few rows below a header may be none, as one of units.
  private static let mostRowsOfHeader = 3

  /// The stamp at which the recording begins, which is its second 0: that of its first row, also where nothing else of it can
  /// be used, as of a sensor that gives nothing yet. Rows whose time does not run on to that of the first sample say nothing.
  ///
  /// - Parameter secondsPerUnit: what the stamps count, seconds.
  /// - Returns: the stamp, as the file has it.
  func beginning(secondsPerUnit: Double) -> Double {
    var first = stamps[0]
    for stamp in lead.reversed() where stamp.isFinite {
      let step = (first - stamp) * secondsPerUnit
      guard (0...SamplingClock().longestPause).contains(step) else { break }
      first = stamp
    }
    return first
  }

  /// The same of rows that are their own clock.
  func beginning(isBelowHeader: Bool) -> Double {
    isBelowHeader && isLeadUnreadable && lead.count <= Self.mostRowsOfHeader ? stamps[0] : 0
  }

  /// The row behind the longest of the first steps from a row on; `nil` where too few rows follow.
  private func farthest(from start: Int) -> Int? {
    let last = min(
      max(1, Int(Self.largestUnsetShare * Double(stamps.count))), stamps.count - 2)
    guard start < last else { return nil }
    return (start + 1...last).max { stamps[$0] - stamps[$0 - 1] < stamps[$1] - stamps[$1 - 1] }
  }
}

/// The top of a table, read in the way that gives most rows.
struct TableReading {
  let sample: TableSample
  /// How times are written.
  let times: TimeWriting

  /// Reads numbers; where most rows fail, perhaps because the times are dates, dates too. Numbers that are all dates whose
  /// digits stand together are those dates.
  init(
    of file: RecordingFile, header: TableHeader, columns: ColumnLayout,
    _ expectation: TableExpectation
  ) throws(SensorFileError) {
    let hasClock = columns.column(.time) != nil
    let rate = columns.column(.angularRateX)
    let looksForTurns = rate.map { $0.unit == nil || $0.unit == .radiansPerSecond } ?? false
    func rows(
      of stream: any ByteStream, _ times: TimeWriting
    ) throws(SensorFileError) -> RowReader {
      try RowReader(
        lines: LineBuffer(
          path: file.path, stream: stream, hasDecimalCommas: header.hasDecimalCommas),
        header: header, layout: columns, times: times, isShared: expectation.isShared,
        countsPackets: expectation.countsPackets)
    }
    func read(_ times: TimeWriting) throws(SensorFileError) -> TableSample {
      let top = try rows(of: file.bytes(), times)
      var sample = try TableSample(
        reading: top, hasClock: hasClock, hasAngularRate: rate != nil, looksForTurns: looksForTurns,
        hasAcceleration: columns.column(.accelerationX) != nil)
      guard sample.hasQuestions else { return sample }
      if let excerpts = try file.excerpts() {
        sample.lookOn(in: try rows(of: excerpts, times), hasClock: hasClock)
      } else {
        sample.lookOn(in: top, hasClock: hasClock)
      }
      return sample
    }
    if let known = expectation.times {
      (sample, times) = (try read(known), known)
      try Self.check(sample, of: file, header: header, columns: columns)
      return
    }
    let numbers = try read(.numbers)
    let digits = Self.mayBeDigits(columns, header) ? try read(.digits) : nil
    if let digits, digits.unusableCount <= numbers.unusableCount, !digits.stamps.isEmpty {
      (sample, times) = (digits, .digits)
    } else if hasClock, numbers.unusableCount * 2 > numbers.lineCount {
      let written = Self.writing(of: columns, header)
      let dates = try read(written)
      // When they are no dates either, the first reading's complaint stands.
      (sample, times) =
        dates.stamps.count > numbers.stamps.count ? (dates, written) : (numbers, .numbers)
    } else {
      (sample, times) = (numbers, .numbers)
    }
    try ThousandsMarks.check(columns, header, in: file)
    try Self.check(sample, of: file, header: header, columns: columns)
  }

  /// How dates are written, by the first one.
  private static func writing(of columns: ColumnLayout, _ header: TableHeader) -> TimeWriting {
    guard let place = columns.column(.time)?.place, place < header.firstRow.count,
      case let text = header.firstRow[place], DateTime(text) == nil,
      let order = DateOrder(unambiguous: text)
    else { return .dates }
    return .ordered(order)
  }

  /// Whether the first time is written as a date whose digits stand together, and its name gives no unit that it counts.
  private static func mayBeDigits(_ columns: ColumnLayout, _ header: TableHeader) -> Bool {
    guard let column = columns.column(.time), column.unit == nil,
      column.place < header.firstRow.count
    else { return false }
    return ClockDigits.seconds(header.firstRow[column.place]) != nil
  }

  private static func check(
    _ sample: TableSample, of file: RecordingFile, header: TableHeader, columns: ColumnLayout
  ) throws(SensorFileError) {
    if sample.lineCount == 0 {
      throw SensorFileError(
        .empty, path: file.path,
        "there is a header and no row below it"
          + (file.headDamage.map { " (\($0))" } ?? "") + ".")
    }
    if sample.unusableCount * 2 > sample.lineCount {
      if let error = unknownDates(of: file, header: header, columns: columns) { throw error }
      throw UnusableLines.error(
        path: file.path, placeWord: RowReader.placeWord, unusable: sample.unusableCount,
        of: sample.lineCount, example: sample.firstUnusable)
    }
    if sample.stamps.isEmpty { throw noRow(file.path, sample) }
    guard let column = columns.column(.time), column.place < header.firstRow.count,
      case let text = header.firstRow[column.place],
      ClockDigits.areTimesOfDay(sample.stamps, text: text)
    else { return }
    throw timeOfDay(text, column, file.path)
  }

  private static func timeOfDay(
    _ text: String, _ column: ColumnLayout.Column, _ path: String
  ) -> SensorFileError {
    SensorFileError(
      .noClock, path: path,
      "the times of \"\(column.name)\" are written as \"\(text)\", a time of day without a date; write the date "
        + "before it, as in 2024-05-04 09:30:00.125, or seconds.")
  }

  /// `05/04/2024 09:30` is a day in April or in May, depending on the country; `09:30:00` is one of any day.
  private static func unknownDates(
    of file: RecordingFile, header: TableHeader, columns: ColumnLayout
  ) -> SensorFileError? {
    guard let column = columns.column(.time), column.place < header.firstRow.count,
      case let text = header.firstRow[column.place], text.allSatisfy({ $0.isASCII })
    else { return nil }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count > 1,
      parts.prefix(2).allSatisfy({ (1...2).contains($0.count) && $0.allSatisfy(\.isNumber) })
    {
      return timeOfDay(text, column, file.path)
    }
    guard
      (1...2).contains(text.prefix(while: { $0.isNumber }).count), text.count > 5,
      text.count(where: { "/.-".contains($0) }) >= 2
    else { return unknownTimes(text, column, header, file.path) }
    return SensorFileError(
      .noClock, path: file.path,
      "the times of \"\(column.name)\" are written as \"\(text)\", the day or the month first, which "
        + "countries do differently and which is not read; write the year first, as in 2024-05-04 09:30:00.125, or seconds."
    )
  }

  /// Anything else that is neither a number nor a date: `0 days 00:00:00.010000`, `0.01 sec`, `'2024-05-06 09:30:00`.
  private static func unknownTimes(
    _ text: String, _ column: ColumnLayout.Column, _ header: TableHeader, _ path: String
  ) -> SensorFileError? {
    guard text.contains(where: \.isNumber), header.number(in: text) == nil, DateTime(text) == nil,
      DateOrder(unambiguous: text) == nil
    else { return nil }
    if UnreadStart.isDay(text) {
      return SensorFileError(
        .noClock, path: path,
        "the times of \"\(column.name)\" are written as \"\(text)\", a date without a time of day; write the time behind it, "
          + "as in 2024-05-04 09:30:00.125, or seconds.")
    }
    return SensorFileError(
      .noClock, path: path,
      "the times of \"\(column.name)\" are written as \"\(text)\", which is neither a number nor a date that is read; write "
        + "seconds, as in 0.010, or the year first and nothing before or behind it but an offset from UTC, as in "
        + "2024-05-04 09:30:00.125+02:00.")
  }

  private static func noRow(_ path: String, _ sample: TableSample) -> SensorFileError {
    SensorFileError(
      .tooFewSamples, path: path,
      "none of its \(sample.lineCount.counted("row")) has all that is needed.")
  }
}
