/// Whole lines of a file in one stretch of memory, refilled from the front when they are used up.
///
/// Behind the last line there are always bytes that may be read, so that eight can be loaded at
/// once anywhere. The last line of the file gets a newline when it has none.
final class LineBuffer {
  /// Large enough that refilling costs nothing, small enough for the second-level cache.
  static let capacity = 1 << 20
  private static let padding = 64

  let path: String
  private let stream: any ByteStream
  private let hasDecimalCommas: Bool
  private let memory: UnsafeMutablePointer<UInt8>
  private var filled = 0
  private var hasEnded = false

  /// The first byte that was not yet used.
  private(set) var start: UnsafePointer<UInt8>
  /// Behind the newline of the last whole line.
  private(set) var end: UnsafePointer<UInt8>

  /// Begins before the first line. Where commas part no columns but whole numbers from fractions
  /// they are turned into points as the bytes come in.
  init(path: String, stream: any ByteStream, hasDecimalCommas: Bool = false) {
    self.path = path
    self.stream = stream
    self.hasDecimalCommas = hasDecimalCommas
    memory = .allocate(capacity: Self.capacity + Self.padding)
    // The rest is written before it is read: a small file does not pay for the memory of a large one.
    (memory + Self.capacity).initialize(repeating: 0, count: Self.padding)
    start = UnsafePointer(memory)
    end = UnsafePointer(memory)
  }

  deinit { memory.deallocate() }

  /// What was wrong with the bytes so far, or `nil`.
  var damage: String? { stream.damage }

  /// Whether the last line of the file was used.
  var isUsedUp: Bool { hasEnded && start == end }

  /// Marks everything before `position` as used.
  func use(upTo position: UnsafePointer<UInt8>) { start = position }

  /// Gets more whole lines behind those that were used; `false` at the end of the file.
  func refill() throws(SensorFileError) -> Bool {
    let kept = UnsafePointer(memory) + filled - start
    memory.update(from: start, count: kept)
    filled = kept
    start = UnsafePointer(memory)
    while filled < Self.capacity, !hasEnded { try readMore() }
    if hasEnded { endLastLine() }
    end = start + lengthOfWholeLines()
    if end == start, filled == Self.capacity {
      throw SensorFileError(
        .damaged, path: path,
        "there is a line of more than \(Self.capacity) bytes; a table has one sample in a line.")
    }
    return end > start
  }

  /// A last line without newline is whole, unless the bytes were cut: then its last number may
  /// have lost digits, and the line is left out.
  private func endLastLine() {
    guard filled > 0, filled < Self.capacity, memory[filled - 1] != UInt8(ascii: "\n"),
      stream.damage == nil
    else { return }
    memory[filled] = UInt8(ascii: "\n")
    filled += 1
  }

  private func readMore() throws(SensorFileError) {
    let free = UnsafeMutableRawBufferPointer(
      start: memory + filled, count: Self.capacity - filled)
    let count = try stream.read(into: free)
    if hasDecimalCommas {
      for place in filled..<filled + count where memory[place] == UInt8(ascii: ",") {
        memory[place] = UInt8(ascii: ".")
      }
    }
    filled += count
    hasEnded = count == 0
  }

  private func lengthOfWholeLines() -> Int {
    var length = filled
    while length > 0, memory[length - 1] != UInt8(ascii: "\n") { length -= 1 }
    return length
  }
}
