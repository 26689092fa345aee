import Foundation
import GaitValidation

/// What the damaged tables of a laboratory may do: be the truth of an analysis, or be refused in words. `Tools/fuzz`
/// links this file.
enum DamagedLaboratory {
  /// The files that lie in the bytes, in this order.
  static let names = ["laboratory.json", "steps.csv", "results/walk/initial_contacts.csv"]

  /// Scores the files that lie in bytes.
  ///
  /// - Parameters:
  ///   - bytes: the files with separators between them; those at the end may be missing.
  ///   - folder: an empty folder, or one that was given here before.
  /// - Returns: which promise was broken; `nil` when all were kept.
  static func breach(_ bytes: [UInt8], in folder: String) -> String? {
    let parts = bytes.split(
      separator: 0x1c, maxSplits: names.count - 1, omittingEmptySubsequences: false)
    let url = URL(fileURLWithPath: folder)
    do {
      try FileManager.default.createDirectory(
        at: url.appending(path: "results/walk"), withIntermediateDirectories: true)
      try Data().write(to: url.appending(path: "walk.csv"))
      for (place, name) in names.enumerated() {
        try Data(place < parts.count ? parts[place] : []).write(to: url.appending(path: name))
      }
      let validation = try Validation(mapping: url.appending(path: names[0]))
      var scores: [RecordingScore] = []
      for recording in try validation.recordings() {
        do {
          scores.append(
            try validation.score(
              results: url.appending(path: "results"), of: recording, extent: nil))
        } catch is ValidationError {
          continue
        } catch  where "\(type(of: error))" == "UnknownClock" {
          // A clock that cannot be set is said of the recording, and the others are scored.
          continue
        }
      }
      let report = Validation.report(scores)
      _ = report.laboratoryText()
      return try ValidationReport(json: report.json()).rows == report.rows
        ? nil : "a report that is written and read again is another"
    } catch {
      return error is ValidationError && "\(error)".count > 10 ? nil : "no words: \(error)"
    }
  }
}
