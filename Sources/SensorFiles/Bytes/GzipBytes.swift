import CISAL

/// The bytes inside a gzip file, of one member or of several one after the other.
///
/// What can be unpacked is handed out; where the file is cut or damaged the stream ends, and
/// `damage` says at which byte. ISA-L unpacks about five times as fast as zlib, which matters because a recording is read
/// twice, first for its calibration.
final class GzipBytes: ByteStream {
  private static let inputCapacity = 1 << 16

  private let packed: any ByteStream
  private let input = UnsafeMutableRawBufferPointer.allocate(
    byteCount: inputCapacity, alignment: 16)
  private let inflater = UnsafeMutablePointer<inflate_state>.allocate(capacity: 1)
  private var packedCount = 0
  private var isInMember = false
  private var hasEnded = false
  private(set) var damage: String?

  /// Unpacks a stream that begins with the two bytes of gzip.
  init(_ packed: any ByteStream) {
    self.packed = packed
    isal_inflate_init(inflater)
    // The library reads gzip's header and compares its checksum.
    inflater.pointee.crc_flag = UInt32(ISAL_GZIP)
  }

  deinit {
    inflater.deallocate()
    input.deallocate()
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SensorFileError) -> Int {
    inflater.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
    inflater.pointee.avail_out = UInt32(buffer.count)
    while !hasEnded, inflater.pointee.avail_out > 0 {
      let isAtEnd = inflater.pointee.avail_in == 0 ? try !refill() : false
      guard isInMember || (!isAtEnd && beginMember()) else {
        hasEnded = true
        break
      }
      let room = inflater.pointee.avail_out
      unpack()
      // What was read may be unpacked and still wait for room.
      if isAtEnd, isInMember, damage == nil, inflater.pointee.avail_out == room {
        damage = "the compressed file is cut off at byte \(packedCount)"
        hasEnded = true
      }
    }
    return buffer.count - Int(inflater.pointee.avail_out)
  }

  private func refill() throws(SensorFileError) -> Bool {
    let count = try packed.read(into: input)
    packedCount += count
    inflater.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
    inflater.pointee.avail_in = UInt32(count)
    return count > 0
  }

  /// After a member there may be another one, or padding that is no part of the recording.
  private func beginMember() -> Bool {
    guard inflater.pointee.next_in.pointee == 0x1f else {
      if inflater.pointee.next_in.pointee != 0 {
        damage = "what follows byte \(offset) is not gzip and was left out"
      }
      return false
    }
    isal_inflate_reset(inflater)
    isInMember = true
    return true
  }

  private func unpack() {
    let fault = isal_inflate(inflater)
    if fault < 0 {
      damage = "the compressed data is damaged at byte \(offset) (\(Self.words(fault)))"
      hasEnded = true
    } else if inflater.pointee.block_state == ISAL_BLOCK_FINISH {
      isInMember = false
    }
  }

  private static func words(_ fault: Int32) -> String {
    switch fault {
    case ISAL_INVALID_BLOCK: "a block of no known kind"
    case ISAL_INVALID_SYMBOL: "a symbol that means nothing"
    case ISAL_INVALID_LOOKBACK: "a repetition of what was never there"
    case ISAL_INVALID_WRAPPER, ISAL_UNSUPPORTED_METHOD: "an impossible header"
    case ISAL_INCORRECT_CHECKSUM: "its checksum says otherwise"
    default: "unknown fault \(fault)"
    }
  }

  private var offset: Int { packedCount - Int(inflater.pointee.avail_in) }
}
