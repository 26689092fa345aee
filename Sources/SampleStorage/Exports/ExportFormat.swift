import Foundation
import GaitModel

/// How the rows of an export are written.
public enum ExportFormat: String, Hashable, Sendable, CaseIterable {
  /// Comma-separated values with a header; every column has one type in every row.
  case csv
  /// One JSON object a line; what is absent is left out.
  case json

  /// What comes before the first row.
  var header: String {
    self == .csv ? CSVLine.line(SampleRecord.columns) + "\n" : ""
  }

  /// A row with its end.
  func line(_ record: SampleRecord) throws -> String {
    switch self {
    case .csv: return CSVLine.line(record.fields) + "\n"
    case .json:
      let encoder = JSONEncoder()
      encoder.keyEncodingStrategy = .convertToSnakeCase
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(record), as: UTF8.self) + "\n"
    }
  }
}
