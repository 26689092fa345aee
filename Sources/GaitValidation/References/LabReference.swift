import Foundation
import GaitModel

/// The truth about one recording, from `NAME.reference.json`.
///
/// Two kinds of files exist. One lists what a person or a foot sensor saw: bouts, contacts, steps,
/// labels (``EventReference``). The other holds one or more motion capture systems, each with bouts,
/// contacts and strides of its own (``SystemReference``). Only this module opens such a file: an
/// analysis that reads it is worthless.
public struct LabReference: Sendable, Hashable {
  /// What was seen, when the file is of the first kind.
  public var events: EventReference?
  /// The motion capture systems, by name in alphabetical order; empty for the first kind.
  public var systems: [SystemReference]
  /// Digest of the file that it was read from, 16 hexadecimal digits; empty where it was no file.
  public var digest = ""
  /// What was noticed about clocks and sides of a laboratory's tables; `nil` for other truths.
  public var finding: LaboratoryFinding?

  /// What systems list twice, and what of a laboratory's tables is of no figure, each in a sentence without a full stop.
  var remarks: [String] = []

  /// Makes a reference from its parts.
  public init(events: EventReference? = nil, systems: [SystemReference] = []) {
    self.events = events
    self.systems = systems
  }

  /// Reads a reference.
  ///
  /// - Parameters:
  ///   - json: the bytes of the file.
  ///   - description: what is known of the recording; motion capture systems need its sampling rate.
  /// - Throws: ``ValidationError`` when the bytes are not a reference.
  public init(json: Data, description: TrialDescription) throws {
    let decoder = JSONDecoder()
    do {
      guard Self.holdsSystems(json, decoder) else {
        self.init(events: try decoder.decode(EventReference.self, from: json))
        return
      }
      let systems = try decoder.decode([String: SystemFile].self, from: json)
      for system in systems.sorted(by: { $0.key < $1.key }) {
        try system.value.checkFeet(of: system.key)
      }
      guard let rate = description.samplingRateHertz, rate > 0 else {
        throw ValidationError(
          "a motion capture reference counts samples: NAME.json must give sampling_rate_hz")
      }
      self.init(
        systems: try systems.sorted { $0.key < $1.key }
          .map { try SystemReference(name: $0.key, file: $0.value, samplingRateHertz: rate) })
      remarks = systems.sorted { $0.key < $1.key }.compactMap {
        $0.value.bouts.remark(on: "\($0.key).walking_bouts")
      }
    } catch let error as ValidationError {
      throw error
    } catch let error as DecodingError {
      let words = JSONFault(error, in: json).words(of: "the file", examples: Self.examples)
      throw ValidationError("not a reference: \(words)")
    } catch {
      throw ValidationError("not a reference: \(error)")
    }
  }

  /// How values of a reference look.
  private static let examples = [
    "step_count": "35", "initial_contacts_s": "[0.51, 1.08, 1.62]",
    "toe_offs_s": "[1.17, 1.71, 2.26]", "initial_contacts_foot": #"["L", "R", "unknown"]"#,
    "toe_offs_foot": #"["L", "R", "unknown"]"#, "walking_bouts": "[[2.5, 14.1], [20, 31.2]]",
    "walking": "[[2.5, 14.1], [20, 31.2]]", "count_interval_s": "[2.5, 14.1]",
    "task_span_s": "[2.5, 14.1]", "uturn": "[7.2, 9.1]",
    "straight_10m_speed_mps": "[1.12, 1.15]", "events_outside_trial_s": #"[[38.08, "R"]]"#,
    "activity_segments": #"[[2.5, 14.1, "walking"]]"#,
    "walks": #"[{"start_s": 2.5, "end_s": 12.5, "distance_m": 10}]"#,
    "waypoints": #"[{"t_s": 2.5, "x_m": 0, "y_m": 0}]"#,
    "gps": #"[{"t_s": 2.5, "speed_m_s": 1.2}]"#,
    "segments": #"[{"start_s": 2.5, "end_s": 4, "turn_deg": "90"}]"#, "distance_m": "10",
    "path_m": "20.5",
  ]

  /// Whether the file is an object of objects: one per motion capture system.
  private static func holdsSystems(_ json: Data, _ decoder: JSONDecoder) -> Bool {
    struct AnyObject: Decodable {
      init(from decoder: any Decoder) throws {
        _ = try decoder.container(keyedBy: AnyKey.self)
      }
      private enum AnyKey: CodingKey {}
    }
    let systems = try? decoder.decode([String: AnyObject].self, from: json)
    return systems?.isEmpty == false
  }
}

/// Something about a folder or a reference that keeps a recording from being scored.
public struct ValidationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What came, what was allowed and what to do.
  public var description: String

  /// Makes an error that says what came and what to do.
  public init(_ description: String) { self.description = description }
}

/// What `NAME.json` says of a recording, as far as scoring needs it.
///
/// Other keys are ignored: readers of recordings have their own use for them.
public struct TrialDescription: Sendable, Hashable, Decodable {
  /// The study's name for the person.
  public var participant: String
  /// Where the device was worn, in the word of the file; empty when it is not given.
  public var site: String
  /// Samples per second, or `nil` when the file does not say.
  public var samplingRateHertz: Double?
  /// Stretches whose samples were interpolated, seconds: contacts cannot be found there.
  public var interpolatedGaps: [ClosedRange<Double>]
  /// The cohort in the study's word, or `nil` when the file does not say.
  public var cohort: String?
  /// The date of the recording as `2026-05-11`, or `nil` when the file does not say.
  public var day: String?

  /// Who is meant where nobody says it.
  static let unknownParticipant = "unknown"

  /// Makes a description.
  public init(
    participant: String, site: String = "", samplingRateHertz: Double? = nil,
    interpolatedGaps: [ClosedRange<Double>] = [], cohort: String? = nil, day: String? = nil
  ) {
    (self.cohort, self.day) = (cohort, day)
    self.participant = participant
    self.site = site
    self.samplingRateHertz = samplingRateHertz
    self.interpolatedGaps = interpolatedGaps
  }

  /// Reads the keys `participant`, `site`, `sampling_rate_hz`, `gaps_interpolated_s`, `cohort` (or `group`, or
  /// `age_group`) and the date of `start_datetime`.
  public init(from decoder: any Decoder) throws {
    let keyed = try decoder.container(keyedBy: Key.self)
    participant =
      try keyed.decodeIfPresent(WordOrNumber.self, forKey: .participant)?.text
      ?? Self.unknownParticipant
    site = try keyed.decodeIfPresent(String.self, forKey: .site) ?? ""
    samplingRateHertz = try keyed.decodeIfPresent(Double.self, forKey: .samplingRateHertz)
    interpolatedGaps =
      try (keyed.decodeIfPresent([[Double]].self, forKey: .interpolatedGaps) ?? [])
      .filter { $0.count == 2 && $0[0] <= $0[1] }
      .map { $0[0]...$0[1] }
    cohort =
      [.cohort, .group, .ageGroup].lazy.compactMap {
        (key: Key) in try? keyed.decodeIfPresent(WordOrNumber.self, forKey: key)?.text
      }.first
    day = (try? keyed.decodeIfPresent(String.self, forKey: .start))
      .flatMap { $0.count >= 10 ? String($0.prefix(10)) : nil }
  }

  /// A study may number its people and cohorts.
  private struct WordOrNumber: Decodable {
    var text: String

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let number = try? value.decode(Double.self) {
        text = Participant.identifier(number: number)
      } else {
        text = try value.decode(String.self)
      }
    }
  }

  private enum Key: String, CodingKey {
    case participant, site, cohort, group
    case ageGroup = "age_group"
    case start = "start_datetime"
    case samplingRateHertz = "sampling_rate_hz"
    case interpolatedGaps = "gaps_interpolated_s"
  }
}
