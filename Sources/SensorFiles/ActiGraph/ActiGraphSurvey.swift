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
