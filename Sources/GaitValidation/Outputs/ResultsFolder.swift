import Foundation
import GaitModel

/// The files that an engine has written about one recording.
///
/// `bouts.csv`, `gait_sequences.csv`, `initial_contacts.csv`, `final_contacts.csv` and `strides.csv`,
/// as `gait analyze --output` writes them. Files of other engines with the same columns do as well;
/// a column that is not there is a value that is not available.
struct ResultsFolder {
  /// The folder of one recording.
  var url: URL

  /// Reads what the engine says. Without bouts and without contacts there is no output.
  func output() -> EngineOutput {
    for name in Self.tableNames {
      guard let fault = table(name)?.fault else { continue }
      return EngineOutput(failure: "\(name) in \(url.path): \(fault)")
    }
    let bouts = table("bouts.csv")
    let contacts = table("initial_contacts.csv")
    guard bouts != nil || contacts != nil else {
      return EngineOutput(failure: "no bouts.csv and no initial_contacts.csv in \(url.path)")
    }
    return EngineOutput(
      bouts: bouts.map(Self.bouts) ?? [],
      sequences: table("gait_sequences.csv").map { Self.bouts($0).map(\.seconds) },
      initialContacts: contacts.map(Self.events) ?? [],
      finalContacts: table("final_contacts.csv").map(Self.events) ?? [],
      strides: table("strides.csv").map(Self.strides) ?? [],
      turns: table("turns.csv").map(Self.turns))
  }

  /// How long the recording is by `summary.json`, or `nil` when that does not say.
  func extent() -> RecordingExtent? {
    struct Summary: Decodable {
      struct Quality: Decodable { var duration_s: Double }
      var quality: Quality
    }
    guard let json = try? Data(contentsOf: url.appending(path: "summary.json")),
      let quality = try? JSONDecoder().decode(Summary.self, from: json).quality
    else { return nil }
    return RecordingExtent(durationSeconds: quality.duration_s)
  }

  private static let tableNames = [
    "bouts.csv", "gait_sequences.csv", "initial_contacts.csv", "final_contacts.csv", "strides.csv",
    "turns.csv",
  ]

  private func table(_ name: String) -> CSVTable? {
    (try? Data(contentsOf: url.appending(path: name))).map { CSVTable($0) }
  }

  private static func events(_ table: CSVTable) -> [TimedFoot] {
    let feet = table.fields("side")
    return table.numbers("time_s").enumerated().compactMap { row, seconds in
      seconds.map { TimedFoot(seconds: $0, foot: feet.flatMap { Side(word: $0[row]) }) }
    }
  }

  private static func bouts(_ table: CSVTable) -> [EngineOutput.Bout] {
    let starts = table.numbers("start_s")
    let ends = table.numbers("end_s")
    let columns = BoutColumns(table)
    return table.rows.indices.compactMap { row in
      guard let start = starts[row], let end = ends[row], end > start else { return nil }
      return columns.bout(row, seconds: start..<end)
    }
  }

  private static func turns(_ table: CSVTable) -> [EngineOutput.Turn] {
    let starts = table.numbers("start_s")
    let ends = table.numbers("end_s")
    let angles = table.numbers("angle_deg")
    return table.rows.indices.compactMap { row in
      guard let start = starts[row], let end = ends[row], end >= start else { return nil }
      return EngineOutput.Turn(seconds: start..<end, angleDegrees: angles[row])
    }
  }

  private static func strides(_ table: CSVTable) -> [EngineOutput.Stride] {
    let starts = table.numbers("start_s")
    let ends = table.numbers("end_s")
    let speeds = table.numbers("speed_mps")
    let lengths = table.numbers("length_m")
    return table.rows.indices.compactMap { row in
      guard let start = starts[row], let end = ends[row] else { return nil }
      return EngineOutput.Stride(
        startSeconds: start, endSeconds: end, speedMetersPerSecond: speeds[row],
        lengthMeters: lengths[row])
    }
  }
}

/// The columns of `bouts.csv` that are scored.
private struct BoutColumns {
  let speed, strideLength, cadence, doubleSupport, stance, strideTime, steps: [Double?]
  let speedError, strideLengthError, cadenceError, doubleSupportError, stepsError: [Double?]
  let distance, distanceError: [Double?]
  let words, legs: [String]

  init(_ table: CSVTable) {
    speed = table.numbers("walking_speed_mps")
    strideLength = table.numbers("stride_length_m")
    cadence = table.numbers("cadence_spm")
    doubleSupport = table.numbers("double_support_fraction")
    stance = table.numbers("stance_fraction")
    strideTime = table.numbers("stride_time_s")
    steps = table.numbers("n_steps")
    speedError = table.numbers("walking_speed_se_mps")
    strideLengthError = table.numbers("stride_length_se_m")
    cadenceError = table.numbers("cadence_se_spm")
    doubleSupportError = table.numbers("double_support_se_fraction")
    stepsError = table.numbers("n_steps_se")
    distance = table.numbers("distance_m")
    distanceError = table.numbers("distance_se_m")
    let none = Array(repeating: "", count: table.rows.count)
    legs = table.fields("pocket_leg") ?? none
    words = zip(table.fields("terrain") ?? none, table.fields("activity") ?? none)
      .map { "\($0) \($1)".lowercased() }
  }

  func bout(_ row: Int, seconds: Range<Double>) -> EngineOutput.Bout {
    EngineOutput.Bout(
      seconds: seconds, kind: kind(words[row]), direction: direction(words[row]),
      values: BoutValues(
        speedMetersPerSecond: speed[row], strideLengthMeters: strideLength[row],
        stepsPerMinute: cadence[row]),
      errors: BoutValues(
        speedMetersPerSecond: speedError[row], strideLengthMeters: strideLengthError[row],
        stepsPerMinute: cadenceError[row]), doubleSupportFraction: doubleSupport[row],
      doubleSupportError: doubleSupportError[row], stanceFraction: stance[row],
      strideSeconds: strideTime[row], stepCount: steps[row], stepCountError: stepsError[row],
      distanceMeters: distance[row], distanceErrorMeters: distanceError[row],
      carryingLeg: Side(word: legs[row]))
  }

  private func kind(_ words: String) -> EngineOutput.Kind {
    if words.contains("run") || words.contains("jog") { return .running }
    let isStairs = words.contains("stair") || words.split(separator: " ").contains("step")
    return isStairs ? .stairs : .walking
  }

  /// Other engines write `ascending` and `descending`.
  private func direction(_ words: String) -> EngineOutput.Direction {
    if words.contains("down") || words.contains("desc") { return .down }
    return words.contains("up") || words.contains("asc") ? .up : .none
  }
}

/// A comma separated file with a header row, read by column name.
///
/// Quoted fields are understood; a row shorter than the header has empty fields at its end.
struct CSVTable {
  /// The column names, in the order of the file.
  let columns: [String]
  /// The rows, each a list of fields in the order of the columns.
  let rows: [[String]]

  /// Reads the bytes of a file.
  init(_ bytes: some Sequence<UInt8>) {
    var records = CSVLine.records(bytes)
    columns = records.isEmpty ? [] : records.removeFirst()
    rows = records
  }

  /// What keeps its columns from being told apart: a name that two of them have, or a row with fields beyond the header,
  /// which a comma too many puts into the wrong columns; `nil` where nothing does.
  var fault: String? {
    let again = columns.indices.first {
      !columns[$0].isEmpty && columns[..<$0].contains(columns[$0])
    }
    if let again { return "the column \(columns[again]) is there twice; keep one" }
    return rows.firstIndex { $0.dropFirst(columns.count).contains { !$0.isEmpty } }
      .map { "line \($0 + 2) has more fields than the header has columns" }
  }

  /// The fields of a column, empty where a row is short, or `nil` when there is no such column.
  func fields(_ name: String) -> [String]? {
    guard let index = columns.firstIndex(of: name) else { return nil }
    return rows.map { index < $0.count ? $0[index] : "" }
  }

  /// The numbers of a column; `nil` where a field is empty or not a finite number.
  func numbers(_ name: String) -> [Double?] {
    guard let index = columns.firstIndex(of: name) else {
      return Array(repeating: nil, count: rows.count)
    }
    return rows.map { row in
      guard index < row.count, let number = Double(row[index]), number.isFinite else { return nil }
      return number
    }
  }
}

/// How long a recording is.
public struct RecordingExtent: Sendable, Hashable {
  /// Time of the last sample, seconds from the first.
  public var durationSeconds: Double

  /// Makes an extent.
  public init(durationSeconds: Double) { self.durationSeconds = durationSeconds }

  /// Reads a recording to its end, keeping nothing of it.
  ///
  /// - Throws: what the source throws.
  public init(of source: inout some RecordingSource) throws {
    self.init(durationSeconds: 0)
    while let block = try source.nextBlock() {
      durationSeconds = block.seconds.last ?? durationSeconds
    }
  }
}
