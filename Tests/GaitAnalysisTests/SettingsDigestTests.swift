import Foundation
import GaitAnalysis
import Testing

/// The digest of the settings stands with every stored sample and decides which recordings of a study are analyzed
/// again. It holds every default, so that none changes unseen.
struct SettingsDigestTests {
  /// Changes with any default of any method in use: then say in the changelog what happened to the results.
  @Test func `the settings are those that stored samples name`() {
    #expect(GaitPipeline().settingsDigest == "df343eb160729888")
  }

  /// What differs stands with every result; the settings file may be gone.
  @Test(arguments: [
    "{}",
    #"{"methods": {"NonWear": {"blockMinutes": 10}, "AutoCalibration": {"plausibleNormG": [0.6, 1.5]}}}"#,
    #"{"methods": {"RhythmWalkAssembler": {"longestPauseSeconds": 2.25}}}"#,
    #"{"presets": {"pelvis": {"stepLength": "InvertedPendulumStepLength"}, "thigh": {"gaitSequences": {"trustsFlight": true}}}}"#,
    #"{"presets": {"pelvis": {"stepLength": {"method": "InvertedPendulumStepLength", "factor": 1.5}}}}"#,
  ])
  func `what differs makes the same pipeline again`(settings: String) throws {
    let pipeline = try PipelineSettings.pipeline(from: Data(settings.utf8), file: "own.json")
    let changes = PipelineSettings.changes(in: pipeline)
    #expect(changes.isEmpty == (settings == "{}"))
    #expect(
      try PipelineSettings.pipeline(changing: changes).settingsDigest == pipeline.settingsDigest)
  }

  @Test(arguments: [
    "", "nonsense", "presets.pelvis.walks.no = 1", "nonWear = Other", "x = 1", " = 1", ". = 1",
    "nonWear.blockMinutes = [",
  ])
  func `what names no setting is refused`(change: String) {
    #expect(throws: SettingsFileError.self) { try PipelineSettings.pipeline(changing: [change]) }
  }
}
