import Foundation
import GaitAnalysis
import GaitModel
import GaitSimulation
import SensorFiles
import TestSupport
import Testing

/// A recording that sits in memory, to be cut, turned and analyzed as often as a test likes.
struct TestRecording: Sendable, CustomTestStringConvertible {
  var facts: RecordingFacts
  var block: RecordingBlock

  var testDescription: String { facts.name }

  init(facts: RecordingFacts, block: RecordingBlock) {
    self.facts = facts
    self.block = block
  }

  /// A simulated walker with its truth left behind.
  init(_ recording: SimulatedRecording) {
    self.init(facts: recording.facts, block: recording.wholeBlock())
  }

  /// At most so many seconds of a file.
  init(_ file: URL, longestSeconds: Double) throws {
    var source = try SensorFile.open(file.path)
    guard var block = try source.nextBlock() else {
      throw SensorFileError(.tooFewSamples, path: file.path, "the file holds no samples.")
    }
    block = block.sliced(0..<(block.seconds.firstIndex { $0 > longestSeconds } ?? block.count))
    self.init(facts: source.facts, block: block)
  }

  /// What the engine finds, fed in blocks of so many samples; what `append` handed out comes along.
  func streamed(
    cutEvery length: Int, by pipeline: GaitPipeline = GaitPipeline()
  ) -> (analysis: RecordingAnalysis, live: [WalkingBout]) {
    streamed(cuts: Array(stride(from: length, to: block.count, by: length)), by: pipeline)
  }

  /// What the engine finds, fed in blocks that end at these sample numbers and at the end.
  func streamed(
    cuts: [Int], by pipeline: GaitPipeline = GaitPipeline()
  ) -> (analysis: RecordingAnalysis, live: [WalkingBout]) {
    var engine = pipeline.engine(for: facts)
    var live: [WalkingBout] = []
    var start = 0
    for end in cuts + [block.count] {
      live += engine.append(block.sliced(start..<end))
      start = end
    }
    return (engine.finish(), live)
  }

  /// What the engine finds, fed as one block.
  func analyzed(by pipeline: GaitPipeline = GaitPipeline()) -> RecordingAnalysis {
    streamed(cuts: [], by: pipeline).analysis
  }
}

extension RecordingBlock {
  /// The number of samples.
  var count: Int { seconds.count }

  /// Some of the samples, stamps as they are, with what slower sensors gave since the sample before.
  func sliced(_ range: Range<Int>) -> RecordingBlock {
    let after = range.lowerBound > 0 ? seconds[range.lowerBound - 1] : -Double.infinity
    let last = range.isEmpty ? after : seconds[range.upperBound - 1]
    let slow = side.mapValues { $0.sliced(after: after, through: last) }
    return RecordingBlock(
      seconds: Array(seconds[range]), acceleration: acceleration.sliced(range),
      angularRate: angularRate?.sliced(range), side: slow.filter { !$0.value.seconds.isEmpty })
  }
}

extension SideSamples {
  func sliced(after start: Double, through end: Double) -> SideSamples {
    let kept = seconds.indices.filter { seconds[$0] > start && seconds[$0] <= end }
    return SideSamples(seconds: kept.map { seconds[$0] }, values: kept.map { values[$0] })
  }
}

extension Axes {
  func sliced(_ range: Range<Int>) -> Axes {
    Axes(x: Array(x[range]), y: Array(y[range]), z: Array(z[range]))
  }

  /// The vectors one by one.
  var vectors: [SIMD3<Double>] {
    x.indices.map { SIMD3(Double(x[$0]), Double(y[$0]), Double(z[$0])) }
  }

  init(_ vectors: [SIMD3<Double>]) {
    self.init(
      x: vectors.map { Float($0.x) }, y: vectors.map { Float($0.y) },
      z: vectors.map { Float($0.z) })
  }
}
