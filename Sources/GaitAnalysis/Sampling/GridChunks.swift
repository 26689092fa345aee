/// A growing stretch of a signal on the recording's grid, in chunks of one length: growing moves nothing, forgetting drops
/// whole chunks, and a slice shares them. However long a walk is, it takes microseconds to cut it out.
struct GridChunks<Value: Sendable>: Sendable {
  /// Values in a chunk: 82 s of samples, so that a recording at rest seldom asks for memory.
  static var chunkLength: Int { 8192 }

  private var chunks: [[Value]] = []
  /// The index of the first chunk's first value.
  private var base: SampleIndex
  /// The index of the first value.
  private(set) var startIndex: SampleIndex
  /// One past the index of the last value.
  private(set) var endIndex: SampleIndex

  /// Makes a signal without values.
  init(from start: SampleIndex = 0) { (base, startIndex, endIndex) = (start, start, start) }

  /// Adds values behind the last.
  mutating func append(contentsOf new: [Value]) {
    new.withUnsafeBufferPointer { new in
      var from = 0
      while from < new.count {
        if chunks.last?.count ?? Self.chunkLength == Self.chunkLength { addChunk() }
        let last = chunks.count - 1
        let end = min(new.count, from + Self.chunkLength - chunks[last].count)
        chunks[last].append(contentsOf: UnsafeBufferPointer(rebasing: new[from..<end]))
        from = end
      }
    }
    endIndex += new.count
  }

  private mutating func addChunk() {
    chunks.append([])
    chunks[chunks.count - 1].reserveCapacity(Self.chunkLength)
  }

  /// Drops what lies before an index.
  mutating func forget(before index: SampleIndex) {
    let count = (index - base) / Self.chunkLength
    chunks.removeFirst(count)
    base += count * Self.chunkLength
    startIndex = index
  }

  /// The values between two indices, sharing the memory.
  subscript(wanted: Range<SampleIndex>) -> GridChunks {
    var slice = GridChunks(from: wanted.lowerBound)
    guard !wanted.isEmpty else { return slice }
    let first = (wanted.lowerBound - base) / Self.chunkLength
    let last = (wanted.upperBound - 1 - base) / Self.chunkLength
    slice.chunks = Array(chunks[first...last])
    slice.base = base + first * Self.chunkLength
    slice.endIndex = wanted.upperBound
    return slice
  }

  /// The values between two indices, one after the other.
  func values(in wanted: Range<SampleIndex>) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(wanted.count)
    for part in parts(in: wanted) { values += part }
    return values
  }

  /// The values between two indices as they lie in memory, part by part.
  func parts(in wanted: Range<SampleIndex>) -> [ArraySlice<Value>] {
    var parts: [ArraySlice<Value>] = []
    var from = wanted.lowerBound - base
    let end = wanted.upperBound - base
    while from < end {
      let (chunk, place) = from.quotientAndRemainder(dividingBy: Self.chunkLength)
      let count = min(Self.chunkLength - place, end - from)
      parts.append(chunks[chunk][place..<(place + count)])
      from += count
    }
    return parts
  }
}
