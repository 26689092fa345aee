import GaitModel

/// Rows of a laboratory's table that belong to no recording of the mapping, by what they call it.
public struct UnmatchedRows: Sendable, Hashable {
  /// The table.
  public var file: String
  /// What the rows call the recording; empty where the field is.
  public var name: String
  /// The first of the rows: the line of the file, or in a MATLAB file the place in its vectors, from 1.
  public var line: Int
  /// How many rows.
  public var count: Int
  /// The recording that is probably meant; `nil` where no name is near.
  public var nearest: String?

  /// Where the rows are, what they call the recording, and what may be meant.
  public var sentence: String {
    let rows = "\(file): line \(line): \(count.counted("row"))"
    guard !name.isEmpty else {
      return
        "\(rows) \(count.verb("names", "name")) no recording and \(count.verb("was", "were")) left out"
    }
    let question = nearest.map { "; did you mean \($0)?" } ?? ""
    return "\(rows) of \"\(name)\", which is no recording of the mapping, "
      + "\(count.verb("was", "were")) left out\(question)"
  }
}

extension LaboratoryRows {
  /// Rows with values that belong to none of these recordings, by name in the order of the file.
  func unmatched(_ recordings: [String]) -> [UnmatchedRows] {
    guard let names = map.recordingColumn.flatMap(table.fields) else { return [] }
    let known = Set(recordings)
    var (found, places) = ([UnmatchedRows](), [String: Int]())
    for (row, name) in names.enumerated() where !known.contains(name) && hasValue(row) {
      if let place = places[name] {
        found[place].count += 1
      } else {
        places[name] = found.count
        found.append(
          UnmatchedRows(
            file: map.file, name: name, line: table.line(of: row), count: 1,
            nearest: name.isEmpty ? nil : NearestWord.of(name, among: recordings)))
      }
    }
    return found
  }
}

extension LaboratoryStudy {
  /// Rows of all tables that belong to no recording; those of a file that holds several kinds of rows once.
  func unmatchedRows() throws -> [UnmatchedRows] {
    var found: [UnmatchedRows] = []
    for table in mapping.tables where table.recordingColumn != nil {
      for rows in try LaboratoryRows(table, in: folder).unmatched(mapping.recordings.map(\.name))
      where !found.contains(rows) { found.append(rows) }
    }
    return found
  }
}
