import Foundation
import GaitModel
import GaitSimulation
import TestSupport
import Testing

/// A recording with what was found in it; every recording is read and analyzed once in a run.
struct AnalyzedRecording: Sendable, CustomTestStringConvertible {
  var recording: TestRecording
  var analysis: RecordingAnalysis
  /// What really happened, where it is known.
  var truth: SimulationTruth?

  var testDescription: String { recording.facts.name }

  /// One simulated recording of every kind.
  static let simulated: [AnalyzedRecording] = Scenario.allCases.map { scenario in
    let made = scenario.recording(seed: 11)
    let recording = TestRecording(made)
    return AnalyzedRecording(
      recording: recording, analysis: recording.analyzed(), truth: made.truth)
  }

  static func simulated(_ scenario: Scenario) throws -> AnalyzedRecording {
    try #require(simulated.first { $0.recording.facts.name == scenario.rawValue })
  }

  /// A few real recordings that differ as much as they can: laboratory and pocket, walking and
  /// running, 20 to 200 Hz, with and without gyroscope.
  static let realNames: [(dataset: String, prefix: String)] = [
    ("mobgap", "HA001_lower_back_Test5_Trial1"), ("voisard_ipol", "S"),
    ("weallwalk", "ID"), ("spsw_har", "s03_wrist"), ("oxford_steps", "Dario_hand"),
    ("sisfall", "SA01_waist_walk"), ("umafall", "UMA01_hip_Walking"),
    ("mobifall", "MF2_pocket_JOG"),
  ]

  /// The real recordings; empty where there are none.
  static let real: [AnalyzedRecording] = realNames.compactMap { name in
    let files = RealRecordings.recordings(name.dataset)
    guard let file = files.first(where: { $0.lastPathComponent.hasPrefix(name.prefix) }),
      let recording = try? TestRecording(file, longestSeconds: 30)
    else { return nil }
    return AnalyzedRecording(recording: recording, analysis: recording.analyzed())
  }

  static var all: [AnalyzedRecording] { simulated + real }
}

@Suite(.enabled(if: RealRecordings.isAvailable, "\(RealRecordings.absence)"))
struct RealRecordingTests {
  @Test func `every real recording that the tests name is there`() {
    #expect(AnalyzedRecording.real.count == AnalyzedRecording.realNames.count)
  }

  @Test func `somebody walks in most real recordings`() {
    let walked = AnalyzedRecording.real.filter { !$0.analysis.bouts.isEmpty }
    #expect(2 * walked.count > AnalyzedRecording.real.count)
  }
}
