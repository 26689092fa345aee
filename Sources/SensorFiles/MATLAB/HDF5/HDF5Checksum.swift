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
