import GaitModel

/// Rows under named columns: what becomes a CSV file. Rows are made when they are asked for: those of a day of walking take
/// more memory together than its analysis.
package struct Table {
  /// The file's name without extension.
  package var name: String
  /// The columns, in the order of the file.
  package var columns: [String]
  /// How many rows there are, where each element of a collection has one.
  package let rowCount: Int?
  /// The rows, each made when it is its turn.
  package let eachRow: AnySequence<[Field]>
  /// Why the table has no rows at all, where something is missing rather than not there.
  package var missingReason: String?

  /// Makes a table of one row per element.
  package init<Elements: Sequence>(
    _ name: String, columns: [String], of elements: Elements, missingReason: String? = nil,
    row: @escaping (Elements.Element) -> [Field]
  ) {
    (self.name, self.columns, self.missingReason) = (name, columns, missingReason)
    // That of every collection, and of a list of bouts.
    rowCount = elements.underestimatedCount
    eachRow = AnySequence(elements.lazy.map(row))
  }

  /// Makes a table of one row per part of its elements, as per stride of its bouts; the row is told the part and the place of
  /// its element.
  package init<Elements: Sequence, Part>(
    _ name: String, columns: [String], of elements: Elements,
    parts: @escaping (Elements.Element) -> [Part], row: @escaping (Part, Int) -> [Field]
  ) {
    (self.name, self.columns, missingReason, rowCount) = (name, columns, nil, nil)
    eachRow = AnySequence(
      elements.enumerated().lazy.flatMap { place, element in
        parts(element).lazy.map { row($0, place) }
      })
  }

  /// All rows.
  package var rows: [[Field]] { Array(eachRow) }

  /// The table as comma separated values with a header row; fields are quoted where they must be.
  package var csv: String { csv(withHeader: true) }

  /// The rows as comma separated values, with or without the header row.
  package func csv(withHeader: Bool) -> String {
    var text: [UInt8] = []
    writeCSV(withHeader: withHeader) { text += $0 }
    return String(decoding: text, as: UTF8.self)
  }

  /// How often each reason leaves a column's field empty: column, then reason by word.
  package typealias MissingCounts = [(column: String, counts: [(reason: String, count: Int)])]

  /// Hands out the same line by line, as UTF-8; gives the counts of ``missingCounts``, for which the rows would have to be made
  /// once more.
  @discardableResult package func writeCSV(
    withHeader: Bool = true, to write: ([UInt8]) throws -> Void
  ) rethrows -> MissingCounts {
    if withHeader { try write(Array((columns.joined(separator: ",") + "\n").utf8)) }
    var missing = MissingFields(columns)
    var line: [UInt8] = []
    for fields in eachRow {
      missing.add(fields)
      line.removeAll(keepingCapacity: true)
      for (place, field) in fields.enumerated() {
        if place > 0 { line.append(UInt8(ascii: ",")) }
        field.append(to: &line)
      }
      line.append(UInt8(ascii: "\n"))
      try write(line)
    }
    return missing.counts
  }

  /// How often each reason leaves a column's field empty.
  package var missingCounts: MissingCounts {
    var missing = MissingFields(columns)
    for fields in eachRow { missing.add(fields) }
    return missing.counts
  }
}

/// Counts the fields that have a reason in the place of a value.
private struct MissingFields {
  private let columns: [String]
  private var byColumn: [[String: Int]]

  init(_ columns: [String]) {
    self.columns = columns
    byColumn = Array(repeating: [:], count: columns.count)
  }

  mutating func add(_ fields: [Field]) {
    precondition(fields.count == columns.count, "a field for every column")
    for (column, field) in fields.enumerated() {
      if case .missing(let reason) = field { byColumn[column][reason, default: 0] += 1 }
    }
  }

  var counts: Table.MissingCounts {
    zip(columns, byColumn).compactMap { column, counts in
      counts.isEmpty
        ? nil
        : (
          column, counts.map { (reason: $0.key, count: $0.value) }.sorted { $0.reason < $1.reason }
        )
    }
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

  /// Adds the text of the cell to a line of CSV. Only words can hold what must be quoted there.
  fileprivate func append(to line: inout [UInt8]) {
    switch self {
    case .word(let word): line.append(contentsOf: CSVLine.quoted(word).utf8)
    case .count(let count) where count >= 0: DecimalText.append(UInt64(count), to: &line)
    case .number(let value, let decimals): DecimalText.append(value, decimals: decimals, to: &line)
    case .count, .exact, .flag: line.append(contentsOf: text.utf8)
    case .blank, .missing: break
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
