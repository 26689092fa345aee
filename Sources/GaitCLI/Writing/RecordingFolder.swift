import Foundation

/// The files of one analyzed recording, in a folder of its name.
enum RecordingFolder {
  /// The name of the summary; it is written last, so that it stands for a whole folder.
  static let summaryName = "summary.json"

  /// Writes all tables and the summary.
  static func write(_ recording: AnalyzedRecording, in output: String) throws {
    let tables = recording.tables.map { (name: $0.name + ".csv", content: Data($0.csv.utf8)) }
    let summary = SummaryDocument.document(of: recording).document
    try PendingFiles.shared.write(
      tables + [(name: summaryName, content: Data(summary.utf8))],
      in: path(of: recording.name, in: output))
  }

  /// Where the files of a recording of this name go.
  static func path(of name: String, in output: String) -> String {
    output.hasSuffix("/") ? output + name : output + "/" + name
  }
}
