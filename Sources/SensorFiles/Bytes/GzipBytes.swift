import CZlib

/// The bytes inside a gzip file, of one member or of several one after the other.
///
/// What can be unpacked is handed out; where the file is cut or damaged the stream ends, and
/// `damage` says at which byte.
final class GzipBytes: ByteStream {
  private static let inputCapacity = 1 << 16

  private let path: String
  private let packed: any ByteStream
  private let input = UnsafeMutableRawBufferPointer.allocate(
    byteCount: inputCapacity, alignment: 16)
  private var inflater = z_stream()
  private var packedCount = 0
  private var isInMember = false
  private var hasEnded = false
  private(set) var damage: String?

  /// Unpacks a stream that begins with the two bytes of gzip.
  init(path: String, packed: any ByteStream) throws(SensorFileError) {
    self.path = path
    self.packed = packed
    // 15 bits of history, +16 for gzip's header and checksum.
    let status = inflateInit2_(
      &inflater, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else {
      input.deallocate()
      throw SensorFileError(.notReadable, path: path, "zlib could not start (\(status)).")
    }
  }

  deinit {
    inflateEnd(&inflater)
    input.deallocate()
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SensorFileError) -> Int {
    inflater.next_out = buffer.baseAddress?.assumingMemoryBound(to: Bytef.self)
    inflater.avail_out = uInt(buffer.count)
    while !hasEnded, inflater.avail_out > 0 {
      if inflater.avail_in == 0, try !refill() { break }
      if isInMember || beginMember() { unpack() }
    }
    return buffer.count - Int(inflater.avail_out)
  }

  private func refill() throws(SensorFileError) -> Bool {
    let count = try packed.read(into: input)
    packedCount += count
    inflater.next_in = input.baseAddress?.assumingMemoryBound(to: Bytef.self)
    inflater.avail_in = uInt(count)
    if count == 0 {
      hasEnded = true
      if isInMember { damage = "the compressed file is cut off at byte \(packedCount)" }
    }
    return count > 0
  }

  /// After a member there may be another one, or padding that is no part of the recording.
  private func beginMember() -> Bool {
    guard inflater.next_in.pointee == 0x1f else {
      hasEnded = true
      if inflater.next_in.pointee != 0 {
        damage = "what follows byte \(offset) is not gzip and was left out"
      }
      return false
    }
    inflateReset(&inflater)
    isInMember = true
    return true
  }

  private func unpack() {
    switch inflate(&inflater, Z_NO_FLUSH) {
    case Z_OK, Z_BUF_ERROR: break
    case Z_STREAM_END: isInMember = false
    default:
      let words = inflater.msg.map { String(cString: $0) } ?? "unknown fault"
      damage = "the compressed data is damaged at byte \(offset) (\(words))"
      hasEnded = true
    }
  }

  private var offset: Int { packedCount - Int(inflater.avail_in) }
}
