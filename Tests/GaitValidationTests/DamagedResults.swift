import Foundation
import GaitValidation

/// What a damaged truth and the damaged files of an analysis beside it may do: be scored, or be refused in words.
/// `Tools/fuzz` links this file.
enum DamagedResults {
  /// The files that lie in the bytes, in this order.
  static let names = [
    "data/walk.json", "data/walk.reference.json", "results/walk/bouts.csv",
    "results/walk/initial_contacts.csv", "results/walk/final_contacts.csv",
    "results/walk/strides.csv", "results/walk/gait_sequences.csv", "results/walk/turns.csv",
    "results/walk/summary.json",
  ]

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
      for inner in ["data", "results/walk"] {
        try FileManager.default.createDirectory(
          at: url.appending(path: inner), withIntermediateDirectories: true)
      }
      for (place, name) in names.enumerated() {
        let file = url.appending(path: name)
        guard place < parts.count else {
          try? FileManager.default.removeItem(at: file)
          continue
        }
        try Data(parts[place]).write(to: file)
      }
      let scores = try Validation(folder: url.appending(path: "data"))
        .scores(results: url.appending(path: "results"))
      let report = Validation.report(scores)
      return try ValidationReport(json: report.json()).rows == report.rows
        ? nil : "a report that is written and read again is another"
    } catch {
      return error is ValidationError && "\(error)".count > 10 ? nil : "no words: \(error)"
    }
  }
}
