import CZlib

/// Where a variable lies in a file of level 5.
struct MATLABElement: Hashable {
  /// The first byte behind its tag.
  let fileOffset: Int
  /// Its bytes in the file.
  let byteCount: Int
  /// Whether it is compressed, as MATLAB 7 does by default.
  let isPacked: Bool
}

/// The bytes of a variable of level 5, unpacked, first to last.
///
/// A place in packed bytes can be kept: `copy` goes on from it, so that the columns of a matrix are
/// read side by side while each byte is unpacked once for every column.
final class Level5Bytes {
  /// The variable.
  let element: MATLABElement
  /// Bytes handed out or passed over.
  private(set) var position = 0
  /// Why there are no more bytes, or `nil` as long as there are.
  private(set) var fault: String?

  private let file: any MATLABBytes
  private let stream: any MATLABByteStream
  private let inflater: Level5Inflater?
  private var storedCount = 0

  /// Begins at a variable's first byte.
  init(_ element: MATLABElement, of file: any MATLABBytes) throws(MATLABFileError) {
    self.element = element
    self.file = file
    stream = try file.stream()
    inflater = element.isPacked ? Level5Inflater() : nil
    _ = try stream.skip(element.fileOffset)
  }

  private init(goingOnFrom other: Level5Bytes) throws(MATLABFileError) {
    element = other.element
    file = other.file
    position = other.position
    fault = other.fault
    inflater = other.inflater?.copy()
    storedCount = other.storedCount - (other.inflater?.waitingCount ?? 0)
    stream = try file.stream()
    _ = try stream.skip(element.fileOffset + storedCount)
  }

  /// Another reader at the same place.
  func copy() throws(MATLABFileError) -> Level5Bytes { try Level5Bytes(goingOnFrom: self) }

  /// Fills the buffer; fewer bytes come only at the end or before damage.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard fault == nil else { return 0 }
    let count = inflater.map { unpack($0, into: buffer) } ?? readStored(into: buffer)
    position += count
    if count < buffer.count, fault == nil { fault = "ends after byte \(position)" }
    return count
  }

  /// So many bytes, or `nil` when there are fewer.
  func bytes(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return bytes.withUnsafeMutableBytes { read(into: $0) } == count ? bytes : nil
  }

  /// Moves on to a later byte; `false` when the bytes end before it.
  func skip(to target: Int) -> Bool {
    guard inflater == nil else { return skipPacked(to: target) }
    let count = target - position
    guard fault == nil, count >= 0, storedCount + count <= element.byteCount else {
      if fault == nil { fault = "ends after byte \(position)" }
      return false
    }
    let skipped = (try? stream.skip(count)) ?? 0
    position += skipped
    storedCount += skipped
    if skipped < count { fault = "ends after byte \(position)" }
    return skipped == count
  }

  private func skipPacked(to target: Int) -> Bool {
    var scratch = [UInt8](repeating: 0, count: 1 << 16)
    return scratch.withUnsafeMutableBytes { scratch in
      while position < target {
        let piece = UnsafeMutableRawBufferPointer(
          rebasing: scratch[..<min(scratch.count, target - position)])
        if read(into: piece) < piece.count { return false }
      }
      return position == target
    }
  }

  /// Unpacks to the end, where a checksum lies; says what is wrong with it, or `nil`. No variable
  /// of level 5 is longer than 4 GiB.
  func faultBeforeEnd() -> String? {
    guard inflater != nil else { return nil }
    while position < 1 << 32, skipPacked(to: position + 1 << 20) {}
    return inflater?.hasEnded == true ? nil : fault
  }

  private func readStored(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var filled = 0
    let wanted = min(buffer.count, element.byteCount - storedCount)
    do {
      while filled < wanted {
        let count = try stream.read(
          into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<wanted]))
        if count == 0 { break }
        filled += count
        storedCount += count
      }
    } catch {
      fault = error.message
    }
    return filled
  }

  private func unpack(
    _ inflater: Level5Inflater, into buffer: UnsafeMutableRawBufferPointer
  ) -> Int {
    var filled = 0
    while filled < buffer.count, !inflater.hasEnded {
      if inflater.waitingCount == 0, inflater.refill(readStored(into:)) == 0 { break }
      let room = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      filled += inflater.unpack(into: room)
      if let words = inflater.damage {
        fault =
          "is damaged at byte \(element.fileOffset + storedCount - inflater.waitingCount) of the "
          + "file (\(words))"
        break
      }
    }
    return filled
  }
}

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
