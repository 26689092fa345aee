import Foundation
import GaitModel

/// What the tables of a laboratory hold and which recordings they belong to: the file that
/// `gait validate --make-mapping FOLDER` drafts and a person completes.
///
/// Paths in it are relative to the folder of the file. Keys that it does not know, or that have no effect where they stand,
/// are errors, so that no word is misspelled or misplaced in silence.
public struct LaboratoryMapping: Sendable, Hashable, Codable {
  /// What the figures are called in reports.
  public var dataset: String
  /// The recordings, each once.
  public var recordings: [Recording]
  /// The laboratory's tables.
  public var tables: [Table]
  /// What is known of clocks; empty lets them be found from the contacts.
  public var clocks: [Clock]

  enum CodingKeys: String, CodingKey, CaseIterable { case dataset, recordings, tables, clocks }

  /// A recording.
  public struct Recording: Sendable, Hashable, Codable {
    /// What tables call it.
    public var name: String
    /// Its file.
    public var file: String
    /// The study's name for the person; `nil` takes what `NAME.json` says.
    public var participant: String?
    /// Where the device was worn, in the words of `gait analyze --site`; `nil` takes what `NAME.json` says.
    public var site: String?
    /// The cohort in the study's word.
    public var cohort: String?
    /// Stature, meters.
    public var heightMeters: Double?

    enum CodingKeys: String, CodingKey, CaseIterable {
      case name, file, participant, site, cohort
      case heightMeters = "height_m"
    }
  }

  /// A table of one kind of rows.
  public struct Table: Sendable, Hashable, Codable {
    /// The file: text with separators, or `.mat`.
    public var file: String
    /// The recording that it belongs to; `nil` when a column says it.
    public var recording: String?
    /// The column with the names of recordings.
    public var recordingColumn: String?
    /// What the laboratory's system is called in reports.
    public var system: String
    /// What a row is.
    public var holds: Rows
    /// The table's names of what is read.
    public var columns: [String: String]
    /// Units of times, lengths, speeds and cadences; seconds, meters, m/s and steps/min where not given.
    public var units: Units?
    /// The table's words for `left` and `right`; `left`, `right`, `L` and `R` are known.
    public var sides: [String: Side]?
    /// Whose clock the times are of: `recording`, or any word for a clock of the laboratory.
    public var clock: String
    /// Frames a second where times are frames.
    public var rateHertz: Double?
    /// Whether the laboratory saw every step of the recording, or those on its walkway only. Where it is not given, what
    /// another table of the system says holds, and else passes; for walks alone the whole recording.
    public var sees: Sight?

    enum CodingKeys: String, CodingKey, CaseIterable {
      case file, recording, system, holds, columns, units, sides, clock, sees
      case recordingColumn = "recording_column"
      case rateHertz = "rate_hz"
    }
  }

  /// What a row of a table is.
  public enum Rows: String, Sendable, Hashable, Codable, CaseIterable {
    /// A foot touching the ground: `time`, `side`, `final`; or `time`, `side`, `event`, where a row is one or leaves it; or lists:
    /// `left`, `right`, `left_final`, `right_final`.
    case contacts
    /// A stride: `start`, `end`, `side`, `length`, `duration`, `speed`.
    case strides
    /// A walk: `start`, `end`, `speed`, `stride_length`, `cadence`.
    case bouts
    /// A trial of a protocol: `trial`, `start`, `end`, `distance`, `duration`, `speed`, `steps`.
    case trials

    /// The names of columns that can be read, the needed ones first.
    var columns: [String] {
      switch self {
      case .contacts:
        ["time", "side", "final", "event", "left", "right", "left_final", "right_final"]
      case .strides: ["start", "end", "side", "length", "duration", "speed"]
      case .bouts: ["start", "end", "speed", "stride_length", "cadence"]
      case .trials: ["trial", "start", "end", "distance", "duration", "speed", "steps"]
      }
    }

    /// The sets of columns of which one must be there.
    var needed: [[String]] {
      switch self {
      case .contacts: [["time"], ["left", "right"]]
      case .strides, .bouts: [["start", "end"]]
      case .trials: [["trial", "start", "end"], ["trial", "start", "duration"]]
      }
    }
  }

  /// Units of a table.
  public struct Units: Sendable, Hashable, Codable {
    /// Of times: `s`, `ms`, `us`, `ns`, `min`, `h` or `frames`.
    public var time: String?
    /// Of durations, by the same words; that of times where not given.
    public var duration: String?
    /// Of lengths: `m`, `cm`, `mm`, `km`, `in`, `ft`, `yd` or `mi`.
    public var length: String?
    /// Of speeds: `m/s`, `cm/s`, `mm/s`, `km/h`, `mph`, `m/min`, `ft/s` or `ft/min`.
    public var speed: String?
    /// Of cadences: `steps/min`, `steps/s`, `strides/min` or `strides/s`.
    public var cadence: String?

    enum CodingKeys: String, CodingKey, CaseIterable { case time, duration, length, speed, cadence }
  }

  /// What was seen by the laboratory.
  public enum Sight: String, Sendable, Hashable, Codable {
    /// Only its own walkway: steps elsewhere are neither right nor wrong.
    case passes
    /// The whole recording.
    case whole
  }

  /// What is known of a clock.
  public struct Clock: Sendable, Hashable, Codable {
    /// Its name in the tables.
    public var name: String
    /// The recording that this holds for; `nil` for all.
    public var recording: String?
    /// What the clock showed at the recording's first sample, seconds; `nil` lets it be found.
    public var offsetSeconds: Double?
    /// How much faster than the recording's the clock runs, parts per million.
    public var driftPPM: Double?
    /// Whether what is found is used also where it is ambiguous.
    public var usesAnyFit: Bool?

    enum CodingKeys: String, CodingKey, CaseIterable {
      case name, recording
      case offsetSeconds = "offset_s"
      case driftPPM = "drift_ppm"
      case usesAnyFit = "uses_any_fit"
    }
  }

  /// The clock of the recording itself.
  static let ownClock = "recording"

  /// Makes a mapping.
  public init(
    dataset: String, recordings: [Recording], tables: [Table], clocks: [Clock] = []
  ) {
    (self.dataset, self.recordings, self.tables) = (dataset, recordings, tables)
    self.clocks = clocks
  }
}

extension LaboratoryMapping {
  /// Reads a mapping.
  ///
  /// - Parameter json: the bytes of the file.
  /// - Throws: ``ValidationError`` that says where what is wrong, and what is allowed.
  public init(json: Data) throws {
    do {
      if let object = try JSONSerialization.jsonObject(with: json) as? [String: Any] {
        try MappingLevel.top.check(object)
      }
      self = try JSONDecoder().decode(LaboratoryMapping.self, from: json)
    } catch let error as DecodingError {
      throw ValidationError(Self.words(error, in: json))
    } catch let error as ValidationError {
      throw error
    } catch {
      throw ValidationError("this is not JSON (\(error.localizedDescription))")
    }
    try check()
  }

  /// The file that a person completes: every key, also those without a value.
  public func document() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self)
  }

  private static func words(_ error: DecodingError, in json: Data) -> String {
    let words = JSONFault(error, in: json).words(of: "the mapping")
    guard case .dataCorrupted(let context) = error, !context.codingPath.isEmpty else {
      return words
    }
    let kinds = Rows.allCases.map(\.rawValue).joined(separator: ", ")
    return
      "\(words) (holds is one of \(kinds); sides are left or right; sees is passes or whole)"
  }

  private func check() throws {
    var names: Set<String> = []
    for recording in recordings where !names.insert(recording.name).inserted {
      throw ValidationError("the recording \"\(recording.name)\" is there twice; names must differ")
    }
    guard !recordings.isEmpty else { throw ValidationError("there are no recordings in it") }
    guard !tables.isEmpty else { throw ValidationError("there are no tables in it") }
    for recording in recordings { try check(recording) }
    try checkFiles()
    for table in tables { try check(table, names) }
    for (place, table) in tables.enumerated()
    where tables[..<place].contains(where: { table.reads(theSameAs: $0) }) {
      throw ValidationError(
        "\(table.file): the table is there twice and would count twice; leave one out")
    }
    try checkSights()
    try checkClocks()
    let tabled = Set(tables.compactMap(\.recording))
    let isNamed = tables.contains { $0.recordingColumn != nil }
    for name in names.subtracting(tabled).sorted() where !isNamed {
      throw ValidationError(
        "no table belongs to the recording \"\(name)\"; give it one, or take it out of "
          + "\"recordings\"")
    }
  }

  private func check(_ recording: Recording) throws {
    let kind = SampleKind.height.erased
    guard let height = recording.heightMeters,
      let why = PossibleValues.impossibility(of: height, kind)
    else { return }
    throw ValidationError(
      "\(recording.name): height_m \(height) cannot be: \(why); give meters, as 1.72")
  }

  private func check(_ table: Table, _ names: Set<String>) throws {
    func wrong(_ text: String) -> ValidationError { ValidationError("\(table.file): \(text)") }
    switch (table.recording, table.recordingColumn) {
    case (nil, nil):
      throw wrong(
        "say which recording it belongs to: one of their names as \"recording\"; or, where it holds rows of several, as "
          + "\"recording_column\" the column that names them as \"recordings\" does, each row's own"
      )
    case (let name?, nil) where !names.contains(name):
      throw wrong(
        "there is no recording \"\(name)\"; there are \(names.sorted().joined(separator: ", "))")
    default: break
    }
    let known = table.holds.columns
    for name in table.columns.keys.sorted() where !known.contains(name) {
      throw wrong(
        "\"\(name)\" is not read from \(table.holds.rawValue); there are \(known.joined(separator: ", "))"
          + (MappingLevel.columns.keys.contains(name) ? "" : MappingLevel.advice(on: name)))
    }
    guard table.holds.needed.contains(where: { $0.allSatisfy { table.columns[$0] != nil } }) else {
      let sets = table.holds.needed.map { $0.joined(separator: " and ") }
      throw wrong("\(table.holds.rawValue) need the columns \(sets.joined(separator: ", or "))")
    }
    if let sides = table.sides, sides.count > 1, Set(sides.values).count == 1 {
      throw wrong(
        "\"sides\" says \(sides.values.first?.rawValue ?? "") for all of "
          + sides.keys.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
          + "; say which of them is left and which is right")
    }
    try LaboratoryUnits(table).check()
    try table.checkEffects()
  }
}

extension LaboratoryMapping.Table {
  /// Whether another table gives the same rows to the same system.
  fileprivate func reads(theSameAs other: Self) -> Bool {
    file == other.file && holds == other.holds && columns == other.columns
      && recording == other.recording && recordingColumn == other.recordingColumn
  }
}
