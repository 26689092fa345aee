/// Recordings whose figures are taken together.
struct RecordingGroup {
  var dataset: String
  var site: String?
  var system: String?
  var scores: [RecordingScore]

  /// One group per dataset, per system in it, and per wearing site where there are several.
  static func groups(of scores: [RecordingScore]) -> [RecordingGroup] {
    Dictionary(grouping: scores, by: \.recording.dataset).sorted { $0.key < $1.key }
      .flatMap { dataset, scores in
        let whole = RecordingGroup(dataset: dataset, scores: scores)
        return [whole] + whole.bySystem + whole.bySite
      }
  }

  private var bySystem: [RecordingGroup] {
    let names = Set(scores.flatMap { $0.systems.map(\.system) })
    return names.sorted().map { name in
      RecordingGroup(dataset: dataset, system: name, scores: scores)
    }
  }

  private var bySite: [RecordingGroup] {
    let sites = Dictionary(grouping: scores, by: \.recording.description.site)
    guard sites.count > 1 else { return [] }
    return sites.sorted { $0.key < $1.key }.map { site, scores in
      RecordingGroup(dataset: dataset, site: site, scores: scores)
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
    return Self.counts + EventFigures.all + ActivityFigures.all + TerrainFigures.all
      + conditions.sorted().flatMap { ActivityFigures.falseWalking(condition: $0) }
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
    let persons =
      figure.worst == .none
      ? [] : people.values.compactMap(perPerson).filter(\.isFinite).sorted()
    let contributing = scores.filter(figure.isContributing)
    return ValidationRow(
      dataset: dataset, site: site, system: system, stage: figure.stage, figure: figure.name,
      unit: figure.unit, value: value, personMedian: median(persons),
      personWorst: figure.worst(of: persons),
      peopleCount: Set(contributing.map(\.recording.description.participant)).count,
      recordingCount: contributing.count, missingCount: missing,
      peers: PeerFigure.measured(
        dataset: dataset, site: site, system: system, stage: figure.stage, figure: figure.name),
      isHeadline: figure.isHeadline)
  }
}
