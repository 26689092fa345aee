import MATLABFiles

/// Messages of headers of HDF5, as its library writes them by default.
enum HDF5Messages {
  /// Places of other objects.
  static let referenceType = typed(7, [0, 0, 0], 8, [])
  /// Texts of any length, letter by letter.
  static let lettersType = typed(9, [0, 0, 0], 16, textType(1))

  /// Text of so many bytes.
  static func textType(_ byteCount: Int) -> [UInt8] { typed(3, [0, 0, 0], byteCount, []) }

  /// A kind of number.
  static func type(_ kind: MATLABNumber) -> [UInt8] {
    let count = kind.byteCount
    let bits = number(0, 2) + number(8 * count, 2)
    switch kind {
    case .single: return typed(1, [0x20, 31, 0], count, bits + [23, 8, 0, 23] + number(127, 4))
    case .double: return typed(1, [0x20, 63, 0], count, bits + [52, 11, 0, 52] + number(1023, 4))
    case .int8, .int16, .int32, .int64: return typed(0, [8, 0, 0], count, bits)
    case .uint8, .uint16, .uint32, .uint64: return typed(0, [0, 0, 0], count, bits)
    }
  }

  /// Two numbers called real and imag.
  static var complexType: [UInt8] {
    var members: [UInt8] = []
    for (place, name) in ["real", "imag"].enumerated() {
      members += HDF5Writer.padded(Array(name.utf8) + [0]) + number(8 * place, 4)
      members += [UInt8](repeating: 0, count: 28) + type(.double)
    }
    return typed(6, [2, 0, 0], 16, members)
  }

  private static func typed(
    _ code: UInt8, _ flags: [UInt8], _ byteCount: Int, _ properties: [UInt8]
  ) -> [UInt8] {
    [0x10 | code] + flags + number(byteCount, 4) + properties
  }

  private static func number(_ value: Int, _ byteCount: Int) -> [UInt8] {
    HDF5Writer.number(value, byteCount)
  }

  /// That chunks are packed with zlib.
  static var deflate: [UInt8] {
    let filter: [UInt8] = [1, 0, 8, 0, 1, 0, 1, 0] + Array("deflate\0".utf8)
    return HDF5Writer.message(0xb, [1, 1, 0, 0, 0, 0, 0, 0] + filter + number(3, 8))
  }

  /// Sizes; none for a single value.
  static func space(_ sizes: [Int]) -> [UInt8] {
    [1, UInt8(sizes.count), 0, 0, 0, 0, 0, 0] + sizes.flatMap { number($0, 8) }
  }

  /// An attribute of version 1 with one value, or `count` in a row.
  static func attribute(
    _ name: String, type: [UInt8], count: Int?, _ data: [UInt8]
  ) -> [UInt8] {
    let parts = [Array(name.utf8) + [0], type, space(count.map { [$0] } ?? [])]
    var message: [UInt8] = [1, 0]
    for part in parts { message += number(part.count, 2) }
    for part in parts { message += HDF5Writer.padded(part) }
    return HDF5Writer.message(0xc, message + data)
  }
}
