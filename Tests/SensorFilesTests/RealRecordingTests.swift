import Foundation
import GaitModel
import SensorFiles
import Testing
import TestSupport

@Suite(.enabled(if: RealRecordings.isAvailable, "\(RealRecordings.absence)"))
struct RealRecordingTests {
  static let datasets = [
    "mobgap", "mobifall", "oxford_steps", "sisfall", "spsw_har", "umafall", "voisard_ipol",
    "voisard_semiogram", "weallwalk",
  ]

  @Test(arguments: datasets)
  func `every recording opens and reads to its end`(dataset: String) throws {
    let recordings = RealRecordings.recordings(dataset)
    #expect(!recordings.isEmpty)
    // A third of them: neighbors are trials of one person on one day.
    for place in stride(from: 0, to: recordings.count, by: 3) {
      let recording = recordings[place]
      let inspection = try SensorFile.inspection(of: recording.path)
      #expect(inspection.sampleCount > 100, "\(recording.path)")
      #expect(inspection.facts.site != nil, "\(recording.path)")
    }
  }
}
