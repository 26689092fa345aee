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

  /// The numbers of a column; `nil` where there is none. `NaN` and `inf`, as other programs write what is missing, are none.
  package func numbers(_ column: String) -> [Double?] {
    words(column).map { Double($0).flatMap { $0.isFinite ? $0 : nil } }
  }

  /// Puts other words into a column, where there is one; a field without words stays so.
  mutating func change(_ column: String, by change: (String) -> String) {
    guard let place = places[column] else { return }
    var changed = ["": ""]
    for row in rows.indices where rows[row].indices.contains(place) {
      let words = rows[row][place]
      let new = changed[words] ?? change(words)
      changed[words] = new
      rows[row][place] = new
    }
  }
}

extension StudyPage.Tables {
  /// The same tables with codes in place of the names of people, recordings, files and folders. A sentence about one
  /// recording may name another, and a device is often called as its owner is: any name of the study may stand there.
  ///
  /// - Parameter folders: the folders of the study.
  /// - Returns: Tables whose figures are the same.
  package func coded(_ folders: [String] = []) -> StudyPage.Tables {
    let all = [persons, recordings, days, failures]
    let paths = Set(all.flatMap { $0.words("path") })
    let names =
      ["participant", "recording"].flatMap { column in all.flatMap { $0.words(column) } }
      + paths.flatMap(NameCoder.names(ofFile:))
    // A folder may be called as the devices are that its recordings come from.
    let devices = NameCoder(names)
    let messages = NameCoder(names + folders + paths.flatMap(NameCoder.folders(ofFile:)))
    var tables = self
    tables.recordings.change("device", by: devices.entered)
    tables.failures.change("message", by: messages.message)
    for column in ["participant", "recording", "path"] {
      tables.persons.change(column, by: CodeName.of)
      tables.recordings.change(column, by: CodeName.of)
      tables.days.change(column, by: CodeName.of)
      tables.failures.change(column, by: CodeName.of)
    }
    return tables
  }
}
