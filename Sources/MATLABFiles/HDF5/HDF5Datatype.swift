/// What the elements of a matrix or an attribute are (specification 3.0, IV.A.2.d).
struct HDF5Datatype {
  /// The kinds that MATLAB files have.
  indirect enum Kind {
    case number(MATLABNumber, swapsBytes: Bool)
    case text
    /// Several numbers as one: complex numbers.
    case compound
    /// Places of other objects: cells, arrays of structures.
    case reference
    /// Elements of any count, in a heap.
    case sequence(of: HDF5Datatype)
    /// A kind that is not read, by its class.
    case other(Int)
  }

  let kind: Kind
  /// Bytes of one element.
  let byteCount: Int

  init(_ message: HDF5Cursor) throws(HDF5Fault) {
    var bytes = message
    try self.init(&bytes, depth: 0)
  }

  private init(_ bytes: inout HDF5Cursor, depth: Int) throws(HDF5Fault) {
    let code = try bytes.number(1) & 15
    let flags = try bytes.number(3)
    byteCount = try bytes.number(4)
    switch code {
    case 0: kind = try Self.whole(&bytes, flags, byteCount)
    case 1: kind = try Self.float(&bytes, flags, byteCount)
    case 3: kind = .text
    case 6: kind = .compound
    case 7: kind = .reference
    case 9 where depth == 0:
      kind = .sequence(of: try HDF5Datatype(&bytes, depth: depth + 1))
    default: kind = .other(code)
    }
  }

  /// Whole numbers that fill their bytes.
  private static func whole(
    _ bytes: inout HDF5Cursor, _ flags: Int, _ byteCount: Int
  ) throws(HDF5Fault) -> Kind {
    let (offset, precision) = (try bytes.number(2), try bytes.number(2))
    let kinds: [Int: (MATLABNumber, MATLABNumber)] = [
      1: (.uint8, .int8), 2: (.uint16, .int16), 4: (.uint32, .int32), 8: (.uint64, .int64),
    ]
    guard let pair = kinds[byteCount], offset == 0, precision == 8 * byteCount else {
      return .other(0)
    }
    return .number(flags & 8 != 0 ? pair.1 : pair.0, swapsBytes: flags & 1 != 0)
  }

  /// Numbers of IEEE 754 of 4 and 8 bytes, known by their exponents.
  private static func float(
    _ bytes: inout HDF5Cursor, _ flags: Int, _ byteCount: Int
  ) throws(HDF5Fault) -> Kind {
    try bytes.skip(4)
    let exponent = (place: try bytes.number(1), size: try bytes.number(1))
    try bytes.skip(2)
    let bias = try bytes.number(4)
    // Bit 6 is the byte order of VAX.
    let swapsBytes = flags & 1 != 0
    guard flags & 64 == 0 else { return .other(1) }
    switch (byteCount, exponent.place, exponent.size, bias) {
    case (4, 23, 8, 127): return .number(.single, swapsBytes: swapsBytes)
    case (8, 52, 11, 1023): return .number(.double, swapsBytes: swapsBytes)
    default: return .other(1)
    }
  }
}

/// How many elements there are along each dimension (specification 3.0, IV.A.2.b, versions 1 and 2).
struct HDF5Dataspace {
  /// Sizes in the order of HDF5: the last one runs fastest. None for a single element.
  let sizes: [Int]
  /// Their product, or 0 where the file says that there is no element.
  let count: Int

  /// More dimensions than HDF5 has.
  private static let mostDimensions = 32
  /// More elements than any file.
  private static let mostElements = 1 << 40

  init(_ message: HDF5Cursor) throws(HDF5Fault) {
    var bytes = message
    let version = try bytes.number(1)
    guard version == 1 || version == 2 else {
      throw .unread("has sizes of version \(version) in the \(bytes.words)")
    }
    let rank = try bytes.number(1)
    guard rank <= Self.mostDimensions else {
      throw .damaged("has \(rank) dimensions in the \(bytes.words)")
    }
    try bytes.skip(1)
    let isNull = try bytes.number(1) == 2 && version == 2
    if version == 1 { try bytes.skip(4) }
    guard !isNull else {
      (sizes, count) = ([], 0)
      return
    }
    var sizes: [Int] = []
    var count = 1
    for _ in 0..<rank {
      sizes.append(try bytes.length())
      let (product, overflows) = count.multipliedReportingOverflow(by: sizes[sizes.count - 1])
      guard !overflows, product <= Self.mostElements else {
        throw .damaged("has impossible sizes in the \(bytes.words)")
      }
      count = product
    }
    self.sizes = sizes
    self.count = count
  }
}
