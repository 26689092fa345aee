import CAllocations
import Foundation
import GaitAnalysis
import GaitModel
import SensorFiles

/// The CPU time of one analysis, stage by stage, and what was analyzed.
struct StageTimes: Equatable {
  /// A stage, its CPU seconds, and how many blocks of memory it asked for.
  struct Stage: Equatable {
    /// The stage's name, as the engine calls it.
    var name: String
    /// What it cost.
    var cost = Cost()
  }

  /// What something cost.
  struct Cost: Equatable {
    /// CPU seconds.
    var seconds = 0.0
    /// Blocks of memory that were asked for.
    var allocations = 0

    static func + (a: Cost, b: Cost) -> Cost {
      Cost(seconds: a.seconds + b.seconds, allocations: a.allocations + b.allocations)
    }
    static func - (a: Cost, b: Cost) -> Cost {
      Cost(seconds: a.seconds - b.seconds, allocations: a.allocations - b.allocations)
    }
  }

  /// The pass for calibration, reading, then the engine's stages in the order in which they run,
  /// then what lies between.
  var stages: [Stage]
  /// What the whole cost.
  var total: Cost
  /// Length of the recording, seconds.
  var recordingSeconds: Double
  /// Values of acceleration and angular rate, all channels together.
  var valueCount = 0
  /// Gait in the recording, seconds.
  var gaitSeconds = 0.0
  /// Where the device was worn, as given, described or recognized; `nil` where nobody knows.
  var site: WearingSite?
  /// CPU seconds that an hour without gait costs; `nil` where no stretch is long enough to tell.
  var secondsPerIdleHour: Double?

  /// CPU seconds that an hour of gait costs, the rest at the price of idle hours; `nil` where that is not known, or
  /// where nobody walks.
  var secondsPerGaitHour: Double? {
    guard let idle = secondsPerIdleHour, gaitSeconds > 0 else { return nil }
    let rest = (recordingSeconds - gaitSeconds) / 3600
    return max(0, total.seconds - idle * rest) / (gaitSeconds / 3600)
  }

  /// Analyzes a recording and watches the clock.
  init(
    analyzing path: String, options: RecordingOptions, pipeline: GaitPipeline = GaitPipeline()
  ) throws {
    allocations_count_from_now_on(1)
    defer { allocations_count_from_now_on(0) }
    let start = Self.now
    let reading = TimedSource(try SensorFile.open(path, options: options))
    let opening = Self.now - start
    var source: any RecordingSource = reading
    let calibration = try pipeline.calibration(of: &source) {
      try SensorFile.excerpts(of: path, options: options)
    }
    let calibrating = Self.now - start - opening - reading.cost
    let clock = StageClock()
    var engine = pipeline.engine(
      for: source.facts, calibration: calibration, keepingBoutsIn: TemporaryFolder.path)
    engine.stageObserver = { clock.enter($0) }
    var (values, blocks) = (0, [(end: Double, seconds: Double)]())
    while let block = try source.nextBlock() {
      clock.start()
      let before = Self.now
      _ = engine.append(block)
      clock.stop()
      values += block.seconds.count * (block.angularRate == nil ? 3 : 6)
      if let end = block.seconds.last { blocks.append((end, (Self.now - before).seconds)) }
    }
    clock.start()
    let analysis = engine.finish()
    clock.stop()
    self.init(
      calibrating: calibrating, reading: opening + reading.cost, engine: clock.stages,
      total: Self.now - start, recording: analysis.quality.durationSeconds)
    valueCount = values
    site = analysis.facts.site
    gaitSeconds = analysis.gaitSequences.reduce(0) {
      $0 + $1.seconds.upperBound - $1.seconds.lowerBound
    }
    secondsPerIdleHour = Self.idlePrice(blocks, gait: analysis.gaitSequences.map(\.seconds)).map {
      $0 + (calibrating + opening + reading.cost).seconds / max(recordingSeconds / 3600, 1e-9)
    }
  }

  /// Reads a recording to its end and does nothing with it.
  init(reading path: String, options: RecordingOptions) throws {
    allocations_count_from_now_on(1)
    defer { allocations_count_from_now_on(0) }
    let start = Self.now
    var source = try SensorFile.open(path, options: options)
    site = source.facts.site
    recordingSeconds = 0
    while let block = try source.nextBlock() {
      recordingSeconds = block.seconds.last ?? recordingSeconds
      valueCount += block.seconds.count * (block.angularRate == nil ? 3 : 6)
    }
    total = Self.now - start
    stages = [Stage(name: "reading", cost: total)]
  }

  /// Puts the parts together; what no stage accounts for is a stage of its own.
  init(calibrating: Cost, reading: Cost, engine: [Stage], total: Cost, recording: Double) {
    let known =
      [Stage(name: "calibration", cost: calibrating), Stage(name: "reading", cost: reading)]
      + engine
    var rest = known.reduce(total) { $0 - $1.cost }
    rest.seconds = max(0, rest.seconds)
    stages = known + [Stage(name: "between stages", cost: rest)]
    self.total = total
    recordingSeconds = recording
  }

  /// A walk is analyzed when it is over and nothing can join it: its price falls in the blocks up to so many seconds
  /// later.
  private static let delaySeconds = 180.0
  /// Less than this without gait says little, seconds.
  private static let leastIdleSeconds = 600.0

  /// CPU seconds for an hour of blocks that neither hold gait nor follow it closely; `nil` with few of them.
  private static func idlePrice(
    _ blocks: [(end: Double, seconds: Double)], gait: [Range<Double>]
  ) -> Double? {
    var (idle, price, start, next) = (0.0, 0.0, 0.0, 0)
    for block in blocks {
      while next < gait.count, gait[next].upperBound + delaySeconds <= start { next += 1 }
      if next == gait.count || gait[next].lowerBound >= block.end {
        idle += block.end - start
        price += block.seconds
      }
      start = block.end
    }
    return idle >= leastIdleSeconds ? price / (idle / 3600) : nil
  }

  /// What all threads of this program have cost so far.
  fileprivate static var now: Cost {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Cost(
      seconds: Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9,
      allocations: max(0, allocations_count()))
  }

  /// Whether blocks of memory can be counted here.
  static var countsAllocations: Bool { allocations_count() >= 0 }

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

/// A source that adds up the cost of reading.
private final class TimedSource: RecordingSource {
  private(set) var cost = StageTimes.Cost()
  private var source: any RecordingSource

  init(_ source: any RecordingSource) { self.source = source }

  var facts: RecordingFacts { source.facts }
  var remarks: [RecordingRemark] { source.remarks }

  func nextBlock() throws -> RecordingBlock? {
    let start = StageTimes.now
    defer { cost = cost + (StageTimes.now - start) }
    return try source.nextBlock()
  }
}

/// Adds up the cost between one stage and the next.
private final class StageClock {
  private var costs: [GaitStage: StageTimes.Cost] = [:]
  private var current = GaitStage.conditioning
  private var since = StageTimes.Cost()

  /// The engine's stages with their costs, in the order in which they run.
  var stages: [StageTimes.Stage] {
    GaitStage.allCases.filter { $0 != .finished }.map {
      StageTimes.Stage(name: $0.rawValue, cost: costs[$0] ?? StageTimes.Cost())
    }
  }

  func start() { since = StageTimes.now }

  func enter(_ stage: GaitStage) {
    stop()
    current = stage
  }

  func stop() {
    let now = StageTimes.now
    costs[current] = (costs[current] ?? StageTimes.Cost()) + (now - since)
    since = now
  }
}
