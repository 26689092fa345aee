import Foundation
import GaitAnalysis
import GaitModel
import GaitResults
import SensorFiles

/// The median over several runs of one analysis.
struct BenchReport {
  private let name: String
  private let runCount: Int
  private let stages: [StageTimes.Stage]
  private let totalSeconds: Double
  private let recordingSeconds: Double
  private let peakMemoryBytes: Int

  /// Makes the report of runs on one recording; there is at least one.
  init(name: String, runs: [StageTimes], peakMemoryBytes: Int = StageTimes.peakMemoryBytes) {
    precondition(!runs.isEmpty, "at least one run")
    self.name = name
    runCount = runs.count
    stages = runs[0].stages.indices.map { index in
      let seconds = runs.compactMap { index < $0.stages.count ? $0.stages[index].seconds : nil }
      return .init(name: runs[0].stages[index].name, seconds: Self.median(seconds))
    }
    totalSeconds = Self.median(runs.map(\.totalSeconds))
    recordingSeconds = runs[0].recordingSeconds
    self.peakMemoryBytes = peakMemoryBytes
  }

  /// The report as a table to read.
  var table: String {
    let columns: [TextGrid.Column] = [
      .init(heading: "stage", leansLeft: true), .init(heading: "CPU", unit: "s"),
      .init(heading: "share", unit: "%"), .init(heading: "times real time"),
    ]
    let rows = lines.map { line in
      [
        line.name, Self.text(line.seconds, 4), Self.text(share(line.seconds) * 100, 1),
        Self.text(timesRealTime(line.seconds), 0),
      ]
    }
    return """
      \(name): \(Self.text(recordingSeconds, 1)) s of recording, median of \(runCount) runs

      \(TextGrid(columns: columns, rows: rows).text(emphasized: Terminal.colorsOutput))
      peak memory \(Self.text(Double(peakMemoryBytes) / 1_048_576, 1)) MiB

      """
  }

  /// The report as comma separated values: a row for each stage, the last for the whole.
  var csv: String {
    Table(
      "bench", columns: ["recording", "stage", "cpu_s", "share", "times_real_time"], of: lines
    ) { line in
      [
        .word(name), .word(line.name), .number(line.seconds, decimals: 6),
        .number(share(line.seconds)),
        timesRealTime(line.seconds).map { .number($0, decimals: 1) } ?? .blank,
      ]
    }.csv
  }

  /// The report as JSON.
  var document: String {
    let stages = lines.map { line in
      JSONValue.members([
        "stage": .string(line.name),
        "cpu_s": .number(line.seconds, decimals: 6),
        "share": .number(share(line.seconds), decimals: 4),
        "times_real_time": .optional(timesRealTime(line.seconds), decimals: 1),
      ])
    }
    return JSONValue.members([
      "recording": .string(name),
      "recording_s": .number(recordingSeconds, decimals: 4),
      "runs": .integer(runCount),
      "stages": .array(stages.dropLast()),
      "total": stages[stages.count - 1],
      "peak_memory_bytes": .integer(peakMemoryBytes),
    ]).document
  }

  /// The stages, and last the whole.
  private var lines: [StageTimes.Stage] {
    stages + [.init(name: "total", seconds: totalSeconds)]
  }

  private func share(_ seconds: Double) -> Double {
    totalSeconds > 0 ? seconds / totalSeconds : 0
  }

  /// `nil` for a stage that took no time that the clock could see.
  private func timesRealTime(_ seconds: Double) -> Double? {
    seconds > 0 ? recordingSeconds / seconds : nil
  }

  private static func text(_ value: Double?, _ decimals: Int) -> String {
    value.flatMap { DecimalText.text($0, decimals: decimals) } ?? "–"
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}

/// The CPU time of one analysis, stage by stage, and the length of what was analyzed.
struct StageTimes: Equatable {
  /// A stage and its CPU seconds.
  struct Stage: Equatable {
    /// The stage's name, as the engine calls it.
    var name: String
    /// CPU seconds.
    var seconds: Double
  }

  /// The pass for calibration, reading, then the engine's stages in the order in which they run,
  /// then what lies between.
  var stages: [Stage]
  /// CPU seconds of the whole.
  var totalSeconds: Double
  /// Length of the recording, seconds.
  var recordingSeconds: Double

  /// Analyzes a recording and watches the clock.
  init(
    analyzing path: String, options: RecordingOptions, pipeline: GaitPipeline = GaitPipeline()
  ) throws {
    let start = Self.cpuSeconds
    let reading = TimedSource(try SensorFile.open(path, options: options))
    let openingSeconds = Self.cpuSeconds - start
    var source: any RecordingSource = reading
    let calibration = try pipeline.calibration(of: &source) {
      try SensorFile.excerpts(of: path, options: options)
    }
    let calibrationSeconds = Self.cpuSeconds - start - openingSeconds - reading.seconds
    let clock = StageClock()
    var engine = pipeline.engine(for: source.facts, calibration: calibration)
    engine.stageObserver = { clock.enter($0) }
    while let block = try source.nextBlock() {
      clock.start()
      _ = engine.append(block)
      clock.stop()
    }
    clock.start()
    let analysis = engine.finish()
    clock.stop()
    self.init(
      calibrating: calibrationSeconds, reading: openingSeconds + reading.seconds,
      engine: clock.stages, total: Self.cpuSeconds - start,
      recording: analysis.quality.durationSeconds)
  }

  /// Reads a recording to its end and does nothing with it.
  init(reading path: String, options: RecordingOptions) throws {
    let start = Self.cpuSeconds
    var source = try SensorFile.open(path, options: options)
    recordingSeconds = 0
    while let block = try source.nextBlock() {
      recordingSeconds = block.seconds.last ?? recordingSeconds
    }
    totalSeconds = Self.cpuSeconds - start
    stages = [Stage(name: "reading", seconds: totalSeconds)]
  }

  /// Puts the parts together; what no stage accounts for is a stage of its own.
  init(
    calibrating: Double, reading: Double, engine: [Stage], total: Double, recording: Double
  ) {
    let before = [
      Stage(name: "calibration", seconds: calibrating), Stage(name: "reading", seconds: reading),
    ]
    let known = before + engine
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

/// A source that adds up the CPU time of reading.
private final class TimedSource: RecordingSource {
  private(set) var seconds = 0.0
  private var source: any RecordingSource

  init(_ source: any RecordingSource) { self.source = source }

  var facts: RecordingFacts { source.facts }
  var remarks: [RecordingRemark] { source.remarks }

  func nextBlock() throws -> RecordingBlock? {
    let start = StageTimes.cpuSeconds
    defer { seconds += StageTimes.cpuSeconds - start }
    return try source.nextBlock()
  }
}

/// Adds up the CPU time between one stage and the next.
private final class StageClock {
  private var seconds: [GaitStage: Double] = [:]
  private var current = GaitStage.conditioning
  private var since = 0.0

  /// The engine's stages with their CPU seconds, in the order in which they run.
  var stages: [StageTimes.Stage] {
    GaitStage.allCases.filter { $0 != .finished }.map {
      StageTimes.Stage(name: $0.rawValue, seconds: seconds[$0] ?? 0)
    }
  }

  func start() { since = StageTimes.cpuSeconds }

  func enter(_ stage: GaitStage) {
    stop()
    current = stage
  }

  func stop() {
    let now = StageTimes.cpuSeconds
    seconds[current, default: 0] += now - since
    since = now
  }
}
