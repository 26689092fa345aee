import GaitModel

/// A comma separated file with a header row, read by column name.
///
/// Quoted fields are understood; a row shorter than the header has empty fields at its end.
struct CSVTable {
  /// The column names, in the order of the file.
  let columns: [String]
  /// The rows, each a list of fields in the order of the columns.
  let rows: [[String]]

  /// Reads the bytes of a file.
  init(_ bytes: some Sequence<UInt8>) {
    var records = CSVLine.records(bytes)
    columns = records.isEmpty ? [] : records.removeFirst()
    rows = records
  }

  /// The fields of a column, empty where a row is short, or `nil` when there is no such column.
  func fields(_ name: String) -> [String]? {
    guard let index = columns.firstIndex(of: name) else { return nil }
    return rows.map { index < $0.count ? $0[index] : "" }
  }

  /// The numbers of a column; `nil` where a field is empty or not a finite number.
  func numbers(_ name: String) -> [Double?] {
    guard let index = columns.firstIndex(of: name) else {
      return Array(repeating: nil, count: rows.count)
    }
    return rows.map { row in
      guard index < row.count, let number = Double(row[index]), number.isFinite else { return nil }
      return number
    }
  }
}
