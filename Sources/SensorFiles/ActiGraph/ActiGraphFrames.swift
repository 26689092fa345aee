/// Which records hold the motion that is read, and how.
struct ActiGraphFrames {
  private let activity: ActiGraphFrame
  private let activity2: ActiGraphFrame
  private let activity3: ActiGraphFrame
  /// How the IMU's records lie, when they are read: then no others are.
  let sensor: ActiGraphFrame?

  /// Makes frames for an accelerometer of so many steps for one g, or for the IMU.
  init(scale: Double, sensor: ActiGraphFrame?) {
    activity = .activity(scale: scale)
    activity2 = .activity2(scale: scale)
    activity3 = .activity3(scale: scale)
    self.sensor = sensor
  }

  var hasAngularRate: Bool { sensor != nil }

  /// Whether records of a type hold motion that is read.
  @inline(__always)
  func holdsMotion(_ type: UInt8) -> Bool {
    if sensor != nil { return type == ActiGraphRecord.Kind.sensorData }
    return Self.isActivity(type)
  }

  /// Whether records of a type hold samples of the device's first accelerometer.
  static func isActivity(_ type: UInt8) -> Bool {
    type == ActiGraphRecord.Kind.activity || type == ActiGraphRecord.Kind.activity2
      || type == ActiGraphRecord.Kind.activity3
  }

  /// How the samples of records of a type lie; `nil` for types without motion that is read.
  func frame(ofType type: UInt8) -> ActiGraphFrame? {
    switch type {
    case ActiGraphRecord.Kind.activity: activity
    case ActiGraphRecord.Kind.activity2: activity2
    case ActiGraphRecord.Kind.activity3: activity3
    case ActiGraphRecord.Kind.sensorData: sensor
    default: nil
    }
  }

  /// How the samples of a record lie; `nil` when it has another schema, too.
  func frame(of record: ActiGraphRecord, in bytes: UnsafeRawBufferPointer) -> ActiGraphFrame? {
    guard let frame = frame(ofType: record.type) else { return nil }
    guard let schema = frame.schemaIdentifier else { return frame }
    guard record.payloadByteCount >= 2 else { return nil }
    let named = bytes.loadUnaligned(fromByteOffset: record.payloadOffset, as: UInt16.self)
    return UInt16(littleEndian: named) == schema ? frame : nil
  }
}
