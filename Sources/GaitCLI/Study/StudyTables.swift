import Foundation
import GaitModel
import GaitStudies
import MobilityEstimates

/// The tables of a study, written from the results of its recordings, person by person: what is in memory is one
/// person's, however many there are.
struct StudyTables {
  let folder: StudyFolder

  /// The files that are written, in their order.
  static let names = described.map { ($0.name as NSString).lastPathComponent } + ["dictionary.csv"]

  /// Writes all tables; they take their places together.
  ///
  /// - Parameters:
  ///   - recordings: those that have results, in the order of the study.
  ///   - failures: those that have none.
  /// - Throws: `WriteFailure` when a result cannot be read or a table not written.
  func write(_ recordings: [StudyRecording], failures: [StudyFailure]) throws {
    var people: [String] = []
    var own: [String: [StudyRecording]] = [:]
    for recording in recordings {
      if own[recording.participant] == nil { people.append(recording.participant) }
      own[recording.participant, default: []].append(recording)
    }
    try PendingFiles.shared.write(Self.names, in: folder.tables) { files in
      for (file, table) in zip(files, Self.described) {
        try file.add(table.columns.map(\.name).joined(separator: ",") + "\n")
      }
      try files[5].add(Self.rows(failures, Self.failureColumns))
      try files[6].add(Self.dictionary)
      for person in people { try add(person, own[person] ?? [], to: files) }
    }
  }

  private func add(
    _ person: String, _ recordings: [StudyRecording], to files: [PendingWriter]
  ) throws {
    var results: [StudyResult] = []
    for recording in recordings {
      let path = folder.results(at: recording.folder) + "/bouts.csv"
      guard let record = folder.record(of: recording)?.result,
        let data = FileManager.default.contents(atPath: path), let file = StudyBoutFile(data)
      else {
        throw WriteFailure(
          path: path,
          reason: "it cannot be read any more; the same command analyzes the recording again")
      }
      let result = StudyResult(recording: recording, record: record, bouts: file.bouts)
      results.append(result)
      try files[1].add(try StudyBoutTable.rows(of: file, result, path: path))
    }
    let tables = PersonTables(participant: person, recordings: results)
    try files[0].add(Self.rows(results, Self.recordingColumns))
    try files[2].add(Self.rows(tables.days.map { PersonStretch(person, $0) }, Self.dayColumns))
    try files[3].add(Self.rows(tables.weeks.map { PersonStretch(person, $0) }, Self.weekColumns))
    try files[4].add(Self.rows([tables], Self.personColumns))
  }

  private static func rows<Row>(_ rows: [Row], _ columns: [StudyColumn<Row>]) -> String {
    Table("", columns: columns.map(\.description.name), of: rows) { row in
      columns.map { $0.field(row) }
    }.csv(withHeader: false)
  }
}

/// A day or week of a person.
struct PersonStretch {
  let participant: String
  let stretch: PersonTables.Stretch

  init(_ participant: String, _ stretch: PersonTables.Stretch) {
    (self.participant, self.stretch) = (participant, stretch)
  }
}

/// The bouts of all recordings: the rows of `bouts.csv`, with whose and where they are before them.
enum StudyBoutTable {
  /// Columns that stand in front here.
  private static let front = ["participant", "recording", "path", "site"]

  /// The columns that follow, in the order of `bouts.csv`.
  static let others = DescribedFiles.bouts.columns.filter { !front.contains($0.name) }

  /// The rows of a recording, as they stand in its file.
  static func rows(of file: StudyBoutFile, _ result: StudyResult, path: String) throws -> String {
    let places = others.compactMap { file.columns.firstIndex(of: $0.name) }
    guard places.count == others.count else {
      throw WriteFailure(
        path: path,
        reason: "it was written by another version of gait; take it away and run the command again")
    }
    let head = [
      result.recording.participant, result.recording.name, result.recording.row.path,
      result.record.site ?? "",
    ]
    return file.rows.map { row in CSVLine.line(head + places.map { row[$0] }) + "\n" }.joined()
  }
}
