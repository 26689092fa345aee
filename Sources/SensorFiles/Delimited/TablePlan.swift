import GaitModel

/// All that must be known to turn the rows of a table into samples.
struct TablePlan {
  let header: TableHeader
  let columns: ColumnLayout
  let readsDateTimes: Bool
  let time: TimeScale
  let clock: ClockRegularity
  let start: WallClock?
  let accelerationFactor: Double
  let angularRateFactor: Double
  /// The unit of each slow channel that the table has.
  let sideUnits: [SideChannel: ColumnUnit]
  let layout: SensorFileLayout

  let hasTime: Bool
  let hasAngularRate: Bool

  /// Reads the top of the table and decides.
  init(for file: RecordingFile, settings: OpeningSettings) throws(SensorFileError) {
    header = try TableHeader(of: file)
    columns = try ColumnLayout(names: header.names, path: file.path)
    hasTime = columns.column(.time) != nil
    hasAngularRate = columns.column(.angularRateX) != nil
    let nominalRate = settings.description.samplingRateHertz
    if !hasTime, nominalRate == nil { throw Self.noClock(file.path, header.names) }

    var rows = try Self.rows(of: file, header, columns, readsDateTimes: false)
    var sample = try TableSample(
      reading: rows, hasClock: hasTime, hasAngularRate: hasAngularRate)
    var readsDateTimes = false
    if hasTime, sample.unusableCount * 2 > sample.lineCount {
      // Perhaps the times are dates. When they are not, the first reading's complaint stands.
      rows = try Self.rows(of: file, header, columns, readsDateTimes: true)
      let dated = try TableSample(reading: rows, hasClock: true, hasAngularRate: hasAngularRate)
      if dated.stamps.count > sample.stamps.count {
        sample = dated
        readsDateTimes = true
      }
    }
    self.readsDateTimes = readsDateTimes
    try Self.check(sample, of: file)

    var decision = TableUnits(path: file.path, columns: columns, sample: sample)
    time = try decision.time(readsDateTimes: readsDateTimes, nominalRateHertz: nominalRate)
    let first = sample.stamps[0]
    let scale = time.secondsPerUnit
    let seconds = sample.stamps.map { ($0 - first) * scale }
    let regularity = SamplingClock().regularity(of: seconds, nominalRateHertz: nominalRate)
    guard let regularity else { throw Self.tooFew(file.path, sample) }
    clock = regularity
    try Self.check(clock, time: time, path: file.path)
    accelerationFactor = try decision.acceleration(samplingRateHertz: clock.samplingRateHertz)
    angularRateFactor = decision.angularRate()
    sideUnits = decision.sideUnits()
    start = time.isEpoch ? Self.start(first * scale, settings.description) : nil
    decision.describe(header)
    decision.compareRates(clock)
    layout = SensorFileLayout(
      format: DelimitedText.name + (file.isCompressed ? ", compressed with gzip" : ""),
      channels: decision.channels, ignoredChannels: columns.ignoredNames,
      conversions: decision.conversions, contradictions: decision.contradictions, clock: clock)
  }

  /// A reader of all rows, or of some of them when the file is thinned.
  func rows(of file: RecordingFile) throws(SensorFileError) -> RowReader {
    let lines = LineBuffer(path: file.path, stream: try file.runs(alignedTo: .lines))
    return try RowReader(
      lines: lines, header: header, layout: columns, readsDateTimes: readsDateTimes)
  }

  private static func rows(
    of file: RecordingFile, _ header: TableHeader, _ columns: ColumnLayout, readsDateTimes: Bool
  ) throws(SensorFileError) -> RowReader {
    let lines = LineBuffer(path: file.path, stream: try file.bytes())
    return try RowReader(
      lines: lines, header: header, layout: columns, readsDateTimes: readsDateTimes)
  }

  /// The description knows the offset of the local clock; numbers since 1970 do not.
  private static func start(_ seconds: Double, _ description: RecordingDescription) -> WallClock {
    WallClock(
      secondsSince1970: seconds, utcOffsetSeconds: description.start?.utcOffsetSeconds ?? 0)
  }

  private static func check(
    _ sample: TableSample, of file: RecordingFile
  ) throws(SensorFileError) {
    if sample.lineCount == 0 {
      throw SensorFileError(
        .empty, path: file.path,
        "there is a header and no row below it"
          + (file.headDamage.map { " (\($0))" } ?? "") + ".")
    }
    if sample.unusableCount * 2 > sample.lineCount {
      throw UnusableLines.error(
        path: file.path, unusable: sample.unusableCount, of: sample.lineCount,
        example: sample.firstUnusable)
    }
    if sample.stamps.count < 2 { throw tooFew(file.path, sample) }
  }

  /// A rate that no sensor has is a misread unit of time, and would cost memory without end.
  private static func check(
    _ clock: ClockRegularity, time: TimeScale, path: String
  ) throws(SensorFileError) {
    let possible = SamplingClock.possibleRatesHertz
    guard !possible.contains(clock.samplingRateHertz) else { return }
    throw SensorFileError(
      .noClock, path: path,
      "the times make \(clock.samplingRateHertz) samples per second when they are read as "
        + "\(time.words); \(possible.lowerBound) to \(possible.upperBound) can be read. "
        + "Check the times and the unit in their name, as in time_s, time_ms or time_ns.")
  }

  private static func tooFew(_ path: String, _ sample: TableSample) -> SensorFileError {
    let usable = sample.lineCount - sample.unusableCount
    let reason =
      usable > 1
      ? "the times of \(usable) rows do not rise; sort the rows by time"
      : "\(usable) of \(sample.lineCount) rows can be used"
    return SensorFileError(
      .tooFewSamples, path: path, "at least 2 samples are needed: \(reason).")
  }

  private static func noClock(_ path: String, _ names: [String]) -> SensorFileError {
    SensorFileError(
      .noClock, path: path,
      "no column holds the time (found \(names.joined(separator: ", "))); add a column time_s, or "
        + "\"sampling_rate_hz\" in \(RecordingPath(path).description).")
  }
}

/// The complaint about a table that is mostly something else.
enum UnusableLines {
  static func error(
    path: String, unusable: Int, of total: Int, example: (line: Int, excerpt: String)?
  ) -> SensorFileError {
    let where_ = example.map { ", the first is line \($0.line): \"\($0.excerpt)\"" } ?? ""
    return SensorFileError(
      .damaged, path: path,
      "\(unusable) of \(total) rows cannot be used\(where_); a row needs a finite number with a "
        + "decimal point in each column that is read, and a time after that of the row before.")
  }
}
