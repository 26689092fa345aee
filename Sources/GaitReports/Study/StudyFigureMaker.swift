import GaitModel
import MobilityEstimates

/// The figures of a study's page.
struct StudyFigureMaker {
  let people: [StudyPerson]
  let tables: StudyPage.Tables

  private typealias Group = (
    sex: Sex?, name: String, one: String, color: ChartColor, shape: ChartLayer.Shape
  )
  private static let sexes: [Group] = [
    (.female, "women", "woman", .orange, .circle), (.male, "men", "man", .blue, .triangle),
  ]
  private static let unknownSex: Group = (
    nil, "of unknown sex", "of unknown sex", .green, .square
  )

  /// Women and men, and those of unknown sex where there are any.
  private func groups(_ people: [StudyPerson]) -> [Group] {
    Self.sexes + (people.contains { $0.sex == nil } ? [Self.unknownSex] : [])
  }

  // MARK: - Who has how much

  var validDays: PageFigure {
    let days = people.compactMap(\.validDays).map { Int($0) }
    let counts = Dictionary(grouping: days) { $0 }.mapValues(\.count).sorted { $0.key < $1.key }
    return PageFigure(
      "valid-days", "Valid days of each person",
      Chart(
        x: .counts("days worn for at least 8 h", includesZero: false),
        y: .counts("people"), height: 180,
        layers: [
          ChartLayer(
            nil, .columns, .blue,
            [
              "x": .numbers(counts.map { Double($0.key) - 0.45 }, decimals: 2),
              "x2": .numbers(counts.map { Double($0.key) + 0.45 }, decimals: 2),
              "y": .numbers(counts.map { Double($0.value) }, decimals: 0),
              "tip": .words(
                counts.map {
                  "\($0.key.counted("day")): \(PageText.count($0.value, "person", "people"))"
                }),
            ])
        ]),
      caption: "People by how many valid days they have. People at the left end say little about "
        + "their usual walking. \(PageText.count(days.count, "person", "people")).",
      table: PageTable(
        "People by valid days", [.number("valid days"), .number("people")],
        counts.map { [.init("\($0.key)"), .init("\($0.value)")] }))
  }

  var ages: PageFigure {
    let known = people.filter { $0.age != nil }
    let bins = groups(known).map { group in
      (group, histogram(known.filter { $0.sex == group.sex }.compactMap(\.age), width: 5))
    }
    let width = 5 / Double(bins.count)
    return PageFigure(
      "ages", "Age and sex",
      Chart(
        x: .numbers("age (years)"), y: .counts("people"), height: 180,
        layers: bins.enumerated().map { place, group in
          // Side by side: the same share of the five years for each.
          ChartLayer(
            group.0.name, .columns, group.0.color,
            [
              "x": .numbers(group.1.map { $0.from + Double(place) * width }, decimals: 2),
              "x2": .numbers(group.1.map { $0.from + Double(place + 1) * width }, decimals: 2),
              "y": .numbers(group.1.map { Double($0.count) }, decimals: 0),
              "tip": .words(
                group.1.map {
                  "\(PageText.decimal($0.from, 0)) to \(PageText.decimal($0.from + 4, 0)) years: "
                    + "\($0.count) \($0.count == 1 ? group.0.one : group.0.name)"
                }),
            ])
        }),
      caption: "People by age in steps of five years. \(PageText.grouped(known.count)) of "
        + "\(PageText.count(people.count, "person has", "people have")) an age.")
  }

  private func histogram(_ values: [Double], width: Double) -> [(from: Double, count: Int)] {
    Dictionary(grouping: values) { ($0 / width).rounded(.down) * width }
      .map { ($0.key, $0.value.count) }.sorted { $0.0 < $1.0 }
  }

  // MARK: - Walking

  var speedByAge: PageFigure {
    let known = people.filter { $0.age != nil && $0.speed != nil }
    let ages = known.compactMap(\.age)
    let norms = norms(from: ages.min() ?? 20, to: ages.max() ?? 90)
    let marks = groups(known).map { group in
      points(group, known.filter { $0.sex == group.sex }) {
        $0.speed
      } tip: { person in
        "\(person.participant), \(PageText.decimal(person.age, 0)) years: "
          + "\(PageText.decimal(person.speed, 2)) m/s"
      }
    }
    return PageFigure(
      "speed-by-age", "Speed by age and sex, beside published norms",
      Chart(
        x: .numbers("age (years)"), y: .numbers("median walking speed (m/s)"), height: 300,
        layers: ages.isEmpty ? [] : norms + marks),
      caption: "Each mark is a person: the median of their flat, steady bouts. Lines and surfaces "
        + "are usual speeds of healthy "
        + "people in clinics, mean ± one standard deviation (Bohannon and Williams Andrews 2011, "
        + "23,111 people, doi 10.1016/j.physio.2010.12.004); daily life is slower. "
        + "\(PageText.count(known.count, "person", "people")).")
  }

  /// The mean of women and men by age with the spread between people.
  private func norms(from first: Double, to last: Double) -> [ChartLayer] {
    let ages = stride(from: max(20, first.rounded(.down)), through: max(21, min(95, last)), by: 1)
      .map { $0 }
    return Self.sexes.flatMap { group -> [ChartLayer] in
      let speeds = ages.map {
        GaitNorms.usualSpeed(of: Participant(ageYears: $0, sex: group.sex))
      }
      let x = ChartLayer.Column.numbers(ages, decimals: 0)
      return [
        ChartLayer(
          nil, .area, group.color, opacity: 0.1,
          [
            "x": x, "y": .numbers(speeds.map { $0.mean - $0.deviation }, decimals: 3),
            "y2": .numbers(speeds.map { $0.mean + $0.deviation }, decimals: 3),
          ]),
        ChartLayer(
          "norm, \(group.name)", .line(isDashed: group.sex == .male), group.color,
          ["x": x, "y": .numbers(speeds.map(\.mean), decimals: 3)]),
      ]
    }
  }

  private func points(
    _ group: Group, _ people: [StudyPerson], value: (StudyPerson) -> Double?,
    tip: (StudyPerson) -> String
  ) -> ChartLayer {
    ChartLayer(
      group.name, .points(group.shape), group.color, opacity: 0.75,
      [
        "x": .numbers(people.map(\.age), decimals: 1),
        "y": .numbers(people.map(value), decimals: 3), "tip": .words(people.map(tip)),
      ])
  }

  var speeds: PageFigure {
    let known = people.compactMap(\.speed)
    let bins = histogram(known, width: 0.05)
    return PageFigure(
      "speeds", "Speeds of all people",
      Chart(
        x: .numbers("median walking speed (m/s)"), y: .counts("people"),
        height: 180,
        layers: [
          ChartLayer(
            nil, .columns, .blue,
            [
              "x": .numbers(bins.map(\.from), decimals: 2),
              "x2": .numbers(bins.map { $0.from + 0.05 }, decimals: 2),
              "y": .numbers(bins.map { Double($0.count) }, decimals: 0),
              "tip": .words(bins.map { PageText.count($0.count, "person", "people") }),
            ])
        ]),
      caption: "How the people's median speeds are spread, in steps of 0.05 m/s. A second hill or "
        + "a single bar far away asks for "
        + "a look at heights and sites. \(PageText.count(known.count, "person", "people")).")
  }

  var stepsByAge: PageFigure {
    let known = people.filter { $0.age != nil && $0.stepsPerDay != nil }
    return PageFigure(
      "steps-by-age", "Steps per valid day by age and sex",
      Chart(
        x: .numbers("age (years)"), y: .numbers("steps per valid day", includesZero: true),
        height: 220,
        layers: groups(known).map { group in
          points(group, known.filter { $0.sex == group.sex }) {
            $0.stepsPerDay
          } tip: {
            "\($0.participant): \(PageText.decimal($0.stepsPerDay, 0)) steps"
          }
        }),
      caption: "Each mark is a person: the mean of their valid days. "
        + "\(PageText.count(known.count, "person", "people")).")
  }

  /// Medians by decade and sex.
  var byGroup: PageTable? {
    let known = people.filter { $0.age != nil }
    guard !known.isEmpty else { return nil }
    let groups = Dictionary(grouping: known) { Int(($0.age ?? 0) / 10) * 10 }.sorted {
      $0.key < $1.key
    }
    func median(
      _ people: [StudyPerson], _ decimals: Int, _ read: (StudyPerson) -> Double?
    ) -> PageTable.Cell {
      let known = people.compactMap(read).sorted()
      let isOfAll = known.isEmpty || known.count == people.count
      return .init(
        PageText.decimal(StudyStatistics.median(known), decimals)
          + (isOfAll ? "" : " (\(PageText.grouped(known.count)))"))
    }
    return PageTable(
      "Medians by age and sex; in brackets of how many people, where not all have a value",
      [
        .word("age (years)"), .word("sex"), .number("people"), .number("speed (m/s)"),
        .number("norm (m/s)"), .number("cadence (steps/min)"), .number("double support (%)"),
        .number("steps per valid day"),
      ],
      groups.flatMap { decade, people in
        self.groups(people).compactMap { group in
          let own = people.filter { $0.sex == group.sex }
          guard !own.isEmpty else { return nil }
          let norm = GaitNorms.usualSpeed(
            of: Participant(ageYears: Double(decade) + 5, sex: group.sex))
          return [
            .init("\(decade) to \(decade + 9)"), .init(group.name),
            .init(PageText.grouped(own.count)), median(own, 2) { $0.speed },
            .init(GaitNorms.ages.contains(Double(decade) + 5) ? norm.mean : nil, 2),
            median(own, 0) { $0.cadence }, median(own, 1) { $0.doubleSupport },
            median(own, 0) { $0.stepsPerDay },
          ]
        }
      })
  }

  // MARK: - Quality

  var wear: PageFigure {
    let known = zip(tables.days.words("participant"), tables.days.numbers("worn_h"))
      .filter { $0.1 != nil }
    let hours = known.compactMap(\.1)
    let bins = histogram(hours.map { min($0, 23.99) }, width: 1)
    return PageFigure(
      "wear", "Hours worn a day",
      Chart(
        x: .numbers("worn on the day (h)", ends: 0...24),
        y: .counts("days"), height: 180,
        layers: [
          ChartLayer(
            nil, .columns, .green,
            [
              "x": .numbers(bins.map(\.from), decimals: 0),
              "x2": .numbers(bins.map { $0.from + 1 }, decimals: 0),
              "y": .numbers(bins.map { Double($0.count) }, decimals: 0),
              "tip": .words(bins.map { PageText.count($0.count, "day") }),
            ]),
          ChartLayer(
            nil, .verticals, .vermilion,
            [
              "x": .numbers(hours.isEmpty ? [] : [8], decimals: 0),
              "label": .words(hours.isEmpty ? [] : ["valid from 8 h on"]),
            ]),
        ]),
      caption: "Days by how long the device was worn. Days left of the line do not count for "
        + "averages. \(PageText.count(hours.count, "day")) of "
        + "\(PageText.count(Set(known.map(\.0)).count, "person", "people")).")
  }

  var failures: PageFigure {
    let counts = Dictionary(grouping: tables.failures.words("reason")) { $0 }
      .map { ($0.key.replacing("_", with: " "), $0.value.count) }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    return PageFigure(
      "failures", "Why recordings failed",
      Chart(
        x: .counts("recordings"),
        y: .words("", counts.map(\.0)), height: 26 * counts.count + 10,
        layers: [
          ChartLayer(
            nil, .bars, .vermilion,
            [
              "x": .numbers(counts.map { Double($0.1) }, decimals: 0),
              "y": .words(counts.map(\.0)),
              "tip": .words(counts.map { PageText.count($0.1, "recording") }),
            ])
        ]),
      caption: "Recordings without results by the kind of failure. "
        + "\(PageText.count(tables.failures.count, "recording")) of "
        + "\(PageText.grouped(tables.failures.count + tables.recordings.count)).")
  }
}
