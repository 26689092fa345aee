import CZlib

/// Unpacks the compressed bytes of one variable; its state can be copied.
final class Level5Inflater {
  private static let inputCapacity = 1 << 15

  // zlib's state points back at its stream, so the stream has an address of its own.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private let input = UnsafeMutableRawBufferPointer.allocate(
    byteCount: inputCapacity, alignment: 16)
  /// Whether all bytes were unpacked and their checksum was right.
  private(set) var hasEnded = false
  /// What is wrong with the bytes, or `nil`.
  private(set) var damage: String?

  /// Begins at the first byte of compressed data in the format of zlib.
  init() {
    stream.initialize(to: z_stream())
    let status = inflateInit_(stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    if status != Z_OK { damage = "zlib could not start, \(status)" }
  }

  private init(copyOf other: Level5Inflater) {
    stream.initialize(to: z_stream())
    hasEnded = other.hasEnded
    damage = other.damage
    if inflateCopy(stream, other.stream) != Z_OK { damage = damage ?? "too little memory" }
    stream.pointee.avail_in = 0
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    input.deallocate()
  }

  /// Another one at the same place, without the bytes that wait.
  func copy() -> Level5Inflater { Level5Inflater(copyOf: self) }

  /// Packed bytes that were read and not used yet.
  var waitingCount: Int { Int(stream.pointee.avail_in) }

  /// Asks for more packed bytes; returns how many came.
  func refill(_ read: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
    let count = read(input)
    stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: Bytef.self)
    stream.pointee.avail_in = uInt(count)
    return count
  }

  /// Unpacks what waits; returns how many bytes came out.
  func unpack(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard damage == nil else { return 0 }
    stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: Bytef.self)
    stream.pointee.avail_out = uInt(buffer.count)
    let status = inflate(stream, Z_NO_FLUSH)
    switch status {
    case Z_OK, Z_BUF_ERROR: break
    case Z_STREAM_END: hasEnded = true
    default: damage = stream.pointee.msg.map { String(cString: $0) } ?? "fault \(status)"
    }
    return buffer.count - Int(stream.pointee.avail_out)
  }
}
