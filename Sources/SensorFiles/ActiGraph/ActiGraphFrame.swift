import Foundation
import GaitModel

/// How the samples lie in the payload of a record.
struct ActiGraphFrame: Hashable {
  enum Packing: Hashable {
    /// Twelve bits a value, the higher ones first, nine half-bytes a sample.
    case halfBytes
    /// Sixteen bits a value.
    case words
  }

  /// One axis.
  struct Column: Hashable {
    /// Where the sample's value begins: half-bytes or bytes from the start of the sample.
    var offset: Int
    /// m/s² or rad/s for one step.
    var unit: Double
    var isBigEndian = false
  }

  let packing: Packing
  /// Bytes of the payload before the first sample.
  let leadByteCount: Int
  /// Bytes of a sample, twice as many half-bytes.
  let halfBytesPerSample: Int
  let acceleration: [Column]
  /// No columns without a gyroscope.
  let angularRate: [Column]
  /// The first two bytes of the payload, where the record names its schema.
  let schemaIdentifier: UInt16?

  /// ACTIVITY: y, x, z of twelve bits.
  static func activity(scale: Double) -> ActiGraphFrame {
    packed(offsets: [3, 0, 6], scale: scale)
  }

  /// ACTIVITY3: x, y, z of twelve bits.
  static func activity3(scale: Double) -> ActiGraphFrame {
    packed(offsets: [0, 3, 6], scale: scale)
  }

  /// ACTIVITY2: x, y, z of sixteen bits.
  static func activity2(scale: Double) -> ActiGraphFrame {
    ActiGraphFrame(
      packing: .words, leadByteCount: 0, halfBytesPerSample: 12,
      acceleration: [0, 2, 4].map { Column(offset: $0, unit: standardGravity / scale) },
      angularRate: [], schemaIdentifier: nil)
  }

  private static func packed(offsets: [Int], scale: Double) -> ActiGraphFrame {
    ActiGraphFrame(
      packing: .halfBytes, leadByteCount: 0, halfBytesPerSample: 9,
      acceleration: offsets.map { Column(offset: $0, unit: standardGravity / scale) },
      angularRate: [], schemaIdentifier: nil)
  }

  /// Whole samples in a payload.
  func sampleCount(payloadByteCount: Int) -> Int {
    max(payloadByteCount - leadByteCount, 0) * 2 / halfBytesPerSample
  }
}

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

/// What the file says about the device and how it is read, for a person to read.
struct ActiGraphWords {
  let info: ActiGraphInfo
  let opening: ActiGraphOpening
  let description: RecordingDescription

  /// `ActiGraph Link TAS1H30182785`.
  var device: String {
    (["ActiGraph"] + [info["Device Type"], info.serial].compactMap(\.self)).joined(separator: " ")
  }

  var layout: SensorFileLayout {
    SensorFileLayout(
      format: ActiGraphGT3X.name, channels: channels, ignoredChannels: ignoredChannels,
      conversions: conversions, contradictions: contradictions, clock: opening.clock,
      details: details)
  }

  private var channels: [SensorFileLayout.Channel] {
    let time = SensorFileLayout.Channel(
      nameInFile: opening.survey == nil ? "number of the sample" : "second of the record",
      name: "time_s", unit: opening.survey == nil ? "1/rate s" : "local date and time")
    let isIMU = opening.frames.hasAngularRate
    let unit =
      isIMU
      ? "g (by the sensor schema)" : "1/\(opening.scale.formatted) g (\(opening.scaleOrigin))"
    let axes = ["x", "y", "z"]
    let acceleration = axes.map { axis in
      SensorFileLayout.Channel(
        nameInFile: (isIMU ? "Accelerometer " : "") + axis.uppercased(), name: "acc_\(axis)",
        unit: unit)
    }
    let angularRate = axes.map { axis in
      SensorFileLayout.Channel(
        nameInFile: "Gyroscope \(axis.uppercased())", name: "gyr_\(axis)",
        unit: "°/s (by the sensor schema)")
    }
    return [time] + acceleration + (isIMU ? angularRate : [])
  }

  private var ignoredChannels: [String] {
    guard let survey = opening.survey else { return ["light"] }
    let labels = survey.schemas.flatMap(\.labels).filter { label in
      !["Accelerometer", "Gyroscope"].contains { label.hasPrefix($0) } && !label.isEmpty
        && label != "Discard"
    }
    let first = opening.frames.hasAngularRate ? ["the first accelerometer"] : []
    return first + labels + ["light", "battery", "capacitive sense", "counts"]
  }

  private var conversions: [String] {
    var result = [
      "acceleration from g to m/s²"
        + (opening.frames.hasAngularRate ? ", angular rate from °/s to rad/s" : "")
    ]
    if info.utcOffsetSeconds == nil, opening.survey?.metadata.utcOffsetSeconds == nil {
      result.append(
        opening.survey?.metadata.usesUTC == true
          ? "the device's clock shows UTC; its times are given as +00:00" : BlockClock.localTimes)
    }
    return result
  }

  private var contradictions: [String] {
    var result = info.faults + opening.contradictions
    let rate = opening.clock.samplingRateHertz
    if let named = description.samplingRateHertz, abs(named - rate) > 0.05 * rate {
      result.append(
        "sampling_rate_hz of the description is \(named), the file gives \(rate); the file wins")
    }
    return result
  }

  private var details: [String] {
    var result: [String] = []
    if let firmware = info["Firmware"] { result.append("firmware \(firmware)") }
    if let least = info.number("Acceleration Min"), let most = info.number("Acceleration Max") {
      result.append("accelerometer range \(least.formatted) to \(most.formatted) g")
    }
    if let volts = opening.survey?.batteryVolts {
      result.append(String(format: "at the start: battery %.2f V", volts))
    }
    if let volts = info.number("Battery Voltage") {
      result.append(String(format: "when read out: battery %.2f V", volts))
    }
    let resets = info["Unexpected Resets"].flatMap { Int($0) } ?? 0
    if resets > 0 { result.append("\(resets) unexpected resets") }
    for name in ["Limb", "Side", "Dominance"] {
      if let value = info[name] { result.append("\(name.lowercased()): \(value)") }
    }
    return result
  }
}

extension Double {
  /// `256` for 256.0, `170.67` for 170.6667.
  fileprivate var formatted: String {
    self == rounded() && abs(self) < 1e9 ? String(Int(self)) : String(format: "%.2f", self)
  }
}
