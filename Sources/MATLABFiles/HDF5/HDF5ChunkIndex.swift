/// Where the chunks of a matrix lie (specification 3.0, III.A.1 and Appendix C).
struct HDF5ChunkIndex {
  /// The kinds of indices that are read.
  enum Kind {
    /// A tree of version 1: what MATLAB writes.
    case tree
    /// One chunk; how many bytes it has when it is packed.
    case single(byteCount: Int?, mask: Int)
    /// An array of as many places as there are chunks.
    case fixedArray
    /// A tree of version 2.
    case recordTree
  }

  /// A chunk as it is stored.
  struct Chunk {
    /// Its number, row after row.
    let number: Int
    let address: Int
    let byteCount: Int
    /// Which filters were not used.
    let mask: Int
  }

  private var chunks: [Chunk] = []
  /// What is wrong with the index behind what was read, or `nil`.
  private(set) var fault: HDF5Fault?
  private var storedByteCount = 0

  /// How many chunks are there.
  var count: Int { chunks.count }

  /// Reads the whole index. What is damaged is said when a chunk is asked for that was not found.
  init(_ kind: Kind, at address: Int?, _ grid: HDF5Grid, of source: HDF5Source) {
    guard let address else { return }
    do throws(HDF5Fault) {
      switch kind {
      case .tree:
        var seen: Set<Int> = []
        try readNode(at: address, above: nil, grid, source, &seen)
      case .single(let byteCount, let mask):
        try add(0, at: address, byteCount ?? grid.chunkByteCount, mask: mask, source)
      case .fixedArray:
        for entry in try HDF5FixedArray(at: address, grid, of: source).entries {
          try add(entry.number, at: entry.address, entry.byteCount, mask: entry.mask, source)
        }
      case .recordTree: try readRecords(at: address, grid, source)
      }
    } catch {
      fault = error
    }
    if !isSorted { chunks.sort { $0.number < $1.number } }
    if !isSorted { fault = .damaged("has a chunk twice") }
  }

  private var isSorted: Bool {
    zip(chunks, chunks.dropFirst()).allSatisfy { $0.number < $1.number }
  }

  /// The chunk of a number; `nil` for one that was never written.
  func chunk(_ number: Int) throws(HDF5Fault) -> Chunk? {
    var (low, high) = (0, chunks.count)
    while low < high {
      let middle = (low + high) / 2
      if chunks[middle].number < number { low = middle + 1 } else { high = middle }
    }
    if low < chunks.count, chunks[low].number == number { return chunks[low] }
    if let fault { throw fault }
    return nil
  }

  /// Chunks do not lie on top of each other: together they have no more bytes than the file.
  private mutating func add(
    _ number: Int, at address: Int, _ byteCount: Int, mask: Int, _ source: HDF5Source
  ) throws(HDF5Fault) {
    storedByteCount += byteCount
    guard storedByteCount <= source.byteCount else {
      throw .damaged("has chunks of more bytes than the file")
    }
    chunks.append(Chunk(number: number, address: address, byteCount: byteCount, mask: mask))
  }

  /// A node of the tree; a key is the length of a chunk, its filters and where it begins, with one more
  /// dimension for the bytes of an element.
  private mutating func readNode(
    at address: Int, above level: Int?, _ grid: HDF5Grid, _ source: HDF5Source,
    _ seen: inout Set<Int>
  ) throws(HDF5Fault) {
    var node = try HDF5TreeNode(
      at: address, of: source, kind: 1, keyByteCount: 8 + 8 * (grid.sizes.count + 1), above: level)
    guard seen.insert(address).inserted else { throw node.repeated }
    while let entry = try node.next() {
      guard node.level == 0 else {
        try readNode(at: entry.child, above: node.level, grid, source, &seen)
        continue
      }
      var key = entry.key
      let (byteCount, mask) = (try key.number(4), try key.number(4))
      let offsets = [try key.number(8), try key.number(8)]
      let number = try Self.number(offsets, grid)
      try add(number, at: entry.child, byteCount, mask: mask, source)
    }
  }

  /// Records of the places of chunks, packed ones with their length and filters, and of their numbers
  /// along each dimension.
  private mutating func readRecords(
    at address: Int, _ grid: HDF5Grid, _ source: HDF5Source
  ) throws(HDF5Fault) {
    for record in try HDF5RecordTree(at: address, kinds: 10...11, of: source).records {
      var record = record
      guard let address = try record.address() else { continue }
      let placeByteCount = 8 * grid.sizes.count
      let isPacked = record.count > placeByteCount
      let byteCount =
        isPacked ? try record.number(record.count - placeByteCount - 4) : grid.chunkByteCount
      let mask = isPacked ? try record.number(4) : 0
      var offsets: [Int] = []
      for size in grid.chunkSizes {
        let (offset, overflows) = try record.number(8).multipliedReportingOverflow(by: size)
        offsets.append(overflows ? .max : offset)
      }
      try add(try Self.number(offsets, grid), at: address, byteCount, mask: mask, source)
    }
  }

  private static func number(_ offsets: [Int], _ grid: HDF5Grid) throws(HDF5Fault) -> Int {
    guard let number = grid.number(of: offsets) else {
      throw .damaged("has a chunk at \(offsets), which is no place for one")
    }
    return number
  }
}

/// An array of places of chunks (specification 3.0, VII.C), which HDF5 1.10 and later write when they
/// are told to.
struct HDF5FixedArray {
  /// The chunks that are there.
  private(set) var entries: [HDF5ChunkIndex.Chunk] = []

  private static let checksumByteCount = 4

  /// Reads the array's header and its only block.
  init(at address: Int, _ grid: HDF5Grid, of source: HDF5Source) throws(HDF5Fault) {
    let widths = source.widths
    var head = try source.cursor(
      8 + widths.length + widths.address, at: address, "array of chunks")
    try head.expect("FAHD")
    try head.skip(1)
    let isPacked = try head.number(1) == 1
    let (entryByteCount, pageBits) = (try head.number(1), try head.number(1))
    let count = try head.length()
    // Where a matrix may still grow, places are numbered by its greatest sizes, which are not read.
    guard count == grid.count else { throw .unread("has room for more chunks than it has") }
    guard let block = try head.address() else { return }
    guard pageBits < 32, entryByteCount >= widths.address + (isPacked ? 5 : 0) else {
      throw .damaged("has an impossible \(head.words)")
    }
    let pageSize = 1 << pageBits
    let pageCount = count > pageSize ? (count + pageSize - 1) / pageSize : 0
    let headByteCount = 6 + widths.address + (pageCount + 7) / 8
    var bits = try source.cursor(headByteCount, at: block, "block of chunks")
    try bits.expect("FADB")
    try bits.skip(2 + widths.address)
    let pages = Array(try bits.take(bits.count))
    // A block that is cut into pages has a checksum before them and one behind each.
    var place = block + headByteCount + (pageCount > 0 ? Self.checksumByteCount : 0)
    for first in stride(from: 0, to: count, by: pageSize) {
      let byteCount = min(pageSize, count - first) * entryByteCount
      let page = first / pageSize
      if pageCount == 0 || pages[page / 8] >> (7 - page % 8) & 1 == 1 {
        var bytes = try source.cursor(byteCount, at: place, "page of chunks")
        try read(&bytes, from: first, entryByteCount, isPacked, grid.chunkByteCount)
      }
      place += byteCount + Self.checksumByteCount
    }
  }

  /// Places of chunks; packed ones have their length and filters behind it.
  private mutating func read(
    _ bytes: inout HDF5Cursor, from first: Int, _ entryByteCount: Int, _ isPacked: Bool,
    _ chunkByteCount: Int
  ) throws(HDF5Fault) {
    var number = first
    while bytes.count > 0 {
      var entry = try bytes.part(entryByteCount)
      if let address = try entry.address() {
        let byteCount = isPacked ? try entry.number(entry.count - 4) : chunkByteCount
        let mask = isPacked ? try entry.number(4) : 0
        entries.append(.init(number: number, address: address, byteCount: byteCount, mask: mask))
      }
      number += 1
    }
  }
}
