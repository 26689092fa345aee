import GaitAnalysis
import GaitModel
import GaitResults
import SensorFiles

/// What a recording is, line by line.
struct InspectionListing {
  private let inspection: SensorFileInspection
  private let quality: RecordingQuality

  /// Makes the listing of an inspection and of the quality of the samples that it saw.
  init(_ inspection: SensorFileInspection, quality: RecordingQuality) {
    self.inspection = inspection
    self.quality = quality
  }

  /// The whole listing.
  var text: String {
    let lines =
      [("recording", inspection.path), ("format", inspection.layout.format)]
      + identity + samples + clock + side + [sign]
      + QualityListing(quality, isThinned: inspection.isThinned).lines
    return Self.aligned(lines) + "\n" + channels
      + list("Details", inspection.layout.details)
      + list("Conversions", inspection.layout.conversions)
      // What was converted is said above.
      + list("Remarks", inspection.remarks.filter { $0.kind != .converted }.map(\.message))
  }

  private var identity: [(String, String)] {
    let facts = inspection.facts
    return [
      ("device", facts.device),
      ("participant", facts.participant.identifier ?? "not known"),
      (
        "worn at",
        facts.site?.rawValue ?? "not known; step length and speed are surer with it (--site)"
      ),
      (
        "height",
        facts.participant.height.map { number($0.meters, 2) + " m" }
          ?? "not known; step length and speed are surer with it (--height)"
      ),
    ]
  }

  private var samples: [(String, String)] {
    [
      ("start", inspection.facts.clock().map { InstantText.text($0) } ?? "no wall clock"),
      ("duration", number(inspection.durationSeconds, 2) + " s"), ("looked at", extent),
      ("samples", String(inspection.sampleCount)), ("gaps", gaps),
      ("gyroscope", inspection.facts.hasAngularRate ? "yes" : "no"),
    ]
  }

  private var extent: String {
    guard inspection.isThinned else { return "all of it" }
    return """
      evenly spread stretches, together \(number(inspection.sampledSeconds, 0)) s; \
      --complete reads everything
      """
  }

  private var gaps: String {
    if inspection.isThinned { return "not looked for in stretches (--complete)" }
    let pauses =
      quality.shortPauseSeconds > 0
      ? "; shorter pauses miss \(number(quality.shortPauseSeconds, 2)) s" : ""
    guard quality.gapCount > 0 else { return "none" + pauses }
    return """
      \(quality.gapCount), together \(number(quality.gapSeconds, 2)) s, \
      longest \(number(quality.longestGapSeconds, 2)) s\(pauses)
      """
  }

  /// Slower sensors that gave something.
  private var side: [(String, String)] {
    SideChannel.allCases.compactMap { channel in
      guard let count = inspection.sideSampleCounts[channel] else { return nil }
      let rate = inspection.samplingRateHertz(of: channel).map {
        ", \(number($0, $0 < 1 ? 4 : 1)) Hz on average"
      }
      return (channel.rawValue, count.counted("sample") + (rate ?? ""))
    }
  }

  /// Gravity has no sign that shows in the samples: |a| is 1 g either way, and so is how it turns.
  private var sign: (String, String) {
    ("sign", "taken as +1 g up at rest, unless a conversion below says otherwise")
  }

  private var clock: [(String, String)] {
    let clock = inspection.layout.clock
    let nominal = clock.nominalRateHertz.map { ", named rate \(number($0, 2)) Hz" } ?? ""
    return [
      ("rate", number(clock.samplingRateHertz, 2) + " Hz" + nominal),
      (
        "intervals",
        """
        median \(milliseconds(clock.medianInterval)), 5 % below \
        \(milliseconds(clock.shortInterval)), 5 % above \(milliseconds(clock.longInterval))
        """
      ),
      ("enough for", SamplingSufficiency(inspection, quality).words),
    ]
  }

  private var channels: String {
    let columns: [TextGrid.Column] = [
      .init(heading: "channel", leansLeft: true), .init(heading: "in the file", leansLeft: true),
      .init(heading: "unit", leansLeft: true),
    ]
    let read = inspection.layout.channels.map { [$0.name, $0.nameInFile, $0.unit] }
    let ignored = inspection.layout.ignoredChannels.map { ["not read", $0, ""] }
    return TextGrid(columns: columns, rows: read + ignored)
      .text(emphasized: Terminal.colorsOutput)
  }

  private func list(_ title: String, _ sentences: [String]) -> String {
    sentences.isEmpty ? "" : "\n\(title)\n" + sentences.map { "– \($0)\n" }.joined()
  }

  private func milliseconds(_ seconds: Double) -> String { number(seconds * 1000, 2) + " ms" }

  private func number(_ value: Double, _ decimals: Int) -> String {
    DecimalText.text(value, decimals: decimals) ?? "?"
  }

  private static func aligned(_ lines: [(String, String)]) -> String {
    let width = lines.map(\.0.count).max() ?? 0
    return lines.map { key, value in
      key + String(repeating: " ", count: width - key.count + 2) + value + "\n"
    }.joined()
  }
}

/// What was seen of a recording.
struct InspectedRecording {
  /// The recording's name.
  var name: String
  /// What the file is.
  var inspection: SensorFileInspection
  /// How good its samples are.
  var quality: RecordingQuality

  /// The same to read.
  var listing: InspectionListing { InspectionListing(inspection, quality: quality) }
}

/// What recordings are, for programs: one row for each.
enum InspectionTable {
  /// The columns, in their order; what is not looked for in a thinned file is empty.
  static let columns = [
    "recording", "path", "format", "device", "participant", "site", "height_m", "start_time",
    "duration_s", "is_thinned", "sampled_s", "samples", "sampling_rate_hz", "named_rate_hz",
    "median_interval_s", "has_gyroscope", "gaps", "gap_s", "longest_gap_s", "clipped_fraction",
    "still_gravity_error_g", "calibration_obstacle", "wear_time_s", "non_wear_s", "enough_for",
    "remarks",
  ]

  /// A row for each recording.
  static func table(of recordings: [InspectedRecording]) -> Table {
    Table("inspection", columns: columns, of: recordings) { fields(of: $0) }
  }

  /// The same with its lists: channels, conversions and remarks in words.
  static func document(of recording: InspectedRecording) -> JSONValue {
    let inspection = recording.inspection
    func words(_ sentences: [String]) -> JSONValue { .array(sentences.map { .string($0) }) }
    let channels = inspection.layout.channels.map {
      JSONValue.members([
        "name": .string($0.name), "name_in_file": .string($0.nameInFile), "unit": .string($0.unit),
      ])
    }
    let row = zip(columns, fields(of: recording)).dropLast().map {
      JSONValue.Member(key: $0, value: $1.json)
    }
    return .object(
      row + [
        .init(key: "channels", value: .array(channels)),
        .init(key: "channels_not_read", value: words(inspection.layout.ignoredChannels)),
        .init(key: "details", value: words(inspection.layout.details)),
        .init(key: "conversions", value: words(inspection.layout.conversions)),
        .init(key: "remarks", value: words(remarks(of: inspection))),
      ])
  }

  private static func fields(of recording: InspectedRecording) -> [Field] {
    let (inspection, quality) = (recording.inspection, recording.quality)
    let (facts, clock) = (inspection.facts, inspection.layout.clock)
    let isWhole = !inspection.isThinned
    func word(_ word: String?) -> Field { word.map { .word($0) } ?? .blank }
    func number(_ value: Double?, _ decimals: Int = 4) -> Field {
      value.map { .number($0, decimals: decimals) } ?? .blank
    }
    let file: [Field] = [
      .word(recording.name), .word(inspection.path), .word(inspection.layout.format),
      .word(facts.device), word(facts.participant.identifier), word(facts.site?.rawValue),
      number(facts.participant.height?.meters),
      word(facts.clock().map { InstantText.text($0) }),
    ]
    let samples: [Field] = [
      number(inspection.durationSeconds), .flag(inspection.isThinned),
      number(inspection.sampledSeconds), .count(inspection.sampleCount),
      number(clock.samplingRateHertz), number(clock.nominalRateHertz),
      number(clock.medianInterval, 6), .flag(facts.hasAngularRate),
      isWhole ? .count(quality.gapCount) : .blank, isWhole ? number(quality.gapSeconds) : .blank,
      isWhole ? number(quality.longestGapSeconds) : .blank,
    ]
    return file + samples + [
      number(quality.clippedFraction, 6), number(quality.stillGravityErrorG, 6),
      word(quality.calibration?.obstacle?.rawValue),
      isWhole ? number(quality.wearSeconds) : .blank,
      isWhole ? number(quality.nonWearSeconds) : .blank,
      .word(SamplingSufficiency(inspection, quality).words),
      word(remarks(of: inspection).joined(separator: " ")),
    ]
  }

  private static func remarks(of inspection: SensorFileInspection) -> [String] {
    inspection.remarks.filter { $0.kind != .converted }.map(\.message)
  }
}

extension SamplingSufficiency {
  /// What the samples that were looked at are enough for. Where only parts were, nobody knows the longest stretch.
  fileprivate init(_ inspection: SensorFileInspection, _ quality: RecordingQuality) {
    self.init(
      rateHertz: inspection.facts.samplingRateHertz,
      longestStretchSeconds: inspection.isThinned ? nil : quality.longestStretchSeconds)
  }
}
