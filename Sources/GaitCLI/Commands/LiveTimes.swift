import Foundation
import GaitAnalysis
import GaitModel
import GaitResults
import SensorFiles
import Signals
import Synchronization

/// What it costs to take a recording second by second, as a program does that is fed by the sensor.
struct LiveTimes {
  /// By the clock, seconds, for each second of the recording: the least of all runs, because what else the machine does
  /// in one of them is no cost of ours.
  private(set) var appends: [Double] = []
  /// From a bout's end to its result, seconds of the recording, for each bout that closed before the recording's end.
  private(set) var delays: [Double] = []
  /// By the clock, from the append that closes a bout's walk to its result, seconds, for each of these bouts.
  private(set) var results: [Double] = []

  /// How often the recording was taken.
  private(set) var runs = 1

  /// Where the device was worn, as given or described; `nil` where nobody says.
  let site: WearingSite?

  /// What slower sensors gave and no second has taken yet.
  private var waiting: [SideChannel: SideSamples] = [:]

  /// Feeds a recording to the engine.
  init(_ path: String, options: RecordingOptions, pipeline: GaitPipeline) throws {
    var source = try SensorFile.open(path, options: options)
    site = source.facts.site
    let told = ToldBouts()
    let engine = try pipeline.liveEngine(for: source.facts, found: told.append)
    var second = RecordingBlock(seconds: [], acceleration: Axes())
    while let block = try source.nextBlock() {
      waiting.merge(block.side) {
        SideSamples(seconds: $0.seconds + $1.seconds, values: $0.values + $1.values)
      }
      for place in block.seconds.indices {
        if let first = second.seconds.first, block.seconds[place] >= first + 1 {
          feed(second, engine, told)
          second = RecordingBlock(seconds: [], acceleration: Axes())
        }
        second.take(place, of: block)
      }
    }
    feed(second, engine, told)
  }

  /// Adds a run with the same recording.
  mutating func add(_ other: LiveTimes) {
    appends = zip(appends, other.appends).map { min($0, $1) }
    results = zip(results, other.results).map { min($0, $1) }
    runs += other.runs
  }

  /// A second passes until the next block in life; here the walks are waited for.
  private mutating func feed(
    _ samples: RecordingBlock, _ engine: LiveGaitEngine, _ told: ToldBouts
  ) {
    guard let last = samples.seconds.last else { return }
    var block = samples
    for (channel, side) in waiting {
      let count = side.seconds.prefix { $0 <= last }.count
      guard count > 0 else { continue }
      block.side[channel] = SideSamples(
        seconds: Array(side.seconds[..<count]), values: Array(side.values[..<count]))
      waiting[channel] = SideSamples(
        seconds: Array(side.seconds[count...]), values: Array(side.values[count...]))
    }
    let start = DispatchTime.now().uptimeNanoseconds
    engine.append(block)
    appends.append(Double(DispatchTime.now().uptimeNanoseconds - start) * 1e-9)
    engine.waitForWalks()
    for (bout, time) in told.takeAll() {
      delays.append(last - bout.seconds.upperBound)
      results.append(Double(time - start) * 1e-9)
    }
  }

  private var microseconds: [Double?] {
    [0.5, 0.95, 1].map { share in Statistics.percentile(appends, share).map { $0 * 1e6 } }
  }
  private var milliseconds: [Double?] {
    [0.5, 0.95, 1].map { share in Statistics.percentile(results, share).map { $0 * 1e3 } }
  }
  private var waits: [Double?] { [0.5, 0.95, 1].map { Statistics.percentile(delays, $0) } }

  /// As a text, for a recording of this name that was taken under these conditions.
  func text(_ name: String, _ conditions: BenchConditions, _ format: OutputFormat) -> String {
    switch format {
    case .json:
      let (costs, waits, results) = (microseconds, waits, milliseconds)
      return JSONValue.members([
        "recording": .string(name), "runs": .integer(runs),
        "site": .optional(conditions.site), "transform": .optional(conditions.transform),
        "settings_digest": .optional(conditions.settings_digest),
        "appends": .integer(appends.count),
        "append_median_us": .optional(costs[0], decimals: 1),
        "append_p95_us": .optional(costs[1], decimals: 1),
        "append_max_us": .optional(costs[2], decimals: 1),
        "bouts": .integer(delays.count), "delay_median_s": .optional(waits[0], decimals: 2),
        "delay_p95_s": .optional(waits[1], decimals: 2),
        "delay_max_s": .optional(waits[2], decimals: 2),
        "result_median_ms": .optional(results[0], decimals: 2),
        "result_p95_ms": .optional(results[1], decimals: 2),
        "result_max_ms": .optional(results[2], decimals: 2),
      ]).document
    case .csv:
      let columns = ["recording", "value", "unit", "count", "median", "p95", "max"]
      let rows: [(String, String, Int, [Double?])] = [
        ("append", "us", appends.count, microseconds), ("delay", "s", delays.count, waits),
        ("result", "ms", results.count, milliseconds),
      ]
      return Table("live", columns: columns, of: rows) { row in
        [.word(name), .word(row.0), .word(row.1), .count(row.2)]
          + row.3.map { $0.map { .number($0, decimals: 2) } ?? .blank }
      }.csv
    case .table:
      func words(_ values: [Double?], _ unit: String) -> String {
        let texts = values.map { $0.flatMap { DecimalText.text($0, decimals: 1) } ?? "–" }
        return
          "median \(texts[0]) \(unit), 95 % within \(texts[1]) \(unit), most \(texts[2]) \(unit)"
      }
      let head = """
        \(name), taken second by second\(runs > 1 ? ", of each second the least of \(runs) runs" : "")

        one second, \(appends.count.counted("time")): \(words(microseconds, "µs"))

        """
      guard !delays.isEmpty else { return head + "no bout closed before the recording's end\n" }
      return head + """
        from a bout's end to its result, \(delays.count.counted("bout")) that closed before the recording's end:
          \(words(waits, "s")) of recording
        from the append that closes a walk to its result:
          \(words(milliseconds, "ms"))

        """
    }
  }
}

/// Bouts as they are told, with the time by the clock, nanoseconds.
private final class ToldBouts: Sendable {
  private let told = Mutex<[(bout: WalkingBout, time: UInt64)]>([])

  @Sendable func append(_ bouts: [WalkingBout]) {
    let now = DispatchTime.now().uptimeNanoseconds
    told.withLock { told in told += bouts.map { ($0, now) } }
  }

  func takeAll() -> [(bout: WalkingBout, time: UInt64)] {
    told.withLock { told in
      defer { told = [] }
      return told
    }
  }
}

extension RecordingBlock {
  /// Adds a sample of another block.
  fileprivate mutating func take(_ place: Int, of block: RecordingBlock) {
    seconds.append(block.seconds[place])
    acceleration.take(place, of: block.acceleration)
    guard let rate = block.angularRate else { return }
    if angularRate == nil { angularRate = Axes() }
    angularRate?.take(place, of: rate)
  }
}

extension Axes {
  fileprivate mutating func take(_ place: Int, of axes: Axes) {
    x.append(axes.x[place])
    y.append(axes.y[place])
    z.append(axes.z[place])
  }
}
