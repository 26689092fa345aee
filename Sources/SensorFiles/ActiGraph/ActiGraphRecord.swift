import GaitModel

/// The head of a record of `log.bin`: `1E`, type, time, size; then payload and checksum.
struct ActiGraphRecord: Hashable {
  static let separator: UInt8 = 0x1e
  static let headByteCount = 8
  /// A head, the longest payload that two bytes can name, and the checksum.
  static let longestByteCount = headByteCount + 65_535 + 1

  /// The types that are read. The numbers are those of the maker's list.
  enum Kind {
    static let activity: UInt8 = 0
    static let battery: UInt8 = 2
    static let event: UInt8 = 3
    static let heartRate: UInt8 = 4
    static let metadata: UInt8 = 6
    static let heartRateBluetooth: UInt8 = 14
    static let parameters: UInt8 = 21
    static let sensorSchema: UInt8 = 24
    static let sensorData: UInt8 = 25
    static let activity2: UInt8 = 26
    static let activity3: UInt8 = 27
    /// The last type that the maker's list and programs know.
    static let last: UInt8 = 30
  }

  /// 2005: no device that writes these records is older, seconds since 1970.
  static let firstPossibleSecond = 1_104_537_600

  let type: UInt8
  /// The whole second that the record is about, since 1970 on the device's clock.
  let second: Int
  /// Where the payload begins in the bytes it was read from.
  var payloadOffset: Int
  let payloadByteCount: Int

  /// Reads the head of a record; `nil` when there is no separator, or no room for a head.
  @inline(__always)
  init?(_ bytes: UnsafeRawBufferPointer, at place: Int) {
    guard place + Self.headByteCount <= bytes.count, bytes[place] == Self.separator else {
      return nil
    }
    type = bytes[place + 1]
    second = Int(
      UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place + 2, as: UInt32.self)))
    payloadByteCount = Int(
      UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: place + 6, as: UInt16.self)))
    payloadOffset = place + Self.headByteCount
  }

  /// The byte behind the checksum.
  var end: Int { payloadOffset + payloadByteCount + 1 }

  /// Whether type and time are those of a record; its size can be anything.
  var isPlausible: Bool { type <= Kind.last && second >= Self.firstPossibleSecond }

  /// The checksum is the complement of the exclusive or of all bytes before it, so that all bytes
  /// together make 255.
  func hasRightChecksum(in bytes: UnsafeRawBufferPointer) -> Bool {
    var place = payloadOffset - Self.headByteCount
    var sum: UInt64 = 0
    while place + 8 <= end {
      sum ^= bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      place += 8
    }
    sum ^= sum >> 32
    sum ^= sum >> 16
    sum ^= sum >> 8
    var result = UInt8(truncatingIfNeeded: sum)
    while place < end {
      result ^= bytes[place]
      place += 1
    }
    return result == 255
  }
}

/// A SENSOR_SCHEMA record: which columns the SENSOR_DATA records of the IMU have.
struct ActiGraphSchema {
  /// A column of two bytes.
  private struct Column {
    let label: String
    let frame: ActiGraphFrame.Column
  }

  private static let headByteCount = 6
  private static let columnByteCount = 23
  private static let labelByteCount = 16

  let identifier: UInt16
  /// The columns' names, for a person.
  let labels: [String]
  private let columns: [Column]
  private let rowByteCount: Int

  /// Reads a payload; `nil` when it is cut, or has a column that is no whole number of bytes.
  init?(_ payload: UnsafeRawBufferPointer) {
    guard payload.count >= Self.headByteCount else { return nil }
    identifier = Self.word(payload, 0)
    let count = Int(Self.word(payload, 2))
    guard count > 0, payload.count >= Self.headByteCount + count * Self.columnByteCount else {
      return nil
    }
    var columns: [Column] = []
    var labels: [String] = []
    var offset = 0
    for number in 0..<count {
      let place = Self.headByteCount + number * Self.columnByteCount
      let flags = payload[place]
      let bits = Int(payload[place + 2])
      guard bits > 0, bits % 8 == 0 else { return nil }
      let label = Self.label(payload, at: place + 7)
      labels.append(label)
      // A motion sensor's values are words with a sign.
      if bits == 16, flags & 2 != 0 {
        let scale = ActiGraphParameters.decimal(
          UInt32(Self.word(payload, place + 3)) | UInt32(Self.word(payload, place + 5)) << 16)
        columns.append(
          Column(
            label: label,
            frame: ActiGraphFrame.Column(
              offset: offset, unit: scale > 0 ? 1 / scale : 1, isBigEndian: flags & 1 != 0)))
      }
      offset += bits / 8
    }
    self.columns = columns
    self.labels = labels
    rowByteCount = offset
  }

  /// How records of this schema lie; `nil` unless accelerometer and gyroscope have three axes.
  var frame: ActiGraphFrame? {
    let acceleration = triad("accelerometer", factor: standardGravity)
    let angularRate = triad("gyroscope", factor: .pi / 180)
    guard acceleration.count == 3, angularRate.count == 3 else { return nil }
    return ActiGraphFrame(
      packing: .words, leadByteCount: 2, halfBytesPerSample: rowByteCount * 2,
      acceleration: acceleration, angularRate: angularRate, schemaIdentifier: identifier)
  }

  private func triad(_ sensor: String, factor: Double) -> [ActiGraphFrame.Column] {
    ["x", "y", "z"].compactMap { axis in
      columns.first { column in
        let words = column.label.lowercased().split(separator: " ")
        return words.first.map(String.init) == sensor && words.last.map(String.init) == axis
      }.map { column in
        var frame = column.frame
        frame.unit *= factor
        return frame
      }
    }
  }

  private static func label(_ bytes: UnsafeRawBufferPointer, at place: Int) -> String {
    let letters = bytes[place..<place + labelByteCount].prefix { $0 != 0 }
    return String(decoding: letters, as: UTF8.self).split(separator: " ").joined(separator: " ")
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt16 {
    UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt16.self))
  }
}

/// What can be wrong with a record, in the order of the remarks.
enum ActiGraphDamage: Int, DamageKind {
  case checksum, notARecord, unusable, count, outOfOrder, displaced, duplicate

  static let noun = "record of the samples' file"

  var remark: RecordingRemark.Kind {
    switch self {
    case .checksum, .notARecord, .unusable: .unreadable
    case .outOfOrder: .outOfOrder
    case .duplicate: .duplicate
    case .count, .displaced: .inconsistent
    }
  }

  var consequence: String {
    switch self {
    case .displaced, .count: " concerned"
    case .notARecord: " may be lost"
    default: " skipped"
    }
  }

  func verb(isOne: Bool) -> String {
    switch self {
    case .checksum: (isOne ? "has" : "have") + " a wrong checksum"
    case .notARecord: (isOne ? "is" : "are") + " no record at all"
    case .unusable: "cannot be used"
    case .count: (isOne ? "has" : "have") + " more or fewer samples than a second of the rate"
    case .outOfOrder: (isOne ? "does" : "do") + " not fit between the neighbors in time"
    case .displaced: (isOne ? "was" : "were") + " out of sequence and put back in order"
    case .duplicate: (isOne ? "repeats" : "repeat") + " the second of another one"
    }
  }
}
