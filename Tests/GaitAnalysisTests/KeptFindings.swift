import Foundation
import GaitAnalysis
import TestSupport
import Testing

/// What fuzzing starts from and what it once found: every file keeps the promises.
@Suite struct KeptFindings {
  @Test(arguments: KeptFile.all(of: "Settings"))
  func `settings are read or refused in words`(kept: KeptFile) throws {
    #expect(DamagedSettings.breach(try kept.bytes) == nil)
  }

  @Test func `seeds are what their maker makes, and change something`() throws {
    // A whole document of gait settings is too long to damage quickly.
    let seeds = [
      "preset": """
      // Settings of GaitKit.
      {
        "presets": { "pelvis": { "stepLength": "InvertedPendulumStepLength" } },
        "methods": {
          /* [s] */ "RhythmWalkAssembler": { "longestPauseSeconds": 2.25 },
          "NonWear": { "blockMinutes": 10 }
        }
      }

      """
    ]
    #expect(try KeptFile.changed(seeds.mapValues { Array($0.utf8) }, of: "Settings") == [])
    for (name, text) in seeds {
      let pipeline = try PipelineSettings.pipeline(from: Data(text.utf8), file: name)
      #expect(!PipelineSettings.changes(in: pipeline).isEmpty, "\(name)")
    }
  }
}
