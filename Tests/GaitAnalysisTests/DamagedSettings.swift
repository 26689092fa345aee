import Foundation
import GaitAnalysis

/// What a damaged settings file may do: be read, or be refused with the key and the problem. `Tools/fuzz` links
/// this file.
enum DamagedSettings {
  /// Reads bytes as settings; which promise was broken, or `nil`.
  static func breach(_ bytes: [UInt8]) -> String? {
    do {
      let pipeline = try PipelineSettings.pipeline(from: Data(bytes), file: "ours.json")
      // Writing all settings takes a hundred times as long as reading some: one file of 64 is written.
      guard bytes.reduce(0, &+).isMultiple(of: 64) else { return nil }
      let document = PipelineSettings.document(of: pipeline)
      let again = try PipelineSettings.pipeline(from: Data(document.utf8), file: "ours.json")
      return again.settingsDigest == pipeline.settingsDigest
        ? nil : "written and read again they are others"
    } catch {
      return error.file == "ours.json" && !error.problem.isEmpty ? nil : "no words: \(error)"
    }
  }
}
