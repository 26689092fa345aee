import Foundation
import GaitModel

@testable import GaitAnalysis

extension TestRecording {
  /// The gait sequences in the recording, cut out as the later stages get them; found by the detector that suits where the
  /// device is if none is given.
  func sequenceRecordings(by detector: (any GaitSequenceDetector)? = nil) -> [SequenceRecording] {
    var columns = [block.acceleration.x, block.acceleration.y, block.acceleration.z]
    if let rate = block.angularRate { columns += [rate.x, rate.y, rate.z] }
    var sampling = UniformSampling(
      rateHertz: facts.samplingRateHertz, channelCount: columns.count)
    let blocks =
      sampling.append(seconds: block.seconds, columns: columns)
      + [sampling.finish()].compactMap(\.self)
    let methods = GaitPipeline().presets[facts.place]
    var search = GaitSequenceSearch(
      from: blocks.first?.start ?? 0, channelCount: columns.count,
      detector: detector ?? methods.gaitSequences, ground: methods.terrain,
      stepFrequency: StepFrequencyEvidence())
    for block in blocks { search.append(block.columns) }
    search.finish()
    var recordings: [SequenceRecording] = []
    while let closed = search.nextSequences() { recordings.append(closed.recording()) }
    return recordings
  }
}

extension SequenceRecording {
  /// Samples from second 0 on, all of them one gait sequence unless told otherwise; every frame has the same scores.
  static func made(
    _ force: [SIMD3<Double>], rate: [SIMD3<Double>]? = nil, sequences: [Range<Double>]? = nil,
    activity: Activity = .walking, frames: [GaitFrame] = [], scores: [Double] = []
  ) -> SequenceRecording {
    let seconds = Double(force.count) / SampleGrid.rateHertz
    return SequenceRecording(
      acceleration: GridSignal(force), angularRate: rate.map { GridSignal($0) },
      activity: activity,
      frames: GaitFrames(
        runStart: 0, kept: GridSignal(frames),
        scores: GridSignal(frames.flatMap { _ in scores })),
      sequences: sequences ?? [0..<seconds], runs: [], isCut: (false, false))
  }
}

extension SIMD3<Double> {
  /// Degrees between two directions.
  func degrees(to other: SIMD3<Double>) -> Double {
    atan2(self.cross(other).norm, self.dot(other)) * 180 / .pi
  }
}
