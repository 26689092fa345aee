import GaitModel

/// A table of words with named columns, as files of a study are.
package struct WordTable {
  private let places: [String: Int]
  private var rows: [[String]]

  /// Reads comma separated values with a header; a row that is too short has empty fields at its
  /// end.
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

  /// Puts other words into a column, where there is one.
  mutating func replace(_ column: String, with words: [String]) {
    guard let place = places[column] else { return }
    for row in rows.indices where rows[row].indices.contains(place) {
      rows[row][place] = words[row]
    }
  }
}

extension StudyPage.Tables {
  /// The same tables with codes in place of the names of people, recordings and files.
  package var coded: StudyPage.Tables {
    var tables = self
    Self.code(&tables.persons)
    Self.code(&tables.recordings)
    Self.code(&tables.days)
    let (paths, people) = (failures.words("path"), failures.words("participant"))
    let messages = failures.words("message").enumerated().map { row, message in
      NameCoder(NameCoder.names(ofFile: paths[row]) + [people[row]]).message(message)
    }
    tables.failures.replace("message", with: messages)
    Self.code(&tables.failures)
    return tables
  }

  private static func code(_ table: inout WordTable) {
    for column in ["participant", "recording", "path"] {
      table.replace(column, with: table.words(column).map { $0.isEmpty ? "" : CodeName.of($0) })
    }
  }
}
