import GaitModel

/// Rows under named columns: what becomes a CSV file.
struct Table: Equatable {
  /// The file's name without extension.
  var name: String
  /// The columns, in the order of the file.
  var columns: [String]
  /// The rows; each has a field for every column.
  var rows: [[Field]]
  /// Why the table has no rows at all, where something is missing rather than not there.
  var missingReason: String?

  /// Makes a table of one row per element.
  init<Element>(
    _ name: String, columns: [String], of elements: [Element], missingReason: String? = nil,
    row: (Element) -> [Field]
  ) {
    self.name = name
    self.columns = columns
    self.rows = elements.map(row)
    self.missingReason = missingReason
    assert(rows.allSatisfy { $0.count == columns.count }, "a field for every column of \(name)")
  }

  /// The table as comma separated values with a header row; fields are quoted where they must be.
  var csv: String { csv(withHeader: true) }

  /// The rows as comma separated values, with or without the header row.
  func csv(withHeader: Bool) -> String {
    var text = withHeader ? columns.joined(separator: ",") + "\n" : ""
    for row in rows {
      var isFirst = true
      for field in row {
        if !isFirst { text += "," }
        text += Self.quoted(field)
        isFirst = false
      }
      text += "\n"
    }
    return text
  }

  /// How often each reason leaves a column's field empty: column, then reason by word.
  var missingCounts: [(column: String, counts: [(reason: String, count: Int)])] {
    columns.indices.compactMap { index in
      let reasons = rows.compactMap { row -> String? in
        if case .missing(let reason) = row[index] { reason } else { nil }
      }
      return reasons.isEmpty ? nil : (columns[index], Self.counts(of: reasons))
    }
  }

  /// How often each word occurs, ordered by word.
  static func counts(of words: [String]) -> [(reason: String, count: Int)] {
    Dictionary(grouping: words, by: \.self)
      .map { (reason: $0.key, count: $0.value.count) }
      .sorted { $0.reason < $1.reason }
  }

  /// Only words can hold what CSV must quote: numbers are written as they are.
  private static func quoted(_ field: Field) -> String {
    if case .word(let word) = field { CSVLine.quoted(word) } else { field.text }
  }
}
