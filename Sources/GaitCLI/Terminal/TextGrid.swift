/// Cells in columns of equal width, for a fixed-width terminal.
struct TextGrid {
  /// A column: its heading over its unit, and on which side its cells lean.
  struct Column: Sendable {
    /// What stands in the column.
    var heading: String
    /// The unit of its numbers, or an empty string.
    var unit = ""
    /// Words lean left, numbers right.
    var leansLeft = false
  }

  /// The columns.
  var columns: [Column]
  /// The cells, row by row.
  var rows: [[String]]

  /// The grid with its headings; the headings are bold when `emphasized`.
  func text(emphasized: Bool) -> String {
    let rows = rows.map { $0.map(PrintableText.of) }
    let units = columns.map(\.unit)
    let headings = [columns.map(\.heading)] + (units.allSatisfy(\.isEmpty) ? [] : [units])
    let widths = columns.indices.map { column in
      (headings + rows).map { $0[column].count }.max() ?? 0
    }
    let bold = emphasized ? ("\u{1B}[1m", "\u{1B}[0m") : ("", "")
    let head = headings.map { bold.0 + line($0, widths) + bold.1 }
    return (head + rows.map { line($0, widths) }).map { $0 + "\n" }.joined()
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    let padded = columns.indices.map { column in
      let space = String(repeating: " ", count: widths[column] - cells[column].count)
      return columns[column].leansLeft ? cells[column] + space : space + cells[column]
    }
    let line = padded.joined(separator: "  ")
    return String(line.reversed().drop { $0 == " " }.reversed())
  }
}
