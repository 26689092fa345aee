/// A column of a file: its name, its unit and what stands in it.
struct DescribedColumn: Equatable, Sendable {
  /// The name in the header row.
  var name: String
  /// The unit; empty for words, counts, flags and shares.
  var unit: String
  /// What stands in it, in a sentence without a full stop.
  var meaning: String

  /// Describes a column.
  init(_ name: String, _ unit: String = "", _ meaning: String) {
    self.name = name
    self.unit = unit
    self.meaning = meaning
  }
}

/// A file that the program writes: what a row is, and its columns in order.
struct DescribedFile: Equatable, Sendable {
  /// The name with its extension.
  var name: String
  /// What one row stands for.
  var row: String
  /// The columns, in the order of the file.
  var columns: [DescribedColumn]

  /// The columns as a table.
  var table: Table {
    Table("columns", columns: ["file", "column", "unit", "meaning"], of: columns) {
      [.word(name), .word($0.name), .word($0.unit), .word($0.meaning)]
    }
  }

  /// The columns as a person reads them.
  var listing: String {
    let lines = columns.map { column in
      let unit = column.unit.isEmpty ? "" : " (\(column.unit))"
      return column.name + unit + "\n"
        + WrappedText.text("    " + column.meaning, indent: 4) + "\n"
    }
    return "\(name): \(row)\n\n" + lines.joined()
  }

  /// The columns as a table of a page in Markdown.
  var markdown: String {
    let lines = columns.map { "| `\($0.name)` | \($0.unit) | \($0.meaning) |\n" }
    return "## `\(name)`\n\n\(row).\n\n| column | unit | meaning |\n|---|---|---|\n"
      + lines.joined()
  }
}
