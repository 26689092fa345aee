import Foundation
import GaitModel
import GaitResults
import Signals

/// The median over several runs of one analysis, and how far the runs lie apart.
struct BenchReport {
  private let name: String
  /// Of the recording's bytes.
  private let digest: String
  private let runs: [StageTimes]
  private let peakMemoryBytes: Int
  private let conditions: BenchConditions
  /// An earlier report on the same recording, to compare with.
  private let baseline: BenchBaseline?

  /// Makes the report of runs on one recording; there is at least one.
  init(
    name: String, digest: String, runs: [StageTimes], conditions: BenchConditions,
    baseline: BenchBaseline? = nil,
    peakMemoryBytes: Int = StageTimes.peakMemoryBytes
  ) {
    precondition(!runs.isEmpty, "at least one run")
    (self.name, self.digest, self.runs) = (name, digest, runs)
    (self.conditions, self.baseline) = (conditions, baseline)
    self.peakMemoryBytes = peakMemoryBytes
  }

  /// A stage, or the whole, over all runs.
  private struct Line {
    var name: String
    /// Median, least and most CPU seconds.
    var seconds: (median: Double, least: Double, most: Double)
    /// Median number of blocks of memory that were asked for.
    var allocations: Int

    init(_ name: String, _ costs: [StageTimes.Cost]) {
      self.name = name
      let times = costs.map(\.seconds).sorted()
      seconds = (Statistics.median(times) ?? 0, times[0], times[times.count - 1])
      allocations = costs.map(\.allocations).sorted()[costs.count / 2]
    }
  }

  /// The stages, and last the whole.
  private var lines: [Line] {
    runs[0].stages.indices.map { index in
      Line(runs[0].stages[index].name, runs.map { $0.stages[index].cost })
    } + [Line("total", runs.map(\.total))]
  }

  // MARK: Texts

  /// The report as a table to read.
  var table: String {
    let columns: [TextGrid.Column] = [
      .init(heading: "stage", leansLeft: true), .init(heading: "CPU", unit: "s"),
      .init(heading: "least", unit: "s"), .init(heading: "most", unit: "s"),
      .init(heading: "share", unit: "%"), .init(heading: "a value", unit: "ns"),
      .init(heading: "real time", unit: "times"), .init(heading: "blocks of", unit: "memory"),
    ]
    let rows = lines.map { line in
      [
        line.name, Self.text(line.seconds.median, 4), Self.text(line.seconds.least, 4),
        Self.text(line.seconds.most, 4), Self.text(share(line) * 100, 1),
        Self.text(nanosecondsPerValue(line), 2), Self.text(timesRealTime(line), 0),
        StageTimes.countsAllocations ? String(line.allocations) : "–",
      ]
    }
    return """
      \(name): \(Self.text(recordingSeconds, 1)) s of recording, median of \(runs.count.counted("run"))

      \(TextGrid(columns: columns, rows: rows).text(emphasized: Terminal.colorsOutput))
      \(hours)peak memory \(Self.text(Double(peakMemoryBytes) / 1_048_576, 1)) MiB
      \(comparison)
      """
  }

  private var hours: String {
    let idle = secondsPerIdleHour.map {
      "an hour without gait costs \(Self.text($0, 4)) s of CPU\n"
    }
    let gait = secondsPerGaitHour.map { "an hour of gait costs \(Self.text($0, 4)) s of CPU\n" }
    return (idle ?? "") + (gait ?? "")
  }

  private var comparison: String {
    guard let baseline else { return "" }
    let rows = changes(since: baseline).map { change in
      [
        change.name, Self.text(change.then, 4), Self.text(change.now, 4),
        Self.text(change.ratio, 2), change.verdict ?? "",
      ]
    }
    let columns: [TextGrid.Column] = [
      .init(heading: "stage", leansLeft: true), .init(heading: "then", unit: "s"),
      .init(heading: "now", unit: "s"), .init(heading: "ratio"),
      .init(heading: "", leansLeft: true),
    ]
    return """

      against \(baseline.path): a stage is slower or faster where no run of one is within the runs of the other
      \(conditions.differences(from: baseline.conditions).map { $0 + "\n" }.joined())
      \(TextGrid(columns: columns, rows: rows).text(emphasized: Terminal.colorsOutput))
      """
  }

  /// The report as comma separated values: a row for each stage, the last for the whole.
  var csv: String {
    Table(
      "bench",
      columns: [
        "recording", "stage", "cpu_s", "share", "times_real_time", "cpu_min_s", "cpu_max_s",
        "ns_per_value", "allocations",
      ], of: lines
    ) { line in
      [
        .word(name), .word(line.name), .number(line.seconds.median, decimals: 6),
        .number(share(line)), timesRealTime(line).map { .number($0, decimals: 1) } ?? .blank,
        .number(line.seconds.least, decimals: 6), .number(line.seconds.most, decimals: 6),
        nanosecondsPerValue(line).map { .number($0, decimals: 3) } ?? .blank,
        StageTimes.countsAllocations ? .count(line.allocations) : .blank,
      ]
    }.csv
  }

  /// The report as JSON; `--baseline` reads it back.
  var document: String {
    let stages = lines.map { line in
      JSONValue.members([
        "stage": .string(line.name),
        "cpu_s": .number(line.seconds.median, decimals: 6),
        "share": .number(share(line), decimals: 4),
        "times_real_time": .optional(timesRealTime(line), decimals: 1),
        "cpu_min_s": .number(line.seconds.least, decimals: 6),
        "cpu_max_s": .number(line.seconds.most, decimals: 6),
        "ns_per_value": .optional(nanosecondsPerValue(line), decimals: 3),
        "allocations": StageTimes.countsAllocations ? .integer(line.allocations) : .null,
      ])
    }
    return JSONValue.members([
      "recording": .string(name), "digest": .string(digest),
      "recording_s": .number(recordingSeconds, decimals: 4),
      "runs": .integer(runs.count),
      "site": .optional(conditions.site), "transform": .optional(conditions.transform),
      "settings_digest": .optional(conditions.settings_digest),
      "processor": .optional(conditions.processor),
      "stages": .array(stages.dropLast()),
      "total": stages[stages.count - 1],
      "peak_memory_bytes": .integer(peakMemoryBytes),
      "idle_hour_cpu_s": .optional(secondsPerIdleHour, decimals: 6),
      "gait_hour_cpu_s": .optional(secondsPerGaitHour, decimals: 6),
      "baseline_differences": .array(
        (baseline.map { conditions.differences(from: $0.conditions) } ?? []).map { .string($0) }),
      "against": .array(
        (baseline.map(changes) ?? []).map { change in
          .members([
            "stage": .string(change.name), "cpu_s": .number(change.now, decimals: 6),
            "baseline_cpu_s": .number(change.then, decimals: 6),
            "ratio": .optional(change.ratio, decimals: 4),
            "verdict": .optional(change.verdict),
          ])
        }),
    ]).document
  }

  // MARK: Numbers

  private var recordingSeconds: Double { runs[0].recordingSeconds }

  private var secondsPerIdleHour: Double? {
    Statistics.median(runs.compactMap(\.secondsPerIdleHour))
  }

  private var secondsPerGaitHour: Double? {
    Statistics.median(runs.compactMap(\.secondsPerGaitHour))
  }

  private func share(_ line: Line) -> Double {
    let total = Statistics.median(runs.map(\.total.seconds)) ?? 0
    return total > 0 ? line.seconds.median / total : 0
  }

  /// `nil` for a recording without samples.
  private func nanosecondsPerValue(_ line: Line) -> Double? {
    runs[0].valueCount > 0 ? line.seconds.median * 1e9 / Double(runs[0].valueCount) : nil
  }

  /// `nil` for a stage that took no time that the clock could see.
  private func timesRealTime(_ line: Line) -> Double? {
    line.seconds.median > 0 ? recordingSeconds / line.seconds.median : nil
  }

  private struct Change {
    var name: String
    var (then, now) = (0.0, 0.0)
    /// `nil` where there was nothing.
    var ratio: Double?
    /// `slower`, `faster`, or `nil` where the runs overlap.
    var verdict: String?
  }

  /// The stages that both reports have.
  private func changes(since baseline: BenchBaseline) -> [Change] {
    lines.compactMap { line in
      guard let then = baseline.stage(named: line.name) else { return nil }
      let (slower, faster) = (
        line.seconds.least > then.cpu_max_s, line.seconds.most < then.cpu_min_s
      )
      return Change(
        name: line.name, then: then.cpu_s, now: line.seconds.median,
        ratio: then.cpu_s > 0 ? line.seconds.median / then.cpu_s : nil,
        verdict: slower ? "slower" : faster ? "faster" : nil)
    }
  }

  private static func text(_ value: Double?, _ decimals: Int) -> String {
    value.flatMap { DecimalText.text($0, decimals: decimals) } ?? "–"
  }
}

/// What the times of a recording depend on beside the program.
struct BenchConditions: Decodable {
  /// The site that was used; `nil` where nobody knows it.
  var site: String?
  /// Who made the Fourier transforms; `nil` in reports of older versions, of which nothing is said then.
  var transform: String?
  /// The digest of the settings.
  var settings_digest: String?
  /// The name of the processor; `nil` where it has none, and in reports of older versions: nothing is said then.
  var processor: String?

  /// The name of this machine's processor, where the system tells one.
  static var processorName: String? {
    let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?.split(
      separator: "\n")
    let line = lines?.first { $0.hasPrefix("model name") }
    return line?.split(separator: ":", maxSplits: 1).dropFirst().first.map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }

  /// What another report was made with that this one was not, a sentence each.
  func differences(from other: BenchConditions) -> [String] {
    guard other.transform != nil else { return [] }
    let isTold = processor != nil && other.processor != nil
    return [
      ("transform", transform, other.transform), ("site", site, other.site),
      ("digest of settings", settings_digest, other.settings_digest),
      ("processor", isTold ? processor : nil, isTold ? other.processor : nil),
    ].filter { $0.1 != $0.2 }.map { name, now, then in
      "the \(name) differs: then \(then ?? "not known"), now \(now ?? "not known")"
    }
  }
}

/// An earlier report of `gait bench --format json`.
struct BenchBaseline: Decodable {
  /// Where it was read from.
  private(set) var path = ""
  private let recording: String
  /// Of the recording's bytes and what is read beside it; `nil` in reports of older versions, where the name decides.
  private let digest: String?
  private let stages: [Stage]
  private let total: Stage
  /// What it was made with.
  private(set) var conditions = BenchConditions()

  private enum CodingKeys: CodingKey { case recording, digest, stages, total }

  /// A stage of that report.
  struct Stage: Decodable {
    var stage: String
    var cpu_s: Double
    var cpu_min_s: Double
    var cpu_max_s: Double
  }

  /// Reads a report.
  ///
  /// - Throws: when the file is no report, or one of reading where all is measured or the other way.
  static func read(_ path: String, isReading: Bool) throws -> BenchBaseline {
    let data = try InputFile.data("--baseline", path)
    guard var read = try? JSONDecoder().decode(BenchBaseline.self, from: data) else {
      throw Failure(
        description: "\(path): is no report of a bench; make one with `gait bench … --format json`")
    }
    guard (read.stage(named: "reading") != nil && read.stages.count == 1) == isReading else {
      throw Failure(
        description: isReading
          ? "\(path): is about a whole analysis, and this one only reads; leave out --reading, or the baseline"
          : "\(path): is about reading alone, and this is a whole analysis; give --reading, or another baseline"
      )
    }
    read.path = path
    if let conditions = try? JSONDecoder().decode(BenchConditions.self, from: data) {
      read.conditions = conditions
    }
    return read
  }

  /// Checks that a recording is the one that was measured then: the same bytes, whatever it is called.
  ///
  /// - Throws: ``Failure`` where it is another one.
  func check(isAbout name: String, digest: String) throws {
    let isSame = self.digest.map { $0 == digest } ?? (recording == name)
    guard !isSame else { return }
    let words =
      recording == name
      ? "is about another \(name): its bytes, or those of its description, were others"
      : "is about \(recording), and this is \(name)"
    throw Failure(description: "\(path): \(words); times of two recordings do not compare")
  }

  /// A stage by its name; `nil` where the report has none.
  func stage(named name: String) -> Stage? {
    name == total.stage ? total : stages.first { $0.stage == name }
  }

  /// Why there is nothing to compare with.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }
}
