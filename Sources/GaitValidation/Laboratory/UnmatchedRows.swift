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
    let question =
      nearest.map { "; did you mean \($0)?" }
      ?? "; a \"recording_column\" holds names of recordings as \"recordings\" has them"
    return "\(rows) of \"\(name)\", which is no recording of the mapping, "
      + "\(count.verb("was", "were")) left out\(question)"
  }
}

extension LaboratoryRows {
  /// Rows with values that belong to none of these recordings, by name in the order of the file.
  func unmatched(_ recordings: [String]) -> [UnmatchedRows] {
    guard let names = map.recordingColumn.flatMap(table.fields) else { return [] }
    let known = Set(recordings)
    // Whoever has rows of its own there is not meant by another name: that is of a recording that was taken out.
    let named = Set(names)
    let unnamed = recordings.filter { !named.contains($0) }
    var (found, places) = ([UnmatchedRows](), [String: Int]())
    for (row, name) in names.enumerated() where !known.contains(name) && hasValue(row) {
      if let place = places[name] {
        found[place].count += 1
      } else {
        places[name] = found.count
        found.append(
          UnmatchedRows(
            file: map.file, name: name, line: table.line(of: row), count: 1,
            nearest: name.isEmpty ? nil : Self.nearest(name, among: unnamed)))
      }
    }
    return found
  }

  /// The recording that is near a name, or the only one whose name holds it as a word, as `P01` in `P01_belt`.
  private static func nearest(_ name: String, among recordings: [String]) -> String? {
    let holding = recordings.filter { $0.holds(word: name) }
    return NearestWord.of(name, among: recordings) ?? (holding.count == 1 ? holding.first : nil)
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

extension String {
  /// Whether it holds a name as a whole: no letter or number goes on before or behind it.
  func holds(word: String) -> Bool {
    ranges(of: word).contains { range in
      let before = self[..<range.lowerBound].last
      let behind = self[range.upperBound...].first
      return [before, behind].allSatisfy { $0.map { $0.isLetter || $0.isNumber } != true }
    }
  }
}
