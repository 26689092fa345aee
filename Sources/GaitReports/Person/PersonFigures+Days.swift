import Foundation
import GaitModel
import MobilityEstimates

extension PersonFigures {
  /// From where to where figures of dates reach: over the days, and to clinic tests that are near enough to count beside
  /// them; `nil` where there are no days.
  var ends: ClosedRange<Double>? {
    guard let first = days.first?.day, let last = days.last?.day else { return nil }
    let near = first.advanced(by: -daysAroundTest)...last.advanced(by: daysAroundTest)
    let shown =
      [first, last] + page.overview.clinicTests.map(page.lastDay(of:)).filter(near.contains)
    let (from, to) = (shown.min() ?? first, shown.max() ?? last)
    let room = max(1, Double(from.distance(to: to)) * 0.01) * 86_400_000
    return Self.place(from) - room...Self.place(to) + room
  }

  private var daysAroundTest: Int { page.update.settings.calibration.daysAround }

  /// How many clinic tests there are, and of how many why they are not in the figure.
  func testWords(drawn: Int) -> String {
    let all = page.overview.clinicTests.count
    let others = all - drawn
    return "\(PageText.count(all, "clinic test")) of one person"
      + (others > 0
        ? "; \(PageText.grouped(others)) of them, more than \(daysAroundTest) days before or after the data, "
          + "\(others.verb("is", "are")) not drawn." : ".")
  }

  /// Whether a day lies in the figures. What was entered for a day long before or after the data would be drawn beside them.
  func isDrawn(_ day: LocalDay) -> Bool { ends?.contains(Self.place(day)) ?? true }

  /// A measure day by day with its mean of seven days.
  func daily(_ measure: WeeklyMeasure) -> PageFigure {
    let isShare = [.doubleSupport, .asymmetry, .strideTimeVariation].contains(measure)
    let times = isShare ? 100.0 : 1
    let known = days.compactMap { day in measure.value(on: day).map { (day.day, $0 * times) } }
    return PageFigure(
      measure.identifier, PersonPage.capitalized(measure.words),
      Chart(
        x: dates,
        y: .numbers(
          "\(measure.words) (\(measure.axisUnit))",
          includesZero: [.steps, .asymmetry].contains(measure)),
        height: 170,
        layers: [
          ChartLayer(
            "a day", .points(.circle), .sky, opacity: 0.8,
            [
              "x": .numbers(known.map { Self.place($0.0) }, decimals: 0),
              "y": .numbers(known.map(\.1), decimals: 3),
              "tip": .words(known.map { "\($0.0.words): \(measure.text($0.1 / times))" }),
            ]), smoothed("mean of 7 days, begins anew at events", measure, .blue, times: times),
        ] + marks),
      caption: "\(measure.hint) \(PageText.count(known.count, "day")) of one person.",
      table: monthly(
        "\(PersonPage.capitalized(measure.words)) by month (\(measure.axisUnit))",
        known.map { ($0.0, $0.1) }, decimals: measure == .steps ? 0 : 2))
  }

  /// Hours worn, day by day; days without are days that are missing.
  var wear: PageFigure {
    let worn = days.compactMap { day in
      day.wornHours.flatMap { $0 > 0 ? (day: day.day, hours: $0) : nil }
    }
    let absent = days.first.flatMap { first in
      days.last.map { first.day.distance(to: $0.day) + 1 - worn.count }
    }
    return PageFigure(
      "wear", "Hours worn",
      Chart(
        x: dates, y: .numbers("worn (h)", ends: 0...24), height: 120,
        layers: [
          ChartLayer(
            nil, .columns, .green, opacity: 0.8,
            [
              "x": .numbers(worn.map { Self.place($0.day) - 43_200_000 }, decimals: 0),
              "x2": .numbers(worn.map { Self.place($0.day) + 43_200_000 }, decimals: 0),
              "y": .numbers(worn.map(\.hours), decimals: 2),
              "tip": .words(
                worn.map { "\($0.day.words): \(PageText.decimal($0.hours, 1)) h" }),
            ])
        ] + marks),
      caption: "Days without a bar are missing: the device was not worn, nothing says when, or "
        + "nothing came of it. \(PageText.count(worn.count, "day")) worn, \(PageText.count(absent ?? 0, "day")) "
        + "missing.")
  }

  /// Means by month, for those who do not see the figure.
  func monthly(
    _ title: String, _ values: [(LocalDay, Double?)], decimals: Int
  ) -> PageTable? {
    var months: [(String, [Double])] = []
    for (day, value) in values {
      guard let value else { continue }
      let month = String(page.update.calendar.text(of: day).prefix(7))
      if months.last?.0 != month { months.append((month, [])) }
      months[months.count - 1].1.append(value)
    }
    guard !months.isEmpty else { return nil }
    return PageTable(
      title,
      [.word("month"), .number("days"), .number("mean"), .number("least"), .number("most")],
      months.map { month, values in
        [
          .init(month), .init("\(values.count)"),
          .init(values.reduce(0, +) / Double(values.count), decimals),
          .init(values.min(), decimals),
          .init(values.max(), decimals),
        ]
      })
  }
}

extension WeeklyMeasure {
  /// The name of its figure.
  fileprivate var identifier: String {
    switch self {
    case .fastSpeed: "fast-speed"
    case .meanSpeed: "mean-speed"
    case .stepLength: "step-length"
    case .cadence: "cadence"
    case .doubleSupport: "double-support"
    case .asymmetry: "asymmetry"
    case .strideTimeVariation: "stride-time-variation"
    case .steps: "steps"
    }
  }

  /// The unit as axes write it.
  fileprivate var axisUnit: String {
    switch self {
    case .fastSpeed, .meanSpeed: "m/s"
    case .stepLength: "m"
    case .cadence: "steps/min"
    case .doubleSupport: "% of stride"
    case .asymmetry: "% of steps"
    case .strideTimeVariation: "%"
    case .steps: "steps"
    }
  }

  /// What to see in its figure.
  fileprivate var hint: String {
    switch self {
    case .doubleSupport:
      "With both feet down for longer, walking is more careful; it also rises as speed falls."
    case .asymmetry:
      "The share of steps around which the feet differ by more than 10 % in time: a limp shows as a "
        + "rise."
    case .steps: "How much the person walks, on any ground."
    case .stepLength: "Shorter steps at the same cadence make walking slower."
    case .cadence: "How quick the steps are."
    case .fastSpeed, .meanSpeed: "How fast the person walks."
    case .strideTimeVariation: "How much stride times differ within walks."
    }
  }
}
