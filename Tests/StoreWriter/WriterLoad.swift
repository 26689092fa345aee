import Foundation
import GaitModel

/// Recordings that show when they are not whole: all samples of one hold the same number, and each
/// recording has the same count of them.
enum WriterLoad {
  static let samplesPerRecording = 120

  static func recording(_ number: Int, of participant: String, round: Int) -> RecordingSamples {
    let start = Date(timeIntervalSince1970: 1_777_879_800 + Double(number) * 3600)
    let recording = RecordingReference(name: "recording-\(number)", start: start)
    let origin = Sample.Origin(
      participant: participant,
      source: SampleSource(name: SampleSource.analysisName, recording: recording))
    let samples = (0..<samplesPerRecording).map { index in
      let begin = start + Double(index / 4 * 20)
      return Sample(
        kind: kinds[index % 4], value: Double(round), start: begin, end: begin + 15,
        origin: origin)
    }
    return RecordingSamples(
      participant: participant, recording: recording, revisions: ["method": round],
      samples: samples)
  }

  private static let kinds = [
    AnySampleKind(.walkingSpeed), AnySampleKind(.stepLength), AnySampleKind(.cadence),
    AnySampleKind(.stepCount),
  ]
}
