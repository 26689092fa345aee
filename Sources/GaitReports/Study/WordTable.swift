import GaitModel

/// A table of words with named columns, as files of a study are.
package struct WordTable {
  private let places: [String: Int]
  private let rows: [[String]]

  /// Reads comma separated values with a header; a row that is too short has empty fields at its end.
  package init(csv: some Sequence<UInt8>) {
    let records = CSVLine.records(csv)
    places = Dictionary((records.first ?? []).enumerated().map { ($1, $0) }) { first, _ in first }
    rows = Array(records.dropFirst())
  }

  /// How many rows.
  package var count: Int { rows.count }

  /// Whether there is a column of that name.
  package func has(_ column: String) -> Bool { places[column] != nil }

  /// The words of a column; empty where there is no such column.
  package func words(_ column: String) -> [String] {
    guard let place = places[column] else { return rows.map { _ in "" } }
    return rows.map { $0.indices.contains(place) ? $0[place] : "" }
  }

  /// The numbers of a column; `nil` where there is none.
  package func numbers(_ column: String) -> [Double?] { words(column).map(Double.init) }
}
