import CZlib

/// What is done to each chunk before it is stored (specification 3.0, IV.A.2.l, versions 1 and 2).
struct HDF5Filters {
  private enum Filter: Int {
    case deflate = 1
    case shuffle = 2
    case fletcher32 = 3
  }

  private static let otherNames = [4: "szip", 5: "n-bit", 6: "scale-offset", 32000: "LZF"]
  /// zlib packs at most 1032 bytes into one (zlib's own description, "Maximum Compression Factor").
  private static let greatestRatio = 1032

  private let filters: [Filter]

  /// Nothing is done without a message.
  init(_ message: HDF5Cursor?) throws(HDF5Fault) {
    guard var bytes = message else {
      filters = []
      return
    }
    let version = try bytes.number(1)
    guard version == 1 || version == 2 else {
      throw .unread("has filters of version \(version)")
    }
    let count = try bytes.number(1)
    if version == 1 { try bytes.skip(6) }
    var filters: [Filter] = []
    for _ in 0..<count { filters.append(try Self.filter(&bytes, version)) }
    // Nobody does so; it would hide how long the bytes get, and take time without end.
    guard Set(filters).count == filters.count else { throw .unread("has a filter twice") }
    self.filters = filters
  }

  private static func filter(
    _ bytes: inout HDF5Cursor, _ version: Int
  ) throws(HDF5Fault) -> Filter {
    let code = try bytes.number(2)
    let nameByteCount = version == 1 || code >= 256 ? try bytes.number(2) : 0
    try bytes.skip(2)
    let valueCount = try bytes.number(2)
    try bytes.skip(nameByteCount)
    try bytes.skip(4 * (valueCount + (version == 1 ? valueCount & 1 : 0)))
    guard let filter = Filter(rawValue: code) else {
      throw .unread("is packed with \(otherNames[code] ?? "filter \(code)")")
    }
    return filter
  }

  /// Whether a chunk of `byteCount` bytes can have been made from so many stored ones.
  func canHold(_ byteCount: Int, storedCount: Int) -> Bool {
    guard filters.contains(.deflate) else { return storedCount >= byteCount }
    return byteCount / Self.greatestRatio <= storedCount
  }

  /// Undoes all filters, last to first; bit n of `mask` is set when filter n was not used on this chunk.
  /// `byteCount` is how long the chunk is in the end, and `numberByteCount` how long a number.
  func undo(
    _ stored: [UInt8], mask: Int, byteCount: Int, numberByteCount: Int
  ) throws(HDF5Fault) -> [UInt8] {
    let used = filters.enumerated().filter { mask >> $0.offset & 1 == 0 }.map(\.element)
    var bytes = stored
    for (place, filter) in used.enumerated().reversed() {
      switch filter {
      case .deflate:
        let sums = used[..<place].filter { $0 == .fletcher32 }.count
        bytes = try Self.inflate(bytes, to: byteCount + 4 * sums)
      case .shuffle: bytes = Self.unshuffle(bytes, numberByteCount)
      case .fletcher32: bytes = try HDF5Checksum.checked(bytes)
      }
    }
    guard bytes.count == byteCount else {
      throw .damaged("has a chunk of \(bytes.count) bytes, not \(byteCount)")
    }
    return bytes
  }

  private static func inflate(_ packed: [UInt8], to byteCount: Int) throws(HDF5Fault) -> [UInt8] {
    var status = Z_OK
    let unpacked = [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      var length = uLongf(byteCount)
      status = uncompress(buffer.baseAddress, &length, packed, uLong(packed.count))
      count = Int(length)
    }
    guard status == Z_OK else {
      throw .damaged("has a chunk that cannot be unpacked (zlib says \(status))")
    }
    return unpacked
  }

  /// First bytes of all numbers lie in front, then second bytes, and so on; what is left over stays.
  private static func unshuffle(_ bytes: [UInt8], _ size: Int) -> [UInt8] {
    let count = bytes.count / size
    guard size > 1, count > 1 else { return bytes }
    var result = bytes
    for byte in 0..<size {
      for number in 0..<count { result[number * size + byte] = bytes[byte * count + number] }
    }
    return result
  }
}

/// Fletcher's checksum of 32 bits, which HDF5 puts behind a chunk (J. G. Fletcher, An Arithmetic
/// Checksum for Serial Transmissions, IEEE Trans. Commun. 30, 1982).
enum HDF5Checksum {
  /// The bytes without their checksum; throws when it does not fit.
  static func checked(_ bytes: [UInt8]) throws(HDF5Fault) -> [UInt8] {
    guard bytes.count >= 4 else { throw .damaged("has a chunk without its checksum") }
    let data = Array(bytes.dropLast(4))
    let stored = bytes.suffix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let sum = fletcher32(data)
    // Files of HDF5 before 1.6.3 have the bytes of each half in the other order.
    let turned = (sum & 0x00ff_00ff) << 8 | (sum >> 8) & 0x00ff_00ff
    guard stored == sum || stored == turned else {
      throw .damaged("has a chunk whose checksum does not fit")
    }
    return data
  }

  /// Two sums, modulo 65,535, of words of two bytes, the high one first; a last byte alone is the high
  /// one.
  static func fletcher32(_ bytes: [UInt8]) -> UInt32 {
    var (first, second): (UInt32, UInt32) = (0, 0)
    for place in stride(from: 0, to: bytes.count, by: 2) {
      let low = place + 1 < bytes.count ? UInt32(bytes[place + 1]) : 0
      first = folded(first + (UInt32(bytes[place]) << 8 | low))
      second = folded(second + first)
    }
    return second << 16 | first
  }

  /// The remainder, kept above 0 once it is: 65,535 stands for 0 then.
  private static func folded(_ sum: UInt32) -> UInt32 { (sum & 0xffff) + sum >> 16 }
}
