/// What is measured and has a truth.
public enum GaitMeasure: String, Sendable, Hashable, Codable, CaseIterable {
  /// Mean speed over ground, m/s.
  case walkingSpeed = "walking speed"
  /// Distance covered, meters.
  case distance
  /// Length of a stride, meters.
  case strideLength = "stride length"
  /// Duration of a stride, seconds.
  case strideTime = "stride time"
  /// Steps per minute.
  case cadence
  /// Steps taken.
  case stepCount = "steps"
  /// Share of the stride in stance, percent.
  case stance
  /// Share of the stride with both feet down, percent.
  case doubleSupport = "double support"
  /// Change of walking direction, degrees.
  case turnAngle = "turn angle"

  /// The unit of values and errors.
  public var unit: String {
    switch self {
    case .walkingSpeed: "m/s"
    case .distance, .strideLength: "m"
    case .strideTime: "s"
    case .cadence: "steps/min"
    case .stepCount: "count"
    case .stance, .doubleSupport: "% of stride"
    case .turnAngle: "deg"
    }
  }
}

/// What a found and a true value are of.
public enum AgreementLevel: String, Sendable, Hashable, Codable, CaseIterable {
  /// One stride.
  case stride
  /// One walk: a bout, or a stretch that the truth marks.
  case bout
  /// A whole recording.
  case recording
  /// A person's recordings of one date, their mean.
  case day
  /// All of a person's recordings, their mean.
  case person
}

/// How fast somebody truly walked.
///
/// Below 0.8 m/s walking in the community is limited (J. Perry et al., Stroke 26:982, 1995); pedestrian crossings
/// are timed for 1.2 m/s (L. Asher et al., Age Ageing 41:690, 2012).
public enum SpeedClass: String, Sendable, Hashable, Codable, CaseIterable {
  /// Slower than 0.8 m/s.
  case slow
  /// From 0.8 to less than 1.2 m/s.
  case medium
  /// 1.2 m/s or faster.
  case fast

  /// The class of a true speed in m/s.
  public init(metersPerSecond speed: Double) {
    self = speed < 0.8 ? .slow : speed < 1.2 ? .medium : .fast
  }
}

/// A found value beside the true one.
public struct AgreementPair: Sendable, Hashable, Codable {
  /// The dataset.
  public var dataset: String
  /// The laboratory system that is the truth, or `nil` when the truth is a list of events.
  public var system: String?
  /// What is measured; its unit goes with it.
  public var measure: GaitMeasure
  /// What the values are of.
  public var level: AgreementLevel
  /// The study's name for the person.
  public var participant: String
  /// The recording; `nil` for days and persons.
  public var recording: String?
  /// The date of the recording as `2026-05-11`; `nil` where it is not known, and for persons.
  public var day: String?
  /// Where the device was worn; empty where it is not given or differs.
  public var site: String
  /// The cohort in the study's word; `nil` where it is not given.
  public var cohort: String?
  /// How fast the person truly walked; `nil` where the truth does not say.
  public var speedClass: SpeedClass?
  /// The found value.
  public var found: Double
  /// The true value.
  public var truth: Double
  /// The standard error that the engine gives with the found value; `nil` where it gives none. The errors of a
  /// person's bouts share their cause, so that of a mean is the mean of the errors, not smaller.
  public var standardError: Double?

  enum CodingKeys: String, CodingKey {
    case dataset, system, measure, level, participant, recording, day, site, cohort, found
    case speedClass = "speed_class"
    case truth = "true"
    case standardError = "standard_error"
  }

  /// Found − true.
  public var error: Double { found - truth }
}

/// A found and a true value of one recording, before it is known whose.
struct MeasuredPair: Sendable, Hashable {
  var measure: GaitMeasure
  var level: AgreementLevel
  var system: String?
  var found: Double
  var truth: Double
  var standardError: Double?
  /// True walking speed of the same stretch, m/s.
  var trueSpeed: Double?

  /// A pair, where both values are known and finite.
  init?(
    _ measure: GaitMeasure, _ level: AgreementLevel, system: String? = nil, found: Double?,
    truth: Double?, standardError: Double? = nil, trueSpeed: Double? = nil
  ) {
    guard let found, let truth, found.isFinite, truth.isFinite else { return nil }
    (self.measure, self.level, self.system) = (measure, level, system)
    (self.found, self.truth, self.standardError) = (found, truth, standardError)
    self.trueSpeed = trueSpeed
  }
}

extension RecordingScore {
  /// The pairs of the recording, with whose they are.
  var agreementPairs: [AgreementPair] {
    let about = recording.description
    return pairs.map { pair in
      AgreementPair(
        dataset: recording.dataset, system: pair.system, measure: pair.measure, level: pair.level,
        participant: about.participant, recording: recording.name, day: about.day,
        site: about.site, cohort: about.cohort,
        speedClass: pair.trueSpeed.map { SpeedClass(metersPerSecond: $0) }, found: pair.found,
        truth: pair.truth, standardError: pair.standardError)
    }
  }
}

extension [AgreementPair] {
  /// These pairs and the means of each person's days and of each person.
  ///
  /// A mean is taken over recordings, or over bouts where the truth has nothing of whole recordings.
  var withDaysAndPersons: [AgreementPair] {
    let kinds = Dictionary(grouping: self) { [$0.dataset, $0.system ?? "", $0.measure.rawValue] }
    let means = kinds.values.flatMap { pairs -> [AgreementPair] in
      let whole = pairs.filter { $0.level == .recording }
      let used = whole.isEmpty ? pairs.filter { $0.level == .bout } : whole
      let people = Dictionary(grouping: used, by: \.participant).values
      let days = Dictionary(grouping: used.filter { $0.day != nil }) {
        [$0.participant, $0.day ?? ""]
      }.values
      return people.compactMap { $0.mean(at: .person) } + days.compactMap { $0.mean(at: .day) }
    }
    return self + means.sorted { $0.order.lexicographicallyPrecedes($1.order) }
  }

  private func mean(at level: AgreementLevel) -> AgreementPair? {
    guard var pair = first else { return nil }
    (pair.level, pair.recording) = (level, nil)
    if level == .person { pair.day = nil }
    if !allSatisfy({ $0.site == pair.site }) { pair.site = "" }
    if !allSatisfy({ $0.speedClass == pair.speedClass }) { pair.speedClass = nil }
    pair.found = GaitValidation.mean(map(\.found)) ?? pair.found
    pair.truth = GaitValidation.mean(map(\.truth)) ?? pair.truth
    let errors = compactMap(\.standardError)
    pair.standardError = errors.count == count ? GaitValidation.mean(errors) : nil
    return pair
  }
}

extension AgreementPair {
  /// What pairs are put in order by.
  fileprivate var order: [String] {
    [dataset, system ?? "", measure.rawValue, level.rawValue, participant, day ?? ""]
  }
}
