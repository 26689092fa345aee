/// A matrix of numbers in an HDF5 file, with all that is needed to read them.
final class HDF5Dataset {
  /// Sizes in the order of HDF5: MATLAB's columns, then its rows.
  let sizes: [Int]
  /// How a number is stored.
  let number: MATLABNumber
  /// Whether its highest byte comes first.
  let swapsBytes: Bool

  private let layout: HDF5Layout
  private let filters: HDF5Filters
  private let fill: [UInt8]
  private let source: HDF5Source

  /// Reads a header's messages; throws when it holds no numbers in one dimension or two, or in a way
  /// that is not read.
  init(_ header: HDF5Header, of source: HDF5Source) throws(HDF5Fault) {
    guard let space = try header.first(.dataspace), let type = try header.first(.datatype),
      let layout = try header.first(.layout)
    else { throw .damaged("has no sizes, kind or place") }
    guard case .number(let number, let swapsBytes) = try HDF5Datatype(type).kind else {
      throw .unread("has no plain numbers")
    }
    var sizes = try HDF5Dataspace(space).sizes
    // One dimension is one row, none a single number.
    if sizes.count < 2, try HDF5Dataspace(space).count > 0 {
      sizes = Array(repeating: 1, count: 2 - sizes.count) + sizes
    }
    guard sizes.count == 2, sizes.allSatisfy({ $0 > 0 }) else {
      throw .unread("has \(sizes.count) dimensions")
    }
    self.sizes = sizes
    self.number = number
    self.swapsBytes = swapsBytes
    self.source = source
    self.layout = try HDF5Layout(layout)
    filters = try HDF5Filters(try header.first(.filters))
    fill = try Self.fill(header, byteCount: number.byteCount)
    if case .contiguous(nil) = self.layout.kind {
      throw HDF5Fault(isDamage: false, words: "has no numbers: they were never written")
    }
  }

  /// The bytes of a number that was never written: zeros when the file does not say (specification 3.0,
  /// IV.A.2.e and f).
  private static func fill(_ header: HDF5Header, byteCount: Int) throws(HDF5Fault) -> [UInt8] {
    let zeros = [UInt8](repeating: 0, count: byteCount)
    var bytes: HDF5Cursor
    if let message = try header.first(.fillValue) {
      bytes = message
      let version = try bytes.number(1)
      if version == 3 {
        guard try bytes.number(1) & 0x20 != 0 else { return zeros }
      } else {
        try bytes.skip(2)
        guard try bytes.number(1) != 0 else { return zeros }
      }
    } else if let message = try header.first(.oldFillValue) {
      bytes = message
    } else {
      return zeros
    }
    return try bytes.number(4) == byteCount ? Array(try bytes.take(byteCount)) : zeros
  }

  /// A reader of the numbers, and what is said when some of them were never written.
  ///
  /// - Throws: `HDF5Fault` when most of them were not: the sizes are not credible.
  func storage() throws(HDF5Fault) -> (reader: any HDF5Storage, remark: String?) {
    let size = number.byteCount
    switch layout.kind {
    case .compact(let bytes):
      return (HDF5Run(.header(Array(bytes)), sizes: sizes, numberByteCount: size), nil)
    case .contiguous(let address):
      let place = HDF5Run.Place.file(source, address: address ?? source.byteCount)
      return (HDF5Run(place, sizes: sizes, numberByteCount: size), nil)
    case .chunked(let chunkSizes, let kind, let address):
      let grid = try HDF5Grid(sizes: sizes, chunkSizes: chunkSizes, numberByteCount: size)
      let index = HDF5ChunkIndex(kind, at: address, grid, of: source)
      let missing = grid.count - index.count
      let words = "has only \(index.count) of \(grid.count) chunks"
      guard index.fault != nil || missing <= index.count else { throw .damaged(words) }
      let isFilled = missing > 0 && index.fault == nil
      return (
        HDF5Chunks(index, grid, filters: filters, fill: fill, of: source),
        isFilled ? words + "; the others are filled up" : nil
      )
    }
  }

  /// All numbers of a short matrix, MATLAB's column after column.
  func numbers() throws(HDF5Fault) -> [Double] {
    let reader = try storage().reader
    var numbers = [Double](repeating: 0, count: sizes[0] * sizes[1])
    try reader.read([0..<sizes[0], 0..<sizes[1]], along: 0) { patch in
      for row in patch.area[0] {
        let bytes = patch.bytes + (row - patch.area[0].lowerBound) * patch.pitch * number.byteCount
        numbers.withUnsafeMutableBufferPointer { numbers in
          guard let target = numbers.baseAddress else { return }
          number.widen(
            bytes, count: patch.area[1].count, swapsBytes: swapsBytes,
            into: target + row * sizes[1] + patch.area[1].lowerBound)
        }
      }
    }
    return numbers
  }
}

/// Where the numbers of a matrix lie (specification 3.0, IV.A.2.i, versions 3 and 4).
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
    guard version == 3 || version == 4 else {
      throw .unread("has a layout of version \(version)")
    }
    kind = try Self.kind(&bytes, version)
  }

  private static func kind(
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
    case 3:
      try bytes.skip(1)
      return .chunked(sizes, .fixedArray, at: try bytes.address())
    case 5:
      try bytes.skip(6)
      return .chunked(sizes, .recordTree, at: try bytes.address())
    default: throw .unread("has chunks listed in another way than MATLAB does")
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
