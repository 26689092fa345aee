import Foundation
import GaitAnalysis
import TestSupport
import Testing

/// A damaged file of settings is read, or refused with the key and the problem; nothing else.
struct DamagedSettingsTests {
  @Test func `damaged settings are read or refused in words`() throws {
    let whole = Array(PipelineSettings.document().utf8)
    var refused = 0
    for bytes in DamagedBytes.variants(of: whole, count: 16, seed: 1) {
      do {
        let pipeline = try PipelineSettings.pipeline(from: Data(bytes), file: "ours.json")
        // What was read can be written, and says the same again.
        let again = try PipelineSettings.pipeline(
          from: Data(PipelineSettings.document(of: pipeline).utf8), file: "again.json")
        #expect(again.settingsDigest == pipeline.settingsDigest)
      } catch {
        refused += 1
        #expect("\(error)".hasPrefix("ours.json"), "\(error)")
      }
    }
    #expect(refused > 6)
  }

  /// Foundation's reader runs beyond the end of a file that is one number of so many digits.
  @Test(arguments: [38, 39, 40, 41, 80])
  func `a file that is one long number is refused in words`(digits: Int) {
    let number = Array(repeating: UInt8(ascii: "4"), count: digits)
    #expect(DamagedSettings.breach(number) == nil)
  }
}
