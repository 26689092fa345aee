import Foundation
import GaitAnalysis
import GaitModel

/// What is taken from the truth, so that only what comes after is judged.
public enum GivenStage: String, Sendable, Hashable, Codable, CaseIterable {
  /// Where walking is: contacts and everything after are ours.
  case bouts
  /// Walking and every initial contact: sides, lengths and phases are ours.
  case contacts
  /// Contacts with their feet: lengths and phases are ours.
  case sides
}

/// One figure, end to end and with stages given.
public struct StageRow: Sendable, Hashable, Codable {
  /// The dataset.
  public var dataset: String
  /// The laboratory system that is the truth, or `nil` when the truth is a list of events.
  public var system: String?
  /// What is judged.
  public var stage: String
  /// The figure's name.
  public var figure: String
  /// The figure's unit; `1` for a share of 0-1.
  public var unit: String
  /// The figure when everything is ours, over the recordings that have a truth to give.
  public var endToEnd: Double?
  /// The figure with walking given.
  public var boutsGiven: Double?
  /// The figure with contacts given, too.
  public var contactsGiven: Double?
  /// The figure with sides given, too.
  public var sidesGiven: Double?
  /// Recordings behind it.
  public var recordingCount: Int

  enum CodingKeys: String, CodingKey {
    case dataset, system, stage, figure, unit
    case endToEnd = "end_to_end"
    case boutsGiven = "bouts_given"
    case contactsGiven = "contacts_given"
    case sidesGiven = "sides_given"
    case recordingCount = "n_recordings"
  }
}

/// Methods that take stages from the truth about one recording.
public struct GivenPipeline: Sendable {
  /// What is given.
  public let stage: GivenStage
  /// The laboratory system that it comes from; `nil` for a list of events.
  public let system: String?
  /// The methods.
  public let pipeline: GaitPipeline
}

extension RecordingScore {
  /// The methods with each stage taken from the truth; none where the truth has no contacts.
  ///
  /// - Parameter base: the methods that answer everything else.
  /// - Returns: one for each stage and truth.
  public func givenPipelines(_ base: GaitPipeline) -> [GivenPipeline] {
    truths.flatMap { system, walks, contacts in
      GivenStage.allCases.map { stage in
        GivenPipeline(
          stage: stage, system: system,
          pipeline: Self.pipeline(base, stage, walks: walks, contacts: contacts))
      }
    }
  }

  /// Walks and contacts by system; that of the events has no name.
  private var truths: [(String?, [Range<Double>], [TimedFoot])] {
    var truths: [(String?, [Range<Double>], [TimedFoot])] = []
    if let events = reference.events, let walks = events.walkingBouts,
      !events.initialContacts.isEmpty
    {
      truths.append((nil, walks, events.initialContacts))
    }
    for system in reference.systems where !system.contacts.isEmpty {
      let contacts = system.contacts.map { TimedFoot(seconds: $0.seconds, foot: $0.foot) }
      truths.append((system.name, system.bouts.map(\.seconds), contacts.sorted()))
    }
    return truths
  }

  private static func pipeline(
    _ base: GaitPipeline, _ stage: GivenStage, walks: [Range<Double>], contacts: [TimedFoot]
  ) -> GaitPipeline {
    var pipeline = base
    for place in WearingPlace.allCases {
      pipeline.presets[place].gaitSequences = GivenGaitSequences(walks: walks)
      guard stage != .bouts else { continue }
      pipeline.presets[place].initialContacts = GivenInitialContacts(
        contacts: contacts.map(\.seconds))
      guard stage == .sides, contacts.tellFeet else { continue }
      pipeline.presets[place].laterality = GivenLaterality(contacts: contacts)
    }
    return pipeline
  }

  /// The score of another analysis of the same recording, against one of its truths.
  ///
  /// - Parameters:
  ///   - analysis: made with ``GivenPipeline/pipeline``.
  ///   - system: that pipeline's system.
  ///   - rounding: as in ``Validation``.
  /// - Returns: the score.
  public func score(
    of analysis: RecordingAnalysis, against system: String?, rounding: FileRounding = .files
  ) -> RecordingScore {
    RecordingScore(
      output: EngineOutput(analysis, rounding: rounding), recording: recording,
      reference: reference.only(system),
      extent: RecordingExtent(durationSeconds: analysis.quality.durationSeconds))
  }

  /// The same, against one of its truths.
  func only(_ system: String?) -> RecordingScore {
    var other = self
    other.systems = systems.filter { $0.system == system }
    return other
  }
}

extension LabReference {
  /// One of its truths.
  fileprivate func only(_ system: String?) -> LabReference {
    LabReference(
      events: system == nil ? events : nil, systems: systems.filter { $0.name == system })
  }
}

extension StageRow {
  /// The figures that have a value with some stage given.
  ///
  /// - Parameters:
  ///   - endToEnd: the scores with everything ours.
  ///   - given: the scores with stages given.
  /// - Returns: by dataset and system, in the order of the stages.
  public static func rows(
    endToEnd: [RecordingScore], given: [(pipeline: GivenPipeline, score: RecordingScore)]
  ) -> [StageRow] {
    let systems = Set(given.map(\.pipeline.system)).sorted { ($0 ?? "") < ($1 ?? "") }
    let all = systems.flatMap { system -> [StageRow] in
      rows(endToEnd, given.filter { $0.pipeline.system == system }, system)
    }
    return all.sorted { ($0.dataset, $0.system ?? "") < ($1.dataset, $1.system ?? "") }
  }

  private static func rows(
    _ endToEnd: [RecordingScore], _ given: [(pipeline: GivenPipeline, score: RecordingScore)],
    _ system: String?
  ) -> [StageRow] {
    let names = Set(given.map { [$0.score.recording.dataset, $0.score.recording.name] })
    let own = endToEnd.filter { names.contains([$0.recording.dataset, $0.recording.name]) }
    func figures(_ scores: [RecordingScore]) -> [ValidationRow] {
      RecordingGroup.groups(of: scores).filter { $0.system == system && $0.site == nil }
        .flatMap(\.rows)
    }
    func keyed(_ stage: GivenStage) -> [[String]: Double] {
      let rows = figures(given.filter { $0.pipeline.stage == stage }.map(\.score))
      return Dictionary(rows.map { ($0.name, $0.value) }) { first, _ in first }
    }
    let (bouts, contacts, sides) = (keyed(.bouts), keyed(.contacts), keyed(.sides))
    return figures(own.map { $0.only(system) })
      .filter { $0.isHeadline && stages.contains($0.stage) }.map { row in
        StageRow(
          dataset: row.dataset, system: system, stage: row.stage.rawValue, figure: row.figure,
          unit: row.unit, endToEnd: row.value, boutsGiven: bouts[row.name],
          contactsGiven: contacts[row.name], sidesGiven: sides[row.name],
          recordingCount: row.recordingCount)
      }
  }

  /// Where it can matter what was given.
  private static let stages: Set<ValidationStage> = [
    .walkingBouts, .initialContacts, .finalContacts, .laterality, .steps, .cadence, .phases,
    .strides, .speed,
  ]
}

extension ValidationRow {
  fileprivate var name: [String] { [dataset, stage.rawValue, figure] }
}

extension ValidationReport {
  /// The figures stage by stage as text for a terminal of 80 columns; empty where no stage was given.
  public func stageTable() -> String {
    guard !stages.isEmpty else { return "" }
    var text =
      "Stage by stage: what changes when the truth gives walking, contacts, sides, too\n"
    let groups = Dictionary(grouping: stages) { [$0.dataset, $0.system ?? ""] }
    for (group, rows) in groups.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      text += "\n" + group[0] + (group[1].isEmpty ? "" : " · against \(group[1])") + "\n"
      text +=
        NarrowFigures(
          header: ["ours", "+ walking", "+ contacts", "+ sides"],
          rows: rows.map { row in
            .init(
              stage: row.stage, name: row.figure + (row.unit == "1" ? "" : ", \(row.unit)"),
              cells: [row.endToEnd, row.boutsGiven, row.contactsGiven, row.sidesGiven].map {
                $0.map { String(format: "%.3f", $0) } ?? "–"
              })
          }
        ).text
    }
    return text
  }

  /// The figures stage by stage as comma separated values with a header row, numbers in full precision.
  public func stagesCSV() -> String {
    let header = [
      "dataset", "system", "stage", "figure", "unit", "end_to_end", "bouts_given", "contacts_given",
      "sides_given", "n_recordings",
    ]
    let lines = stages.map { row in
      [row.dataset, row.system ?? "", row.stage, row.figure, row.unit]
        + [row.endToEnd, row.boutsGiven, row.contactsGiven, row.sidesGiven].map {
          $0.map { "\($0)" } ?? ""
        } + ["\(row.recordingCount)"]
    }
    return ([header] + lines).map { CSVLine.line($0) + "\n" }.joined()
  }
}
