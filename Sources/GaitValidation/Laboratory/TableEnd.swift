import GaitModel

/// Where a table ends in a file that goes on: below an empty line something else may begin.
///
/// Below an empty line the table goes on with its rows, or with its header once more. Another header begins another table.
struct TableEnd {
  /// The first record that is none of the table's; the number of records where all are.
  private(set) var place: Int
  /// What was left out, in a sentence; `nil` where it has no numbers in the table's columns.
  private(set) var remark: String?

  /// Looks for the end of a table.
  ///
  /// - Parameters:
  ///   - records: the fields of each line.
  ///   - lines: the line of the file of each record.
  ///   - header: the place of the table's header.
  ///   - columns: the places of the columns that are read.
  /// - Throws: ``ValidationError`` where nobody can say whether rows are of the table.
  init(of records: [[String]], lines: [Int], header: Int, columns: [Int]) throws {
    place = records.count
    var start = header + 1
    while let gap = records[start...].firstIndex(where: Self.isEmpty) {
      let heading = records[gap...].prefix { !Self.isRow($0, columns) }
      start = heading.endIndex
      guard let first = heading.firstIndex(where: { !Self.isEmpty($0) }),
        let last = heading.last(where: { !Self.isEmpty($0) })
      else { continue }
      guard start < records.count else {
        place = first
        return
      }
      if Self.words(last) == Self.words(records[header]) { continue }
      guard let other = heading.firstIndex(where: { Self.words($0).count > 1 }) else {
        throw ValidationError(
          "line \(lines[first]): \(Self.quoted(records[first])) stands below an empty line, and whether the rows under it "
            + "are of the same table is not plain; take the line out if they are, or else put them into a file of their own"
        )
      }
      place = first
      remark =
        "line \(lines[other]): another table begins below an empty line (\(Self.quoted(records[other]))), and what stands "
        + "from there on was left out; put it into a file of its own if it is to be read, or take that line out if its rows "
        + "are of the first table"
      return
    }
  }

  private static func isEmpty(_ record: [String]) -> Bool { record.allSatisfy(\.isEmpty) }

  /// Whether a record has a number, or says that there is none, in a column that is read.
  private static func isRow(_ record: [String], _ columns: [Int]) -> Bool {
    columns.contains { column in
      column < record.count && !record[column].isEmpty
        && (LaboratoryTable.number(record[column]) != nil
          || LaboratoryCells.isMissing(record[column]))
    }
  }

  private static func words(_ record: [String]) -> [String] { record.filter { !$0.isEmpty } }

  private static func quoted(_ record: [String]) -> String {
    words(record).prefix(4).map { "\"\($0)\"" }.joined(separator: ", ")
  }
}
