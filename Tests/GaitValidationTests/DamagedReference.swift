import Foundation
import GaitValidation

/// What a damaged truth may do: be read, or be refused in words. `Tools/fuzz` links this file.
enum DamagedReference {
  /// Reads bytes as the description of a recording, a separator and its truth; which promise was broken, or `nil`.
  static func breach(_ bytes: [UInt8]) -> String? {
    let parts = bytes.split(separator: 0x1c, maxSplits: 1, omittingEmptySubsequences: false)
    let described = try? JSONDecoder().decode(TrialDescription.self, from: Data(parts[0]))
    do {
      let reference = try LabReference(
        json: Data(parts.dropFirst().first ?? []),
        description: described ?? TrialDescription(participant: "P", samplingRateHertz: 100))
      let bouts = reference.events?.walkingBouts ?? []
      return bouts.allSatisfy { $0.lowerBound.isFinite && $0.upperBound.isFinite }
        ? nil : "a bout without an end"
    } catch {
      return error is ValidationError && "\(error)".count > 10 ? nil : "no words: \(error)"
    }
  }
}
