/// Where the runs of a thinned file may begin and end.
enum RunAlignment: Hashable {
  /// Between lines of text.
  case lines
  /// At a multiple of so many bytes from the beginning of the file.
  case blocks(byteCount: Int)
}

/// Evenly spread runs of a long file, one after the other: the first from its beginning, the last
/// to its end. What lies between them is not read.
final class ThinnedBytes: ByteStream {
  /// Bytes of a run: a quarter of a minute of text at 100 Hz, a minute of packed samples. Still
  /// periods are judged over 10 s.
  static let runByteCount = 128 << 10
  /// Runs of a file: 64 MiB are read in a tenth of a second, and a week has one every 20 minutes.
  static let runCount = 512
  /// Shorter files are read whole: it takes no longer than a fifth of a second.
  static let leastByteCount = 2 * runCount * runByteCount

  private let file: PlainBytes
  private let alignment: RunAlignment
  private let run = UnsafeMutableRawBufferPointer.allocate(
    byteCount: runByteCount, alignment: 64)
  private var runIndex = 0
  private var rest = 0..<0

  /// Thins a file of at least `leastByteCount` bytes.
  init(_ file: PlainBytes, alignment: RunAlignment) {
    self.file = file
    self.alignment = alignment
  }

  deinit { run.deallocate() }

  var damage: String? { nil }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SensorFileError) -> Int {
    while rest.isEmpty, runIndex < Self.runCount { try readRun() }
    let part = rest.prefix(buffer.count)
    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: run[part]))
    rest.removeFirst(part.count)
    return part.count
  }

  private func readRun() throws(SensorFileError) {
    let last = Double(file.byteCount - Self.runByteCount)
    var start = Int(last * Double(runIndex) / Double(Self.runCount - 1))
    let isFirst = runIndex == 0
    runIndex += 1
    if case .blocks(let size) = alignment { start -= start % size }
    let count = try file.read(run, at: start)
    rest = wholePart(of: 0..<count, isFirst: isFirst, isLast: runIndex == Self.runCount)
  }

  /// What lies between the first and the last end of a record.
  private func wholePart(of range: Range<Int>, isFirst: Bool, isLast: Bool) -> Range<Int> {
    switch alignment {
    case .blocks(let size): return range.lowerBound..<range.upperBound - range.count % size
    case .lines:
      let newline = UInt8(ascii: "\n")
      let bytes = run[range]
      let start = isFirst ? range.lowerBound : bytes.firstIndex(of: newline).map { $0 + 1 }
      let end = isLast ? range.upperBound : bytes.lastIndex(of: newline).map { $0 + 1 }
      guard let start, let end, start < end else { return 0..<0 }
      return start..<end
    }
  }
}
