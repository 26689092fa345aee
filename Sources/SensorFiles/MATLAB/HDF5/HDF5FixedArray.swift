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
    let count = min(try head.length(), grid.count)
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
