import Foundation
import GaitModel
import MobilityEstimates

/// The figures of a person's page.
struct PersonFigures {
  let page: PersonPage

  private var overview: EstimateOverview { page.overview }
  var days: [DailySummary] { overview.days }

  /// Noon of a day, as an axis of dates has it.
  static func place(_ day: LocalDay) -> Double {
    Double(day.number) * 86_400_000 + 43_200_000
  }

  /// All figures share the days, so that they can be held one below the other.
  var dates: ChartAxis {
    ends.map { ChartAxis.dates("", ends: $0) } ?? .dates("")
  }

  // MARK: - Speed

  var speed: PageFigure {
    let speeds = speeds
    let known = days.filter { speeds[$0.day] != nil }
    let missing = missingDays(speeds)
    return PageFigure(
      "speed", "Speed of each day",
      Chart(
        x: dates, y: .numbers("walking speed (m/s)"), height: 260,
        layers: [
          ChartLayer(
            "a day's range, 5 to 95 % of walking time", .ranges(width: width(known.count)), .sky,
            opacity: 0.75,
            [
              "x": .numbers(known.map { Self.place($0.day) }, decimals: 0),
              "y": .numbers(known.map { speeds[$0.day]?.lowerBound }, decimals: 3),
              "y2": .numbers(known.map { speeds[$0.day]?.upperBound }, decimals: 3),
              "tip": .words(
                known.map { day in
                  let ends = speeds[day.day]
                  return
                    "\(day.day.words): \(PageText.decimal(ends?.lowerBound, 2)) to "
                    + "\(PageText.decimal(ends?.upperBound, 2)) m/s"
                }),
            ]),
          smoothed("mean of 7 days, begins anew at events", .meanSpeed, .blue),
        ] + marks),
      caption: "Each bar is a day: where the middle 90 % of its flat, steady walking time lies. "
        + "The line is the mean of those of seven days, or of the days since an event, that have a value: it never blends before and after one. "
        + "\(PageText.count(known.count, "day")) of one person"
        + (missing > 0
          ? "; \(PageText.count(missing, "day without a bar has", "days without a bar have")) too "
            + "little walking or no data." : ".") + assumedWords + mixedWords,
      table: monthly(
        "Walking speed by month (m/s)",
        known.map { ($0.day, WeeklyMeasure.meanSpeed.value(on: $0)) },
        decimals: 2))
  }

  /// The ranges of the days that have a speed: a few short walks have none.
  private var speeds: [LocalDay: ClosedRange<Double>] {
    let days = Set(days.filter { $0.walking != nil }.map(\.day))
    return page.speeds.filter { days.contains($0.key) }
  }

  private func missingDays(_ speeds: [LocalDay: ClosedRange<Double>]) -> Int {
    guard let first = days.first?.day, let last = days.last?.day else { return 0 }
    return first.distance(to: last) + 1 - days.count { speeds[$0.day] != nil }
  }

  func width(_ count: Int) -> Double { count > 400 ? 1 : count > 120 ? 2.2 : 4 }

  /// The mean of seven days, interrupted where it begins anew and where a week says nothing.
  func smoothed(
    _ name: String, _ measure: WeeklyMeasure, _ color: ChartColor, times: Double = 1
  ) -> ChartLayer {
    var (x, y): ([Double?], [Double?]) = ([], [])
    var last: LocalDay?
    let restarts = overview.restarts(of: measure)
    for (day, mean) in (overview.smoothed[measure] ?? [:]).sorted(by: { $0.key < $1.key }) {
      if let last,
        last.distance(to: day) > 7 || restarts.contains(where: { $0 > last && $0 <= day })
      {
        x.append(Self.place(last))
        y.append(nil)
      }
      x.append(Self.place(day))
      y.append(mean.value * times)
      last = day
    }
    return ChartLayer(
      name, .line(), color, ["x": .numbers(x, decimals: 0), "y": .numbers(y, decimals: 4)])
  }

  /// Events with their words, recalibrations and changes as lines over the whole height.
  var marks: [ChartLayer] {
    let events = overview.personEvents.filter { isDrawn($0.day) }
    var rows: [Int] = []
    for (place, event) in events.enumerated() {
      let isNear = place > 0 && events[place - 1].day.distance(to: event.day) < nearDays
      rows.append(isNear ? ((rows.last ?? 0) + 1) % 5 : 0)
    }
    let said = Set(events.map(\.day))
    let seen = overview.walkingChanges.map(\.day).filter { !said.contains($0) }
    let anew = overview.recalibrations.map(\.day).filter(isDrawn)
    return [
      verticals("change that the days show", .orange, seen),
      verticals("estimates begin anew", .purple, anew),
      ChartLayer(
        nil, .verticals, .vermilion,
        [
          "x": .numbers(events.map { Self.morning($0.day) }, decimals: 0),
          "label": .words(events.map { $0.words ?? $0.kind.word.replacing("_", with: " ") }),
          "row": .numbers(rows.map(Double.init), decimals: 0),
        ]),
    ]
  }

  private func verticals(_ name: String, _ color: ChartColor, _ days: [LocalDay]) -> ChartLayer {
    ChartLayer(
      name, .verticals, color,
      [
        "x": .numbers(days.map(Self.morning), decimals: 0),
        "label": .words(days.map { _ in "" }),
      ])
  }

  private static func morning(_ day: LocalDay) -> Double { Double(day.number) * 86_400_000 }

  /// Words of events that are nearer would cover each other.
  private var nearDays: Int {
    guard let first = days.first?.day, let last = days.last?.day else { return 1 }
    return first.distance(to: last) / 5 + 1
  }

  /// Before and after events, measure by measure, at a place among those that can be compared.
  func beforeAndAfter(_ events: ComparedEvents, _ place: Int) -> PageFigure {
    let rows = events.comparisons
    let names = rows.map(\.measure.words)
    let least = rows.map { row in row.before.days }.min() ?? 0
    return PageFigure(
      place == 0 ? "before-after" : "before-after-\(place + 1)",
      "Now as a share of before \(page.name(of: events))",
      Chart(
        x: .numbers("share of before (%)"), y: .words("", names),
        height: 30 * rows.count + 6,
        layers: [
          ChartLayer(
            nil, .verticals, .faint,
            ["x": .numbers([100], decimals: 0), "label": .words([""])]),
          ChartLayer(
            "95 % interval", .ranges(width: 4), .sky,
            [
              "x": .numbers(rows.map { $0.shareInterval.lowerBound * 100 }, decimals: 1),
              "x2": .numbers(rows.map { $0.shareInterval.upperBound * 100 }, decimals: 1),
              "y": .words(names),
            ]),
          ChartLayer(
            "share of before", .points(.circle), .blue,
            [
              "x": .numbers(rows.map { $0.shareOfBefore * 100 }, decimals: 1),
              "y": .words(names),
              "tip": .words(
                rows.map {
                  "\($0.measure.words): \(page.percent($0.shareOfBefore))"
                }),
            ]),
        ]),
      caption: "Where a bar crosses the dashed line at 100 %, the measure may be back to what "
        + "it was. More is not always "
        + "better: double support, uneven steps and irregular strides fall as walking improves. "
        + "One person, at least \(PageText.count(least, "day")) before the event.")
  }

  // MARK: - Six-minute walk

  var sixMinuteWalk: PageFigure {
    let all = overview.sixMinuteWalks
    let tests = overview.clinicTests.filter { isDrawn(page.lastDay(of: $0)) }
    let (capped, plain) = (all.filter(isCapped), all.filter { !isCapped($0) })
    let predicted = all.last?.metadata.other[EstimateWords.predicted].flatMap(Double.init)
    let limit = all.last?.metadata.other[EstimateWords.lowerLimitOfNormal].flatMap(Double.init)
    let references = [
      predicted.map { ($0, "healthy people like this one") },
      limit.map { ($0, "95 of 100 of them walk more") },
    ].compactMap(\.self)
    return PageFigure(
      "six-minute-walk", "Estimates week by week, and clinic tests",
      Chart(
        x: dates, y: .numbers("six-minute walk distance (m)"), height: 240,
        layers: [
          ChartLayer(
            nil, .horizontals, .faint,
            [
              "y": .numbers(references.map(\.0), decimals: 0), "label": .words(references.map(\.1)),
            ]),
          interval(all, EstimateWords.interval95, "19 times in 20", width: 2, opacity: 0.8),
          interval(all, EstimateWords.interval68, "2 times in 3", width: 5, opacity: 0.8),
          walks("estimate", plain, .circle, .blue),
          walks("estimate at the cap: this or more", capped, .triangle, .blue),
          walks("test in the clinic", tests, .diamond, .vermilion),
        ] + marks),
      caption: "Each dot is the estimate of a week from the 28 days before, each bar what it "
        + "holds possible. Where a clinic test lies within the bars of a week before it, both agree; "
        + "the estimates that it calibrates follow it. "
        + "\(PageText.count(all.count, "week")) and \(testWords(drawn: tests.count))",
      table: all.isEmpty
        ? nil
        : PageTable(
          "Six-minute walk, latest 26 weeks",
          [
            .word("week ending"), .number("estimate (m)"),
            .number(
              "95 % interval (m)"), .word("cap"),
          ],
          all.suffix(26).map { sample in
            let wide = EstimateWords.interval(sample.metadata.other[EstimateWords.interval95])
            return [
              .init(page.weekEnd(of: sample).words), .init(sample.value, 0),
              .init(
                wide.map {
                  "\(PageText.decimal($0.lowerBound, 0)) to \(PageText.decimal($0.upperBound, 0))"
                } ?? "–"), .init(isCapped(sample) ? "or more" : ""),
            ]
          }))
  }

  private func isCapped(_ sample: Sample) -> Bool {
    sample.metadata.other[EstimateWords.isCapped] != nil
  }

  private func middle(_ sample: Sample) -> Double { Self.place(page.lastDay(of: sample)) }

  private func interval(
    _ samples: [Sample], _ key: String, _ name: String, width: Double, opacity: Double
  ) -> ChartLayer {
    let ends = samples.map { EstimateWords.interval($0.metadata.other[key]) }
    return ChartLayer(
      name, .ranges(width: width), .sky, opacity: opacity,
      [
        "x": .numbers(samples.map(middle), decimals: 0),
        "y": .numbers(ends.map { $0?.lowerBound }, decimals: 1),
        "y2": .numbers(ends.map { $0?.upperBound }, decimals: 1),
      ])
  }

  private func walks(
    _ name: String, _ samples: [Sample], _ shape: ChartLayer.Shape, _ color: ChartColor
  ) -> ChartLayer {
    ChartLayer(
      name, .points(shape), color,
      [
        "x": .numbers(samples.map(middle), decimals: 0),
        "y": .numbers(samples.map(\.value), decimals: 1),
        "tip": .words(
          samples.map {
            "\(page.lastDay(of: $0).words): \(PageText.decimal($0.value, 0)) "
              + "m\(isCapped($0) ? " or more" : "")"
          }),
      ])
  }

  // MARK: - Steadiness

  var steadiness: PageFigure {
    let all = overview.steadiness
    let limits = page.update.settings.steadinessLimits
    let stripes: [(Double, Double, String, ChartColor)] = [
      (limits.low, 1, "ok", .green), (limits.veryLow, limits.low, "low", .yellow),
      (0, limits.veryLow, "very low", .orange),
    ]
    let events = overview.events.map { event in
      let day = page.update.calendar.day(containing: event.sample.end - 0.001)
      let score = all.last { page.lastDay(of: $0) <= day }?.value
      return (Self.place(day), score ?? limits.low, "\(day.words): \(event.value.message)")
    }
    return PageFigure(
      "steadiness", "Steadiness week by week",
      Chart(
        x: dates, y: .numbers("steadiness (of 1)", ends: 0...1), height: 220,
        layers: stripes.map { from, to, word, color in
          ChartLayer(
            nil, .stripes, color, opacity: 0.13,
            [
              "y": .numbers([from], decimals: 3), "y2": .numbers([to], decimals: 3),
              "label": .words([word]),
            ])
        } + weeks("score of a week", all, within: 0...1, decimals: 2) + [
          ChartLayer(
            "event that was told", .points(.diamond), .vermilion,
            [
              "x": .numbers(events.map(\.0), decimals: 0),
              "y": .numbers(events.map(\.1), decimals: 3), "tip": .words(events.map(\.2)),
            ])
        ] + marks),
      caption: "Who walks at every norm of people of that \(normWords) has "
        + "\(PageText.decimal(SteadinessScale.scoreAtNorm, 2)); 1 is a limit. The stripes are "
        + "the classes; their limits are set by published risks of falls, and are no diagnosis. "
        + "\(PageText.count(all.count, "week")) of one person.",
      table: all.isEmpty
        ? nil
        : PageTable(
          "Steadiness, latest 26 weeks",
          [.word("week ending"), .number("score"), .number("± SE"), .word("class")],
          all.suffix(26).map { sample in
            [
              .init(page.weekEnd(of: sample).words), .init(sample.value, 2),
              .init(sample.standardError, 2),
              .init(
                sample.metadata.other[EstimateWords.steadinessClass]?.replacing("_", with: " ")
                  ?? "–"),
            ]
          }))
  }

  /// By what the norms of the person are chosen.
  private var normWords: String {
    GaitNorms.words(for: page.update.person.participant(on: overview.lastDay))
  }

  /// The values of weeks, each with its standard error.
  func weeks(
    _ name: String, _ samples: [Sample], within possible: ClosedRange<Double>, decimals: Int
  ) -> [ChartLayer] {
    func end(_ direction: Double) -> ChartLayer.Column {
      .numbers(
        samples.map { sample in
          sample.standardError.map {
            min(max(sample.value + direction * $0, possible.lowerBound), possible.upperBound)
          }
        }, decimals: 3)
    }
    let x = ChartLayer.Column.numbers(samples.map(middle), decimals: 0)
    return [
      ChartLayer(
        "± standard error", .ranges(width: 2.5), .sky, ["x": x, "y": end(-1), "y2": end(1)]),
      ChartLayer(
        name, .points(.circle), .blue,
        [
          "x": x, "y": .numbers(samples.map(\.value), decimals: 3),
          "tip": .words(
            samples.map {
              "\(page.lastDay(of: $0).words): \(PageText.decimal($0.value, decimals))"
            }),
        ]),
    ]
  }

  /// What each component adds to the rate of falls that the score stands for. By how much each lowers the score says
  /// nothing where several are bad: the score is near 0 with and without any of them.
  var components: PageBlock? {
    let colors: [ChartColor] = [.blue, .orange, .green, .vermilion, .purple]
    let shapes: [ChartLayer.Shape] = [.circle, .square, .triangle, .diamond, .cross]
    let layers = SteadinessComponent.allCases.enumerated().map { place, component in
      let weeks = overview.steadiness.compactMap { sample in
        sample.metadata.other[EstimateWords.logRate(of: component)].flatMap(Double.init).map {
          (middle(sample), $0)
        }
      }
      return ChartLayer(
        component.words, .points(shapes[place % 5]), colors[place % 5], opacity: 0.85,
        [
          "x": .numbers(weeks.map(\.0), decimals: 0), "y": .numbers(weeks.map(\.1), decimals: 3),
          "tip": .words(weeks.map { "\(component.words): \(PageText.decimal($0.1, 2))" }),
        ])
    }
    let chart = Chart(
      x: dates, y: .numbers("added to ln(rate of falls)"), height: 190,
      layers: layers)
    guard !chart.isEmpty else { return nil }
    return .figure(
      PageFigure(
        "components", "What the score is made of", chart,
        caption:
          "What each component adds to the logarithm of the rate of falls that the score of a week "
          + "stands for; below 0 it is better than its norm. Look which one rises where the score falls. "
          + "\(PageText.count(overview.steadiness.count, "week")) of one person."))
  }
}
