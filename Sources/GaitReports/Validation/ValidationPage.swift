import GaitModel

/// The page of a validation: how far results are from the truth, where, and for whom.
package struct ValidationPage {
  let name: String
  let findings: ValidationFindings
  /// The page of a recording, by its dataset and its name, where there is one.
  let link: ([String]) -> String?

  /// Takes what a validation found.
  package init(
    name: String, findings: ValidationFindings,
    link: @escaping (_ place: [String]) -> String? = { _ in nil }
  ) {
    self.name = name
    self.findings = findings
    self.link = link
  }

  /// The recordings whose speed, or else another value, is farthest off, by dataset and name: the worst first.
  package var worstRecordings: [[String]] {
    var seen: Set<[String]> = []
    return worst.map(\.pair.place).filter { seen.insert($0).inserted }
  }

  /// The page.
  package func page(program: String) -> Page {
    let figures = ValidationFigures(findings: findings)
    return Page(
      .validation, title: name, lead: lead, facts: [PageFact("settings", settingsWords)],
      tiles: tiles,
      sections: [
        PageSection(
          "agreement-part", "Agreement with the truth",
          figures.blandAltman.map(PageBlock.figure)
            + [findings.pairs.isEmpty ? nil : .table(figures.agreementTable)]),
        PageSection(
          "errors-part", "Where errors are larger",
          figures.errorsByGroup.map(PageBlock.figure)),
        PageSection(
          "timing-part", "Contacts in time",
          [figures.timing.block(orElse: "The truth of these recordings has no contacts.")]),
        PageSection("changes-part", "Two settings compared", figures.changes),
        PageSection("stages-part", "Stage by stage", stageTables.map(PageBlock.table)),
        PageSection("worst-part", "Worst cases", [worstTable.map(PageBlock.table)]),
        PageSection(
          "failures-part", "Without analysis",
          [
            .unlessEmpty(
              "Counted as nothing found", findings.failures.map { "\($0.recording): \($0.reason)" })
          ]),
        PageSection(
          "troubles-part", "Lost or contradictory",
          [
            .unlessEmpty("Scored as far as it goes", findings.troubles.map(\.text)),
            .unlessEmpty("Odd in the truths", findings.truthRemarks),
          ]),
        PageSection("settings-part", "Settings", settingsLists),
      ], program: program)
  }

  /// Both lists of settings with their names; one without a name where nothing is compared.
  private var namedSettings: [(name: String, changed: [String])] {
    let (names, settings) = (findings.names, findings.settings)
    return names.second.isEmpty
      ? [("", settings.first)] : [(names.first, settings.first), (names.second, settings.second)]
  }

  private var settingsWords: String {
    namedSettings.map { name, changed in
      (name.isEmpty ? "" : "\(name): ")
        + (changed.isEmpty ? "as measured best" : "\(changed.count) changed, see below")
    }.joined(separator: "; ")
  }

  private var settingsLists: [PageBlock?] {
    namedSettings.map { name, changed in
      .unlessEmpty(
        (name.isEmpty ? "" : "\(name): ") + "Settings that differ from those measured best", changed
      )
    }
  }

  private var lead: [String] {
    var lines = [
      "\(PageText.count(findings.recordingCount, "recording")) of "
        + "\(PageText.count(findings.peopleCount, "person", "people")) with a truth beside them"
        + (findings.failures.isEmpty
          ? "."
          : "; \(PageText.count(findings.failedCount, "recording")) could not be analyzed.")
    ]
    if !findings.names.second.isEmpty {
      lines.append(
        "The figures are those with \(findings.names.first), but where both settings are compared.")
    }
    if findings.troubledCount > 0 {
      lines.append(
        "Of \(PageText.count(findings.troubledCount, "recording")) something was lost, or contradicts itself; the end of the "
          + "page names what.")
    }
    let truths = findings.truths(of: Self.speed)
    lines += truths.compactMap { truth, pairs in
      findings.limits(pairs).map { limits in
        (truths.count > 1 ? "Against \(truth) walking speed" : "Walking speed")
          + " of \(ValidationFindings.level(of: pairs))"
          + " is off by \(PageText.decimal(limits.bias, 2)) m/s on average, and 95 of 100 "
          + "values lie between \(PageText.decimal(limits.lower, 2)) and "
          + "\(PageText.decimal(limits.upper, 2)) m/s of the truth."
      }
    }
    return lines
  }

  static let speed = "walking speed (m/s)"

  private var tiles: [PageTile] {
    let pairs = findings.pairs.filter { $0.measure == Self.speed }
    let errors = pairs.map { abs($0.error) }
    let meanError = errors.isEmpty ? nil : errors.reduce(0, +) / Double(errors.count)
    let truths = findings.truths(of: Self.speed).count
    return [
      PageTile("people", PageText.grouped(findings.peopleCount)),
      PageTile("recordings", PageText.grouped(findings.recordingCount)),
      PageTile(
        "speed, mean absolute error", meanError.map { PageText.decimal($0, 3) + " m/s" } ?? "–",
        note: ValidationFindings.counted(pairs) + (truths > 1 ? ", \(truths) truths together" : "")),
      PageTile(
        "contacts, median error",
        medianTiming.map { PageText.decimal($0 * 1000, 0) + " ms" } ?? "–",
        note: "absolute, of \(findings.timing.first?.name ?? "contacts") found within 0.25 s"),
    ]
  }

  private var medianTiming: Double? {
    StudyStatistics.median((findings.timing.first?.errors ?? []).map(abs).sorted())
  }

  // MARK: - Tables

  private var stageTables: [PageTable] {
    var groups: [String] = []
    for row in findings.rows where !groups.contains(row.group) { groups.append(row.group) }
    return groups.map { group in
      PageTable(
        group,
        [
          .word("stage"), .word("figure"), .number("value"), .word("unit"),
          .number("median person"), .number("worst person"), .number("people"),
          .word("best other engine"),
        ],
        findings.rows.filter { $0.group == group }.map { row in
          [
            .init(row.stage), .init(row.figure), .init(row.value, 3),
            .init(row.unit == "1" ? "share" : row.unit), .init(row.median, 3),
            .init(row.worst, 3), .init("\(row.people)"), .init(row.peer),
          ]
        })
    }
  }

  /// The pairs that are farthest off for their measure.
  private var worst: [(pair: ValidationFindings.Pair, score: Double)] {
    let measures = Dictionary(grouping: findings.pairs) { $0.measure }
    return measures.values.flatMap { pairs -> [(pair: ValidationFindings.Pair, score: Double)] in
      guard let limits = findings.limits(pairs), limits.upper > limits.lower else { return [] }
      return pairs.map { ($0, abs($0.error) / (limits.upper - limits.lower)) }
    }.sorted { ($0.score, $1.pair.recording) > ($1.score, $0.pair.recording) }
      .prefix(20).map { $0 }
  }

  private var worstTable: PageTable? {
    let all = worst
    guard !all.isEmpty else { return nil }
    return PageTable(
      "The \(all.count.counted("value")) farthest off, by the spread of their measure",
      [
        .word("recording"), .word("person"), .word("measure"), .number("found"), .number("true"),
        .number("error"), .word("site"), .word("truth"),
      ],
      all.map { pair, _ in
        [
          .init(pair.recording, link: link(pair.place)), .init(pair.person),
          .init(pair.measure), .init(pair.found, 2), .init(pair.truth, 2), .init(pair.error, 2),
          .init(pair.site.replacing("_", with: " ")), .init(pair.source),
        ]
      })
  }
}
