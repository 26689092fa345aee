import Foundation
import GaitModel

/// The formats that a simulated recording can be written in.
public enum RecordingFormat: String, Hashable, Sendable, CaseIterable {
  /// Text: `time_s,acc_x,acc_y,acc_z[,gyr_x,gyr_y,gyr_z]` in s, m/s² and rad/s; holds every sample
  /// to the last bit.
  case csv
  /// Axivity AX6, at 12.5, 25, 50, 100, 200 … Hz; steps of 1/4096 g and 2000/32768 °/s. Samples lie evenly, also those of an
  /// uneven clock.
  case cwa
  /// GENEActiv, at 10-100 Hz with pages of whole tenths of a second; acceleration only, steps of
  /// 1/256 g. Whole pages of 300 samples, the rest is left out.
  case bin
  /// ActiGraph, at 30, 40, … 100 Hz; acceleration only, steps of 1/256 g. Whole seconds, the rest is
  /// left out.
  case gt3x

  /// Where every device's clock stands at the first sample: 2026-01-05 09:00:00, a Monday.
  public static let startSecondsSince1970 = 1_767_603_600

  /// What the format has no place for of what a recording holds, in words.
  public func leftOut(of recording: SimulatedRecording) -> [String] {
    guard self != .csv else { return [] }
    let hasGyroscope = self != .cwa && recording.facts.hasAngularRate
    let end: [RecordingFormat: String] = [
      .bin: "samples after its last whole page of 300 (the truth may go on)",
      .gt3x: "samples after its last whole second (the truth may go on)",
    ]
    let clock =
      self == .cwa && recording.isUneven
      ? ["uneven times (samples lie evenly, up to an interval from those of the truth)"] : []
    return (hasGyroscope ? ["gyroscope"] : []) + clock + [end[self]].compactMap(\.self)
      + recording.sideChannels.map { $0 == .pressure ? "barometer" : "heart rate" }
  }

  /// The samples in this format, or `nil` when it has no place for the recording's clock.
  func bytes(of recording: SimulatedRecording) -> [UInt8]? {
    switch self {
    case .csv: CSVText.bytes(of: recording)
    case .cwa: AxivityBytes.bytes(of: recording, startSeconds: Self.startSecondsSince1970)
    case .bin: GENEActivBytes.bytes(of: recording, startSeconds: Self.startSecondsSince1970)
    case .gt3x: ActiGraphBytes.bytes(of: recording, startSeconds: Self.startSecondsSince1970)
    }
  }
}

/// A simulated recording as the three files that lie beside each other in a folder.
///
/// The samples go to `NAME.csv` (or `.cwa`, …), what is known of them to `NAME.json`, the truth to
/// `NAME.reference.json`, which only a validation may open.
public struct RecordingFiles: Hashable, Sendable {
  /// What the samples are written in.
  public let format: RecordingFormat
  /// The samples.
  public let samples: [UInt8]
  /// What is known of the recording.
  public let description: String
  /// What really happened.
  public let reference: String

  /// Writes out a recording, from where it stands to its end, as three files.
  ///
  /// - Returns: `nil` when the format has no place for the recording's sampling rate, or, but for `.cwa`, for stamps as
  ///   uneven as its; ``RecordingFormat/leftOut(of:)`` says what is not written.
  public init?(_ recording: SimulatedRecording, format: RecordingFormat) {
    guard let samples = format.bytes(of: recording) else { return nil }
    self.init(recording, format: format, samples: samples)
  }

  /// Writes out a recording as text, from where it stands to its end.
  public init(_ recording: SimulatedRecording) {
    self.init(recording, format: .csv, samples: CSVText.bytes(of: recording))
  }

  private init(_ recording: SimulatedRecording, format: RecordingFormat, samples: [UInt8]) {
    self.format = format
    self.samples = samples
    description = recording.descriptionJSON
    let truth = recording.truth.referenceJSON(heart: recording.heart)
    let mark = Self.mark(of: samples, description, truth.lines)
    reference = truth.adding([Self.markKey: .string(mark)]).lines
  }

  /// The key of the truth that says what the three files were when they were made.
  private static let markKey = "made_as"

  /// The 64 bits of an FNV-1a hash (Fowler, Noll and Vo 1991) of all that the files hold.
  private static func mark(
    of samples: some Sequence<UInt8>, _ description: String, _ truth: String
  ) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    add(samples)
    add(description.utf8)
    add(truth.utf8)
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// Whether three files are as a simulation made them: nobody has changed any of them since.
  ///
  /// - Parameters:
  ///   - samples: the bytes of the recording.
  ///   - description: those of `NAME.json`.
  ///   - reference: those of `NAME.reference.json`.
  /// - Returns: `false` also for files of programs that did not note it.
  public static func areUnchanged(
    samples: some Sequence<UInt8>, description: String, reference: String
  ) -> Bool {
    let begin = ",\n\"\(markKey)\":\""
    guard let place = reference.range(of: begin) else { return false }
    let rest = reference[place.upperBound...]
    guard let quote = rest.firstIndex(of: "\"") else { return false }
    let truth = String(reference[..<place.lowerBound] + rest[rest.index(after: quote)...])
    return mark(of: samples, description, truth) == rest[..<quote]
  }

  /// Name and content of the three files of a recording of that name.
  public func named(_ name: String) -> [(name: String, bytes: [UInt8])] {
    [
      ("\(name).\(format.rawValue)", samples), ("\(name).json", Array(description.utf8)),
      ("\(name).reference.json", Array(reference.utf8)),
    ]
  }
}

extension SimulatedRecording {
  fileprivate var descriptionJSON: String {
    let facts = JSONValue.members([
      "device": .string(facts.device), "simulated": .flag(true), "seed": .string(String(seed)),
      "site": .string(facts.site?.rawValue ?? ""),
      "height_m": .number(facts.participant.height?.meters ?? 0, decimals: 3),
    ])
    let person = self.facts.participant.ageYears.map {
      facts.adding(["age_years": .number($0, decimals: 0)])
    }
    return (person ?? facts).adding([
      "sampling_rate_hz": .number(self.facts.samplingRateHertz, decimals: 3)
    ]).lines
  }
}

extension SimulationTruth {
  /// The truth under the names that the references of published recordings use.
  fileprivate func referenceJSON(heart: HeartResponse?) -> JSONValue {
    var truth = JSONValue.members([
      "walking_bouts": .array(
        walks.map { walk in
          let seconds = walk.movingSeconds
          return .seconds([seconds.lowerBound, seconds.upperBound])
        }),
      "initial_contacts_s": .seconds(initialContacts.map(\.seconds)),
      "initial_contacts_foot": .array(initialContacts.map { .string($0.foot.letter) }),
      "toe_offs_s": .seconds(finalContacts.map(\.seconds)),
      "toe_offs_foot": .array(finalContacts.map { .string($0.foot.letter) }),
      "step_count": .integer(stepCount),
      "total_distance_m": .number(bouts.reduce(0) { $0 + $1.distance.meters }, decimals: 4),
      "turns": .array(turns.map(\.referenceJSON)),
    ])
    if !flights.isEmpty {
      truth = truth.adding(["stair_flights": .array(flights.map(\.referenceJSON))])
    }
    if !runs.isEmpty {
      truth = truth.adding(["activity_segments": .array(runs.map(\.runJSON))])
    }
    truth = truth.adding(["level_walking_bouts": .array(levelWalks.map(\.referenceJSON))])
    if let heart {
      truth = truth.adding([
        "vo2max_ml_per_kg_min": .number(heart.greatestUptake, decimals: 2),
        "resting_heart_rate_bpm": .number(heart.restingRate, decimals: 1),
      ])
    }
    return truth.adding(["method": .string("simulated: known by construction, not measured")])
  }
}

extension JSONValue {
  fileprivate static func seconds(_ values: [Double]) -> JSONValue {
    .array(values.map { .number($0, decimals: 4) })
  }

  /// An object that begins with the ends of a stretch of time.
  fileprivate static func stretch(_ seconds: Range<Double>) -> JSONValue {
    .members([
      "start_s": .number(seconds.lowerBound, decimals: 4),
      "end_s": .number(seconds.upperBound, decimals: 4),
    ])
  }
}

extension Turn {
  fileprivate var referenceJSON: JSONValue {
    .stretch(seconds).adding(["angle_deg": .number(angleDegrees, decimals: 2)])
  }
}

extension SimulatedFlight {
  fileprivate var referenceJSON: JSONValue {
    .stretch(seconds).adding([
      "n_steps": .integer(stepCount), "rise_m": .number(rise.meters, decimals: 4),
    ])
  }
}

extension SimulatedBout {
  /// A run as a labelled stretch.
  fileprivate var runJSON: JSONValue {
    let (start, end) = (movingSeconds.lowerBound, movingSeconds.upperBound)
    return .array([
      .number(start, decimals: 4), .number(end, decimals: 4), .string("running"),
    ])
  }

  fileprivate var referenceJSON: JSONValue {
    .stretch(seconds).adding([
      "n_steps": .integer(steps.count), "length_m": .number(distance.meters, decimals: 4),
      "walking_speed_mps": .number(walkingSpeed.metersPerSecond, decimals: 4),
      "cadence_spm": .number(cadence.stepsPerMinute, decimals: 3),
      "step_length_m": .number(stepLength.meters, decimals: 4),
      "stride_length_m": .number(2 * stepLength.meters, decimals: 4),
      "double_support_fraction": .optional(doubleSupportFraction),
      "step_time_asymmetry": .optional(stepTimeAsymmetry.map(abs)),
      "strides": .array(strides.map(\.referenceJSON)),
    ])
  }
}

extension Stride {
  fileprivate var referenceJSON: JSONValue {
    .members([
      "foot": .string(foot.letter), "start_s": .number(seconds.lowerBound, decimals: 4),
      "end_s": .number(seconds.upperBound, decimals: 4),
      "length_m": .optional(length.value?.meters),
      "speed_mps": .optional(speed?.metersPerSecond), "stance_s": .optional(stanceSeconds),
      "swing_s": .optional(swingSeconds), "double_support_s": .optional(doubleSupportSeconds),
    ])
  }
}

extension Foot {
  fileprivate var letter: String {
    switch self {
    case .left: "L"
    case .right: "R"
    case .unknown: "?"
    }
  }
}
