import Foundation
import GaitAnalysis
import GaitModel
import SensorFiles

/// The CPU time of one analysis, stage by stage, and the length of what was analyzed.
struct StageTimes: Equatable {
  /// A stage and its CPU seconds.
  struct Stage: Equatable {
    /// The stage's name, as the engine calls it.
    var name: String
    /// CPU seconds.
    var seconds: Double
  }

  /// Reading, then the engine's stages in the order in which they run, then what lies between.
  var stages: [Stage]
  /// CPU seconds of the whole.
  var totalSeconds: Double
  /// Length of the recording, seconds.
  var recordingSeconds: Double

  /// Analyzes a recording and watches the clock.
  init(analyzing path: String, options: RecordingOptions) throws {
    let start = Self.cpuSeconds
    var source = try SensorFile.open(path, options: options)
    var engine = GaitPipeline().engine(for: source.facts)
    var readingSeconds = Self.cpuSeconds - start
    while true {
      let beforeBlock = Self.cpuSeconds
      let block = try source.nextBlock()
      readingSeconds += Self.cpuSeconds - beforeBlock
      guard let block else { break }
      _ = engine.append(block)
    }
    let analysis = engine.finish()
    self.init(
      reading: readingSeconds,
      engine: engine.stageSeconds.map { Stage(name: $0.stage, seconds: $0.seconds) },
      total: Self.cpuSeconds - start, recording: analysis.quality.durationSeconds)
  }

  /// Puts the parts together; what no stage accounts for is a stage of its own.
  init(reading: Double, engine: [Stage], total: Double, recording: Double) {
    let known = [Stage(name: "reading", seconds: reading)] + engine
    let rest = total - known.reduce(0) { $0 + $1.seconds }
    stages = known + [Stage(name: "between stages", seconds: max(0, rest))]
    totalSeconds = total
    recordingSeconds = recording
  }

  /// CPU seconds of all threads of this program so far.
  static var cpuSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// The most memory that this program has held so far, bytes.
  static var peakMemoryBytes: Int {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #else
      getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
      return usage.ru_maxrss * 1024
    #endif
  }
}
