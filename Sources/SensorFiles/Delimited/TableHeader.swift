import GaitModel

/// Where the table begins and what its columns are called.
struct TableHeader {
  /// The byte between columns.
  let separator: UInt8
  /// Names of the columns, in order; with their units where those have a row of their own.
  let names: [String]
  /// The names as the file has them.
  private(set) var writtenNames: [String]
  /// Lines above the first row of numbers.
  let lineCount: Int
  /// Whether the names were assumed because the file has none.
  let isAssumed: Bool
  /// Whether numbers have a decimal comma.
  let hasDecimalCommas: Bool
  /// The cells of the first row of values; none when there is no row.
  let firstRow: [String]
  /// Cells that a row may have: as many as there are names, or as all of the first rows have.
  let width: Int

  /// How far down a header may stand: loggers write a dozen lines about themselves above it, GENEActiv's
  /// program a hundred.
  static let longestPreamble = 128

  /// Rows that are looked at to tell how numbers are written.
  private static let sampleRowCount = 20

  /// Looks for the header in the first bytes of a file.
  ///
  /// It is the first line that names three axes of acceleration, or a comment above the rows that names as many
  /// columns as they have. A table without names is taken in the plain order when it has 4 columns (time, acceleration) or 7
  /// (and angular rate); one whose lines begin with a date has the acceleration behind it, and what follows is not known.
  init(of file: RecordingFile) throws(SensorFileError) {
    try Self.checkLineEnds(of: file)
    let lines = Self.lines(in: file.head)
    var firstCells: [String] = []
    var comments: [String] = []
    for (index, line) in lines.enumerated() {
      if Self.isSkipped(line) {
        if line.hasPrefix("#") { comments.append(line) }
        continue
      }
      let separator = Self.separator(of: line, above: lines.dropFirst(index + 1).first)
      let cells = Self.cells(of: line, separator: separator)
      if firstCells.isEmpty { firstCells = cells }
      if ColumnLayout.namesThreeAxes(cells) {
        try Self.checkJSON(line, path: file.path)
        let units = UnitRow(lines.dropFirst(index + 1).first, below: cells, separator: separator)
        try self.init(
          separator: separator, names: units?.names ?? cells,
          lineCount: index + (units == nil ? 1 : 2), lines: lines, path: file.path)
        writtenNames = cells
        return
      }
      guard Self.isRow(cells) else { continue }
      if firstCells == cells,
        let names = Self.names(in: comments, separator: separator, count: cells.count)
      {
        try self.init(
          separator: separator, names: names, lineCount: index, lines: lines, path: file.path)
        return
      }
      guard index == 0 || firstCells == cells || GENEActivTable.begins(firstCells),
        let names = GENEActivTable.names(below: firstCells, cells) ?? Self.plainNames(for: cells)
      else { break }
      try self.init(
        separator: separator, names: names, lineCount: index, isAssumed: true, lines: lines,
        path: file.path)
      return
    }
    if let first = lines.first(where: { !Self.isSkipped($0) }) {
      try Self.checkJSON(first, path: file.path)
    }
    throw Self.noHeader(path: file.path, lines: lines)
  }

  /// Browsers and some apps save lists of objects, and programs an object of columns, which on one line looks like a header.
  private static func checkJSON(_ line: String, path: String) throws(SensorFileError) {
    let text = line.filter { !$0.isWhitespace }
    guard text == "[" || ["{", "[{", "[[", "[\""].contains(where: text.hasPrefix) else { return }
    throw SensorFileError(
      .unknownFormat, path: path,
      "this is JSON, not a table; save its samples as a table with the columns "
        + "time_s,acc_x,acc_y,acc_z (acceleration with gravity, in m/s²).")
  }

  /// Takes the first line that is neither blank nor a comment, whatever it names.
  init(firstLineOf file: RecordingFile) throws(SensorFileError) {
    try Self.checkLineEnds(of: file)
    let lines = Self.lines(in: file.head)
    guard let index = lines.firstIndex(where: { !Self.isSkipped($0) }) else {
      throw Self.noHeader(path: file.path, lines: [])
    }
    let separator = Self.separator(of: lines[index])
    try self.init(
      separator: separator, names: Self.cells(of: lines[index], separator: separator),
      lineCount: index + 1, lines: lines, path: file.path)
  }

  /// Takes names that stand in another file, or nowhere; the rows begin below `linesAbove` lines.
  init(
    names: [String], separator: UInt8, for file: RecordingFile, linesAbove: Int = 0
  ) throws(SensorFileError) {
    try self.init(
      separator: separator, names: names, lineCount: linesAbove,
      lines: Self.lines(in: file.head), path: file.path)
  }

  private init(
    separator: UInt8, names: [String], lineCount: Int, isAssumed: Bool = false, lines: [String],
    path: String
  ) throws(SensorFileError) {
    self.separator = separator
    self.names = names
    writtenNames = names
    self.lineCount = lineCount
    self.isAssumed = isAssumed
    let rows = lines.dropFirst(lineCount).filter { !Self.isSkipped($0) }.prefix(
      Self.sampleRowCount
    ).map { Self.cells(of: $0, separator: separator) }
    firstRow = rows.first ?? []
    let widths = rows.map { ($0.lastIndex { !$0.isEmpty } ?? -1) + 1 }
    width = max(names.count, widths.min() ?? 0)
    hasDecimalCommas = separator != UInt8(ascii: ",") && Self.haveDecimalCommas(rows)
    if separator == UInt8(ascii: ","), names.count > 1, !rows.isEmpty,
      rows.allSatisfy({ $0.count == 2 * names.count })
    {
      throw SensorFileError(
        .damaged, path: path,
        "its rows have twice as many cells as its header (\(names.count)): numbers with decimal "
          + "commas and commas between them cannot be told apart. Export it with semicolons or "
          + "with decimal points.")
    }
    try checkWidth(of: rows, path)
    let first = lines.dropFirst(lineCount).filter { !Self.isSkipped($0) }.prefix(rows.count)
    try checkRowNames(of: rows, isQuoted: first.allSatisfy { $0.hasPrefix("\"") }, path)
  }

  /// R writes a name in quotes before each row, often its number, and none for their column above.
  private func checkRowNames(
    of rows: [[String]], isQuoted: Bool, _ path: String
  ) throws(SensorFileError) {
    guard isQuoted, rows.count > 1, !isAssumed, names.count > 1,
      rows.allSatisfy({ $0.count == names.count + 1 }),
      let first = rows.first.flatMap({ Int($0[0]) }),
      rows.enumerated().allSatisfy({ Int($1[0]) == first + $0 })
    else { return }
    throw SensorFileError(
      .damaged, path: path,
      "its rows have more cells (\(names.count + 1)) than its header (\(names.count)), the first of them the row's number in "
        + "quotes, as R writes its names of rows: each column would be read as the next one. Write it without them, as with "
        + "row.names = FALSE, or name their column, too.")
  }

  /// A number with a decimal comma takes two cells and moves those after it into the next columns.
  private func checkWidth(of rows: [[String]], _ path: String) throws(SensorFileError) {
    guard separator == UInt8(ascii: ","), !isAssumed, names.count > 1, let first = rows.first,
      rows.allSatisfy({ $0.dropFirst(names.count).contains { !$0.isEmpty } })
    else { return }
    throw SensorFileError(
      .damaged, path: path,
      "its rows have more cells (\(first.count)) than its header (\(names.count)): which belongs to which column "
        + "cannot be told. A decimal has a point, and each column a name.")
  }

  /// Whether numbers have commas and none has a point.
  private static func haveDecimalCommas(_ rows: [[String]]) -> Bool {
    let numbers = rows.joined().filter { cell in
      cell.contains { $0.isNumber } && cell.allSatisfy { $0.isNumber || "+-−,.eE".contains($0) }
    }
    return numbers.contains { $0.contains(",") } && !numbers.contains { $0.contains(".") }
  }

  private static func isRow(_ cells: [String]) -> Bool {
    cells.count > 1 && (Double(cells[0]) != nil || DateTime(cells[0]) != nil)
      && cells.dropFirst().allSatisfy { Double($0) != nil } || isRowOfMetaBase(cells)
  }

  /// The names in the last comment that has any, as NumPy writes them: one for each cell of the rows, those of motion among
  /// them; `nil` of other comments.
  private static func names(
    in comments: [String], separator: UInt8, count: Int
  ) -> [String]? {
    comments.reversed().lazy.map { line in
      Self.cells(of: String(line.drop { $0 == "#" }), separator: separator)
    }.first { names in
      names.count == count && names.contains { ColumnName($0).isOfThreeAxes }
    }
  }

  /// `1679943616897,2023-03-27T14:00:16.897,11.98,0.718,-0.545,0.269`.
  private static func isRowOfMetaBase(_ cells: [String]) -> Bool {
    cells.count == 6 && DateTime(cells[1]) != nil
      && [0, 2, 3, 4, 5].allSatisfy { Double(cells[$0]) != nil }
  }

  private static func plainNames(for cells: [String]) -> [String]? {
    let plain = Channel.allCases.map(\.plainName)
    if isRowOfMetaBase(cells) { return ["epoch (ms)", "time", "elapsed (s)"] + plain[1..<4] }
    if Double(cells[0]) != nil {
      return [4, 7].contains(cells.count) ? Array(plain.prefix(cells.count)) : nil
    }
    guard cells.count > 3 else { return nil }
    return ["time"] + plain[1..<4] + (4..<cells.count).map { "column \($0 + 1)" }
  }

  private static func checkLineEnds(of file: RecordingFile) throws(SensorFileError) {
    let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    guard file.head.contains(carriageReturn), !file.head.contains(lineFeed) else { return }
    throw SensorFileError(
      .unknownFormat, path: file.path,
      "its lines end with carriage returns alone; save it with line feeds.")
  }

  private static func noHeader(path: String, lines: [String]) -> SensorFileError {
    guard let (number, cells) = likelyHeader(in: lines) else {
      return SensorFileError(.empty, path: path, "there is nothing but blank lines and comments.")
    }
    let found = cells.prefix(12).map { $0.isEmpty ? "(no name)" : String($0.prefix(40)) }
    let isWithoutGravity = cells.contains {
      if case .userAcceleration = ColumnName($0).quantity { true } else { false }
    }
    let names = cells.map(ColumnName.init)
    let isAngularRate = ColumnLayout.triad(in: names, .angularRate) != nil
    let unknown = unknownAccelerations(in: names)
    let otherAxes = names.filter {
      $0.quantity == nil && !$0.text.lowercased().contains("accuracy")
        && ColumnLayout.Triad.acceleration.isNamed(in: $0.text.lowercased())
    }.map { "\"\($0.text)\"" }
    let advice =
      ColumnLayout.hasQuaternion(names)
      ? "Beside w, the columns x, y and z are a quaternion, which tells how the sensor is turned; export the "
        + "accelerometer's columns, such as acc_x,acc_y,acc_z."
      : isWithoutGravity
        ? "Acceleration without gravity cannot be used; export the raw accelerometer."
        : !unknown.isEmpty
          ? advice(on: unknown)
          : otherAxes.count > 2
            ? "Axes are told by the letters x, y and z: where \(otherAxes.prefix(8).joined(separator: ", ")) are the "
              + "accelerometer's, name them acc_x, acc_y, acc_z."
            : isAngularRate
              ? "This is angular rate alone; the accelerometer's table is needed, with this one beside it "
                + "or in the same columns."
              : SpacedBytes.advice(on: lines)
                ?? "Name them in a header row, such as time_s,acc_x,acc_y,acc_z."
    return SensorFileError(
      .missingChannel, path: path,
      "three axes of acceleration are needed; \(number == 1 ? "the first line" : "line \(number)") has the columns "
        + "\(found.joined(separator: ", ")). \(advice)")
  }

  /// The line that is most likely meant as the header, by its number from 1: the first of those with the most words. Programs
  /// write a line or more about themselves above it. `nil` where there is nothing but blank lines and comments.
  private static func likelyHeader(in lines: [String]) -> (number: Int, cells: [String])? {
    var best: (number: Int, cells: [String])?
    var most = -1
    for (index, line) in lines.enumerated() where !isSkipped(line) {
      let cells = cells(of: line, separator: separator(of: line))
      let count = cells.count { !$0.isEmpty && Double($0) == nil }
      if count > most { (best, most) = ((index + 1, cells), count) }
    }
    return best
  }

  private static func advice(on unknown: [String]) -> String {
    guard unknown.count > 1 else {
      return
        "The columns \(unknown.joined()) may be an acceleration, and are not known by their names; where "
        + "they are the accelerometer's, name them acc_x, acc_y, acc_z, with the unit behind."
    }
    let listed = unknown.prefix(8).joined(separator: "; ") + (unknown.count > 8 ? "; …" : "")
    return
      "Several sensors have columns that may be an acceleration, and are not known by their names: \(listed); choose the one "
      + "that you mean, and name its columns acc_x, acc_y, acc_z, with the unit behind."
  }

  /// The columns of each sensor that has three axes of one name that is not known, in a unit of acceleration or called like one,
  /// in the table's order; none where there are no such columns.
  private static func unknownAccelerations(in names: [ColumnName]) -> [String] {
    let axes = names.filter { name in
      guard name.quantity == nil, let stem = name.unknownAxis?.stem else { return false }
      return name.unit?.isOfAcceleration ?? ColumnLayout.Triad.acceleration.isNamed(in: stem)
    }
    let sensors = Dictionary(grouping: axes.enumerated()) { $0.element.unknownAxis?.stem }.values
    let whole = sensors.filter { Set($0.map { $0.element.unknownAxis?.axis }).count == 3 }
    return whole.sorted { $0[0].offset < $1[0].offset }
      .map { $0.map { "\"\($0.element.text)\"" }.joined(separator: ", ") }
  }

  /// The first lines of a text. Signs of units are often those of Windows, as `°/s` and `m/s²`.
  static func lines(in head: [UInt8], limit: Int = longestPreamble) -> [String] {
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    let text = head.starts(with: mark) ? head.dropFirst(3) : head[...]
    return text.split(
      separator: UInt8(ascii: "\n"), maxSplits: limit, omittingEmptySubsequences: false
    ).prefix(limit).map { line in
      TextEncoding.readable(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }
  }

  /// Bytes that are no white space, for sure: what other white space there is, Unicode's tables say, letter by letter.
  private static let visible = UInt8(ascii: "!")...UInt8(ascii: "~")

  /// Whether a line is blank or a comment.
  static func isSkipped(_ line: String) -> Bool {
    switch line.utf8.first {
    case UInt8(ascii: "#"), nil: true
    case let first? where visible.contains(first): false
    default: line.allSatisfy(\.isWhitespace)
    }
  }

  /// The separator that parts a line most often; a bar where there is no other, which units and lists hold too (`acc_x|g`,
  /// `walk|run`), nor one in the line below, which is a row's where bars part it; a comma when there is none.
  static func separator(of line: String, above next: String? = nil) -> UInt8 {
    let candidates = [",", ";", "\t"].map { mark in
      (mark: mark, count: line.count { String($0) == mark })
    }
    let best = candidates.max { $0.count < $1.count }
    return best.flatMap { $0.count > 0 ? $0.mark.utf8.first : nil }
      ?? UInt8(ascii: line.contains("|") && next?.contains("|") ?? true ? "|" : ",")
  }

  /// The cells of a line, without the quotes and white space around them.
  static func cells(of line: String, separator: UInt8) -> [String] {
    CSVLine.fields(line.utf8, separator: separator).map(trimmed)
  }

  /// The cells of the first rows of its table, blank lines and comments left out.
  func rows(of file: RecordingFile) -> [[String]] {
    // The last line may be cut.
    Self.lines(in: file.head, limit: .max).dropFirst(lineCount).dropLast()
      .filter { !Self.isSkipped($0) }.map { Self.cells(of: $0, separator: separator) }
  }

  /// The number in a cell of its table; `nil` where there is none.
  func number(in cell: String) -> Double? {
    Double(hasDecimalCommas ? cell.replacing(",", with: ".") : cell)
  }

  private static func trimmed(_ text: String) -> String {
    if let first = text.utf8.first, let last = text.utf8.last, visible.contains(first),
      visible.contains(last)
    {
      return text
    }
    let front = text.drop(while: \.isWhitespace)
    let end = front.lastIndex { !$0.isWhitespace }
    return end.map { String(front[...$0]) } ?? ""
  }
}

/// A table that fits into the first bytes of a file: what a logger says about a recording.
struct SmallTable {
  /// Names of the columns.
  let names: [String]
  /// The rows below them, each with as many cells as it has.
  let rows: [[String]]
  private let hasDecimalCommas: Bool

  /// More rows than a motion laboratory has channels.
  private static let rowLimit = 2000

  /// Reads the table; rows behind the first 64 KiB or `rowLimit` are left out.
  init(_ file: RecordingFile) {
    let lines = TableHeader.lines(in: file.head, limit: Self.rowLimit).filter {
      !TableHeader.isSkipped($0)
    }
    let separator = lines.first.map { TableHeader.separator(of: $0) } ?? UInt8(ascii: ",")
    let cells = lines.map { TableHeader.cells(of: $0, separator: separator) }
    names = cells.first ?? []
    rows = Array(cells.dropFirst())
    hasDecimalCommas = separator != UInt8(ascii: ",")
  }

  /// The place of a column, whatever its case.
  func place(of name: String) -> Int? {
    names.firstIndex { $0.lowercased() == name.lowercased() }
  }

  /// What a row says in a column; `nil` when it says nothing.
  func text(_ name: String, row: Int = 0) -> String? {
    guard let place = place(of: name), row < rows.count, place < rows[row].count else { return nil }
    let text = rows[row][place]
    return text.isEmpty || text.lowercased() == "n/a" ? nil : text
  }

  /// The number in a column; `nil` when there is none.
  func number(_ name: String, row: Int = 0) -> Double? {
    guard let text = text(name, row: row) else { return nil }
    return Double(hasDecimalCommas ? String(text.map { $0 == "," ? "." : $0 }) : text)
      .flatMap { $0.isFinite ? $0 : nil }
  }
}
