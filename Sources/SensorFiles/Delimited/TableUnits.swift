import Foundation
import GaitModel

/// Decides the units of a table's columns, and keeps the words about it for `gait inspect`.
struct TableUnits {
  /// Fastest angular rate, rad/s, that a sensor on a person can give: 40 rad/s are 2300 deg/s,
  /// above the usual full scale of 2000 deg/s. Faster ones are in degrees.
  static let fastestRadiansPerSecond = 40.0

  /// Share by which the rate may differ: a device that is set to 100 Hz gives 96 to 104 Hz.
  static let largestRateDifference = 0.05

  /// Values of the size of g that name no unit are doubted where it is less: fast running reaches .5. Our choice.
  static let leastShareUnsaid = 0.65

  /// In degrees one row in ten of walking is that fast; one in this many may be damaged.
  static let rowsForOneFastTurn = 200

  let path: String
  let columns: ColumnLayout
  let sample: TableSample
  private(set) var channels: [SensorFileLayout.Channel] = []
  private(set) var conversions: [String] = []
  private(set) var contradictions: [String] = []
  /// Whether nothing says that angular rates are in rad/s.
  private(set) var isAngularRateAssumed = false
  /// Whether they are in deg/s by their size alone.
  private(set) var isAngularRateBySize = false

  init(
    path: String, columns: ColumnLayout, sample: TableSample, contradictions: [String] = []
  ) {
    self.path = path
    self.columns = columns
    self.sample = sample
    self.contradictions = columns.unread + contradictions
  }

  /// What the time column counts.
  mutating func time(
    _ expectation: TableExpectation, readsDateTimes: Bool, nominalRateHertz: Double?
  ) throws(SensorFileError) -> TimeScale {
    guard let column = columns.column(.time) else {
      conversions.append(
        "there is no time column; samples follow each other at \(expectation.rateWords)")
      return TimeScale(
        secondsPerUnit: 1 / (nominalRateHertz ?? 1), words: "none", epoch: nil)
    }
    let named =
      readsDateTimes
      ? TimeScale.dateTimes
      : expectation.time ?? TimeScale(named: column.unit, stamps: sample.stamps)
    guard let scale = named else {
      let (first, last) = (sample.stamps[0], sample.stamps[sample.stamps.count - 1])
      if TimeScale.countsDays(from: first, to: last, rowCount: sample.stamps.count) {
        throw SensorFileError(
          .noClock, path: path,
          "\"\(column.name)\" counts days (from \(first) to \(last) in \(sample.stamps.count) rows), as spreadsheets and "
            + "MATLAB's datenum keep dates. Write dates with thousandths of a second, as in 2026-05-04 09:30:00.125, or seconds "
            + "from the first row, which are 86400 times the days.")
      }
      throw SensorFileError(
        .noClock, path: path,
        "the unit of \"\(column.name)\" cannot be told (it goes from \(sample.stamps[0]) to "
          + "\(sample.stamps[sample.stamps.count - 1]) in \(sample.stamps.count) rows); "
          + "name it, as in time_s, time_ms or time_ns.")
    }
    add(column, unit: scale.words)
    if expectation.time != nil { return scale }
    if readsDateTimes { describeOffset(of: column) }
    if scale.secondsPerUnit != 1 { conversions.append("time: \(scale.words) → s") }
    let first = sample.beginning(secondsPerUnit: scale.secondsPerUnit)
    if first != 0 { conversions.append("time: first row at \(first) → 0 s") }
    return scale
  }

  /// Says by which clock dates are read that do not say their offset from UTC, where the column's name does.
  private mutating func describeOffset(of column: ColumnLayout.Column) {
    if columns.utcOffsetSeconds != nil {
      conversions.append(
        "time: dates without an offset are in UTC or ahead of it as the name \"\(column.name)\" says"
      )
    } else if let zone = column.otherUnit,
      TimeZone.abbreviationDictionary[zone] != nil
        || zone.contains("/") && TimeZone(named: zone) != nil
    {
      contradictions.append(
        "clock: the zone in \"\(column.name)\" was not used; write the offset, as in time (UTC+2), or give --time-zone"
      )
    }
  }

  /// m/s² of specific force for one unit of the acceleration columns. The unit that the description names is believed:
  /// a device that was thrown about has seconds of 5 g.
  mutating func acceleration(
    expectation: TableExpectation, described: ColumnUnit?, samplingRateHertz: Double
  ) throws(SensorFileError) -> Double {
    guard let column = columns.column(.accelerationX) else { return 1 }
    if described == nil, let why = columns.unreadAcceleration {
      throw SensorFileError(
        .impossibleUnits, path: path,
        why + ", or give \"acceleration_unit\" in the .json beside it.")
    }
    let unit: ColumnUnit
    if let documented = expectation.accelerationUnit {
      unit = documented
      add(Channel.acceleration, unit: "\(unit.rawValue) (by the logger's documentation)")
      if unit != .metersPerSecondSquared { convertAcceleration(from: unit) }
    } else if let described {
      unit = described
      add(Channel.acceleration, unit: "\(unit.rawValue) (by the description)")
      if unit != .metersPerSecondSquared { convertAcceleration(from: unit) }
    } else {
      unit = try accelerationUnit(samplingRateHertz: samplingRateHertz)
      if let other = column.otherUnit {
        contradictions.append(
          "\(column.name): \"\(other)\" is no unit that is known; the acceleration is read in \(unit.rawValue), as gravity "
            + "tells")
      }
    }
    describeSum()
    let held = sample.held
    contradictions += [held.sentence(samplingRateHertz: samplingRateHertz)].compactMap(\.self)
    guard expectation.isCoreMotion else { return unit.factor }
    conversions.append(
      "acceleration: the sign of Core Motion, which is that of gravity, was turned")
    return -unit.factor
  }

  private mutating func describeSum() {
    add(Channel.gravity, unit: "as the acceleration")
    guard let user = columns.column(.accelerationX), let gravity = columns.column(.gravityX) else {
      return
    }
    conversions.append("acceleration: the sum of \(user.name) … and \(gravity.name) …")
  }

  private mutating func convertAcceleration(from unit: ColumnUnit) {
    conversions.append("acceleration: \(unit.rawValue) → m/s²")
  }

  private mutating func accelerationUnit(
    samplingRateHertz: Double
  ) throws(SensorFileError) -> ColumnUnit {
    let level = GravityLevel(
      x: sample.x, y: sample.y, z: sample.z, samplingRateHertz: samplingRateHertz)
    let named = columns.column(.accelerationX)?.unit
    // Without gravity an acceleration in m/s² has the size of g: size alone does not make it so.
    let units: [ColumnUnit] =
      level.behavesLikeGravity ? [.metersPerSecondSquared, .gravities] : [.metersPerSecondSquared]
    let bySize = units.first { level.fits(metersPerSecondSquaredPerUnit: $0.factor) }
    let isNamedPossible =
      named.map { level.isPossible(metersPerSecondSquaredPerUnit: $0.factor) } ?? false
    // Where gravity was taken out, what is left in m/s² may be as long as 1 g is in g.
    let isLeftOver =
      named == .metersPerSecondSquared && bySize == .gravities
      && level.share < GravityLevel.leastShareAgainstName
    guard let unit = isNamedPossible ? named : isLeftOver ? nil : bySize else {
      throw impossible(level)
    }
    let how = named == nil ? "by size" : named == unit ? "named" : "by size, against its name"
    add(Channel.acceleration, unit: "\(unit.rawValue) (\(how))")
    if unit != .metersPerSecondSquared { convertAcceleration(from: unit) }
    if let named, named != unit {
      contradictions.append(
        "acceleration: its name says \(named.rawValue), but gravity in it is "
          + "\(Self.short(level.level)), so it is read as \(unit.rawValue)")
    } else if named == nil, unit == .gravities, level.share < Self.leastShareUnsaid {
      contradictions.append(
        "acceleration: it names no unit and is read as g, though its mean over a second is only "
          + "\(Self.short(level.share)) of the samples' size, as in fast running; if it is in m/s² and gravity was taken "
          + "out, nothing here holds: export the raw accelerometer. If it is in g, name the unit, as in acc_x [g]"
      )
    }
    return unit
  }

  /// rad/s for one unit of the angular rate columns.
  mutating func angularRate() -> Double {
    guard let column = columns.column(.angularRateX) else { return 1 }
    let isTooFast =
      sample.fastTurnCount * Self.rowsForOneFastTurn > sample.stamps.count
      || sample.fastTurns.areDegrees
    isAngularRateAssumed = column.unit == nil && !isTooFast
    let isMisnamed = isTooFast && column.unit == .radiansPerSecond
    isAngularRateBySize = isTooFast && (column.unit == nil || isMisnamed)
    let bySize = isTooFast ? ColumnUnit.degreesPerSecond : .radiansPerSecond
    let unit = isMisnamed ? bySize : column.unit ?? bySize
    let how =
      isMisnamed
      ? "by size, against its name"
      : column.unit != nil ? "named" : isTooFast ? "by size" : "assumed"
    if isMisnamed {
      contradictions.append(
        "angular rate: its name says rad/s, but a person does not turn at "
          + "\(Self.fastestRadiansPerSecond) rad/s so often, so it is read as deg/s")
    }
    add(Channel.angularRate, unit: "\(unit.rawValue) (\(how))")
    if unit != .radiansPerSecond {
      conversions.append("angular rate: \(unit.rawValue) → rad/s")
    }
    return unit.factor
  }

  /// The units of the slow channels that the table has.
  mutating func sideUnits() -> [SideChannel: ColumnUnit] {
    var units: [SideChannel: ColumnUnit] = [:]
    for side in SideChannel.allCases {
      guard let column = columns.column(Channel(side)) else { continue }
      let named = column.unit.flatMap { $0.side == side ? $0 : nil }
      let (plain, assumed) = assumedUnit(of: side)
      let unit = named ?? assumed
      units[side] = unit
      let how = named != nil ? "named" : side == .pressure ? "by size" : "assumed"
      add(column, unit: "\(unit.rawValue) (\(how))")
      // A treadmill's is in km/h as often; loggers' own tables, without acceleration, are known to have m/s.
      if side == .groundSpeed, named == nil, columns.column(.accelerationX) != nil {
        contradictions.append(
          "\(column.name): it names no unit and is read in m/s; if it is another one, name it, as in speed (km/h)"
        )
      }
      if unit != plain {
        conversions.append("\(column.name): \(unit.rawValue) → \(plain.rawValue)")
      }
    }
    return units
  }

  /// The unit that blocks have, and the one of a column that names none. Pa are told by their
  /// size: 1000 hPa are 100,000 Pa.
  private func assumedUnit(of side: SideChannel) -> (plain: ColumnUnit, assumed: ColumnUnit) {
    switch side {
    case .pressure:
      (.hectopascals, (sample.firstPressure ?? 0) > 20_000 ? .pascals : .hectopascals)
    case .heartRate: (.beatsPerMinute, .beatsPerMinute)
    case .temperature: (.degreesCelsius, .degreesCelsius)
    case .groundSpeed: (.metersPerSecond, .metersPerSecond)
    }
  }

  /// Names columns that are not read and may be the clock of samples that are placed at a rate.
  mutating func doubt(_ clocks: [UnreadClock], rateHertz: Double, advice: String) {
    contradictions += clocks.map { $0.sentence(at: rateHertz, advice: advice) }
  }

  /// Compares the rate of the stamps with the one that the description names, or the file itself.
  mutating func compareRates(_ clock: ClockRegularity, by source: String) {
    guard let nominal = clock.nominalRateHertz else { return }
    // Rows that cannot be used are lost to the samples and not to the clock.
    let isLost =
      clock.samplingRateHertz < nominal
      && abs(1 / clock.medianInterval / nominal - 1) <= Self.largestRateDifference
    guard !isLost else { return }
    let found = Self.contradiction(nominal, by: source, clock.samplingRateHertz)
    contradictions += [found].compactMap(\.self)
  }

  /// That the stamps have another rate than the one that is said, both in samples per second; `nil` where they have not.
  static func contradiction(_ said: Double, by source: String, _ measured: Double) -> String? {
    guard abs(measured / said - 1) > largestRateDifference else { return nil }
    return
      "clock: \(source) says \(said) Hz, the times say \(short(measured)) Hz; the times are used"
  }

  /// Says that stamps come in packets, which are spread.
  mutating func describePackets(_ clock: ClockRegularity) {
    contradictions.append(
      "clock: \(clock.packetWords); the samples of each were spread evenly over the time until the next. Where the sensor's "
        + "own times are there, export those")
  }

  /// Where a clock was told by its rate, only rates between these are believed without a word, Hz: hundredths of a second
  /// that are read as milliseconds make 200 Hz of 20, tenths of a millisecond 5 Hz of 50 and 20 Hz of 200, and sensors on
  /// people hardly ever give so much or so little.
  static let believedRatesHertz = 20.0.nextUp..<200.0

  /// Says that the unit of the time was told by the rate that it makes, where another may be meant.
  mutating func doubt(_ time: TimeScale, _ clock: ClockRegularity) {
    guard time.isByRate, time.secondsPerUnit != 1,
      !Self.believedRatesHertz.contains(clock.samplingRateHertz), let column = columns.column(.time)
    else { return }
    let naming =
      column.otherUnit.map { "names the unit \"\($0)\", which is not known," } ?? "names no unit"
    contradictions.append(
      "clock: \"\(column.name)\" \(naming) and is read in \(time.words), which makes "
        + "\(Self.short(clock.samplingRateHertz)) samples a second; if that is not the device's rate, name a known unit, as in "
        + "time_s or time_ms, or write seconds")
  }

  /// Says which of several time columns is read, and where they contradict each other.
  mutating func compareClocks(_ header: TableHeader, in file: RecordingFile, read scale: TimeScale)
  {
    guard let used = columns.column(.time), let clocks = TableClocks(header, besides: used) else {
      return
    }
    conversions.append(
      "time: of several columns \"\(used.name)\" is read, not "
        + clocks.others.map { "\"\($0.name.text)\"" }.joined(separator: ", "))
    for other in clocks.contradicting(used, scale, in: file) {
      contradictions.append(
        "clock: \"\(used.name)\" and \"\(other.name)\" contradict each other: the first rows take "
          + "\(Self.short(other.seconds.used)) s by the one and \(Self.short(other.seconds.other)) s by the other; "
          + "\"\(used.name)\" is used")
    }
  }

  /// Adds what was assumed about the table itself.
  mutating func describe(_ header: TableHeader) {
    guard header.isAssumed else { return }
    conversions.append(
      "there is no header; the columns are taken as \(header.names.joined(separator: ","))")
  }

  private mutating func add(_ channels: [Channel], unit: String) {
    for column in channels.compactMap({ columns.column($0) }) { add(column, unit: unit) }
  }

  private mutating func add(_ column: ColumnLayout.Column, unit: String) {
    channels.append(
      SensorFileLayout.Channel(
        nameInFile: column.name, name: column.channel.plainName, unit: unit))
  }

  private func impossible(_ level: GravityLevel) -> SensorFileError {
    SensorFileError(
      .impossibleUnits, path: path,
      "the mean acceleration over a second is up to \(Self.short(level.level)) long; at 1 g it is about "
        + "9.8 in m/s² and 1 in g. "
        + (level.isLeftOver
          ? GravityLevel.leftOverQuestion
          : "Convert the columns to m/s², or name their unit, as in acc_x [mg]; in the .json beside it "
            + "\"acceleration_unit\" (\"m/s²\", \"g\", \"mg\") is believed whatever they are."))
  }

  static func short(_ value: Double) -> String {
    let rounded = (value * 1000).rounded() / 1000
    return "\(rounded)"
  }
}
