import Foundation
import GaitModel
import GaitStudies

/// What the damaged results of a recording may do, which a study reads back: be none, or be added up.
/// `Tools/fuzz` links this file.
enum DamagedStudyFiles {
  /// The recordings of a person that the bytes stand for, twice.
  private static let recordings: [StudyRecording] = {
    let rows = ["back.csv", "wrist.csv"].map { StudyRow(path: $0, participant: "P") }
    return StudyPlan(StudyManifest(rows: rows), root: "", rule: .none).recordings
  }()

  /// Reads bytes as a study's record of a recording, a separator and its `bouts.csv`; which promise was broken, or
  /// `nil`.
  static func breach(_ bytes: [UInt8]) -> String? {
    let parts = bytes.split(separator: 0x1c, maxSplits: 1, omittingEmptySubsequences: false)
    let file = StudyBoutFile(parts.dropFirst().first ?? [])
    guard let record = StudyRecord(Data(parts[0])) else { return nil }
    guard (try? record.document).flatMap({ StudyRecord($0) }) == record else {
      return "a record that is written and read again is another"
    }
    guard let result = record.result else { return nil }
    var late = result
    late.start = result.start.map { $0 + 100 }
    let results = zip(recordings, [result, late]).map {
      StudyResult(recording: $0, record: $1, bouts: file?.bouts ?? [])
    }
    let tables = PersonTables(participant: "P", recordings: results)
    let figures = tables.whole.figures
    if figures.stepCount < 0 || figures.walkingBoutCount < 0 { return "fewer than none" }
    if !tables.whole.figures.wornSeconds.isFinite { return "time that is none" }
    return tables.days.allSatisfy { $0.figures.wornSeconds >= 0 } ? nil : "a day of less than none"
  }
}
