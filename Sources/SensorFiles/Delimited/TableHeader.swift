/// Where the table begins and what its columns are called.
struct TableHeader {
  /// The byte between columns.
  let separator: UInt8
  /// Names of the columns, in order.
  let names: [String]
  /// Lines above the first row of numbers.
  let lineCount: Int
  /// Whether the names were assumed because the file has none.
  let isAssumed: Bool

  /// How far down a header may stand: loggers write a dozen lines about themselves above it.
  private static let longestPreamble = 100

  /// Looks for the header in the first bytes of a file.
  ///
  /// It is the first line that names three axes of acceleration. A table without names is taken
  /// in the plain order when it has 4 columns (time, acceleration) or 7 (and angular rate).
  init(of file: RecordingFile) throws(SensorFileError) {
    try Self.checkLineEnds(of: file)
    let lines = Self.lines(in: file.head)
    var firstCells: [String] = []
    for (index, line) in lines.enumerated() where !Self.isSkipped(line) {
      let separator = Self.separator(of: line)
      let cells = Self.cells(of: line, separator: separator)
      if firstCells.isEmpty { firstCells = cells }
      if ColumnLayout.namesThreeAxes(cells) {
        self.init(separator: separator, names: cells, lineCount: index + 1, isAssumed: false)
        return
      }
      guard cells.count > 1, cells.allSatisfy({ Double($0) != nil }) else { continue }
      guard index == 0 || firstCells == cells, [4, 7].contains(cells.count) else { break }
      let names = Channel.allCases.prefix(cells.count).map(\.plainName)
      self.init(separator: separator, names: names, lineCount: index, isAssumed: true)
      return
    }
    throw Self.noHeader(path: file.path, firstCells: firstCells)
  }

  private init(separator: UInt8, names: [String], lineCount: Int, isAssumed: Bool) {
    self.separator = separator
    self.names = names
    self.lineCount = lineCount
    self.isAssumed = isAssumed
  }

  private static func checkLineEnds(of file: RecordingFile) throws(SensorFileError) {
    let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    guard file.head.contains(carriageReturn), !file.head.contains(lineFeed) else { return }
    throw SensorFileError(
      .unknownFormat, path: file.path,
      "its lines end with carriage returns alone; save it with line feeds.")
  }

  private static func noHeader(path: String, firstCells: [String]) -> SensorFileError {
    guard !firstCells.isEmpty else {
      return SensorFileError(.empty, path: path, "there is nothing but blank lines and comments.")
    }
    let found = firstCells.prefix(12).map { $0.isEmpty ? "(no name)" : String($0.prefix(40)) }
    let isWithoutGravity = firstCells.contains {
      ColumnName($0).quantity == .accelerationWithoutGravity
    }
    let advice =
      isWithoutGravity
      ? "Acceleration without gravity cannot be used; export the raw accelerometer."
      : "Name them in a header row, such as time_s,acc_x,acc_y,acc_z."
    return SensorFileError(
      .missingChannel, path: path,
      "three axes of acceleration are needed; the first line has the columns "
        + "\(found.joined(separator: ", ")). \(advice)")
  }

  private static func lines(in head: [UInt8]) -> [String] {
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    let text = head.starts(with: mark) ? head.dropFirst(3) : head[...]
    return text.split(
      separator: UInt8(ascii: "\n"), maxSplits: longestPreamble, omittingEmptySubsequences: false
    ).prefix(longestPreamble).map { line in
      String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
  }

  private static func isSkipped(_ line: String) -> Bool {
    line.hasPrefix("#") || line.allSatisfy(\.isWhitespace)
  }

  /// The separator that parts a line most often; a comma when there is none.
  private static func separator(of line: String) -> UInt8 {
    let candidates = [",", ";", "\t"].map { mark in
      (mark: mark, count: line.count { String($0) == mark })
    }
    let best = candidates.max { $0.count < $1.count }
    return best.flatMap { $0.count > 0 ? $0.mark.utf8.first : nil } ?? UInt8(ascii: ",")
  }

  /// The cells of a line, without the quotes and white space around them.
  private static func cells(of line: String, separator: UInt8) -> [String] {
    var cells: [String] = []
    var cell: [UInt8] = []
    var isQuoted = false
    for byte in line.utf8 {
      if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if byte == separator, !isQuoted {
        cells.append(trimmed(cell))
        cell = []
      } else {
        cell.append(byte)
      }
    }
    return cells + [trimmed(cell)]
  }

  private static func trimmed(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    let front = text.drop(while: \.isWhitespace)
    let end = front.lastIndex { !$0.isWhitespace }
    return end.map { String(front[...$0]) } ?? ""
  }
}
