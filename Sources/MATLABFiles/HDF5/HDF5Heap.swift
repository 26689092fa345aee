/// Values of any length that several objects keep together (specification 3.0, III.E).
struct HDF5GlobalHeap {
  private let source: HDF5Source
  /// Collections that were read, with their objects by number.
  private var collections: [Int: [Int: ArraySlice<UInt8>]] = [:]

  /// MATLAB's collections have 4096 bytes.
  private static let mostBytes = 1 << 24

  init(_ source: HDF5Source) { self.source = source }

  /// The bytes of an object.
  mutating func object(_ number: Int, at address: Int) throws(HDF5Fault) -> ArraySlice<UInt8> {
    let objects: [Int: ArraySlice<UInt8>]
    if let known = collections[address] {
      objects = known
    } else {
      objects = try read(at: address)
      collections[address] = objects
    }
    guard let object = objects[number] else {
      throw .damaged("has no value \(number) in the heap at byte \(source.base + address)")
    }
    return object
  }

  private func read(at address: Int) throws(HDF5Fault) -> [Int: ArraySlice<UInt8>] {
    let headByteCount = 8 + source.widths.length
    var head = try source.cursor(headByteCount, at: address, "heap of values")
    try head.expect("GCOL")
    try head.skip(4)
    let count = try head.length() - headByteCount
    guard count <= Self.mostBytes else { throw .damaged("has too long a \(head.words)") }
    var bytes = try source.cursor(count, at: address + headByteCount, "heap of values")
    var objects: [Int: ArraySlice<UInt8>] = [:]
    while bytes.count >= headByteCount + 8 {
      let number = try bytes.number(2)
      try bytes.skip(6)
      let length = try bytes.length()
      // Number 0 is what is free, to the end.
      if number == 0 { break }
      objects[number] = try bytes.take(length)
      try bytes.skip(min(-length & 7, bytes.count))
    }
    return objects
  }
}

/// Where a group of HDF5 1.8 and later keeps its names when it has more than eight of them
/// (specification 3.0, III.G): blocks in rows, each row twice as long as the one before, but for the
/// second.
struct HDF5FractalHeap {
  private let source: HDF5Source
  private let width: Int
  private let startByteCount: Int
  private let directRowCount: Int
  private let offsetByteCount: Int
  /// The blocks in the order of the rows; `nil` for one that is not there.
  private var blocks: [Int?] = []

  init(at address: Int, of source: HDF5Source) throws(HDF5Fault) {
    self.source = source
    let widths = source.widths
    let count = 22 + 12 * widths.length + 3 * widths.address
    var head = try source.cursor(count, at: address, "heap")
    try head.expect("FRHP")
    try head.skip(3)
    guard try head.number(2) == 0 else { throw .unread("has packed names") }
    // Flags, sizes, counts, and what only matters for writing.
    try head.skip(5 + 10 * widths.length + 2 * widths.address)
    width = try head.number(2)
    startByteCount = try head.length()
    let most = try head.length()
    offsetByteCount = (try head.number(2) + 7) / 8
    try head.skip(2)
    guard width > 0, startByteCount > 0, most >= startByteCount, most < 1 << 32,
      (1...8).contains(offsetByteCount), let root = try head.address()
    else { throw .damaged("has an impossible \(head.words)") }
    directRowCount =
      (most / startByteCount).bitWidth
      - (most / startByteCount).leadingZeroBitCount + 1
    let rowCount = try head.number(2)
    guard rowCount > 0 else {
      blocks = [root]
      return
    }
    guard rowCount <= directRowCount else { throw .unread("has more names than any structure") }
    try readBlocks(at: root, rowCount * width)
  }

  private mutating func readBlocks(at address: Int, _ count: Int) throws(HDF5Fault) {
    let headByteCount = 5 + source.widths.address + offsetByteCount
    var bytes = try source.cursor(
      headByteCount + count * source.widths.address, at: address, "list of heap blocks")
    try bytes.expect("FHIB")
    try bytes.skip(headByteCount - 4)
    for _ in 0..<count { blocks.append(try bytes.address()) }
  }

  /// The object of an identifier: a byte with its kind, then its place and its length.
  func object(_ identifier: HDF5Cursor) throws(HDF5Fault) -> HDF5Cursor {
    var bytes = identifier
    guard try bytes.number(1) & 0x30 == 0 else { throw .unread("has very long names") }
    let offset = try bytes.number(offsetByteCount)
    let count = try bytes.number(min(bytes.count, 8))
    var (start, place) = (0, 0)
    // Blocks before it, one by one.
    while place < blocks.count {
      let row = place / width
      let length = startByteCount << max(row - 1, 0)
      if offset < start + length {
        guard let block = blocks[place], offset - start + count <= length else { break }
        return try source.cursor(count, at: block + offset - start, "link")
      }
      start += length
      place += 1
    }
    throw .damaged("has no name at place \(offset) of its heap")
  }
}
