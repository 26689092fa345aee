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
