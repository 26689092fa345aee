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
