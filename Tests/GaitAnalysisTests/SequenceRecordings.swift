import Foundation
import GaitModel

@testable import GaitAnalysis

extension TestRecording {
  /// The stretches of gait in the recording, cut out as the later stages get them.
  func excerpts() -> [SequenceRecording] {
    var columns = [block.acceleration.x, block.acceleration.y, block.acceleration.z]
    if let rate = block.angularRate { columns += [rate.x, rate.y, rate.z] }
    var sampling = UniformSampling(
      rateHertz: facts.samplingRateHertz, channelCount: columns.count)
    let pieces =
      sampling.append(seconds: block.seconds, columns: columns)
      + [sampling.finish()].compactMap(\.self)
    var stretch = GaitSequenceSearch(
      gridStart: pieces.first?.start ?? 0, channelCount: columns.count, pipeline: GaitPipeline(),
      site: facts.site)
    for piece in pieces { stretch.append(piece.columns) }
    stretch.finish()
    var excerpts: [SequenceRecording] = []
    while let excerpt = stretch.nextExcerpt() { excerpts.append(excerpt) }
    return excerpts
  }
}

extension SIMD3<Double> {
  /// Degrees between two directions.
  func degrees(to other: SIMD3<Double>) -> Double {
    atan2(self.cross(other).norm, self.dot(other)) * 180 / .pi
  }
}
