import GaitModel

/// The samples of a recording, ready to be read, and what had to be known for that.
struct ActiGraphOpening {
  /// Samples looked at for the clock: three minutes at 100 Hz.
  private static let clockSampleCount = 20_000

  let stretches: any ActiGraphStretches
  let frames: ActiGraphFrames
  let clock: ClockRegularity
  let start: WallClock?
  /// Whether the file names the offset of its clock from UTC.
  let namesOffset: Bool
  /// Steps of the accelerometer for one g.
  let scale: Double
  /// Where the scale was found.
  let scaleOrigin: String
  /// What the beginning of `log.bin` says; `nil` for `activity.bin`.
  let survey: ActiGraphSurvey?
  /// What the sources say differently, one sentence each.
  let contradictions: [String]
  /// Whether only some minutes are read.
  let isThinned: Bool

  /// Opens `log.bin`.
  init(log: RecordingFile, info: ActiGraphInfo, isThinned: Bool) throws(SensorFileError) {
    let survey = try ActiGraphSurvey(log.bytes())
    guard survey.hasMotion else { throw Self.noMotion(log.path, survey) }
    self.survey = survey
    let (scale, origin) = Self.scale(info, survey.parameters)
    (self.scale, scaleOrigin) = (scale, origin)
    frames = ActiGraphFrames(scale: scale, sensor: survey.sensorFrame)
    let usual = survey.usualRecord(frames)
    // The IMU has a rate of its own.
    let named = frames.hasAngularRate ? nil : info.rateHertz ?? survey.parameters?.rateHertz
    let rate = Double(usual.sampleCount)
    contradictions = Self.contradictions(info, survey, named: named, found: rate, scale: scale)
    guard ActiGraphInfo.possibleRatesHertz.contains(rate) else {
      throw SensorFileError(
        .noClock, path: log.path,
        "its records have \(usual.sampleCount) samples for a second; 1 to 256 can be read.")
    }
    var setting = ActiGraphTimeline.Setting(
      frames: frames, rateHertz: usual.sampleCount, usual: usual)
    let first = try Self.firstStretches(
      of: ActiGraphTimeline(log.bytes(), setting, origin: 0), path: log.path)
    let second = Int(first[0].first)
    clock = try Self.clock(of: first, from: first[0].first, nominal: named, path: log.path)
    let told = survey.metadata.utcOffsetSeconds ?? info.utcOffsetSeconds
    let offset = told ?? 0
    namesOffset = told != nil
    start = WallClock(
      secondsSince1970: Double(survey.metadata.usesUTC ? second : second - offset),
      utcOffsetSeconds: offset, isLocal: !survey.metadata.usesUTC && told == nil)
    if isThinned, let end = info.lastSecond {
      setting.thinning = ActiGraphThinning(seconds: end - second)
    }
    self.isThinned = setting.thinning != nil
    stretches = ActiGraphTimeline(try log.bytes(), setting, origin: second)
  }

  /// Opens `activity.bin`.
  init(activity: RecordingFile, info: ActiGraphInfo) throws(SensorFileError) {
    isThinned = false
    guard let rate = info.rateHertz else {
      throw SensorFileError(
        .noClock, path: activity.path,
        "\(ActiGraphGT3X.infoName) beside it does not name a \"Sample Rate\" of 1 to 256 Hz.")
    }
    survey = nil
    contradictions = []
    (scale, scaleOrigin) = Self.scale(info, nil)
    frames = ActiGraphFrames(scale: scale, sensor: nil)
    let first = try Self.firstStretches(
      of: ActiGraphActivity(activity.bytes(), rateHertz: rate, scale: scale), path: activity.path)
    clock = try Self.clock(of: first, from: 0, nominal: rate, path: activity.path)
    let offset = info.utcOffsetSeconds ?? 0
    namesOffset = info.utcOffsetSeconds != nil
    start = info.startSecond.map {
      WallClock(
        secondsSince1970: Double($0 - offset), utcOffsetSeconds: offset,
        isLocal: info.utcOffsetSeconds == nil)
    }
    stretches = ActiGraphActivity(try activity.bytes(), rateHertz: rate, scale: scale)
  }

  /// What the device wrote when it started wins over what a program wrote when it was read out.
  private static func scale(
    _ info: ActiGraphInfo, _ parameters: ActiGraphParameters?
  ) -> (scale: Double, origin: String) {
    if let scale = parameters?.accelerationScale { return (scale, "by the device's parameters") }
    if let scale = info.accelerationScale { return (scale, "by \(ActiGraphGT3X.infoName)") }
    return (info.usualAccelerationScale, "by the kind of device")
  }

  private static func firstStretches(
    of stretches: any ActiGraphStretches, path: String
  ) throws(SensorFileError) -> [ActiGraphStretch] {
    while let found = try stretches.next() {
      if !found.isEmpty { return found }
    }
    let damage = stretches.remarks.map { "; \($0.message)" }.joined()
    throw SensorFileError(
      .tooFewSamples, path: path, "fewer than two samples can be used\(damage).")
  }

  private static func clock(
    of stretches: [ActiGraphStretch], from origin: Double, nominal: Double?, path: String
  ) throws(SensorFileError) -> ClockRegularity {
    var seconds: [Double] = []
    for stretch in stretches where seconds.count < clockSampleCount {
      for sample in 0..<min(stretch.count, clockSampleCount) {
        seconds.append(stretch.first - origin + stretch.step * Double(sample))
      }
    }
    guard let clock = SamplingClock().regularity(of: seconds, nominalRateHertz: nominal) else {
      throw SensorFileError(.tooFewSamples, path: path, "fewer than two samples can be used.")
    }
    return clock
  }

  private static func noMotion(_ path: String, _ survey: ActiGraphSurvey) -> SensorFileError {
    let damage = survey.damage.isEmpty ? "" : " (\(survey.damage.joined(separator: "; ")))"
    return SensorFileError(
      survey.damage.isEmpty ? .empty : .damaged, path: path,
      "there is no record of acceleration in it\(damage).")
  }

  private static func contradictions(
    _ info: ActiGraphInfo, _ survey: ActiGraphSurvey, named: Double?, found: Double, scale: Double
  ) -> [String] {
    var result: [String] = []
    if let named, named != found {
      result.append("the device was set to \(named) Hz, its records have \(found); the records win")
    }
    if let other = info.accelerationScale, abs(other - scale) > 0.01 * scale {
      result.append(
        "\(ActiGraphGT3X.infoName) names \(other) steps for one g, the device \(scale); "
          + "the device wins")
    }
    return result
  }
}

/// What the first records of `log.bin` say about all of them.
struct ActiGraphSurvey {
  /// As many records of motion are looked at: two minutes, in which one second that is not full does
  /// not count.
  private static let motionCount = 120

  private(set) var parameters: ActiGraphParameters?
  private(set) var metadata = ActiGraphMetadata()
  private(set) var schemas: [ActiGraphSchema] = []
  /// Volts of the battery at the start, or `nil`.
  private(set) var batteryVolts: Double?
  /// How often records of motion have which type and size.
  private var sizes: [Size: Int] = [:]
  private var activityCount = 0
  private var sensorCount = 0
  /// What was lost on the way, in words.
  private(set) var damage: [String] = []

  private struct Size: Hashable {
    let type: UInt8
    let byteCount: Int
  }

  /// Reads the beginning of a log.
  init(_ stream: any ByteStream) throws(SensorFileError) {
    let log = ActiGraphLog(stream)
    var none: [ActiGraphLog.Placed] = []
    while max(activityCount, sensorCount) < Self.motionCount,
      let records = try log.next(keeping: &none)
    {
      for placed in records { add(placed.record, log.bytes) }
    }
    damage = log.damage.remarks.map(\.message) + (log.streamDamage.map { [$0] } ?? [])
  }

  /// The frame of the IMU's records, when there are such and they hold a gyroscope.
  var sensorFrame: ActiGraphFrame? {
    sensorCount > 0 ? schemas.compactMap(\.frame).first : nil
  }

  /// Whether there is any motion.
  var hasMotion: Bool { activityCount > 0 || sensorFrame != nil }

  /// The size and the samples that most records of motion have.
  func usualRecord(_ frames: ActiGraphFrames) -> (byteCount: Int, sampleCount: Int) {
    let usual = sizes.filter { frames.holdsMotion($0.key.type) }.max { a, b in
      (a.value, a.key.byteCount) < (b.value, b.key.byteCount)
    }
    guard let size = usual?.key else { return (0, 0) }
    let count = frames.frame(ofType: size.type)?.sampleCount(payloadByteCount: size.byteCount)
    return (size.byteCount, count ?? 0)
  }

  private mutating func add(_ record: ActiGraphRecord, _ bytes: UnsafeRawBufferPointer) {
    let start = record.payloadOffset
    let payload = UnsafeRawBufferPointer(
      rebasing: bytes[start..<start + record.payloadByteCount])
    switch record.type {
    case ActiGraphRecord.Kind.parameters:
      if parameters == nil { parameters = ActiGraphParameters(payload) }
    case ActiGraphRecord.Kind.metadata: metadata.add(payload)
    case ActiGraphRecord.Kind.sensorSchema:
      if let schema = ActiGraphSchema(payload) { schemas.append(schema) }
    case ActiGraphRecord.Kind.battery:
      if batteryVolts == nil, payload.count >= 2 {
        batteryVolts = Double(UInt16(payload[0]) | UInt16(payload[1]) << 8) / 1000
      }
    case ActiGraphRecord.Kind.sensorData:
      sensorCount += 1
      count(record)
    case let type where ActiGraphFrames.isActivity(type):
      // One byte tells that the device was connected to a computer.
      guard payload.count > 1 else { return }
      activityCount += 1
      count(record)
    default: break
    }
  }

  private mutating func count(_ record: ActiGraphRecord) {
    sizes[Size(type: record.type, byteCount: record.payloadByteCount), default: 0] += 1
  }
}
