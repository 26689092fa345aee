import GaitModel

/// A table whose columns are parted by spaces, as NumPy's `savetxt` and R's `write.table` write it, handed out with one tab
/// between them.
///
/// ```
/// # time_s acc_x acc_y acc_z        # time_s → acc_x → acc_y → acc_z
///   0.00   0.12  9.80  0.31         0.00 → 0.12 → 9.80 → 0.31
///   0.01         9.81  0.30         as it is: which cell is empty cannot be told
/// ```
final class SpacedBytes: ByteStream {
  /// Where the table begins, and how many columns it has.
  struct Layout: Hashable {
    /// Lines above the names of the columns, or above the first row where there are none.
    let linesAbove: Int
    /// Columns of every row.
    let columnCount: Int
  }

  /// Rows that are looked at.
  private static let sampleRowCount = 20
  private static let pieceByteCount = 1 << 15

  private let stream: any ByteStream
  private let layout: Layout
  private var rest: [UInt8] = []
  private var ready: ArraySlice<UInt8> = []
  private var (lineCount, hasEnded) = (0, false)

  init(_ stream: any ByteStream, layout: Layout) {
    self.stream = stream
    self.layout = layout
  }

  var damage: String? { stream.damage }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SensorFileError) -> Int {
    while ready.isEmpty, !hasEnded { try refill() }
    let part = ready.prefix(buffer.count)
    part.withUnsafeBytes { buffer.copyMemory(from: $0) }
    ready.removeFirst(part.count)
    return part.count
  }

  /// Rewrites the next whole lines; what stands behind the last line end waits for the piece behind it.
  private func refill() throws(SensorFileError) {
    var piece = [UInt8](repeating: 0, count: Self.pieceByteCount)
    let count = try stream.read(into: &piece)
    hasEnded = count == 0
    rest += piece[..<count]
    var written: [UInt8] = []
    written.reserveCapacity(rest.count)
    var start = 0
    while let end = rest[start...].firstIndex(of: newline) {
      append(rest[start..<end], to: &written)
      written.append(newline)
      start = end + 1
    }
    // A line without end is no line of a table.
    if hasEnded || rest.count - start > LineBuffer.capacity {
      append(rest[start...], to: &written)
      start = rest.count
    }
    rest.removeFirst(start)
    ready = written[...]
  }

  /// Writes a line; one of the table that has more or fewer cells than the others stays as it is, so that no value gets into
  /// another column.
  private func append(_ line: ArraySlice<UInt8>, to written: inout [UInt8]) {
    lineCount += 1
    // A byte order mark hides the sign of a comment.
    let line = lineCount == 1 && line.starts(with: [0xef, 0xbb, 0xbf]) ? line.dropFirst(3) : line
    let isComment = line.first == UInt8(ascii: "#")
    let cells = Self.cells(of: isComment ? line.dropFirst() : line)
    guard lineCount > layout.linesAbove, cells.count == layout.columnCount else {
      written += line
      return
    }
    if isComment { written.append(UInt8(ascii: "#")) }
    written += cells.joined(separator: [UInt8(ascii: "\t")])
  }

  private static func cells(of line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }
  }
}

extension SpacedBytes {
  /// The layout of a text whose rows are parted by spaces and nothing else, with as many names above as they have cells, or
  /// none; `nil` of any other text.
  static func layout(of head: [UInt8]) -> Layout? {
    guard head.prefix(4096).contains(UInt8(ascii: " ")),
      head.prefix(4096).allSatisfy({ $0 >= 32 || $0 == 10 || $0 == 13 || $0 == 9 })
    else { return nil }
    var lines = TableHeader.lines(in: head, limit: TableHeader.longestPreamble + sampleRowCount)
    if head.count >= RecordingFile.headCapacity { lines.removeLast() }
    guard let (first, count) = rows(in: lines) else { return nil }
    let above = names(above: first, in: lines)
    guard let nearest = above.first else {
      return Layout(linesAbove: first, columnCount: count)
    }
    let comments = above.filter { lines[$0].hasPrefix("#") }
    guard comments.contains(nearest) else {
      // Units stand between the names and the rows.
      let named = above.prefix(2).prefix { words(lines[$0])?.count == count }
      return named.last.map { Layout(linesAbove: $0, columnCount: count) }
    }
    let named = comments.filter {
      words(lines[$0])?.count == count || lines[$0].split(separator: "\t").count == count
    }
    // Names that do not fit the columns are not passed over: what stands in which column would be guessed.
    let naming = comments.filter { namesAxes(lines[$0]) }
    guard naming.isEmpty || naming.contains(where: named.contains) else { return nil }
    return Layout(linesAbove: named.last ?? first, columnCount: count)
  }

  /// Whether a comment speaks of three axes, however its names are parted.
  private static func namesAxes(_ line: String) -> Bool {
    let ends = line.lowercased().split { !$0.isLetter }.compactMap(\.last)
    return "xyz".allSatisfy(ends.contains)
  }

  /// What to do about rows that are parted by spaces and do not all have as many cells as there are names; `nil` of any other
  /// text.
  static func advice(on lines: [String]) -> String? {
    let hasRow = lines.contains { line in
      !TableHeader.isSkipped(line) && (words(line) ?? []).count { Double($0) != nil } > 2
    }
    return hasRow
      ? "Columns that are parted by spaces are read where each row has as many cells as the line above names, without a space "
        + "in a name, a date or an empty cell; save it with commas between the columns, such as time_s,acc_x,acc_y,acc_z."
      : nil
  }

  /// Lines above a row that are not blank, the nearest first.
  private static func names(above row: Int, in lines: [String]) -> [Int] {
    (0..<row).reversed().filter { !lines[$0].allSatisfy(\.isWhitespace) }
  }

  /// The first row, and how many cells it and those below it have; `nil` where they are not alike.
  private static func rows(in lines: [String]) -> (first: Int, columnCount: Int)? {
    guard let first = lines.firstIndex(where: isRow), let count = words(lines[first])?.count else {
      return nil
    }
    let rows = lines[first...].filter { !TableHeader.isSkipped($0) }.prefix(sampleRowCount)
    guard rows.count > 1, rows.allSatisfy({ isRow($0) && words($0)?.count == count }) else {
      return nil
    }
    return (first, count)
  }

  /// Numbers, the first of which may be a date, and words behind them at most.
  private static func isRow(_ line: String) -> Bool {
    guard let cells = words(line), cells.count > 2 else { return false }
    let numbers = cells.prefix { Double($0) != nil }
    return numbers.count > 2
      || DateTime(cells[0]) != nil && cells.dropFirst().prefix(3).count { Double($0) != nil } == 3
  }

  /// The words of a line; `nil` where anything else parts them.
  private static func words(_ line: String) -> [String]? {
    guard !line.contains(where: { ",;|\t".contains($0) }) else { return nil }
    return (line.hasPrefix("#") ? line.dropFirst() : line[...]).split(separator: " ").map(
      String.init)
  }
}

private let newline = UInt8(ascii: "\n")
