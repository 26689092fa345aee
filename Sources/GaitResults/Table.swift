import GaitModel

/// Rows under named columns: what becomes a CSV file.
package struct Table: Equatable {
  /// The file's name without extension.
  package var name: String
  /// The columns, in the order of the file.
  package var columns: [String]
  /// The rows; each has a field for every column.
  package var rows: [[Field]]
  /// Why the table has no rows at all, where something is missing rather than not there.
  package var missingReason: String?

  /// Makes a table of one row per element.
  package init<Element>(
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
  package var csv: String { csv(withHeader: true) }

  /// The rows as comma separated values, with or without the header row.
  package func csv(withHeader: Bool) -> String {
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
  package var missingCounts: [(column: String, counts: [(reason: String, count: Int)])] {
    columns.indices.compactMap { index in
      let reasons = rows.compactMap { row -> String? in
        if case .missing(let reason) = row[index] { reason } else { nil }
      }
      return reasons.isEmpty ? nil : (columns[index], Self.counts(of: reasons))
    }
  }

  /// How often each word occurs, ordered by word.
  package static func counts(of words: [String]) -> [(reason: String, count: Int)] {
    Dictionary(grouping: words, by: \.self)
      .map { (reason: $0.key, count: $0.value.count) }
      .sorted { $0.reason < $1.reason }
  }

  /// Only words can hold what CSV must quote: numbers are written as they are.
  private static func quoted(_ field: Field) -> String {
    if case .word(let word) = field { CSVLine.quoted(word) } else { field.text }
  }
}

/// One cell of a table that is written to a file.
package enum Field: Equatable {
  /// A word.
  case word(String)
  /// A count.
  case count(Int)
  /// A number with its decimals.
  case number(Double, decimals: Int)
  /// A number with all its digits, so that it can be read back as it was.
  case exact(Double)
  /// Yes or no.
  case flag(Bool)
  /// Nothing belongs here; nothing is missing.
  case blank
  /// There is no value, for this reason (a word of `summary.json`).
  case missing(String)

  /// A time, length, speed or fraction: four decimals, which is 0.1 ms or 0.1 mm.
  package static func number(_ value: Double) -> Field { .number(value, decimals: 4) }

  /// A measured value in the unit that `read` picks, or the reason why there is none.
  package static func measured<Value>(
    _ measured: Measured<Value>, decimals: Int = 4, _ read: (Value) -> Double
  ) -> Field {
    switch measured {
    case .known(let value, _, _): .number(read(value), decimals: decimals)
    case .missing(let reason): .missing(reason.rawValue)
    }
  }

  /// The standard error of a measured value, or the reason why there is none.
  package static func error<Value>(_ measured: Measured<Value>, _ read: (Value) -> Double) -> Field
  {
    switch measured {
    case .known(_, let error?, _): .number(read(error))
    case .known(_, nil, _): .missing(OtherMissing.errorUnknown)
    case .missing(let reason): .missing(reason.rawValue)
    }
  }

  /// A number that may be absent, and the word for why.
  package static func number(_ value: Double?, orMissing reason: MissingReason) -> Field {
    value.map { .number($0) } ?? .missing(reason.rawValue)
  }

  /// The text of the cell in a file; empty when there is no value.
  package var text: String {
    switch self {
    case .word(let word): word
    case .count(let count): String(count)
    case .number(let value, let decimals): DecimalText.text(value, decimals: decimals) ?? ""
    case .exact(let value): "\(value)"
    case .flag(let flag): flag ? "true" : "false"
    case .blank, .missing: ""
    }
  }

  /// The number that its text in a file reads as, 1 and 0 for yes and no; `nil` for words and where there
  /// is no value.
  package var number: Double? {
    switch self {
    case .count(let count): Double(count)
    case .number(let value, let decimals): DecimalText.rounded(value, decimals: decimals)
    case .exact(let value): value
    case .flag(let flag): flag ? 1 : 0
    case .word, .blank, .missing: nil
    }
  }

  /// The cell as a JSON value; `null` when there is no value.
  package var json: JSONValue {
    switch self {
    case .word(let word): .string(word)
    case .count(let count): .integer(count)
    case .number(let value, let decimals): .number(value, decimals: decimals)
    case .exact(let value): .exact(value)
    case .flag(let flag): .flag(flag)
    case .blank, .missing: .null
    }
  }
}
