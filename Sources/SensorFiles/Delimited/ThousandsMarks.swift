/// Numbers with marks between thousands, as a spreadsheet writes them: `986` beside `1.004`, which is 1004 and not 1.004.
enum ThousandsMarks {
  /// Throws where the first rows of a table have such numbers in a column of acceleration: each value is of up to three
  /// digits, or of groups of three with the sign of decimals between them, and none begins with 0 as decimals do.
  static func check(
    _ columns: ColumnLayout, _ header: TableHeader, in file: RecordingFile
  ) throws(SensorFileError) {
    let mark: Character = header.hasDecimalCommas ? "," : "."
    var open = columns.columns.filter { Channel.acceleration.contains($0.channel) }
    var whole: [Int: String] = [:]
    var marked: [Int: String] = [:]
    // The last line may be cut.
    for line in TableHeader.lines(in: file.head, limit: .max).dropFirst(header.lineCount).dropLast()
    where !TableHeader.isSkipped(line) {
      let cells = TableHeader.cells(of: line, separator: header.separator)
      open.removeAll { column in
        guard column.place < cells.count, !cells[column.place].isEmpty else { return false }
        let cell = cells[column.place]
        let groups = cell.drop { "+-−".contains($0) }
          .split(separator: mark, omittingEmptySubsequences: false)
        if groups.count > 1 { marked[column.place] = cell }
        if groups[0].count == 3 { whole[column.place] = cell }
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
      .impossibleUnits, path: file.path,
      "the column \"\(name)\" has \"\(other)\" beside \"\(one)\": the mark in \"\(other)\" stands between thousands, and "
        + "would be read as that of decimals. Export the table without marks between thousands.")
  }

  private static func areThousands(_ groups: [Substring]) -> Bool {
    guard groups.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
      (1...3).contains(groups[0].count), groups.dropFirst().allSatisfy({ $0.count == 3 })
    else { return false }
    return groups.count == 1 || groups[0].first != "0"
  }
}
