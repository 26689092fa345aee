import Foundation
import GaitModel
import MobilityEstimates

/// The page of a study: who has how much, how they walk by age and sex, what failed, and who stands
/// out.
package struct StudyPage {
  /// The tables of the study, as `gait batch` writes them.
  package struct Tables {
    /// One row for each person.
    package var persons: WordTable
    /// One row for each recording with results.
    package var recordings: WordTable
    /// One row for each day of a person.
    package var days: WordTable
    /// One row for each recording without results.
    package var failures: WordTable
    /// What a reader must know of the tables, in sentences.
    package var remarks: [String] = []
    /// The settings that differ from those measured best, as `key = value`, of each recording with results; empty where
    /// nobody knows them.
    package var settings: [[String]] = []

    /// Takes the tables.
    package init(
      persons: WordTable, recordings: WordTable, days: WordTable, failures: WordTable
    ) {
      self.persons = persons
      self.recordings = recordings
      self.days = days
      self.failures = failures
    }
  }

  let name: String
  /// The tables of the study.
  package let tables: Tables
  let people: [StudyPerson]
  /// The page of a recording of a person, where there is one.
  let link: (_ participant: String, _ recording: String) -> String?

  /// Takes the tables of a study.
  package init(
    name: String, tables: Tables,
    link: @escaping (_ participant: String, _ recording: String) -> String? = { _, _ in nil }
  ) {
    self.name = name
    self.tables = tables
    self.link = link
    people = StudyPerson.all(in: tables)
  }

  /// Who stands out, and in what: the farthest first.
  package var outliers: [StudyOutlier] { StudyOutlier.inOrder(looks) }

  private var looks: [StudyLook] {
    StudyOutlier.Measure.allCases.map { StudyLook(at: $0, of: people) }
  }

  /// The page.
  package func page(program: String) -> Page {
    let figures = StudyFigureMaker(people: people, tables: tables)
    return Page(
      .study, title: name, lead: lead, facts: facts, tiles: tiles,
      sections: [
        PageSection(
          "people-part", "Who has how much",
          [
            figures.validDays.block(orElse: "No person has a day with a wall clock."),
            figures.ages.block(orElse: "No age is known."),
          ]),
        PageSection(
          "walking-part", "Walking by age and sex",
          [
            figures.speedByAge.block(orElse: "Nobody has both an age and a speed."),
            figures.speeds.block(orElse: "Nobody has a speed."),
            figures.stepsByAge.block(orElse: "Nobody has both an age and a day of 8 hours."),
            figures.byGroup.map(PageBlock.table),
          ]),
        PageSection(
          "quality-part", "Quality and wear",
          [figures.wear.block(orElse: "No day is known."), .table(quality)]),
        PageSection("failures-part", "Failures", failures(figures)),
        PageSection("outliers-part", "Who stands out", outlierBlocks),
        PageSection("settings-part", "Settings", settingsLists),
      ], program: program)
  }

  private var lead: [String] {
    let valid = people.count { ($0.validDays ?? 0) >= Double(Self.fewestValidDays) }
    return [
      "\(PageText.count(people.count, "person", "people")) with "
        + "\(PageText.count(tables.recordings.count, "recording")); "
        + "\(PageText.count(valid, "person has", "people have")) at least \(Self.fewestValidDays) "
        + "days worn for 8 h. "
        + (tables.failures.count == 0
          ? "No recording failed."
          : "\(PageText.count(tables.failures.count, "recording")) failed."),
      "Walking is described by flat, steady bouts; the norms come from short walks in clinics, "
        + "where people walk faster than in daily life.",
    ] + tables.remarks
  }

  /// As many days as population studies ask for; our choice among 3 to 4.
  private static let fewestValidDays = 3

  private var facts: [PageFact] {
    let sites = Dictionary(grouping: tables.recordings.words("site")) {
      $0.isEmpty
        ? "not known" : $0
    }
    .sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
    .map { "\($0.key.replacing("_", with: " ")): \(PageText.grouped($0.value.count))" }
    let hours = tables.recordings.numbers("duration_s").compactMap(\.self).reduce(0, +) / 3600
    return [
      PageFact("recordings by site", sites.isEmpty ? "none" : sites.joined(separator: ", ")),
      PageFact(
        "recorded",
        hours < 48 ? PageText.time(hours * 3600) : PageText.grouped(Int(hours.rounded())) + " h"),
      PageFact("women, men, not known", sexes),
    ] + (tables.settings.isEmpty ? [] : [PageFact("settings", settingsWords)])
  }

  private var settingsWords: String {
    let sets = Set(tables.settings)
    guard sets.count == 1, let changed = sets.first else {
      return "\(sets.count) different ones, see below"
    }
    return changed.isEmpty ? "as measured best" : "\(changed.count) changed, see below"
  }

  /// Each set of settings with how many recordings it is of, those of the most first; none where all are as measured best.
  private var settingsLists: [PageBlock?] {
    let counts = Dictionary(grouping: tables.settings) { $0 }.mapValues(\.count)
    guard counts.count > 1 || counts.keys.first?.isEmpty == false else { return [] }
    return counts.sorted { ($1.value, $0.key.joined()) < ($0.value, $1.key.joined()) }
      .map { changed, count in
        .notes(
          "Settings of \(PageText.count(count, "recording")) that differ from those measured best",
          changed.isEmpty ? ["none"] : changed)
      }
  }

  private var sexes: String {
    [Sex.female, .male, nil].map { sex in String(people.count { $0.sex == sex }) }
      .joined(separator: ", ")
  }

  private var tiles: [PageTile] {
    func tile(_ name: String, _ values: [Double?], _ decimals: Int, _ unit: String) -> PageTile {
      let known = values.compactMap(\.self).sorted()
      guard let middle = StudyStatistics.median(known) else { return PageTile(name, "–") }
      let ends = [0.05, 0.95].map {
        PageText.decimal(StudyStatistics.quantile($0, known), decimals)
      }
      return PageTile(
        name, PageText.decimal(middle, decimals) + unit,
        note: "90 % of \(PageText.grouped(known.count)): \(ends.joined(separator: " to "))")
    }
    return [
      PageTile("people", PageText.grouped(people.count)),
      tile("median speed", people.map { $0.speed }, 2, " m/s"),
      tile("steps per valid day", people.map(\.stepsPerDay), 0, ""),
      tile("valid days", people.map(\.validDays), 0, ""),
      tile("worn per valid day", people.map(\.wornPerDay), 1, " h"),
      PageTile("failed", PageText.grouped(tables.failures.count), note: "recordings"),
    ]
  }

  // MARK: - Quality

  private var quality: PageTable {
    let rates = tables.recordings.numbers("sampling_rate_hz")
    let durations = tables.recordings.numbers("duration_s")
    let gaps = tables.recordings.numbers("gap_s")
    let devices = tables.recordings.words("device")
    let groups = Dictionary(grouping: devices.indices) { devices[$0] }.sorted {
      ($1.value.count, $0.key) < ($0.value.count, $1.key)
    }
    func row(_ device: String, _ places: [Int]) -> [PageTable.Cell] {
      let whole = places.compactMap { durations[$0] }.reduce(0, +)
      let lost = places.compactMap { gaps[$0] }.reduce(0, +)
      return [
        .init(device), .init(PageText.grouped(places.count)),
        .init(StudyStatistics.median(places.compactMap { rates[$0] }.sorted()), 1),
        .init(
          StudyStatistics.median(places.compactMap { durations[$0] }.sorted()).map { $0 / 3600 },
          2), .init(whole > 0 ? lost / whole * 100 : nil, 2),
      ]
    }
    let others = groups.dropFirst(Self.mostDevices)
    return PageTable(
      "Recordings by device",
      [
        .word("device"), .number("recordings"), .number("median rate (Hz)"),
        .number("median length (h)"), .number("time lost in gaps (%)"),
      ],
      groups.prefix(Self.mostDevices).map { row($0.key.isEmpty ? "not known" : $0.key, $0.value) }
        + (others.isEmpty
          ? []
          : [row(PageText.count(others.count, "other device"), others.flatMap(\.value))]))
  }

  /// So many devices have a row of their own; the others have one together. Our choice.
  private static let mostDevices = 20

  private func failures(_ figures: StudyFigureMaker) -> [PageBlock?] {
    let failures = tables.failures
    guard failures.count > 0 else { return [.sentences(["No recording failed."])] }
    let (paths, people) = (failures.words("path"), failures.words("participant"))
    let (reasons, messages) = (failures.words("reason"), failures.words("message"))
    let most = 100
    return [
      .figure(figures.failures),
      .table(
        PageTable(
          failures.count > most
            ? "The first \(most) of \(failures.count) failures; tables/failures.csv has all"
            : "Recordings without results",
          [.word("recording"), .word("person"), .word("reason"), .word("what to do")],
          paths.indices.prefix(most).map { row in
            [
              .init(paths[row]), .init(people[row]),
              .init(reasons[row].replacing("_", with: " ")), .init(messages[row]),
            ]
          })),
    ]
  }

  // MARK: - Outliers

  private var outlierBlocks: [PageBlock?] {
    let looks = self.looks
    let found = StudyOutlier.inOrder(looks)
    let blind = PageBlock.unlessEmpty(
      "Not looked at",
      looks.compactMap { look in look.hindrance.map { "\(look.measure.name): \($0)" } })
    guard !found.isEmpty else {
      let seen = looks.filter { $0.hindrance == nil }.map(\.measure.name)
      return [
        seen.isEmpty ? nil : .sentences(["Nobody stands out in \(Self.either(seen))."]), blind,
      ]
    }
    let recordings = recordingsByPerson
    let most = 60
    return [
      .sentences([
        "These values lie far from those of the other people: a modified z-score above 3.5 "
          + "(Iglewicz and Hoaglin 1993). They "
          + "may be true. Look at the recording before anything is left out."
      ]),
      .table(
        PageTable(
          found.count > most
            ? "The \(most) farthest of \(found.count) values"
            : "Values that stand out",
          [
            .word("person"), .word("measure"), .number("value"), .number("median of all"),
            .number("modified z"), .word("recordings"),
          ],
          found.prefix(most).map { outlier in
            let own = recordings[outlier.participant] ?? []
            let first = own.first ?? ""
            return [
              .init(outlier.participant), .init(outlier.measure.words),
              .init(outlier.value, outlier.measure.decimals),
              .init(outlier.median, outlier.measure.decimals), .init(outlier.score, 1),
              .init(
                own.count > 1 ? "\(first) and \(own.count - 1) more" : first,
                link: link(outlier.participant, first)),
            ]
          })), blind,
    ]
  }

  /// `speed, cadence or steps`.
  private static func either(_ names: [String]) -> String {
    let first = names.dropLast().joined(separator: ", ")
    return (first.isEmpty ? "" : first + " or ") + (names.last ?? "")
  }

  /// The names of each person's recordings, the longest first: it shows most.
  package var recordingsByPerson: [String: [String]] {
    let (people, names) = (
      tables.recordings.words("participant"), tables.recordings.words("recording")
    )
    let lengths = tables.recordings.numbers("duration_s")
    return Dictionary(grouping: people.indices) { people[$0] }.mapValues { rows in
      rows.sorted { (lengths[$0] ?? 0, $1) > (lengths[$1] ?? 0, $0) }.map { names[$0] }
    }
  }
}

/// A person of a study, as the page needs them.
package struct StudyPerson {
  /// The study's name for the person.
  package var participant: String
  var age: Double?
  var sex: Sex?
  var validDays: Double?
  /// Median speed of flat, steady bouts, m/s.
  var speed: Double?
  var cadence: Double?
  /// Percent of the stride.
  var doubleSupport: Double?
  /// On an average valid day.
  var stepsPerDay: Double?
  /// Hours, on an average valid day.
  var wornPerDay: Double?

  static func all(in tables: StudyPage.Tables) -> [StudyPerson] {
    let persons = tables.persons
    let names = persons.words("participant")
    let (ages, sexes) = (persons.numbers("age_years"), persons.words("sex"))
    let valid = persons.numbers("n_valid_days")
    let speeds = persons.numbers("all_median_walking_speed_mps")
    let cadences = persons.numbers("all_median_cadence_spm")
    let supports = persons.numbers("all_median_double_support_fraction")
    let steps = persons.numbers("steps_per_day")
    let worn = persons.numbers("worn_h_per_day")
    return names.indices.map { row in
      StudyPerson(
        participant: names[row], age: ages[row], sex: Sex(rawValue: sexes[row]),
        validDays: valid[row], speed: speeds[row], cadence: cadences[row],
        doubleSupport: supports[row].map { $0 * 100 }, stepsPerDay: steps[row],
        wornPerDay: worn[row])
    }
  }
}

/// Figures of sorted values.
enum StudyStatistics {
  /// The median of sorted values; `nil` of none.
  static func median(_ sorted: [Double]) -> Double? { quantile(0.5, sorted) }

  /// The value below which a share of sorted values lies, linear between neighbors; `nil` of none.
  static func quantile(_ share: Double, _ sorted: [Double]) -> Double? {
    guard let last = sorted.last else { return nil }
    let place = share * Double(sorted.count - 1)
    let below = Int(place)
    guard below + 1 < sorted.count else { return last }
    return sorted[below] + (place - Double(below)) * (sorted[below + 1] - sorted[below])
  }
}
