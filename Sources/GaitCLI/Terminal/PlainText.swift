/// Text from files and from the command line as a terminal may show it.
enum PrintableText {
  /// The text with everything escaped that moves the cursor, colors, rings, or turns the direction of
  /// writing: `\u{1b}` for the escape character. What people read is left as it is.
  static func of(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    var printable = ""
    for scalar in text.unicodeScalars {
      if isUnsafe(scalar) {
        printable += escaped(scalar)
      } else {
        printable.unicodeScalars.append(scalar)
      }
    }
    return printable
  }

  /// The same for text of several lines, whose ends stay.
  static func ofLines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { of(String($0)) }.joined(separator: "\n")
  }

  /// Control characters of ASCII and Latin-1, line separators, and marks of writing direction.
  static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
      true
    default: false
    }
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\t": "\\t"
    case "\r": "\\r"
    default: "\\u{\(String(scalar.value, radix: 16))}"
    }
  }
}

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
  /// The cells, row by row; they are asked for twice.
  let rows: AnySequence<[String]>

  /// Makes a grid.
  init(columns: [Column], rows: some Sequence<[String]>) {
    (self.columns, self.rows) = (columns, AnySequence(rows))
  }

  /// The grid with its headings; the headings are bold when `emphasized`.
  func text(emphasized: Bool) -> String {
    var text = ""
    write(emphasized: emphasized) { text += $0 }
    return text
  }

  /// Hands out the same line by line.
  func write(emphasized: Bool, to write: (String) throws -> Void) rethrows {
    let units = columns.map(\.unit)
    let headings = [columns.map(\.heading)] + (units.allSatisfy(\.isEmpty) ? [] : [units])
    let bold = emphasized ? ("\u{1B}[1m", "\u{1B}[0m") : ("", "")
    var widths = columns.map { _ in 0 }
    for row in headings { widen(&widths, for: row) }
    for row in rows { widen(&widths, for: row.map(PrintableText.of)) }
    for row in headings { try write(bold.0 + line(row, widths) + bold.1 + "\n") }
    for row in rows { try write(line(row.map(PrintableText.of), widths) + "\n") }
  }

  private func widen(_ widths: inout [Int], for cells: [String]) {
    for column in columns.indices { widths[column] = max(widths[column], cells[column].count) }
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    let padded = columns.indices.map { column in
      let space = String(repeating: " ", count: widths[column] - cells[column].count)
      return columns[column].leansLeft ? cells[column] + space : space + cells[column]
    }
    var line = padded.joined(separator: "  ")
    while line.last == " " { line.removeLast() }
    return line
  }
}
