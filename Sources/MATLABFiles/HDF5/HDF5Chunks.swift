/// Numbers in chunks, each unpacked when it is needed.
///
/// The last chunks are kept, one for each place across the axis that is read along: what follows in the
/// same chunk is not unpacked again.
final class HDF5Chunks: HDF5Storage {
  private let source: HDF5Source
  private let grid: HDF5Grid
  private let filters: HDF5Filters
  private let index: HDF5ChunkIndex
  private let fill: [UInt8]
  private var kept: [Int: (number: Int, bytes: [UInt8])] = [:]

  /// Begins with an index; `fill` are the bytes of a number in chunks that were never written.
  init(
    _ index: HDF5ChunkIndex, _ grid: HDF5Grid, filters: HDF5Filters, fill: [UInt8],
    of source: HDF5Source
  ) {
    self.source = source
    self.grid = grid
    self.filters = filters
    self.index = index
    self.fill = fill
  }

  func end(after element: Int, along axis: Int) -> Int {
    min((element / grid.chunkSizes[axis] + 1) * grid.chunkSizes[axis], grid.sizes[axis])
  }

  func read(
    _ area: [Range<Int>], along axis: Int, take: (HDF5Patch) -> Void
  ) throws(HDF5Fault) {
    let places = (0..<2).map { axis in
      let size = grid.chunkSizes[axis]
      return area[axis].lowerBound / size...(area[axis].upperBound - 1) / size
    }
    for row in places[0] {
      for column in places[1] {
        let bytes = try chunk(
          row * grid.counts[1] + column, keptAt: axis == 0 ? column : row)
        hand(bytes, at: [row, column], area, to: take)
      }
    }
  }

  /// The unpacked bytes of a chunk.
  private func chunk(_ number: Int, keptAt place: Int) throws(HDF5Fault) -> [UInt8] {
    if let last = kept[place], last.number == number { return last.bytes }
    kept[place] = nil
    let bytes = try unpacked(number)
    kept[place] = (number, bytes)
    return bytes
  }

  private func unpacked(_ number: Int) throws(HDF5Fault) -> [UInt8] {
    let count = grid.chunkByteCount
    guard let chunk = try index.chunk(number) else {
      let numbers = repeatElement(fill, count: count / grid.numberByteCount)
      return Array(numbers.joined())
    }
    guard filters.canHold(count, storedCount: chunk.byteCount) else {
      throw .damaged("has a chunk of \(chunk.byteCount) bytes that holds \(count)")
    }
    let stored = try source.bytes(chunk.byteCount, at: chunk.address, "chunk")
    return try filters.undo(
      stored, mask: chunk.mask, byteCount: count, numberByteCount: grid.numberByteCount)
  }

  /// Hands out what lies in the area.
  private func hand(
    _ bytes: [UInt8], at place: [Int], _ area: [Range<Int>], to take: (HDF5Patch) -> Void
  ) {
    let starts = [place[0] * grid.chunkSizes[0], place[1] * grid.chunkSizes[1]]
    let shared = (0..<2).map {
      area[$0].clamped(to: starts[$0]..<starts[$0] + grid.chunkSizes[$0])
    }
    let first =
      (shared[0].lowerBound - starts[0]) * grid.chunkSizes[1] + shared[1].lowerBound - starts[1]
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      take(
        HDF5Patch(
          area: shared, bytes: base + first * grid.numberByteCount, pitch: grid.chunkSizes[1]))
    }
  }
}

/// How a matrix of two dimensions is cut into chunks. All chunks are whole: those at the ends reach
/// beyond the matrix.
struct HDF5Grid {
  /// Elements of the matrix along both dimensions; the second one runs fastest.
  let sizes: [Int]
  /// Elements of a chunk along both dimensions.
  let chunkSizes: [Int]
  /// Chunks along both dimensions.
  let counts: [Int]
  /// Bytes of one number.
  let numberByteCount: Int

  /// Longer chunks cost too much memory, each column keeping one; MATLAB's have less than 1 MB.
  private static let mostBytes = 8 << 20

  init(sizes: [Int], chunkSizes: [Int], numberByteCount: Int) throws(HDF5Fault) {
    guard sizes.count == 2, chunkSizes.count == 2, chunkSizes.allSatisfy({ $0 > 0 }) else {
      throw .damaged("has chunks of \(chunkSizes) in a matrix of \(sizes)")
    }
    let (count, overflows) = chunkSizes[0].multipliedReportingOverflow(by: chunkSizes[1])
    guard !overflows, count <= Self.mostBytes / numberByteCount else {
      throw .unread("is cut into chunks of \(chunkSizes[1])×\(chunkSizes[0]) numbers")
    }
    self.sizes = sizes
    self.chunkSizes = chunkSizes
    self.numberByteCount = numberByteCount
    counts = (0..<2).map { (sizes[$0] - 1) / chunkSizes[$0] + 1 }
  }

  /// How many chunks there are.
  var count: Int { counts[0] * counts[1] }
  /// Bytes of one chunk.
  var chunkByteCount: Int { chunkSizes[0] * chunkSizes[1] * numberByteCount }

  /// The number of the chunk that begins at these elements, row after row; `nil` where none begins.
  func number(of offsets: [Int]) -> Int? {
    for axis in 0..<2 where offsets[axis] % chunkSizes[axis] != 0 || offsets[axis] >= sizes[axis] {
      return nil
    }
    return offsets[0] / chunkSizes[0] * counts[1] + offsets[1] / chunkSizes[1]
  }
}

/// Reads what HDF5 stores, one after the other, from bytes that were read before.
///
/// All numbers of the format's own tables have their lowest byte first (HDF5 File Format
/// Specification Version 3.0, II). Each call throws when there are too few bytes.
struct HDF5Cursor {
  private var rest: ArraySlice<UInt8>
  private let start: Int
  private let place: Int
  private let widths: (address: Int, length: Int)
  private let what: String

  /// Begins at the first of `bytes`, which lies at byte `place` of the file.
  init(
    _ bytes: ArraySlice<UInt8>, place: Int, widths: (address: Int, length: Int), what: String
  ) {
    rest = bytes
    start = bytes.startIndex
    self.place = place
    self.widths = widths
    self.what = what
  }

  /// Bytes that were not read.
  var count: Int { rest.count }
  /// Bytes that were.
  var usedCount: Int { rest.startIndex - start }
  /// What it reads and where, for messages.
  var words: String { "\(what) at byte \(place)" }

  /// The next bytes.
  mutating func take(_ count: Int) throws(HDF5Fault) -> ArraySlice<UInt8> {
    guard count >= 0, count <= rest.count else { throw .damaged("has too short a \(words)") }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  /// Passes over bytes.
  mutating func skip(_ count: Int) throws(HDF5Fault) { _ = try take(count) }

  /// Passes over what fills up to a multiple of 8, counted from the first byte.
  mutating func align() throws(HDF5Fault) { try skip(-usedCount & 7) }

  /// The next bytes, for another reader.
  mutating func part(_ count: Int) throws(HDF5Fault) -> HDF5Cursor {
    let begin = place + usedCount
    return HDF5Cursor(try take(count), place: begin, widths: widths, what: what)
  }

  /// A whole number of up to 8 bytes without a sign; one that no file can mean is damage.
  mutating func number(_ size: Int) throws(HDF5Fault) -> Int {
    var value: UInt64 = 0
    for byte in try take(size).reversed() { value = value << 8 | UInt64(byte) }
    guard value < 1 << 62 else { throw .damaged("has an impossible number in the \(words)") }
    return Int(value)
  }

  /// Bytes of something.
  mutating func length() throws(HDF5Fault) -> Int { try number(widths.length) }

  /// Where something lies; `nil` when it was never written, which all bits say.
  mutating func address() throws(HDF5Fault) -> Int? {
    var ahead = self
    if try ahead.take(widths.address).allSatisfy({ $0 == 0xff }) {
      self = ahead
      return nil
    }
    return try number(widths.address)
  }

  /// Bytes that must be there.
  mutating func expect(_ signature: String) throws(HDF5Fault) {
    guard rest.starts(with: signature.utf8) else {
      throw .damaged("has no \(what) at byte \(place)")
    }
    try skip(signature.utf8.count)
  }

  /// Text that ends with a zero or with these bytes.
  mutating func text(_ count: Int) throws(HDF5Fault) -> String {
    String(decoding: try take(count).prefix { $0 != 0 }, as: UTF8.self)
  }
}
