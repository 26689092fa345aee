import Foundation
import GaitModel
import MobilityEstimates

/// The page of one person over months and years: what changed, how sure that is, and what is
/// missing.
package struct PersonPage {
  /// Sentences that the command has for a person; each list may be empty.
  package struct Sentences {
    /// Why no day is known; `nil` where some are, or nothing else is to be said.
    package var nothing: String?
    /// The latest six-minute-walk estimate.
    package var sixMinuteWalk: [String]
    /// Clinic tests.
    package var clinic: [String]
    /// What happened and was noticed.
    package var changes: [String]
    /// The latest steadiness score.
    package var steadiness: [String]
    /// The latest oxygen uptake and recovery of the heart.
    package var fitness: [String]
    /// Measures against the person's own past.
    package var past: [String]
    /// What is missing.
    package var missing: [String]

    /// Takes the sentences.
    package init(
      nothing: String? = nil, sixMinuteWalk: [String], clinic: [String], changes: [String],
      steadiness: [String], fitness: [String], past: [String], missing: [String]
    ) {
      self.nothing = nothing
      self.sixMinuteWalk = sixMinuteWalk
      self.clinic = clinic
      self.changes = changes
      self.steadiness = steadiness
      self.fitness = fitness
      self.past = past
      self.missing = missing
    }
  }

  let update: EstimateUpdate
  let overview: EstimateOverview
  /// Between which speeds the person walked on each day, m/s: 5 to 95 % of the walking time.
  let speeds: [LocalDay: ClosedRange<Double>]
  let sentences: Sentences

  /// Takes what is known of a person.
  package init(
    update: EstimateUpdate, overview: EstimateOverview, speeds: [LocalDay: ClosedRange<Double>],
    sentences: Sentences
  ) {
    self.update = update
    self.overview = overview
    self.speeds = speeds
    self.sentences = sentences
  }

  /// The page.
  package func page(program: String) -> Page {
    let figures = PersonFigures(page: self)
    return Page(
      .person, title: update.person.identifier, lead: lead, facts: facts, tiles: tiles,
      sections: [
        PageSection(
          "speed-part", "Walking speed",
          [
            figures.speed.block(orElse: "No day has enough flat, steady walking.")
          ] + told.enumerated().flatMap { beforeAndAfter($1, $0, figures) } + [
            .unlessEmpty("What is not compared", notCompared),
            .unlessEmpty("What happened", sentences.changes),
            .unlessEmpty("Against the person's own past", sentences.past),
          ]),
        PageSection(
          "six-minute-walk-part", "Six-minute walk",
          [
            figures.sixMinuteWalk.block(orElse: "There is no estimate."),
            .unlessEmpty("Latest estimate", sentences.sixMinuteWalk),
            .unlessEmpty("Clinic tests", sentences.clinic),
          ]),
        PageSection(
          "steadiness-part", "Walking steadiness",
          [
            figures.steadiness.block(orElse: "There is no score."), figures.components,
            .unlessEmpty("Latest score", sentences.steadiness),
          ]),
        PageSection(
          "fitness-part", "Fitness",
          [figures.cardioFitness, .unlessEmpty("Latest estimate", sentences.fitness)]),
        PageSection(
          "measures-part", "Day by day",
          [WeeklyMeasure.doubleSupport, .asymmetry, .steps, .stepLength, .cadence].map {
            figures.daily($0).block(
              orElse: $0 == .steps
                ? "No day has a value of it: that takes 8 hours of wear."
                : "No day has a value of it: that takes three flat, steady walks, a minute together, "
                  + "worn where it can be measured.")
          }),
        PageSection(
          "wear-part", "Wear and what is missing",
          [
            figures.wear.block(orElse: "Nothing says when the device was worn."),
            .unlessEmpty("What is missing to know more", sentences.missing),
          ]),
      ], program: program)
  }

  // MARK: - Head

  /// The story: what happened, and what became of it.
  private var lead: [String] {
    let days = overview.days
    guard let first = days.first?.day, let last = days.last?.day else {
      return [
        sentences.nothing.map { Self.capitalized($0) + "." } ?? "Nothing is known of any day yet."
      ]
    }
    let span =
      first == last
      ? "One day, \(first.words)."
      : "\(PageText.count(days.count, "day")) with data from \(first.words) to \(last.words)."
    return [story].compactMap(\.self) + [span]
  }

  private var story: String? {
    guard let events = overview.comparedEvents.last else {
      guard let change = overview.walkingChanges.last else { return nil }
      return [change.message, overview.presently(by: update.settings)].compactMap(\.self)
        .map { "\(Self.capitalized($0))." }.joined(separator: " ")
    }
    // Whatever happened on a day is compared together.
    let said = overview.personEvents.filter { $0.day == events.day }.compactMap(\.words)
    let name =
      Self.capitalized(name(of: events))
      + (said.isEmpty ? "" : " (\(said.joined(separator: "; ")))")
    let measures: [WeeklyMeasure] = [.fastSpeed, .meanSpeed, .steps]
    guard
      let row = measures.lazy.compactMap({ measure in
        events.comparisons.first { $0.measure == measure }
      }).first ?? events.comparisons.first
    else { return name + ": too few days before or since to compare." }
    let spans = overview.comparedSpans(about: events.day, by: update.settings.comparison)
    let text = row.measure.text
    // Until there are more, the latest days are the first.
    let first = spans.isWhole ? row.first : nil
    let after = first.map { ", \(text($0.value)) in the \(spans.since) after" } ?? ""
    let latest = spans.isWhole ? "latest \(spans.since)" : "\(spans.since) since"
    return "\(name). \(Self.capitalized(row.measure.words)): \(text(row.before.value)) "
      + "before\(after), \(text(row.latest.value)) in the \(latest), which is "
      + "\(percent(row.shareOfBefore)) of before "
      + "(\(percent(row.shareInterval.lowerBound)) to \(percent(row.shareInterval.upperBound)))."
  }

  private var tiles: [PageTile] {
    [walkTile, steadinessTile, speedTile, stepsTile, wearTile].compactMap(\.self)
  }

  private func absence(of kind: AnySampleKind, _ otherwise: String) -> String {
    overview.notCollected.contains(kind) ? "not collected" : otherwise
  }

  private var walkTile: PageTile {
    guard let latest = overview.sixMinuteWalks.last else {
      return PageTile(
        "six-minute walk", "–",
        note: absence(of: SampleKind.sixMinuteWalkDistance.erased, "no estimate yet"))
    }
    let other = latest.metadata.other
    let isCapped = other[EstimateWords.isCapped] != nil
    let wide = EstimateWords.interval(other[EstimateWords.interval95]).map {
      "95 %: \(PageText.decimal($0.lowerBound, 0)) to \(PageText.decimal($0.upperBound, 0)) m"
    }
    return PageTile(
      "six-minute walk", PageText.decimal(latest.value, 0) + " m" + (isCapped ? " or more" : ""),
      note: [wide, "week to \(weekEnd(of: latest).words)"].compactMap(\.self)
        .joined(separator: "; "))
  }

  private var steadinessTile: PageTile {
    guard let latest = overview.steadiness.last else {
      return PageTile(
        "steadiness", "–", note: absence(of: SampleKind.walkingSteadiness.erased, "no score yet"))
    }
    let word = latest.metadata.other[EstimateWords.steadinessClass]?.replacing("_", with: " ") ?? ""
    let error = latest.standardError.map { " ± " + PageText.decimal($0, 2) } ?? ""
    return PageTile(
      "steadiness, of 1", PageText.decimal(latest.value, 2) + error,
      note: "\(word); week to \(weekEnd(of: latest).words)")
  }

  private var speedTile: PageTile? { smoothedTile(.meanSpeed) }
  private var stepsTile: PageTile? { smoothedTile(.steps) }

  private func smoothedTile(_ measure: WeeklyMeasure) -> PageTile? {
    overview.smoothed[measure]?.max { $0.key < $1.key }.map { _, mean in
      PageTile(
        measure.words, measure.text(mean.value),
        note: "mean of \(mean.days(by: update.settings.smoothing))")
    }
  }

  private var wearTile: PageTile {
    let first = overview.lastDay.advanced(by: -27)
    let days = overview.days.filter { $0.day >= first && $0.day <= overview.lastDay }
    let hours = days.compactMap(\.wornHours)
    guard !hours.isEmpty || days.isEmpty && !overview.days.isEmpty else {
      return PageTile("days worn", "–", note: "nothing says when the device was worn")
    }
    let unknown = days.count - hours.count
    return PageTile(
      "days worn", "\(hours.count { $0 > 0 }) of 28",
      note: "to \(overview.lastDay.words)"
        + (unknown > 0 ? "; of \(unknown.counted("other")) nothing says" : ""))
  }

  private var zoneWords: String {
    let clock = update.calendar.clock
    return clock.isLocal ? "each walk's own clock" : DayClock.zoneWords(of: clock.name)
  }

  private var facts: [PageFact] {
    let facts = update.person.participant(on: overview.lastDay)
    return [
      PageFact("time zone of the dates", zoneWords),
      PageFact("height", facts.height.map { PageText.decimal($0.meters, 2) + " m" } ?? "not known"),
      PageFact("mass", facts.mass.map { PageText.decimal($0.kilograms, 0) + " kg" } ?? "not known"),
      PageFact(
        "age",
        facts.ageYears.map { PageText.decimal($0.rounded(.down), 0) + " years" } ?? "not known"),
      PageFact("sex", facts.sex.map { $0 == .female ? "female" : "male" } ?? "not known"),
    ]
  }

  // MARK: - Before and after

  /// The events that can be compared of those that are told, the latest first.
  private var told: [ComparedEvents] { overview.toldEvents.filter { !$0.comparisons.isEmpty } }

  /// Figure, table and what is left out of events at a place among those that can be compared.
  private func beforeAndAfter(
    _ events: ComparedEvents, _ place: Int, _ figures: PersonFigures
  ) -> [PageBlock?] {
    [
      .figure(figures.beforeAndAfter(events, place)), .table(comparisons(of: events)),
      .unlessEmpty(
        "What is left out",
        [overview.assumed(about: events, withFirst: true)].compactMap(\.self)),
    ]
  }

  private func comparisons(of events: ComparedEvents) -> PageTable {
    let spans = overview.comparedSpans(about: events.day, by: update.settings.comparison)
    func mean(_ mean: EventComparison.Mean?, _ measure: WeeklyMeasure) -> PageTable.Cell {
      guard let mean else { return "too few days" }
      return .init(
        "\(measure.text(mean.value)) (\(measure.text(mean.interval.lowerBound)) to "
          + "\(measure.text(mean.interval.upperBound)); \(mean.days.counted("day")))")
    }
    return PageTable(
      "Before and after \(name(of: events)): means with 95 % intervals",
      [
        .word("measure"), .word("\(spans.before) before"), .word("first \(spans.since)"),
        .word("latest \(spans.since)"), .number("share of before (%)"),
      ],
      events.comparisons.map { row in
        [
          .init(row.measure.words), mean(row.before, row.measure), mean(row.first, row.measure),
          mean(row.latest, row.measure),
          .init(
            "\(percent(row.shareOfBefore)) (\(percent(row.shareInterval.lowerBound)) to "
              + "\(percent(row.shareInterval.upperBound)))"
          ),
        ]
      })
  }

  /// Events with too few days, and that there are earlier ones.
  private var notCompared: [String] {
    overview.toldEvents.filter(\.comparisons.isEmpty).map(overview.tooFewDays)
      + [overview.earlierEvents].compactMap(\.self)
  }

  func name(of events: ComparedEvents) -> String {
    overview.name(of: events).replacing("_", with: " ")
  }

  // MARK: - Words

  /// The last day that a sample stands for; what a person entered, as a clinic test, ends with the start of its day.
  func lastDay(of sample: Sample) -> LocalDay {
    sample.metadata.isEnteredByHand
      ? update.calendar.day(ofEntry: sample) : update.calendar.day(containing: sample.end - 0.001)
  }

  /// The Sunday of the week that a weekly sample is of: what it was made of may end sooner, with the last day worn.
  func weekEnd(of sample: Sample) -> LocalDay { LocalWeek(containing: lastDay(of: sample)).lastDay }

  func percent(_ share: Double) -> String { PageText.decimal(share * 100, 0) + " %" }

  static func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }
}
