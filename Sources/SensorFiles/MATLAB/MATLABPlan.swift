import GaitModel
import MATLABFiles

/// All that must be known to turn the matrices of a MATLAB file into samples.
struct MATLABPlan {
  let facts: RecordingFacts
  let layout: SensorFileLayout
  let conversion: RowConversion

  private let container: MATLABFile
  private let path: String
  private let sensors: [Sensor]
  private let sampleCount: Int

  /// A sensor and what its axes are read as.
  private typealias Sensor = (sensor: MATLABSensor, channels: [Channel])

  /// Chooses the recording and the device, and decides units and clock.
  init(
    _ container: MATLABFile, of file: RecordingFile, settings: OpeningSettings
  ) throws(SensorFileError) {
    let choice = try MATLABChoice(
      container, of: file, part: settings.part, site: settings.givenSite)
    let device = try Self.device(choice, in: container, file.path)
    let description = choice.completed(settings.description, besides: file)
    self.container = container
    path = file.path
    sampleCount = device.acceleration.sampleCount

    let nominal = device.rateHertz ?? description.samplingRateHertz
    let timed = try Self.timed(device, choice, in: container, file.path, nominal)
    guard let clocked = timed ?? Self.evenly(device, nominal) else {
      throw Self.noClock(file.path, device, choice, container.faults)
    }
    let hasTime = timed != nil
    let all = Self.sensors(of: device, hasTime: hasTime)
    let sample = try Self.sample(all, hasTime: hasTime, in: container, device, file.path)
    let dead = sample.dead
    sensors = all.filter { dead.channels.isDisjoint(with: $0.channels) }
    let hasAngularRate = sensors.contains { $0.channels == Channel.angularRate }
    var units = TableUnits(
      path: file.path, columns: choice.columns(sensors), sample: sample)
    let scale =
      hasTime
      ? try units.time(
        TableExpectation(), readsDateTimes: false, nominalRateHertz: nominal) : clocked
    let first = hasTime ? sample.beginning(secondsPerUnit: scale.secondsPerUnit) : 0
    var clock = try Self.clock(sample, scale, nominal, file.path)
    let packetInterval =
      hasTime
      ? PacketClock.interval(of: sample, secondsPerUnit: scale.secondsPerUnit, clock: clock) : nil
    if !hasTime, let nominal { clock.samplingRateHertz = nominal }
    if let packetInterval {
      clock.samplingRateHertz = 1 / packetInterval
      units.describePackets(clock)
    }
    let (force, rate) = (
      try units.acceleration(
        expectation: TableExpectation(), described: description.accelerationUnit,
        samplingRateHertz: clock.samplingRateHertz), units.angularRate()
    )
    conversion = RowConversion(
      hasTime: hasTime, secondsPerUnit: scale.secondsPerUnit, acceleration: force,
      angularRate: rate, isAngularRateAssumed: units.isAngularRateAssumed,
      isAngularRateBySize: units.isAngularRateBySize,
      sideUnits: units.sideUnits(), packetInterval: packetInterval,
      origin: first == sample.stamps[0] ? nil : first)
    if hasTime {
      units.compareRates(
        clock, by: device.rateName.map { "\(choice.prefix)\($0)" } ?? "the description")
      units.doubt(scale, clock)
    }
    if !hasTime {
      units.doubt(
        Self.unreadClocks(of: device, in: container), rateHertz: clock.samplingRateHertz,
        advice: "call it time_s, or time_ms by its unit")
    }
    let (start, otherStarts) = choice.start(
      firstInstant: hasTime ? scale.secondsSince1970(first) : nil)
    let (told, unused) = Self.told(description, choice, start)
    layout = SensorFileLayout(
      format: MATLABFormat.name, channels: units.channels, ignoredChannels: device.ignoredNames,
      conversions: units.conversions + (hasTime ? [] : [Self.evenWords(clock)]),
      contradictions: choice.contradictions + device.contradictions
        + dead.sentences(about: choice.columns(all))
        + units.contradictions
        + Self.unusedTime(device, hasTime: hasTime) + otherStarts + unused
        + Self.otherRates(device, choice, description),
      clock: clock, details: choice.details)
    facts = told.facts(
      name: choice.recordingName(of: file), device: MATLABFormat.name,
      samplingRateHertz: clock.samplingRateHertz, start: start,
      hasAngularRate: hasAngularRate, options: settings.options)
  }

  /// The device, without a gyroscope that has numbers in too few rows: with its rows the acceleration would be lost.
  private static func device(
    _ choice: MATLABChoice, in container: MATLABFile, _ path: String
  ) throws(SensorFileError) -> MATLABDevice {
    var device = choice.device
    guard device.angularRate != nil else { return device }
    var coverage = RateCoverage()
    coverage.take(
      try rows(
        sensors(of: device, hasTime: false), in: container, device.acceleration.sampleCount, path,
        looksAtChecksums: false), hasTime: false)
    if let obstacle = coverage.obstacle { device.leaveOutRate(because: obstacle) }
    return device
  }

  /// What the description says of this recording: its start is of one, and a file may hold several that have no clock.
  private static func told(
    _ description: RecordingDescription, _ choice: MATLABChoice, _ start: WallClock?
  ) -> (description: RecordingDescription, unused: [String]) {
    guard choice.isOneOfSeveral, start?.isLocal ?? true, description.start != nil else {
      return (description, [])
    }
    var description = description
    description.start = nil
    return (
      description,
      [
        "the start in the description is not used: the file holds several recordings, and it is that of one; analyze them "
          + "one by one with --start"
      ]
    )
  }

  /// What the description says of the rate against the file.
  private static func otherRates(
    _ device: MATLABDevice, _ choice: MATLABChoice, _ description: RecordingDescription
  ) -> [String] {
    guard let hertz = device.rateHertz, let name = device.rateName else { return [] }
    return DeviceRate(choice.prefix + name, hertz).contradictions([], description)
  }

  /// Vectors beside the acceleration that may be its times.
  private static func unreadClocks(
    of device: MATLABDevice, in container: MATLABFile
  ) -> [UnreadClock] {
    device.unreadVectors.compactMap { vector in
      guard
        let series = try? container.series(
          of: [vector.matrix], isTransposed: [vector.matrix.columnCount != 1],
          looksAtChecksums: false
        ).first
      else { return nil }
      var values = [Double](repeating: 0, count: min(vector.matrix.count, TableSample.rowLimit))
      let count = values.withUnsafeMutableBufferPointer { buffer in
        buffer.baseAddress.map { series.read(buffer.count, into: $0, stride: buffer.count) } ?? 0
      }
      return UnreadClock(name: vector.name, values: Array(values.prefix(count)))
    }
  }

  /// A reader at the first row.
  func rows() throws(SensorFileError) -> MATLABRows {
    try Self.rows(sensors, in: container, sampleCount, path, looksAtChecksums: true)
  }

  private static func rows(
    _ sensors: [Sensor], in container: MATLABFile, _ sampleCount: Int, _ path: String,
    looksAtChecksums: Bool
  ) throws(SensorFileError) -> MATLABRows {
    let series: [any MATLABSeries]
    do throws(MATLABFileError) {
      series = try container.series(
        of: sensors.flatMap { $0.sensor.matrices },
        isTransposed: sensors.flatMap { $0.sensor.isTransposed },
        looksAtChecksums: looksAtChecksums)
    } catch {
      throw SensorFileError(error, path: path)
    }
    return MATLABRows(
      series, channels: sensors.flatMap { $0.channels }, sampleCount: sampleCount
    ) { container.faults }
  }

  private static func sensors(of device: MATLABDevice, hasTime: Bool) -> [Sensor] {
    var sensors: [Sensor] = [(device.acceleration, Channel.acceleration)]
    if let rate = device.angularRate { sensors.append((rate, Channel.angularRate)) }
    sensors += device.side.map { ($0.sensor, [Channel($0.channel)]) }
    if hasTime, let time = device.time { sensors.append((time, [.time])) }
    return sensors
  }

  private static func sample(
    _ sensors: [Sensor], hasTime: Bool, in container: MATLABFile,
    _ device: MATLABDevice, _ path: String
  ) throws(SensorFileError) -> TableSample {
    let rows = try rows(
      sensors, in: container, device.acceleration.sampleCount, path, looksAtChecksums: false)
    var sample = try TableSample(
      reading: rows, hasClock: hasTime, hasAngularRate: device.angularRate != nil,
      looksForTurns: device.angularRate.map { $0.unit == nil || $0.unit == .radiansPerSecond }
        ?? false)
    if sample.hasQuestions { sample.lookOn(in: rows, hasClock: hasTime) }
    if sample.unusableCount * 2 > sample.lineCount {
      throw UnusableLines.error(
        path: path, placeWord: MATLABRows.placeWord, unusable: sample.unusableCount,
        of: sample.lineCount, example: sample.firstUnusable)
    }
    if sample.stamps.count < 2 {
      throw SensorFileError(
        rows.damage == nil ? .tooFewSamples : .damaged, path: path,
        "at least 2 samples are needed; \(sample.stamps.count) can be read"
          + (rows.damage.map { " (\($0))" } ?? "") + ".")
    }
    return sample
  }

  /// The scale of the times when there are any and they make sense; a rate is the next best.
  private static func timed(
    _ device: MATLABDevice, _ choice: MATLABChoice, in container: MATLABFile,
    _ path: String, _ nominal: Double?
  ) throws(SensorFileError) -> TimeScale? {
    guard let time = device.time else { return nil }
    let sensors = sensors(of: device, hasTime: true)
    let found = Result { () throws(SensorFileError) in
      let sample = try sample(sensors, hasTime: true, in: container, device, path)
      guard let scale = TimeScale(named: time.unit, stamps: sample.stamps) else {
        throw noClock(path, device, choice, container.faults)
      }
      _ = try clock(sample, scale, nominal, path)
      return scale
    }
    if nominal != nil { return try? found.get() }
    return try found.get()
  }

  private static func evenly(_ device: MATLABDevice, _ nominal: Double?) -> TimeScale? {
    nominal.map { TimeScale(secondsPerUnit: 1 / $0, words: "none", epoch: nil) }
  }

  private static func clock(
    _ sample: TableSample, _ scale: TimeScale, _ nominal: Double?, _ path: String
  ) throws(SensorFileError) -> ClockRegularity {
    let first = sample.stamps[0]
    let seconds = sample.stamps.map { ($0 - first) * scale.secondsPerUnit }
    let possible = SamplingClock.possibleRatesHertz
    guard
      let clock = SamplingClock().regularity(of: seconds, nominalRateHertz: nominal),
      possible.contains(clock.samplingRateHertz)
    else {
      throw SensorFileError(
        .noClock, path: path,
        "the times make no rate from \(possible.lowerBound) to \(possible.upperBound) Hz when "
          + "they are read as \(scale.words); give times in seconds, or a rate fs in Hz.")
    }
    return clock
  }

  private static func evenWords(_ clock: ClockRegularity) -> String {
    "the samples follow each other evenly at \(clock.samplingRateHertz) Hz"
  }

  private static func unusedTime(_ device: MATLABDevice, hasTime: Bool) -> [String] {
    guard let time = device.time, !hasTime else { return [] }
    return ["the times in \(time.names[0]) make no sense; the rate is used"]
  }

  private static func noClock(
    _ path: String, _ device: MATLABDevice, _ choice: MATLABChoice, _ faults: [String]
  ) -> SensorFileError {
    let time = device.time.map {
      "\($0.names[0]), whose times make no rate as seconds, milli-, micro- or nanoseconds"
    }
    let found = ([time].compactMap(\.self) + device.ignoredNames.prefix(12)).joined(separator: ", ")
    return SensorFileError(
      .noClock, path: path,
      "the rate of \(choice.prefix)\(device.acceleration.names[0]) cannot be told (beside it: "
        + "\(found.isEmpty ? "nothing" : found)); save a number fs in Hz or a vector time_s beside "
        + "it, or write \"sampling_rate_hz\" into \(RecordingPath(path).description)."
        // The rate may lie in what was lost.
        + (faults.isEmpty ? "" : " What was wrong: \(faults.prefix(3).joined(separator: "; "))."))
  }
}
