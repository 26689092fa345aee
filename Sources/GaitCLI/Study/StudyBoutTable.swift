import GaitResults
import GaitStudies

/// The bouts of all recordings: the rows of `bouts.csv`, with whose and where they are before them.
enum StudyBoutTable {
  /// Columns that stand in front here.
  private static let front = ["participant", "recording", "path", "site"]

  /// The columns that follow, in the order of `bouts.csv`.
  static let others = DescribedFiles.bouts.columns.filter { !front.contains($0.name) }

  /// Where those stand in a recording's file.
  static func places(in columns: [String], path: String) throws -> [Int] {
    let places = others.compactMap { columns.firstIndex(of: $0.name) }
    guard places.count == others.count else {
      throw WriteFailure(
        path: path, reason: "it was written by another version of gait",
        advice: "take it away and run the command again")
    }
    return places
  }

  /// What stands in front of them.
  static func head(of recording: StudyRecording, _ record: StudyRecordResult) -> [String] {
    [recording.participant, recording.name, recording.row.path, record.site ?? ""]
  }
}
