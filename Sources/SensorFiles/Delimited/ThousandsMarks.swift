/// Numbers with marks between thousands, as a spreadsheet writes them: `986` beside `1.004`, which is 1004 and not 1.004, and
/// `1,002`, `1 002` or `1'002`, which are no numbers for a reader of decimals.
enum ThousandsMarks {
  /// Signs that stand between thousands somewhere: points, commas, apostrophes and spaces, those of one width and narrow ones
  /// too, and what a space of Windows becomes in a text that is read as UTF-8.
  private static let marks: Set<Character> = [
    ".", ",", "'", "’", " ", "\u{a0}", "\u{202f}", "\u{2009}", "\u{fffd}",
  ]

  /// Throws where the first rows of a table have such numbers in a column that is read.
  static func check(
    _ columns: ColumnLayout, _ header: TableHeader, in file: RecordingFile
  ) throws(SensorFileError) {
    let rows = header.rows(of: file)
    let decimal: Character =
      header.hasDecimalCommas || areCommasDecimal(columns, header, rows) ? "," : "."
    try checkDecimals(columns, decimal, rows, file.path)
    try checkOthers(columns, decimal, rows, file.path)
  }

  /// Whether decimals of motion have a comma and none has a point, whatever the points of other columns mean.
  private static func areCommasDecimal(
    _ columns: ColumnLayout, _ header: TableHeader, _ rows: [[String]]
  ) -> Bool {
    guard header.separator != UInt8(ascii: ",") else { return false }
    let cells = places(of: columns).lazy.flatMap { place in
      rows.lazy.filter { place < $0.count }.map { $0[place] }
    }
    return cells.contains { isDecimal(groups(of: $0, ",")) }
      && !cells.contains { isDecimal(groups(of: $0, ".")) }
  }

  /// Where the columns of motion are.
  private static func places(of columns: ColumnLayout) -> [Int] {
    let motion = Set(Channel.acceleration + Channel.angularRate + Channel.gravity)
    return columns.columns.filter { motion.contains($0.channel) }.map(\.place)
  }

  /// The sign of decimals may be the mark: then each value of a column of acceleration is of up to three digits, or of groups of
  /// three with that sign between them, and none begins with 0 as decimals do. A value of three digits without the sign
  /// stands beside one with it, and no other value of motion shows that the sign is that of decimals: a table is written by
  /// one program.
  private static func checkDecimals(
    _ columns: ColumnLayout, _ mark: Character, _ rows: some Sequence<[String]>, _ path: String
  ) throws(SensorFileError) {
    let places = places(of: columns)
    var open = columns.columns.filter { Channel.acceleration.contains($0.channel) }
    var whole: [Int: String] = [:]
    var marked: [Int: String] = [:]
    for cells in rows {
      if places.contains(where: { $0 < cells.count && isDecimal(groups(of: cells[$0], mark)) }) {
        return
      }
      open.removeAll { column in
        guard column.place < cells.count, !cells[column.place].isEmpty else { return false }
        let cell = cells[column.place]
        let groups = groups(of: cell, mark)
        if groups.count > 1 { marked[column.place] = cell }
        if groups.count == 1, groups[0].count == 3 { whole[column.place] = cell }
        return !areThousands(groups)
      }
      if open.isEmpty { return }
    }
    let found = open.lazy.compactMap { column -> (String, String, String)? in
      guard let one = whole[column.place], let other = marked[column.place] else { return nil }
      return (column.name, one, other)
    }.first
    guard let (name, one, other) = found else { return }
    throw SensorFileError(
      .impossibleUnits, path: path,
      "the column \"\(name)\" has \"\(other)\" beside \"\(one)\": the mark in \"\(other)\" stands between thousands, and "
        + "would be read as that of decimals. Export the table without marks between thousands.")
  }

  /// Any other sign between groups of three digits makes a cell none that can be read, and its row would be left out: those
  /// of more than 1 g, or whole stretches of time.
  private static func checkOthers(
    _ columns: ColumnLayout, _ decimal: Character, _ rows: some Sequence<[String]>, _ path: String
  ) throws(SensorFileError) {
    var found: [Character: (name: String, cell: String)] = [:]
    // A sign that once stands elsewhere is that of decimals, as in `0,982` and `1,0`.
    var others: Set<Character> = []
    for cells in rows {
      for column in columns.columns where column.place < cells.count {
        let cell = cells[column.place]
        if isPlain(cell, decimal) { continue }
        guard let mark = cell.first(where: { marks.contains($0) }), mark != decimal else {
          continue
        }
        let parts = cell.split(separator: decimal, omittingEmptySubsequences: false)
        let isNumber = parts.count < 3 && parts.dropFirst().allSatisfy { $0.allSatisfy(\.isNumber) }
        if isNumber, areThousands(groups(of: parts[0], mark)) {
          if found[mark] == nil { found[mark] = (column.name, cell) }
        } else if ",.".contains(mark) {
          others.insert(mark)
        }
      }
    }
    let first = found.filter { !others.contains($0.key) }.min { $0.value.name < $1.value.name }
    guard let (name, cell) = first?.value else { return }
    throw SensorFileError(
      .impossibleUnits, path: path,
      "the column \"\(name)\" has \"\(cell)\", with a mark between thousands, and its row cannot be read. Export the table "
        + "without marks between thousands.")
  }

  /// Whether a cell has no sign but that of decimals; most have none, and bytes tell that sooner than characters.
  private static func isPlain(_ cell: String, _ decimal: Character) -> Bool {
    cell.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), decimal.asciiValue: true
      default: false
      }
    }
  }

  private static func groups(of cell: some StringProtocol, _ mark: Character) -> [String] {
    String(cell).drop(while: { "+-−".contains($0) })
      .split(separator: mark, omittingEmptySubsequences: false).map { String($0) }
  }

  /// Whether the sign between two groups of digits can only be that of decimals: behind a 0 or more than three digits, or
  /// before other than three.
  private static func isDecimal(_ groups: [String]) -> Bool {
    guard groups.count == 2, groups.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } })
    else { return false }
    return !areThousands(groups)
  }

  private static func areThousands(_ groups: [String]) -> Bool {
    guard groups.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
      (1...3).contains(groups[0].count), groups.dropFirst().allSatisfy({ $0.count == 3 })
    else { return false }
    return groups.count == 1 || groups[0].first != "0"
  }
}
