import GaitModel

/// The figures of a validation's page.
struct ValidationFigures {
  let findings: ValidationFindings

  private var measures: [String] {
    var names: [String] = []
    for pair in findings.pairs where !names.contains(pair.measure) { names.append(pair.measure) }
    return names
  }

  /// What a name in an address may hold.
  private static func word(_ text: String) -> String {
    let name = text.prefix { $0 != "(" }.lowercased().split { !$0.isLetter && !$0.isNumber }
    return name.joined(separator: "-")
  }

  /// How many people pairs with one truth come from.
  private static func people(_ pairs: [ValidationFindings.Pair]) -> Int {
    Set(pairs.map(\.person)).count
  }

  // MARK: - Bland and Altman

  /// Differences over means, for each measure and truth.
  var blandAltman: [PageFigure] {
    measures.flatMap { measure -> [PageFigure] in
      let truths = findings.truths(of: measure)
      return truths.compactMap { truth, pairs in
        blandAltman(measure, truths.count > 1 ? truth : nil, pairs)
      }
    }
  }

  /// The figure of pairs with one truth, which is named where there are several.
  private func blandAltman(
    _ measure: String, _ truth: String?, _ pairs: [ValidationFindings.Pair]
  ) -> PageFigure? {
    guard let limits = findings.limits(pairs) else { return nil }
    let unit = measure.split(separator: "(").last.map { String($0.dropLast()) } ?? ""
    let name = [measure, truth].compactMap(\.self).map(Self.word).joined(separator: "-")
    let words = measure.split(separator: " (").first.map(String.init)
    return PageFigure(
      "bland-altman-" + name,
      "Bland–Altman: " + [words, truth].compactMap(\.self).joined(separator: ", "),
      Chart(
        x: .numbers("mean of found and true \(measure)"),
        y: .numbers("found − true" + (measure.contains("(") ? " (\(unit))" : "")), height: 260,
        layers: [stripes(limits), references(limits), points(pairs)]),
      caption: agreementCaption(limits)
        + "\(ValidationFindings.counted(pairs)) of "
        + "\(PageText.count(Self.people(pairs), "person", "people")).")
  }

  private func agreementCaption(_ limits: AgreementLimits) -> String {
    let stripes = limits.intervals.isEmpty ? "" : "; the stripes are their 95 % intervals"
    let ends = [limits.bias, limits.lower, limits.upper].map { PageText.decimal($0, 3) }
    return """
      Differences over means (Bland and Altman 1986). The dashed lines are the bias, \(ends[0]), and the \
      limits of agreement, \(ends[1]) and \(ends[2]), between which 95 of 100 differences lie\(stripes). \
      Look whether marks rise or fan out to the right.
      """ + " "
  }

  private func references(_ limits: AgreementLimits) -> ChartLayer {
    ChartLayer(
      nil, .horizontals, .ink,
      [
        "y": .numbers([limits.upper, limits.bias, limits.lower], decimals: 4),
        "label": .words(["bias + 1.96 SD", "bias", "bias − 1.96 SD"]),
      ])
  }

  /// Stripes about bias and limits, as far as their intervals reach.
  private func stripes(_ limits: AgreementLimits) -> ChartLayer {
    ChartLayer(
      nil, .stripes, .faint, opacity: 0.16,
      [
        "y": .numbers(limits.intervals.map(\.lowerBound), decimals: 4),
        "y2": .numbers(limits.intervals.map(\.upperBound), decimals: 4),
        "label": .words(limits.intervals.map { _ in "" }),
      ])
  }

  private func points(_ pairs: [ValidationFindings.Pair]) -> ChartLayer {
    ChartLayer(
      pairs.first?.source, .points(.circle), .blue, opacity: 0.75,
      [
        "x": .numbers(pairs.map { ($0.found + $0.truth) / 2 }, decimals: 4),
        "y": .numbers(pairs.map(\.error), decimals: 4),
        "tip": .words(
          pairs.map {
            "\($0.recording): found \(PageText.decimal($0.found, 2)), true "
              + "\(PageText.decimal($0.truth, 2))"
          }),
      ])
  }

  /// Bias, limits and mean absolute error by measure and truth.
  var agreementTable: PageTable {
    PageTable(
      "Agreement by measure and truth",
      [
        .word("measure"), .word("truth"), .word("values of"), .number("values"),
        .number("people"), .number("bias"),
        .number("lower limit"), .number("upper limit"), .number("mean absolute error"),
      ],
      measures.flatMap { measure in
        findings.truths(of: measure).map { truth, pairs -> [PageTable.Cell] in
          let limits = findings.limits(pairs)
          let mean = pairs.map { abs($0.error) }.reduce(0, +) / Double(pairs.count)
          return [
            .init(measure), .init(truth), .init(ValidationFindings.level(of: pairs)),
            .init("\(pairs.count)"), .init("\(Self.people(pairs))"),
            .init(limits?.bias, 3), .init(limits?.lower, 3), .init(limits?.upper, 3),
            .init(mean, 3),
          ]
        }
      })
  }

  // MARK: - Where errors are larger

  /// Errors of walking speed by how fast people truly walked, by site and by cohort, for each truth.
  var errorsByGroup: [PageFigure] {
    let truths = findings.truths(of: ValidationPage.speed)
    return truths.flatMap { errorsByGroup(truths.count > 1 ? $0.truth : nil, $0.pairs) }
  }

  /// The figures of pairs with one truth, which is named where there are several.
  private func errorsByGroup(
    _ truth: String?, _ pairs: [ValidationFindings.Pair]
  ) -> [PageFigure] {
    let classes = ["slow (below 0.8 m/s)", "medium (0.8 to 1.2 m/s)", "fast (1.2 m/s or more)"]
    let bySpeed = classes.enumerated().map { place, name in
      (name, pairs.filter { pair in pair.trueSpeed.map { Self.speedClass($0) == place } ?? false })
    }
    let bySite = Dictionary(grouping: pairs) {
      $0.site.isEmpty ? "site not given" : $0.site.replacing("_", with: " ")
    }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    let byCohort = Dictionary(grouping: pairs.filter { $0.cohort != nil }) { $0.cohort ?? "" }
      .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    return [
      errors("errors-by-speed", "Speed error by speed class", truth, bySpeed, pairs),
      errors("errors-by-site", "Speed error by wearing site", truth, bySite, pairs),
      errors("errors-by-cohort", "Speed error by cohort", truth, byCohort, pairs),
    ].compactMap(\.self)
  }

  /// Walking in the community is limited below 0.8 m/s (Perry and others, Stroke 26:982, 1995);
  /// crossings are timed
  /// for 1.2 m/s (Asher and others, Age Ageing 41:690, 2012).
  private static func speedClass(_ speed: Double) -> Int { speed < 0.8 ? 0 : speed < 1.2 ? 1 : 2 }

  private func errors(
    _ name: String, _ heading: String, _ truth: String?,
    _ groups: [(String, [ValidationFindings.Pair])], _ all: [ValidationFindings.Pair]
  ) -> PageFigure? {
    let title = [heading, truth].compactMap(\.self).joined(separator: ", ")
    let known = groups.filter { !$0.1.isEmpty }
    guard known.count > 0 else { return nil }
    let drawn = known.flatMap(\.1)
    let others = all.count - drawn.count
    let limits = known.map { findings.limits($0.1) }
    let names = known.map { "\($0.0), n = \($0.1.count)" }
    let biases = known.map { $0.1.map(\.error).reduce(0, +) / Double($0.1.count) }
    return PageFigure(
      [name, truth.map(Self.word)].compactMap(\.self).joined(separator: "-"), title,
      Chart(
        x: .numbers("found − true (m/s)"), y: .words("", names),
        height: 34 * names.count + 8,
        layers: [
          ChartLayer(
            nil, .verticals, .faint, ["x": .numbers([0], decimals: 0), "label": .words([""])]),
          ChartLayer(
            "95 of 100 values", .ranges(width: 4), .sky,
            [
              "x": .numbers(limits.map { $0?.lower }, decimals: 4),
              "x2": .numbers(limits.map { $0?.upper }, decimals: 4), "y": .words(names),
            ]),
          ChartLayer(
            "bias", .points(.circle), .blue,
            ["x": .numbers(biases, decimals: 4), "y": .words(names)]),
        ]),
      caption: "A dot right of the dashed line is a speed found too high. The longer the bar, the "
        + "less sure a single value is. \(ValidationFindings.counted(drawn)) of "
        + PageText.count(Self.people(drawn), "person", "people")
        + (others > 0
          ? "; \(PageText.count(others, "other is", "others are")) in no group." : "."),
      table: PageTable(
        title,
        [
          .word("group"), .number("values"), .number("people"), .number("bias (m/s)"),
          .number("limits (m/s)"),
        ],
        known.indices.map { place in
          [
            .init(known[place].0), .init("\(known[place].1.count)"),
            .init("\(Self.people(known[place].1))"), .init(biases[place], 3),
            .init(
              limits[place].map {
                "\(PageText.decimal($0.lower, 2)) to \(PageText.decimal($0.upper, 2))"
              } ?? "–"),
          ]
        }))
  }

  // MARK: - Contacts

  /// How early or late contacts are found, in bins of 10 ms.
  var timing: PageFigure {
    let colors: [ChartColor] = [.blue, .orange]
    let layers = findings.timing.prefix(2).enumerated().map { place, timing in
      let bins = Dictionary(grouping: timing.errors) { Int(($0 * 100).rounded(.down)) }
        .mapValues { 100 * Double($0.count) / Double(timing.errors.count) }
        .sorted { $0.key < $1.key }
      let steps = Self.outline(bins.map { ($0.key * 10, $0.value) })
      return [
        ChartLayer(
          nil, .area, colors[place], opacity: 0.22,
          [
            "x": .numbers(steps.map(\.0), decimals: 0),
            "y": .numbers(steps.map { _ in 0 }, decimals: 0),
            "y2": .numbers(steps.map(\.1), decimals: 3),
          ]),
        ChartLayer(
          timing.name, .line(isDashed: place == 1), colors[place],
          ["x": .numbers(steps.map(\.0), decimals: 0), "y": .numbers(steps.map(\.1), decimals: 3)]),
      ]
    }
    let counts = findings.timing.prefix(2).map {
      "\(PageText.grouped($0.errors.count)) \($0.name) of "
        + PageText.count($0.people, "person", "people")
    }
    let zero = ChartLayer(
      nil, .verticals, .faint, ["x": .numbers([0], decimals: 0), "label": .words(["on time"])])
    return PageFigure(
      "contact-timing", "How early or late",
      Chart(
        x: .numbers("found − true (ms)"), y: .numbers("share of contacts (%)", includesZero: true),
        height: 210, layers: layers.flatMap(\.self) + (layers.isEmpty ? [] : [zero])),
      caption: "Contacts in bins of 10 ms, of those found within 250 ms of the truth; right of 0 "
        + "they are found late. A hill that stands beside 0 is a delay that could be taken off. "
        + counts.joined(separator: ", ") + ".",
      table: PageTable(
        "Errors of contacts (ms)",
        [
          .word("contacts"), .number("pairs"), .number("5 %"), .number("median"), .number("95 %"),
        ],
        findings.timing.map { timing in
          let sorted = timing.errors.map { $0 * 1000 }.sorted()
          return [
            .init(timing.name), .init(PageText.grouped(sorted.count)),
            .init(StudyStatistics.quantile(0.05, sorted), 0),
            .init(StudyStatistics.median(sorted), 0),
            .init(StudyStatistics.quantile(0.95, sorted), 0),
          ]
        }))
  }

  /// The corners of a histogram, so that two can be laid over each other.
  private static func outline(_ bins: [(Int, Double)]) -> [(Double, Double)] {
    var corners: [(Double, Double)] = []
    for (start, height) in bins {
      if let last = corners.last, last.0 < Double(start) {
        corners += [(last.0, 0), (Double(start), 0)]
      } else if corners.isEmpty {
        corners.append((Double(start), 0))
      }
      corners += [(Double(start), height), (Double(start + 10), height)]
    }
    if let last = corners.last { corners.append((last.0, 0)) }
    return corners
  }

  // MARK: - Two settings

  /// More bars fit on no screen. Our choice.
  private static let mostChanges = 24

  /// Half of the 95 % interval of a difference; the least is above 0, so that it divides.
  private static func halfInterval(_ change: ValidationFindings.Change) -> Double {
    let ends = change.interval ?? 0...0
    return max((ends.upperBound - ends.lowerBound) / 2, 1e-12)
  }

  /// The figures with the largest difference in halves of its interval, in the order of the list.
  private static func farthest(
    _ changes: [ValidationFindings.Change]
  ) -> [ValidationFindings.Change] {
    let sizes = changes.map { abs($0.difference ?? 0) / halfInterval($0) }
    let first = sizes.indices.sorted { (sizes[$1], $0) < (sizes[$0], $1) }.prefix(mostChanges)
    return first.sorted().map { changes[$0] }
  }

  var changes: [PageBlock?] {
    let all = findings.changes
    guard !all.isEmpty else { return [] }
    let compared = all.filter { $0.interval != nil }
    let known = Self.farthest(compared)
    // Units differ: differences are drawn in halves of their interval.
    let scaled = known.map { change -> (Double, Double, Double) in
      let (ends, half) = (change.interval ?? 0...0, Self.halfInterval(change))
      return (
        (change.difference ?? 0) / half, ends.lowerBound / half, ends.upperBound / half
      )
    }
    let names = known.map(\.figure)
    let count = PageText.count(compared.count, "figure")
    let shown =
      known.count < compared.count
      ? "\(known.count) of \(count), those that differ most; the table has all. Up to "
      : "\(count), up to "
    let figure = PageFigure(
      "changes", "\(findings.names.second) less \(findings.names.first)",
      Chart(
        x: .numbers("difference (halves of its interval)"),
        y: .words("", names), height: 26 * names.count + 10,
        layers: [
          ChartLayer(
            nil, .verticals, .faint, ["x": .numbers([0], decimals: 0), "label": .words([""])]),
          ChartLayer(
            "95 % interval", .ranges(width: 4), .sky,
            [
              "x": .numbers(scaled.map(\.1), decimals: 3),
              "x2": .numbers(scaled.map(\.2), decimals: 3), "y": .words(names),
            ]),
          ChartLayer(
            "difference", .points(.circle), .blue,
            ["x": .numbers(scaled.map(\.0), decimals: 3), "y": .words(names)]),
        ]),
      caption: "Where a bar does not touch the dashed line, the two differ by more than chance "
        + "between people (bootstrap over people). Units and directions are in the table. "
        + shown
        + "\(PageText.count(known.map(\.people).max() ?? 0, "person", "people")).")
    return [
      known.isEmpty ? nil : .figure(figure),
      .table(
        PageTable(
          "Figures under both settings",
          [
            .word("figure"), .number(findings.names.first), .number(findings.names.second),
            .number("difference by person"), .number("95 % interval"), .number("people"),
            .word("better"),
          ],
          all.map { change in
            [
              .init(change.figure), .init(change.first, 3), .init(change.second, 3),
              .init(change.difference, 4),
              .init(
                change.interval.map {
                  "\(PageText.decimal($0.lowerBound, 4)) to \(PageText.decimal($0.upperBound, 4))"
                } ?? "–"), .init("\(change.people)"),
              .init(
                change.isBetter.map { $0 ? findings.names.second : findings.names.first }
                  ?? (change.interval?.contains(0) == true ? "within chance" : "not known")),
            ]
          })),
    ]
  }
}
