/// Where the numbers of a matrix lie (specification 3.0, IV.A.2.i, versions 1 to 4).
struct HDF5Layout {
  /// The ways of storing.
  enum Kind {
    /// Inside the header.
    case compact(ArraySlice<UInt8>)
    /// One after the other; `nil` when they were never written.
    case contiguous(Int?)
    /// In chunks of this many elements along each dimension, listed by an index.
    case chunked([Int], HDF5ChunkIndex.Kind, at: Int?)
  }

  let kind: Kind

  init(_ message: HDF5Cursor) throws(HDF5Fault) {
    var bytes = message
    let version = try bytes.number(1)
    switch version {
    case 1, 2: kind = try Self.old(&bytes)
    case 3, 4: kind = try Self.new(&bytes, version)
    default: throw .unread("has a layout of version \(version)")
    }
  }

  /// Before HDF5 1.6.3: dimensions first, whatever the kind.
  private static func old(_ bytes: inout HDF5Cursor) throws(HDF5Fault) -> Kind {
    let (rank, code) = (try bytes.number(1), try bytes.number(1))
    try bytes.skip(5)
    let address = code == 0 ? nil : try bytes.address()
    let sizes = try sizes(&bytes, rank, byteCount: 4)
    switch code {
    case 0: return .compact(try bytes.take(try bytes.number(4)))
    case 1: return .contiguous(address)
    case 2: return .chunked(Array(sizes.dropLast()), .tree, at: address)
    default: throw .unread("has numbers in the layout \(code)")
    }
  }

  private static func new(
    _ bytes: inout HDF5Cursor, _ version: Int
  ) throws(HDF5Fault) -> Kind {
    let code = try bytes.number(1)
    switch code {
    case 0: return .compact(try bytes.take(try bytes.number(2)))
    case 1: return .contiguous(try bytes.address())
    case 2 where version == 3:
      let rank = try bytes.number(1)
      let address = try bytes.address()
      let sizes = try sizes(&bytes, rank, byteCount: 4)
      return .chunked(Array(sizes.dropLast()), .tree, at: address)
    case 2: return try indexed(&bytes)
    default: throw .unread("has numbers in the layout \(code)")
    }
  }

  /// Version 4, since HDF5 1.10: an index of one of five kinds. MATLAB writes none of them.
  private static func indexed(_ bytes: inout HDF5Cursor) throws(HDF5Fault) -> Kind {
    let (flags, rank) = (try bytes.number(1), try bytes.number(1))
    guard flags & 1 == 0 else { throw .unread("has chunks that are packed but for the last") }
    let sizes = Array(try sizes(&bytes, rank, byteCount: try bytes.number(1)).dropLast())
    let code = try bytes.number(1)
    switch code {
    case 1 where flags & 2 != 0:
      let byteCount = try bytes.length()
      let mask = try bytes.number(4)
      return .chunked(sizes, .single(byteCount: byteCount, mask: mask), at: try bytes.address())
    case 1: return .chunked(sizes, .single(byteCount: nil, mask: 0), at: try bytes.address())
    case 2: return .chunked(sizes, .implicit, at: try bytes.address())
    case 3:
      try bytes.skip(1)
      return .chunked(sizes, .fixedArray, at: try bytes.address())
    case 5:
      try bytes.skip(6)
      return .chunked(sizes, .recordTree, at: try bytes.address())
    default: throw .unread("lists its chunks in an extensible array")
    }
  }

  /// Sizes of a chunk; the last is that of an element.
  private static func sizes(
    _ bytes: inout HDF5Cursor, _ rank: Int, byteCount: Int
  ) throws(HDF5Fault) -> [Int] {
    guard rank <= 33 else { throw .damaged("has \(rank) dimensions in the \(bytes.words)") }
    var sizes: [Int] = []
    for _ in 0..<rank { sizes.append(try bytes.number(byteCount)) }
    return sizes
  }
}
