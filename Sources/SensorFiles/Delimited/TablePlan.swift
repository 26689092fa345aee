import GaitModel

/// All that must be known to turn the rows of a table into samples.
struct TablePlan {
  let header: TableHeader
  let columns: ColumnLayout
  let expectation: TableExpectation
  let times: TimeWriting
  /// The clock of written stamps without an offset from UTC.
  let localClock: LocalClock?
  let time: TimeScale
  /// The stamp at second 0, as the file has it: that of the first row, whether or not it can be used.
  let firstStamp: Double
  /// Whether that is not the stamp of the first row that can be read: rows that cannot be used stand above it, or those of a
  /// clock that was not set yet.
  let beginsElsewhere: Bool
  let clock: ClockRegularity
  /// The mean interval between samples whose stamps come in packets, seconds; `nil` for other stamps.
  let packetInterval: Double?
  /// A column that numbers the rows of a table without times.
  private let rowNumbers: RowNumberWatch?
  /// Whether rows are those of several sensors, each with cells of its own.
  let isShared: Bool
  /// Whether what stands for an acceleration is gravity and nothing else.
  let isGravityAlone: Bool
  let start: WallClock?
  let accelerationFactor: Double
  let angularRateFactor: Double
  /// Whether nothing says that angular rates are in rad/s.
  let isAngularRateAssumed: Bool
  /// Whether angular rates are in deg/s by their size alone.
  let isAngularRateBySize: Bool
  /// The unit of each slow channel that the table has.
  let sideUnits: [SideChannel: ColumnUnit]
  let layout: SensorFileLayout

  let hasTime: Bool
  let hasAngularRate: Bool
  /// What is not read because its sensor gives one value throughout, or no unit makes sense of it, one sentence each.
  let deadSensors: [String]

  /// Reads the top of a table of unknown origin and decides.
  init(for file: RecordingFile, settings: OpeningSettings) throws(SensorFileError) {
    let header = try TableHeader(of: file)
    var columns = try ColumnLayout(names: header.names, path: file.path)
    var expectation = TableExpectation(
      isCoreMotion: columns.isCoreMotion || SensorLoggerMetadata.isCoreMotion(beside: file))
    if columns.column(.time) == nil {
      expectation.take(rateAbove: header, in: file, settings.description)
      if let rate = expectation.rateHertz ?? settings.description.samplingRateHertz,
        let counter = PacketCounter.column(in: header, of: file)
      {
        columns = columns.with(counter, in: header)
        expectation.countsPackets = true
        expectation.time = TimeScale(
          secondsPerUnit: 1 / rate, words: "packets at \(expectation.rateWords)", epoch: nil)
      }
    }
    do {
      try self.init(
        for: file, header: header, columns: columns, expectation: expectation, settings: settings)
    } catch  where columns.isCoreMotion {
      // The sensor's own stamps may be missing; those of the rows are as good as nothing else.
      let others = try ColumnLayout(
        names: header.names, path: file.path, usesSensorClock: false)
      guard others.column(.time)?.place != columns.column(.time)?.place else { throw error }
      try self.init(
        for: file, header: header, columns: others, expectation: expectation, settings: settings)
    }
  }

  /// Reads the top of a table whose columns are known and decides the rest.
  init(
    for file: RecordingFile, header: TableHeader, columns: ColumnLayout,
    expectation: TableExpectation, settings: OpeningSettings
  ) throws(SensorFileError) {
    self.header = header
    self.expectation = expectation
    hasTime = columns.column(.time) != nil
    let nominalRate = settings.description.samplingRateHertz ?? expectation.rateHertz
    let clocks =
      hasTime && !expectation.countsPackets
      ? []
      : UnreadClock.all(
        in: header, besides: columns, of: file, countsPackets: expectation.countsPackets)
    if !hasTime, nominalRate == nil { throw Self.noClock(file.path, header.names, clocks) }
    rowNumbers = hasTime ? nil : RowNumberWatch(in: header, besides: columns, of: file)

    let reading = try TableReading(of: file, header: header, columns: columns, expectation)
    deadSensors = reading.sample.sentences(about: columns)
    let columns = columns.without(reading.sample.unreadable)
    self.columns = columns
    hasAngularRate = columns.column(.angularRateX) != nil
    times = reading.times
    let readsDateTimes = times != .numbers
    localClock =
      readsDateTimes && (expectation.times != nil || Self.isLocal(header, columns))
      ? LocalClock(zone: settings.options.timeZone) : nil
    var sample = reading.sample
    let stampColumn = columns.column(.time)
    if !expectation.isSlow, !expectation.isShared, sample.repeatedCount > sample.stamps.count {
      let place = stampColumn?.place ?? 0
      throw Self.coarseClock(
        file.path, sample, text: place < header.firstRow.count ? header.firstRow[place] : "")
    }
    if !expectation.isSlow, sample.stamps.count < 2 { throw Self.tooFew(file.path, sample) }
    let hasUnsetStamps =
      hasTime
      && sample.leaveOutUnset { stamps in
        readsDateTimes
          ? 1
          : expectation.time?.secondsPerUnit
            ?? TimeScale(named: stampColumn?.unit, stamps: stamps)?.secondsPerUnit
      }

    var decision = TableUnits(
      path: file.path, columns: columns, sample: sample, contradictions: expectation.contradictions)
    time = try decision.time(
      expectation, readsDateTimes: readsDateTimes, nominalRateHertz: nominalRate)
    if expectation.time == nil { decision.compareClocks(header, in: file, read: time) }
    let scale = time.secondsPerUnit
    let first =
      hasTime
      ? sample.beginning(secondsPerUnit: scale)
      : sample.beginning(isBelowHeader: header.lineCount > 0)
    firstStamp = first
    beginsElsewhere = hasUnsetStamps || first != sample.stamps[0]
    isShared = sample.isShared
    isGravityAlone = sample.isGravityAlone
    var even = hasTime ? expectation.evenInterval.map { EvenClock(interval: $0) } : nil
    let seconds = sample.stamps.map { stamp in
      let second = (stamp - first) * scale
      return even?.seconds(second) ?? second
    }
    let regularity = SamplingClock().regularity(of: seconds, nominalRateHertz: nominalRate)
    var clock =
      regularity
      ?? ClockRegularity(
        samplingRateHertz: 0, medianInterval: 0, shortInterval: 0, longInterval: 0,
        sampleCount: sample.stamps.count)
    packetInterval =
      expectation.isSlow
      ? nil
      : PacketClock.interval(of: sample, secondsPerUnit: scale, clock: clock)
    if let packetInterval { clock.samplingRateHertz = 1 / packetInterval }
    // Rows that cannot be read leave their places free, and the rate is the one that was given.
    if !hasTime, let nominalRate { clock.samplingRateHertz = nominalRate }
    self.clock = clock
    if !expectation.isSlow { try Self.check(clock, time: time, path: file.path) }
    accelerationFactor = try decision.acceleration(
      expectation: expectation, described: settings.description.accelerationUnit,
      samplingRateHertz: clock.samplingRateHertz)
    angularRateFactor = decision.angularRate()
    isAngularRateAssumed = decision.isAngularRateAssumed
    isAngularRateBySize = decision.isAngularRateBySize
    sideUnits = decision.sideUnits()
    let spoilt =
      expectation.time == nil ? SpoiltClock.all(in: header, besides: columns, time, of: file) : []
    start = Self.start(
      first: time.secondsSince1970(first), isWritten: readsDateTimes, header: header,
      columns: columns, spoilt: spoilt)
    let unreadStarts =
      start == nil && expectation.time == nil
      ? UnreadStart.sentences(in: header, besides: columns.column(.time), time, spoilt, of: file)
      : []
    decision.describe(header)
    if let nominalRate, expectation.asksForClocks {
      // A counter that is read is a clock but for its rate.
      let doubtful = clocks.filter { !expectation.countsPackets || $0.contradicts(nominalRate) }
      decision.doubt(doubtful, rateHertz: nominalRate, advice: expectation.clockAdvice)
    }
    if columns.column(.accelerationX) != nil {
      if packetInterval != nil { decision.describePackets(clock) }
      decision.compareRates(clock, by: expectation.rateSource)
      decision.doubt(time, clock)
    }
    layout = SensorFileLayout(
      format: DelimitedText.name + (file.isCompressed ? ", compressed with gzip" : ""),
      channels: decision.channels, ignoredChannels: columns.ignoredNames,
      conversions: decision.conversions,
      contradictions: decision.contradictions + deadSensors
        + spoilt.map { "clock: \($0.words); \(SpoiltClock.advice)" }
        + unreadStarts,
      clock: clock)
  }

  /// Who was recorded by a column of the table, which holds one name throughout.
  var writtenParticipant: WrittenParticipant? {
    OwnerColumn.columns(of: header, besides: columns).lazy.compactMap { column in
      guard column.place < header.firstRow.count,
        let name = column.person(header.firstRow[column.place])
      else { return nil }
      return WrittenParticipant(name: name, place: "its column \"\(column.name)\"")
    }.first
  }

  /// What wrote the table, as far as it shows.
  var device: String { columns.isCoreMotion ? "SensorLog (iOS)" : DelimitedText.name }

  /// A reader of all rows.
  func rows(of file: RecordingFile) throws(SensorFileError) -> RowReader {
    try rows(of: file.bytes(), in: file)
  }

  /// The same of some bytes of the file.
  func rows(
    of stream: any ByteStream, in file: RecordingFile
  ) throws(SensorFileError) -> RowReader {
    let lines = LineBuffer(
      path: file.path, stream: stream, hasDecimalCommas: header.hasDecimalCommas)
    return try RowReader(
      lines: lines, header: header, layout: columns, times: times,
      isShared: expectation.isShared, countsPackets: expectation.countsPackets,
      watch: hasTime
        ? expectation.secondClock.flatMap {
          ClockWatch($0, beside: columns.column(.time), time, in: header)
        } : rowNumbers)
  }

  /// Whether the time of the first row has no offset from UTC.
  private static func isLocal(_ header: TableHeader, _ columns: ColumnLayout) -> Bool {
    guard let place = columns.column(.time)?.place, place < header.firstRow.count,
      columns.utcOffsetSeconds == nil
    else { return false }
    let text = header.firstRow[place]
    return DateTime(text).map { $0.utcOffsetSeconds == nil }
      ?? (ClockDigits.seconds(text) != nil || DateOrder(unambiguous: text) != nil)
  }

  /// The wall clock of the first row. A date may know the offset of the local clock; numbers since 1970 do not.
  private static func start(
    first: Double?, isWritten: Bool, header: TableHeader, columns: ColumnLayout,
    spoilt: [SpoiltClock]
  ) -> WallClock? {
    let places = [SensorLogNames.wallClock(in: header.names), columns.column(.time)?.place]
    let others = header.names.indices.filter {
      if case .time = ColumnName(header.names[$0]).quantity { true } else { false }
    }
    let isSpoilt = Set(spoilt.map(\.place))
    let written = (places.compactMap(\.self) + others).lazy.compactMap { place -> DateTime? in
      guard !isSpoilt.contains(place), place < header.firstRow.count,
        case let name = ColumnName(header.names[place]),
        var date = DateTime(header.firstRow[place], below: name)
      else {
        return nil
      }
      if date.utcOffsetSeconds == nil, let named = name.utcOffsetSeconds {
        date.utcOffsetSeconds = named
        date.secondsSince1970 -= Double(named)
      }
      return date
    }.first
    let told = written?.utcOffsetSeconds ?? (isWritten ? columns.utcOffsetSeconds : nil)
    guard let seconds = first ?? written?.secondsSince1970 else {
      return others.lazy.filter { !isSpoilt.contains($0) }
        .compactMap { instant(in: header, place: $0) }.first.map {
          WallClock(secondsSince1970: $0, utcOffsetSeconds: 0)
        }
    }
    return WallClock(
      secondsSince1970: seconds, utcOffsetSeconds: told ?? 0,
      isLocal: (first == nil || isWritten) && told == nil)
  }

  /// The instant of the first row by a column of numbers, seconds since 1970; `nil` where they are those of no clock.
  private static func instant(in header: TableHeader, place: Int) -> Double? {
    guard place < header.firstRow.count, let stamp = header.number(in: header.firstRow[place])
    else { return nil }
    return TimeScale(named: ColumnName(header.names[place]).unit, stamps: [stamp])?
      .secondsSince1970(stamp)
  }

  /// A rate that no sensor has is a misread unit of time, and would cost memory without end.
  private static func check(
    _ clock: ClockRegularity, time: TimeScale, path: String
  ) throws(SensorFileError) {
    let possible = SamplingClock.possibleRatesHertz
    guard !possible.contains(clock.samplingRateHertz) else { return }
    throw SensorFileError(
      .noClock, path: path,
      "the times make \(SamplingClock.words(ofImpossibleRate: clock.samplingRateHertz)) when they are read as "
        + "\(time.words); \(possible.lowerBound) to \(possible.upperBound) samples per second can be read. "
        + "Check the times and the unit in their name, as in time_s, time_ms or time_ns.")
  }

  private static func tooFew(_ path: String, _ sample: TableSample) -> SensorFileError {
    let usable = sample.lineCount - sample.unusableCount
    let reason =
      usable > 1
      ? "the times of \(usable) rows do not rise; sort the rows by time"
      : "\(usable.grouped) of \(sample.lineCount.counted("row")) can be used"
    return SensorFileError(
      .tooFewSamples, path: path, "at least 2 samples are needed: \(reason).")
  }

  /// Most rows have the time of the row before: only one row of each stamp could be kept.
  private static func coarseClock(
    _ path: String, _ sample: TableSample, text: String
  ) -> SensorFileError {
    let rows = sample.repeatedCount + sample.stamps.count
    // Whatever the unit is: of any that is finer than a second these are too few digits, too.
    let isSpoilt = SpoiltClock.isCoarse(text, secondsPerUnit: 1)
    let isOfDays =
      text.contains { ".,".contains($0) }
      && TimeScale.countsDays(
        from: sample.stamps.first ?? 0, to: sample.stamps.last ?? 0, rowCount: rows)
    return SensorFileError(
      .noClock, path: path,
      "\(sample.repeatedCount) of \(rows) rows have the time of the row before: the times are too coarse for the samples, "
        + (isSpoilt
          ? "as a spreadsheet saves long numbers (\(text)). Export the recording again and do not save it in a spreadsheet"
          : isOfDays
            ? "days with few decimals as a spreadsheet keeps dates (\(text)). Export dates with thousandths of a second, as in "
              + "2026-05-04 09:30:00.125"
            : "as whole seconds are. Export finer times")
        + ", or leave the time column out and give sampling_rate_hz in the describing .json.")
  }

  private static func noClock(
    _ path: String, _ names: [String], _ clocks: [UnreadClock]
  ) -> SensorFileError {
    let rising = clocks.map { "\"\($0.name)\"" }.joined(separator: " or ")
    return SensorFileError(
      .noClock, path: path,
      "no column is known to hold the time (found \(names.joined(separator: ", "))). Rename the one that does time_s, or "
        + "time_ms by its unit"
        + (rising.isEmpty ? "" : "; \(rising) may, as it rises from row to row")
        + ". Where none does, add one, or \"sampling_rate_hz\" in \(RecordingPath(path).description)."
    )
  }
}

/// What is known about a table before its rows are looked at. The plain case is that nothing is.
struct TableExpectation {
  /// What the time column counts, where the logger says so; `nil`: told from its name and numbers.
  var time: TimeScale?
  /// How the times are written, where the file says so; `nil`: told from the first rows.
  var times: TimeWriting?
  /// From sample to sample, seconds, where it is known better than the times tell it; `nil`: by the times alone.
  var evenInterval: Double?
  /// The unit of an acceleration that cannot be told from gravity because it is without it.
  var accelerationUnit: ColumnUnit?
  /// Whether the acceleration has the sign of gravity, as Apple's Core Motion writes it: at rest,
  /// face up, z is −1 g.
  var isCoreMotion = false
  /// Whether the table is that of a slow sensor: one row is enough, at whatever rate.
  var isSlow = false
  /// Whether a row may be without any value, as in a table that several sensors share.
  var isShared = false
  /// A clock beside the one that is read; it is said where one of them was set while it recorded.
  var secondClock: SensorClock?
  /// Who says the rate that times are compared with.
  var rateSource = "the description"
  /// Whether columns that may be a clock are named where none is read.
  var asksForClocks = true
  /// What makes a column the clock.
  var clockAdvice = "call it time_s, or time_ms by its unit"
  /// Where the rate stands that counts the time of a table without a clock.
  var rateWords = "sampling_rate_hz of the description"
  /// Samples per second by the lines above the table, where the description does not say them; `nil` where none does.
  private(set) var rateHertz: Double?
  /// Whether the time column numbers packets, see `PacketCounter`.
  var countsPackets = false
  /// What of that does not fit together.
  private(set) var contradictions: [String] = []

  /// Takes the rate of a line above the table, as `// Update Rate: 100.0Hz` of Xsens' sensors. That of the description
  /// counts before it.
  mutating func take(
    rateAbove header: TableHeader, in file: RecordingFile, _ description: RecordingDescription
  ) {
    let lines = TableHeader.lines(in: file.head, limit: header.lineCount).map { $0.lowercased() }
    let rate = lines.lazy.filter { $0.contains("rate") }.compactMap { line -> Double? in
      let word = line.split { ":= \t".contains($0) }.joined().split { $0.isLetter || $0 == "/" }
        .last
      return line.contains("hz") ? word.flatMap { Double($0) } : nil
    }.first
    guard let rate, (1...10_000).contains(rate) else { return }
    guard let described = description.samplingRateHertz else {
      (rateHertz, rateWords) = (rate, "the rate that stands above the table")
      return
    }
    guard abs(described / rate - 1) > TableUnits.largestRateDifference else { return }
    contradictions = [
      "clock: the description says \(described) Hz, a line above the table says \(rate) Hz; the description's is used"
    ]
  }
}
