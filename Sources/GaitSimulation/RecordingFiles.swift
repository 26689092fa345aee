import GaitModel

/// The formats that a simulated recording can be written in.
public enum RecordingFormat: String, Hashable, Sendable, CaseIterable {
  /// Text: `time_s,acc_x,acc_y,acc_z[,gyr_x,gyr_y,gyr_z]` in s, m/s² and rad/s; holds every sample
  /// to the last bit.
  case csv
  /// Axivity AX6, at 12.5, 25, 50, 100, 200 … Hz; steps of 1/4096 g and 2000/32768 °/s.
  case cwa
  /// GENEActiv, at 10-100 Hz with pages of whole tenths of a second; acceleration only, steps of
  /// 1/256 g. Whole pages of 300 samples, the rest is left out.
  case bin
  /// ActiGraph, at 30, 40, … 100 Hz; acceleration only, steps of 1/256 g. Whole seconds, the rest is
  /// left out.
  case gt3x

  /// Where every device's clock stands at the first sample: 2026-01-05 09:00:00, a Monday.
  public static let startSecondsSince1970 = 1_767_603_600

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
  /// - Returns: `nil` when the format has no place for the recording's sampling rate, or for stamps as
  ///   uneven as its.
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
    reference = recording.truth.referenceJSON(heart: recording.heart)
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
    var object = JSONText.Object()
    object.add("device", text: facts.device)
    object.add("simulated", "true")
    object.add("seed", text: String(seed))
    object.add("site", text: facts.site?.rawValue ?? "")
    object.add("height_m", number: facts.participant.height?.meters ?? 0, decimals: 3)
    if let age = facts.participant.ageYears {
      object.add("age_years", number: age, decimals: 0)
    }
    object.add("sampling_rate_hz", number: facts.samplingRateHertz, decimals: 3)
    return object.document
  }
}

extension SimulationTruth {
  /// The truth under the names that the references of published recordings use.
  fileprivate func referenceJSON(heart: HeartResponse?) -> String {
    var object = JSONText.Object()
    object.add("walking_bouts", ranges: bouts.map(\.movingSeconds))
    object.add("initial_contacts_s", numbers: initialContacts.map(\.seconds), decimals: 4)
    object.add("initial_contacts_foot", texts: initialContacts.map { $0.foot.letter })
    object.add("toe_offs_s", numbers: finalContacts.map(\.seconds), decimals: 4)
    object.add("toe_offs_foot", texts: finalContacts.map { $0.foot.letter })
    object.add("step_count", String(stepCount))
    object.add(
      "total_distance_m", number: bouts.reduce(0) { $0 + $1.distance.meters }, decimals: 4)
    object.add("turns", objects: turns.map(\.referenceJSON))
    if !flights.isEmpty { object.add("stair_flights", objects: flights.map(\.referenceJSON)) }
    object.add("level_walking_bouts", objects: bouts.map(\.referenceJSON))
    if let heart {
      object.add("vo2max_ml_per_kg_min", number: heart.greatestUptake, decimals: 2)
      object.add("resting_heart_rate_bpm", number: heart.restingRate, decimals: 1)
    }
    object.add("method", text: "simulated: known by construction, not measured")
    return object.document
  }
}

extension Turn {
  fileprivate var referenceJSON: JSONText.Object {
    var object = JSONText.Object()
    object.add("start_s", number: seconds.lowerBound, decimals: 4)
    object.add("end_s", number: seconds.upperBound, decimals: 4)
    object.add("angle_deg", number: angleDegrees, decimals: 2)
    return object
  }
}

extension SimulatedFlight {
  fileprivate var referenceJSON: JSONText.Object {
    var object = JSONText.Object()
    object.add("start_s", number: seconds.lowerBound, decimals: 4)
    object.add("end_s", number: seconds.upperBound, decimals: 4)
    object.add("n_steps", String(stepCount))
    object.add("rise_m", number: rise.meters, decimals: 4)
    return object
  }
}

extension SimulatedBout {
  fileprivate var referenceJSON: JSONText.Object {
    var object = JSONText.Object()
    object.add("start_s", number: seconds.lowerBound, decimals: 4)
    object.add("end_s", number: seconds.upperBound, decimals: 4)
    object.add("n_steps", String(steps.count))
    object.add("length_m", number: distance.meters, decimals: 4)
    object.add("walking_speed_mps", number: walkingSpeed.metersPerSecond, decimals: 4)
    object.add("cadence_spm", number: cadence.stepsPerMinute, decimals: 3)
    object.add("step_length_m", number: stepLength.meters, decimals: 4)
    object.add("stride_length_m", number: 2 * stepLength.meters, decimals: 4)
    object.add("double_support_fraction", optional: doubleSupportFraction, decimals: 4)
    object.add("step_time_asymmetry", optional: stepTimeAsymmetry.map(abs), decimals: 4)
    object.add("strides", objects: strides.map(\.referenceJSON))
    return object
  }
}

extension Stride {
  fileprivate var referenceJSON: JSONText.Object {
    var object = JSONText.Object()
    object.add("foot", text: foot.letter)
    object.add("start_s", number: seconds.lowerBound, decimals: 4)
    object.add("end_s", number: seconds.upperBound, decimals: 4)
    object.add("length_m", optional: length.value?.meters, decimals: 4)
    object.add("speed_mps", optional: speed?.metersPerSecond, decimals: 4)
    object.add("stance_s", optional: stanceSeconds, decimals: 4)
    object.add("swing_s", optional: swingSeconds, decimals: 4)
    object.add("double_support_s", optional: doubleSupportSeconds, decimals: 4)
    return object
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
