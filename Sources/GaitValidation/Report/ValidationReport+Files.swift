import Foundation
import GaitModel

extension ValidationReport {
  /// Takes all figures from scores.
  init(_ scores: [RecordingScore]) {
    rows = RecordingGroup.groups(of: scores).flatMap(\.rows)
    let all = scores.flatMap(\.agreementPairs).withDaysAndPersons
    measures = AgreementRow.rows(of: all)
    pairs = all.filter { $0.level != .stride }
    strides = all.filter { $0.level == .stride }
    timing = ContactTiming.timings(of: scores)
    recordings = scores.map(Recording.init)
    trials = scores.flatMap { score in
      score.trials.map { TrialResult($0, of: score.recording) }
    }
    laboratory = scores.compactMap(\.finding)
    troubles = Validation.troubles(of: scores)
    failures = scores.compactMap { score in
      score.failure.map {
        Failure(dataset: score.recording.dataset, recording: score.recording.name, reason: $0)
      }
    }
  }

  /// The row with these names, or `nil` when there is none.
  public func row(
    dataset: String, site: String? = nil, system: String? = nil, stage: ValidationStage,
    figure: String
  ) -> ValidationRow? {
    rows.first {
      $0.dataset == dataset && $0.site == site && $0.system == system && $0.stage == stage
        && $0.figure == figure
    }
  }
}

extension ValidationReport {
  /// All figures as comma separated values with a header row, numbers in full precision.
  ///
  /// Columns: `dataset,site,system,stage,figure,unit,value,person_median,person_worst,n_people,`
  /// `n_recordings,n_missing,versus,versus_value,classic,classic_value`. An empty field means "not available"; `versus`
  /// is the best of the peers, `classic` the best of the classic methods.
  public func csv() -> String {
    let header =
      "dataset,site,system,stage,figure,unit,value,person_median,person_worst,n_people,"
      + "n_recordings,n_missing,versus,versus_value,classic,classic_value\n"
    return rows.reduce(into: header) { $0 += $1.csvLine + "\n" }
  }

  /// The whole report as JSON with sorted keys, single strides left out.
  ///
  /// - Throws: what the encoder throws; the numbers are finite, so it has no reason to.
  public func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self)
  }

  /// Reads a report that ``json()`` wrote, of this version or an earlier one.
  ///
  /// - Parameter json: the bytes of `validation.json`.
  /// - Throws: ``ValidationError`` that says what is wrong with them.
  public init(json: Data) throws {
    do {
      self = try JSONDecoder().decode(ValidationReport.self, from: json)
    } catch {
      let words =
        (error as? DecodingError).map { JSONFault($0, in: json).words(of: "the file") }
        ?? "\(error)"
      throw ValidationError(
        "this is no validation.json of gait validate (\(words)); name the file that an earlier run wrote "
          + "into its --output folder")
    }
  }
}

extension ValidationReport: Codable {
  /// Reads what is there; reports of earlier versions have rows and failures only.
  public init(from decoder: any Decoder) throws {
    let file = try decoder.container(keyedBy: Key.self)
    rows = try file.decode([ValidationRow].self, forKey: .rows)
    failures = try file.decode([Failure].self, forKey: .failures)
    measures = try file.decodeIfPresent([AgreementRow].self, forKey: .measures) ?? []
    pairs = try file.decodeIfPresent([AgreementPair].self, forKey: .pairs) ?? []
    timing = try file.decodeIfPresent([ContactTiming].self, forKey: .timing) ?? []
    recordings = try file.decodeIfPresent([Recording].self, forKey: .recordings) ?? []
    trials = try file.decodeIfPresent([TrialResult].self, forKey: .trials) ?? []
    stages = try file.decodeIfPresent([StageRow].self, forKey: .stages) ?? []
    laboratory = try file.decodeIfPresent([LaboratoryFinding].self, forKey: .laboratory) ?? []
    troubles = try file.decodeIfPresent([ScoredTrouble].self, forKey: .troubles) ?? []
    settings = try file.decodeIfPresent(Settings.self, forKey: .settings)
  }

  // A file is known as ours by its first key, which must stay "failures": keys are sorted.
  private enum Key: String, CodingKey {
    case rows, failures, measures, pairs, timing, recordings, trials, stages
    case laboratory, troubles, settings
  }

  /// Writes everything but single strides.
  public func encode(to encoder: any Encoder) throws {
    var file = encoder.container(keyedBy: Key.self)
    try file.encode(rows, forKey: .rows)
    try file.encode(failures, forKey: .failures)
    try file.encode(measures, forKey: .measures)
    try file.encode(pairs, forKey: .pairs)
    try file.encode(timing, forKey: .timing)
    try file.encode(recordings, forKey: .recordings)
    try file.encode(trials, forKey: .trials)
    try file.encode(stages, forKey: .stages)
    try file.encode(laboratory, forKey: .laboratory)
    try file.encode(troubles, forKey: .troubles)
    try file.encodeIfPresent(settings, forKey: .settings)
  }

  /// Which settings figures are of.
  public struct Settings: Sendable, Hashable, Codable {
    /// A digest of all of them.
    public var digest: String
    /// Those that differ from what was measured best, as `key = value`; empty where none does.
    public var changed: [String]

    /// Names them.
    public init(digest: String, changed: [String]) {
      (self.digest, self.changed) = (digest, changed)
    }

    static let title = "Settings that differ from those measured best"
  }

  /// The settings that differ, as lines above the figures; empty where none does.
  var settingsText: String {
    guard let changed = settings?.changed, !changed.isEmpty else { return "" }
    return "\(Settings.title):\n" + changed.map(Self.wrapped).joined() + "\n"
  }
}

extension ValidationReport.Recording {
  fileprivate init(_ score: RecordingScore) {
    let recording = score.recording
    self.init(
      dataset: recording.dataset, name: recording.name,
      participant: recording.description.participant, site: recording.description.site,
      cohort: recording.description.cohort, durationSeconds: score.durationSeconds,
      truthDigest: score.truthDigest, wearer: score.wearer)
  }
}

extension ValidationRow: Codable {
  /// Reads the keys that `encode(to:)` writes; those that came later may be missing.
  public init(from decoder: any Decoder) throws {
    let file = try decoder.container(keyedBy: Key.self)
    dataset = try file.decode(String.self, forKey: .dataset)
    site = try file.decodeIfPresent(String.self, forKey: .site)
    system = try file.decodeIfPresent(String.self, forKey: .system)
    let word = try file.decode(String.self, forKey: .stage)
    guard let known = ValidationStage(rawValue: word) else {
      throw ValidationError("\(word): there is no such stage")
    }
    stage = known
    figure = try file.decode(String.self, forKey: .figure)
    unit = try file.decode(String.self, forKey: .unit)
    value = try file.decode(Double.self, forKey: .value)
    personMedian = try file.decodeIfPresent(Double.self, forKey: .personMedian)
    personWorst = try file.decodeIfPresent(Double.self, forKey: .personWorst)
    peopleCount = try file.decode(Int.self, forKey: .people)
    recordingCount = try file.decode(Int.self, forKey: .recordings)
    missingCount = try file.decode(Int.self, forKey: .missing)
    (peers, classics) = ([], [])
    isHeadline = try file.decodeIfPresent(Bool.self, forKey: .isHeadline) ?? false
    persons = try file.decodeIfPresent([String: Double].self, forKey: .persons) ?? [:]
    better = try file.decodeIfPresent(Better.self, forKey: .better)
    func others(_ key: Key) throws -> [PeerFigure] {
      let values = try file.decodeIfPresent([String: Double].self, forKey: key) ?? [:]
      return PeerSheet.sorted(
        values.map { PeerFigure(engine: $0.key, value: $0.value) }, by: ranking)
    }
    (peers, classics) = (try others(.versus), try others(.classics))
  }

  /// Writes the keys that the columns of the CSV have, and more; what is not available is left out.
  public func encode(to encoder: any Encoder) throws {
    var file = encoder.container(keyedBy: Key.self)
    try file.encode(dataset, forKey: .dataset)
    try file.encodeIfPresent(site, forKey: .site)
    try file.encodeIfPresent(system, forKey: .system)
    try file.encode(stage.rawValue, forKey: .stage)
    try file.encode(figure, forKey: .figure)
    try file.encode(unit, forKey: .unit)
    try file.encode(value, forKey: .value)
    try file.encodeIfPresent(personMedian, forKey: .personMedian)
    try file.encodeIfPresent(personWorst, forKey: .personWorst)
    try file.encode(peopleCount, forKey: .people)
    try file.encode(recordingCount, forKey: .recordings)
    try file.encode(missingCount, forKey: .missing)
    for (others, key) in [(peers, Key.versus), (classics, .classics)] {
      try file.encode(
        Dictionary(others.map { ($0.engine, $0.value) }) { first, _ in first }, forKey: key)
    }
    try file.encode(isHeadline, forKey: .isHeadline)
    try file.encode(persons, forKey: .persons)
    try file.encodeIfPresent(better, forKey: .better)
  }

  private enum Key: String, CodingKey {
    case dataset, site, system, stage, figure, unit, value, versus, classics, persons,
      better
    case personMedian = "person_median"
    case personWorst = "person_worst"
    case people = "n_people"
    case recordings = "n_recordings"
    case missing = "n_missing"
    case isHeadline = "is_headline"
  }

  fileprivate var csvLine: String {
    let number = { (value: Double?) -> String in value.map { "\($0)" } ?? "" }
    let names: [String] = [dataset, site ?? "", system ?? "", stage.rawValue, figure, unit]
    let values: [String] = [value, personMedian, personWorst].map(number)
    let counts: [String] = [peopleCount, recordingCount, missingCount].map { "\($0)" }
    let others: [String] = [peers.first, classics.first].flatMap {
      [$0?.engine ?? "", number($0?.value)]
    }
    let fields = names + values + counts + others
    return CSVLine.line(fields)
  }
}
