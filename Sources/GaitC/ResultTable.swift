import CGaitKit
import GaitResults

/// A table of results as plain arrays.
final class ResultTable {
  /// How many rows there are.
  let rowCount: Int
  /// How many columns there are.
  let columnCount: Int
  /// Why there are no rows at all, where something is missing.
  let missingReason: UnsafePointer<CChar>?
  private let texts = Texts()
  private let columns: Numbers<gait_column>
  private let places: [String: Int]
  /// What the columns point at.
  private let arrays: [AnyObject]

  /// Lays a table out.
  ///
  /// - Parameters:
  ///   - table: the rows.
  ///   - file: what stands in the columns, in their order.
  init(_ table: Table, described file: DescribedFile) {
    let rows = table.rows
    rowCount = rows.count
    columnCount = table.columns.count
    missingReason = table.missingReason.map { [texts] in texts.text($0) }
    places = Dictionary(uniqueKeysWithValues: zip(table.columns, table.columns.indices))
    var arrays: [AnyObject] = []
    columns = Numbers(
      file.columns.enumerated().map { [texts] place, column in
        Self.column(column, rows.map { $0[place] }, texts: texts, keptIn: &arrays)
      })
    self.arrays = arrays
  }

  /// The column at a place; `nil` for any other.
  func column(at place: Int) -> UnsafePointer<gait_column>? {
    (0..<columnCount).contains(place) ? columns.first + place : nil
  }

  /// The column of a name; `nil` where there is none.
  func column(named name: String) -> UnsafePointer<gait_column>? {
    places[name].flatMap(column(at:))
  }

  private static func column(
    _ column: DescribedColumn, _ fields: [Field], texts: Texts, keptIn arrays: inout [AnyObject]
  ) -> gait_column {
    let kind = kind(of: column)
    let reasons = fields.map { field -> UnsafePointer<CChar>? in
      if case .missing(let reason) = field { texts.text(reason) } else { nil }
    }
    let given = reasons.contains { $0 != nil } ? Numbers(reasons) : nil
    var (numbers, words): (Numbers<Double>?, Numbers<UnsafePointer<CChar>?>?)
    if kind == GAIT_TEXT || kind == GAIT_TIME {
      words = Numbers(fields.map { $0.text.isEmpty ? nil : texts.text($0.text) })
    } else {
      numbers = Numbers(fields.map { $0.number ?? .nan })
    }
    arrays += ([numbers, words, given] as [AnyObject?]).compactMap(\.self)
    return gait_column(
      name: texts.text(column.name), unit: texts.text(column.unit),
      meaning: texts.text(column.meaning), kind: kind, rows: fields.count, numbers: numbers?.first,
      words: words?.first, reasons: given?.first)
  }

  private static func kind(of column: DescribedColumn) -> gait_kind {
    switch column.kind {
    case .number: GAIT_NUMBER
    case .integer: GAIT_INTEGER
    case .flag: GAIT_FLAG
    case .time: GAIT_TIME
    case .text, .date, nil: GAIT_TEXT
    }
  }
}
