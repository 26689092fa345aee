import Foundation
import GaitModel

/// What Sensor Logger says about a recording in `Metadata.csv`.
struct SensorLoggerMetadata {
  /// Start of the recording, seconds since 1970; `nil` when it is not said, or a spreadsheet left too few of its digits.
  let startSeconds: Double?
  private let table: SmallTable?

  /// Reads the table; without one nothing is known.
  init(_ file: RecordingFile?) {
    table = file.map { SmallTable($0) }
    let isCoarse =
      table?.text("recording epoch time").map { SpoiltClock.isCoarse($0, secondsPerUnit: 1e-3) }
      ?? false
    startSeconds = isCoarse ? nil : table?.number("recording epoch time").map { $0 / 1000 }
  }

  /// What recorded.
  var device: String {
    let parts = ["device name", "platform"].compactMap { table?.text($0) }
    return parts.isEmpty ? "Sensor Logger" : "Sensor Logger (\(parts.joined(separator: ", ")))"
  }

  /// Whether acceleration and gravity have the sign of gravity: iOS writes what Core Motion gives,
  /// unless the switch "Standardise Units & Frames" was on.
  var isCoreMotion: Bool {
    table?.text("platform")?.lowercased().contains("ios") == true && !isStandardized
  }

  /// The same of a table of the acceleration that is given by itself, by the `Metadata.csv` beside it.
  static func isCoreMotion(beside table: RecordingFile) -> Bool {
    guard let path = SensorLogger.metadata(beside: table.path), SensorLogger.isOwn(table),
      let metadata = try? RecordingFile(path: path)
    else { return false }
    return SensorLoggerMetadata(metadata).isCoreMotion
  }

  /// That the sign is not known, because iOS writes the other one, and that the time zone is not.
  var contradictions: [String] {
    var sentences: [String] = []
    if table?.text("platform") == nil {
      sentences.append(
        "acceleration: "
          + (table == nil
            ? "there is no Metadata.csv to tell the platform"
            : "Metadata.csv does not tell the platform")
          + "; the sign is taken as Android's")
    }
    if table?.text("platform")?.lowercased().contains("ios") == true, standardization == .unknown {
      sentences.append(
        "acceleration: \(Self.standardizationName) of Metadata.csv is \(table?.text(Self.standardizationName) ?? ""), which is "
          + "neither true nor false; the sign is taken as that of a phone where it is off")
    }
    if let zoneName, zone == nil {
      sentences.append(
        "clock: the recording timezone \(zoneName) of Metadata.csv is not known; times are taken as UTC"
      )
    }
    return sentences
  }

  /// What follows from it.
  var conversions: [String] {
    guard let platform = table?.text("platform"), !isCoreMotion else { return [] }
    return [
      "acceleration: the sign is Android's (platform \(platform)"
        + (isStandardized ? ", standardisation on)" : ")")
    ]
  }

  /// One phrase for `gait inspect` for each thing said.
  var details: [String] {
    [
      "device name", "platform", "platform version", "appVersion", Self.standardizationName,
      "recording timezone", "version",
    ].compactMap { name in table?.text(name).map { "\(name): \($0)" } }
  }

  /// How far the local clock was ahead of UTC, seconds; 0 when no time zone is named.
  func utcOffset(at seconds: Double) -> Int {
    zone?.secondsFromGMT(for: Date(timeIntervalSince1970: seconds)) ?? 0
  }

  /// Whether a time zone or an offset is named.
  var namesOffset: Bool { zone != nil }

  private var zoneName: String? { table?.text("recording timezone") }

  /// The time zone that is named; `nil` where there is none, or an offset alone, which knows no summer time.
  var namedZone: TimeZone? { zoneName.flatMap { TimeZone(named: $0) } }

  /// The time zone, by its name or as an offset like `+02:00`.
  private var zone: TimeZone? {
    namedZone
      ?? zoneName.flatMap { name in
        DateTime("2000-01-01T00:00:00" + name)?.utcOffsetSeconds
          .flatMap(TimeZone.init(secondsFromGMT:))
      }
  }

  private static let standardizationName = "standardisation"

  /// What the table says of the switch "Standardise Units & Frames".
  private enum Standardization { case on, off, unknown }

  /// True and false as spreadsheets write them when a table is saved: in English, and in the language of the computer.
  private static let words: [Standardization: Set<String>] = [
    .on: [
      "true", "1", "1.0", "1,0", "yes", "on", "wahr", "vrai", "verdadero", "vero", "verdadeiro",
      "waar", "sand", "sann", "sant", "tosi", "prawda", "pravda", "igaz", "doğru", "истина",
    ],
    .off: [
      "", "false", "0", "0.0", "0,0", "no", "off", "falsch", "faux", "falso", "onwaar", "falsk",
      "usann", "falskt", "epätosi", "fałsz", "nepravda", "hamis", "yanlış", "yanliş", "ложь",
    ],
  ]

  private var standardization: Standardization {
    let word = table?.text(Self.standardizationName)?.lowercased() ?? ""
    return Self.words.first { $0.value.contains(word) }?.key ?? .unknown
  }

  private var isStandardized: Bool { standardization == .on }
}

/// The clock of Sensor Logger's tables: seconds since the recording was started, and nanoseconds
/// since 1970.
struct SensorLoggerClock {
  /// Seconds since the start: fractions of a microsecond survive in it.
  static let elapsed = SensorClock(
    columnName: "seconds_elapsed",
    scale: TimeScale(secondsPerUnit: 1, words: "s since the start", epoch: nil))

  private static let secondsPerNanosecond = 1e-9

  /// Nanoseconds since 1970: a `Double` holds them to a quarter of a microsecond.
  static let epoch = SensorClock(
    columnName: "time",
    scale: TimeScale(secondsPerUnit: secondsPerNanosecond, words: "ns since 1970", epoch: 0))

  /// What the starts of two tables may differ by, seconds, to be the same start: the two columns
  /// come from one number, rounded.
  private static let tolerance = 0.01

  /// The column that is read.
  let clock: SensorClock
  /// The column that is not, and that ought to agree with it; `nil` where there is none, or it tells nothing.
  let other: SensorClock?
  /// What does not fit together.
  let contradictions: [String]
  private let startSeconds: Double?

  /// Compares the tables of a folder: when they do not count from one start, the time since 1970 is
  /// the one they share. What a spreadsheet made of that time tells no start.
  init(of folder: RecordingFile, _ metadata: SensorLoggerMetadata) {
    var starts: [Double] = []
    var spoilt: [(name: String, clock: SpoiltClock)] = []
    for name in folder.members where name.lowercased().hasSuffix(".csv") {
      guard let member = try? folder.member(name) else { continue }
      if let clock = Self.spoilt(in: member) {
        spoilt.append((name, clock))
      } else if let start = Self.start(of: member) {
        starts.append(start)
      }
    }
    let words = spoilt.first.map { first in
      let source =
        !starts.isEmpty
        ? "the start is that of the other tables"
        : metadata.startSeconds != nil ? "the start is that of Metadata.csv" : SpoiltClock.advice
      let names = spoilt.map(\.name).joined(separator: ", ")
      return "clock: \(first.clock.words) (\(names)); \(source)"
    }
    guard let first = starts.min(), let last = starts.max() else {
      let isOld = Self.hasEpochAlone(folder)
      (clock, other) = (isOld ? Self.epoch : Self.elapsed, nil)
      contradictions = [words].compactMap(\.self)
      startSeconds = isOld ? 0 : nil
      return
    }
    if last - first <= Self.tolerance {
      (clock, other, startSeconds) = (Self.elapsed, spoilt.isEmpty ? Self.epoch : nil, first)
      contradictions = [words].compactMap(\.self)
    } else {
      (clock, other, startSeconds) = (Self.epoch, Self.elapsed, 0)
      let difference = ((last - first) * 1000).rounded() / 1000
      contradictions =
        [words].compactMap(\.self) + [
          "clock: the starts that seconds_elapsed counts from lie up to \(difference) s apart; time "
            + "is read instead"
        ]
    }
  }

  /// The wall clock where the clock reads 0.
  func wallClock(_ metadata: SensorLoggerMetadata) -> WallClock? {
    guard let seconds = startSeconds ?? metadata.startSeconds else { return nil }
    return WallClock(
      secondsSince1970: seconds,
      utcOffsetSeconds: metadata.utcOffset(at: metadata.startSeconds ?? seconds))
  }

  /// Whether no table counts the seconds elapsed, as before version 3.
  private static func hasEpochAlone(_ folder: RecordingFile) -> Bool {
    !folder.members.contains { name in
      guard let member = try? folder.member(name),
        let header = try? TableHeader(firstLineOf: member)
      else { return false }
      return elapsed.place(in: header.names) != nil
    }
  }

  /// The time since 1970 of a table, where it tells nothing.
  private static func spoilt(in table: RecordingFile) -> SpoiltClock? {
    guard let header = try? TableHeader(firstLineOf: table),
      let time = epoch.place(in: header.names), let elapsed = elapsed.place(in: header.names)
    else { return nil }
    return SpoiltClock(
      (time, secondsPerNanosecond), beside: (elapsed, 1), of: header, in: table)
  }

  private static func start(of table: RecordingFile) -> Double? {
    guard let header = try? TableHeader(firstLineOf: table),
      let time = epoch.place(in: header.names), let elapsed = elapsed.place(in: header.names),
      time < header.firstRow.count, elapsed < header.firstRow.count,
      let nanoseconds = Double(header.firstRow[time]),
      let seconds = Double(header.firstRow[elapsed]), nanoseconds.isFinite, seconds.isFinite
    else { return nil }
    return nanoseconds * secondsPerNanosecond - seconds
  }
}
