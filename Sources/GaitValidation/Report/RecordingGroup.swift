/// Recordings whose figures are taken together.
struct RecordingGroup {
  var dataset: String
  var site: String?
  var system: String?
  var scores: [RecordingScore]
  /// The public dataset that these recordings are, all of them and no other; `nil` for any others, whatever their
  /// folder is called.
  var known: String?

  /// One group per dataset, per system in it, and per wearing site where there are several.
  static func groups(of scores: [RecordingScore]) -> [RecordingGroup] {
    Dictionary(grouping: scores, by: \.recording.dataset).sorted { $0.key < $1.key }
      .flatMap { dataset, scores in
        let whole = RecordingGroup(
          dataset: dataset, scores: scores, known: PeerRecordings.dataset(of: scores))
        return [whole] + whole.bySystem + whole.bySite
      }
  }

  private var bySystem: [RecordingGroup] {
    let names = Set(scores.flatMap { $0.systems.map(\.system) })
    return names.sorted().map { name in
      RecordingGroup(dataset: dataset, system: name, scores: scores, known: known)
    }
  }

  private var bySite: [RecordingGroup] {
    let sites = Dictionary(grouping: scores, by: \.recording.description.site)
    guard sites.count > 1 else { return [] }
    return sites.sorted { $0.key < $1.key }.map { site, scores in
      RecordingGroup(dataset: dataset, site: site, scores: scores, known: known)
    }
  }

  /// The figures that the group has.
  var rows: [ValidationRow] {
    let people = Dictionary(grouping: scores, by: \.recording.description.participant)
    let missing = scores.count { $0.failure != nil }
    return figures.compactMap { row($0, people: people, missing: missing) }
  }

  var figures: [Figure] {
    if let system { return SystemFigures(system: system).all }
    let conditions = Set(scores.filter { $0.label == "other" }.compactMap(\.condition))
    let all =
      Self.counts + EventFigures.all + MarkedTrialFigures.grades(of: scores) + ActivityFigures.all
      + conditions.sorted().flatMap { ActivityFigures.falseWalking(condition: $0) }
      + TerrainFigures.all + MarkedTrialFigures.all + MarkedTrialFigures.tasks(of: scores)
      + AtOnceFigures.all(of: scores)
    // The figures of a stage follow each other.
    var stages: [ValidationStage] = []
    for figure in all where !stages.contains(figure.stage) { stages.append(figure.stage) }
    return stages.flatMap { stage in all.filter { $0.stage == stage } }
  }

  private static let counts: [Figure] = [
    .total(.recordings, "recordings", "count") { _ in 1 },
    .total(.recordings, "without analysis", "count") { $0.failure == nil ? 0 : 1 },
  ]

  private func row(
    _ figure: Figure, people: [String: [RecordingScore]], missing: Int
  ) -> ValidationRow? {
    guard let value = figure.measure(scores), value.isFinite else { return nil }
    let perPerson = figure.personMeasure ?? figure.measure
    let own =
      figure.worst == .none ? [:] : people.compactMapValues(perPerson).filter(\.value.isFinite)
    let persons = own.values.sorted()
    let contributing = scores.filter(figure.isContributing)
    var row = ValidationRow(
      dataset: dataset, site: site, system: system, stage: figure.stage, figure: figure.name,
      unit: figure.unit, value: value, personMedian: median(persons),
      personWorst: figure.worst(of: persons),
      peopleCount: Set(contributing.map(\.recording.description.participant)).count,
      recordingCount: contributing.count, missingCount: missing,
      peers: [], isHeadline: figure.isHeadline, persons: own, better: figure.worst.better)
    let peers = known.map {
      PeerFigure.measured(
        dataset: $0, site: site, system: system, stage: figure.stage, figure: figure.name)
    }
    row.peers = PeerSheet.sorted(peers ?? [], by: row.ranking)
    return row
  }
}

extension Figure.Worst {
  /// Which figures are better; `nil` for counts.
  fileprivate var better: ValidationRow.Better? {
    switch self {
    case .lowest: .higher
    case .highest: .lower
    case .farthest: .nearerZero
    case .none: nil
    }
  }
}

/// A figure that was reached, and how far a later one may fall behind it.
///
/// ```swift
/// let bars = try RegressionBar.bars(in: text)
/// for fall in report.falls(below: bars) { print(fall) }
/// ```
public struct RegressionBar: Sendable, Hashable {
  /// The dataset.
  public var dataset: String
  /// The wearing site, or `nil` for all sites together.
  public var site: String?
  /// The motion capture system that is the truth, or `nil`.
  public var system: String?
  /// What is compared.
  public var stage: ValidationStage
  /// The figure's name.
  public var figure: String
  /// What was reached, in the figure's unit.
  public var value: Double
  /// What a change by chance may cost, in the same unit.
  public var tolerance: Double

  /// Reads lines of `dataset;site;system;stage;figure;value;tolerance`; empty lines and those that begin
  /// with `#` are skipped.
  ///
  /// - Throws: ``ValidationError`` that names the first line that is not a bar.
  public static func bars(in text: String) throws -> [RegressionBar] {
    // Spreadsheets put a mark of the encoding before the text, and end lines with two characters.
    let lines = (text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]).split(
      whereSeparator: \.isNewline)
    return try lines.filter { !$0.hasPrefix("#") }.map { line in
      let fields = line.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 7, let stage = ValidationStage(rawValue: fields[3]),
        let value = Double(fields[5]), value.isFinite, let tolerance = Double(fields[6]),
        tolerance.isFinite, tolerance >= 0
      else {
        throw ValidationError(
          "\(line): a bar is dataset;site;system;stage;figure;value;tolerance, the last two numbers"
        )
      }
      return RegressionBar(
        dataset: fields[0], site: fields[1].isEmpty ? nil : fields[1],
        system: fields[2].isEmpty ? nil : fields[2], stage: stage, figure: fields[4],
        value: value, tolerance: tolerance)
    }
  }
}

extension ValidationReport {
  /// The bars that the report falls below, each in a sentence; a figure that is missing falls, too, unless
  /// its whole dataset was not validated.
  public func falls(below bars: [RegressionBar]) -> [String] {
    let datasets = Set(rows.map(\.dataset))
    return bars.filter { datasets.contains($0.dataset) }.compactMap { bar in
      let name = [bar.dataset, bar.site, bar.system, bar.stage.rawValue, bar.figure]
        .compactMap(\.self).joined(separator: ", ")
      guard
        let row = row(
          dataset: bar.dataset, site: bar.site, system: bar.system, stage: bar.stage,
          figure: bar.figure)
      else { return "\(name): there is no such figure; \(bar.value) was reached before" }
      guard row.ranking.loss(from: bar.value, to: row.value) > bar.tolerance else { return nil }
      return "\(name): \(row.value), \(bar.value) was reached before (tolerance \(bar.tolerance))"
    }
  }
}
