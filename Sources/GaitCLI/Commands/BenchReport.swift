import GaitModel

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
