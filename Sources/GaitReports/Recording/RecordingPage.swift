import Foundation
import GaitModel

/// The page of one recording: its signal from a week down to single contacts, and the bouts with
/// their numbers.
package struct RecordingPage {
  let name: String
  let analysis: RecordingAnalysis
  let levels: SignalLevels
  let remarks: [RecordingRemark]
  /// The settings that differ from those measured best, as `key = value`.
  let settings: [String]
  let words: ReasonWords

  /// Takes a recording that was analyzed and read to its end.
  package init(
    name: String, analysis: RecordingAnalysis, levels: SignalLevels, remarks: [RecordingRemark],
    settings: [String], words: ReasonWords
  ) {
    self.name = name
    self.analysis = analysis
    self.levels = levels
    self.remarks = remarks
    self.settings = settings
    self.words = words
  }

  /// The page.
  package func page(program: String) -> Page {
    Page(
      .recording, title: name, lead: lead, facts: facts, tiles: tiles,
      sections: [
        PageSection(
          "signal-part", "Signal", [.signal(SignalDocument(analysis, levels, words: words))]),
        PageSection(
          "speeds-part", "Walking",
          analysis.bouts.isEmpty
            ? [] : [speeds.block(orElse: speedlessWords), hours.map(PageBlock.figure)]),
        PageSection("left-out-part", "Left out, and why", [leftOut] + missing),
        PageSection(
          "quality-part",
          "Quality of the recording",
          [
            .table(quality), .unlessEmpty("Remarks", remarkLines),
            .unlessEmpty("Settings that differ from those measured best", settings),
          ]),
      ], program: program)
  }

  // MARK: - Head

  private var lead: [String] {
    let quality = analysis.quality
    var lines: [String] = []
    if let obstacle = analysis.obstacle {
      lines.append("Walking could not be looked for: \(obstacle).")
    } else if analysis.bouts.isEmpty {
      lines.append(
        "No walking or running was found in \(PageText.time(quality.wearSeconds)) of wear.")
    } else {
      let totals = analysis.totals
      let steady = analysis.bouts.count(where: \.isSteady)
      lines.append(
        "\(PageText.count(totals.boutCount, "bout")) with \(PageText.grouped(totals.stepCount)) "
          + "steps in "
          + "\(PageText.time(quality.wearSeconds)) of wear; \(PageText.grouped(steady)) of them "
          + "\(steady == 1 ? "is" : "are") flat and steady walking.")
    }
    return lines
  }

  private var tiles: [PageTile] {
    let totals = analysis.totals
    let speed = medianSpeed
    return [
      PageTile("walking", PageText.time(totals.walkingSeconds)),
      PageTile("steps", PageText.grouped(totals.stepCount)),
      PageTile(
        "distance", totals.distance.value.map { Self.distance($0.meters) } ?? "–",
        note: totals.distance.missingReason.map(words.missing)
          ?? totals.partWithDistance.map { "of \($0)" } ?? ""),
      PageTile(
        "median speed", speed.map { PageText.decimal($0.value, 2) + " m/s" } ?? "–",
        note: speed.map { "of \(PageText.time($0.seconds)) flat and steady" } ?? "no flat, steady "
          + "bout has one"),
      PageTile(
        "flights up, down",
        analysis.stairFlights.value == nil
          ? "–" : "\(totals.flightsUp.value ?? 0), \(totals.flightsDown.value ?? 0)",
        note: analysis.stairFlights.missingReason.map(words.missing)
          ?? "of 3 m or more"
          + (analysis.stairFlights.value?.contains(where: \.isHeightAssumed) == true
            ? ", by an assumed riser" : "")),
      PageTile("worn", PageText.time(analysis.quality.wearSeconds)),
    ]
  }

  private var facts: [PageFact] {
    let facts = analysis.facts
    let person = facts.participant
    return [
      PageFact("person", person.identifier ?? "not named"), PageFact("device", facts.device),
      PageFact("worn at", facts.site?.rawValue.replacing("_", with: " ") ?? "not known"),
      PageFact("sampling rate", PageText.decimal(facts.samplingRateHertz, 1) + " Hz"),
      PageFact("gyroscope", facts.hasAngularRate ? "yes" : "no"),
      PageFact("begins", facts.clock().map { InstantText.text($0) } ?? "no wall clock"),
      PageFact("length", PageText.time(analysis.quality.durationSeconds)),
      PageFact(
        "settings", settings.isEmpty ? "as measured best" : "\(settings.count) changed, see below"),
      PageFact(
        "height",
        person.height.map { PageText.decimal($0.meters, 2) + " m" } ?? "not known"),
    ]
  }

  // MARK: - Walking

  /// Flat and steady bouts with a speed: seconds and m/s.
  private var steadySpeeds: [(seconds: Double, speed: Double)] {
    analysis.bouts.filter(\.isSteady).compactMap { bout in
      bout.walkingSpeed.value.map {
        (bout.seconds.upperBound - bout.seconds.lowerBound, $0.metersPerSecond)
      }
    }
  }

  /// The bouts' median, as in the tables of a study, and how long they last together.
  private var medianSpeed: (value: Double, seconds: Double)? {
    StudyStatistics.median(steadySpeeds.map(\.speed).sorted()).map {
      ($0, steadySpeeds.reduce(0) { $0 + $1.seconds })
    }
  }

  /// Why no bout is flat and steady and has a speed: each bout's own reason, the most frequent first.
  private var speedlessWords: String {
    let reasons = analysis.bouts.compactMap { bout in
      bout.leftOutReason.map(words.leftOut) ?? bout.walkingSpeed.missingReason.map(words.missing)
    }
    let counts = Dictionary(reasons.map { ($0, 1) }, uniquingKeysWith: +)
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return "No flat, steady bout has a speed: "
      + counts.map { "\($0.key) (\(PageText.count($0.value, "bout")))" }.joined(separator: "; ")
      + "."
  }

  private var speeds: PageFigure {
    let all = steadySpeeds
    let width = 0.05
    let bins = Dictionary(grouping: all) { Int(($0.speed / width).rounded(.down)) }
      .map { ($0.key, $0.value.reduce(0) { $0 + $1.seconds } / 60, $0.value.count) }
      .sorted { $0.0 < $1.0 }
    let chart = Chart(
      x: .numbers("walking speed (m/s)"), y: .numbers("walking time (min)", includesZero: true),
      height: 200,
      layers: [
        ChartLayer(
          nil, .columns, .blue,
          [
            "x": .numbers(bins.map { Double($0.0) * width }, decimals: 2),
            "x2": .numbers(bins.map { Double($0.0 + 1) * width }, decimals: 2),
            "y": .numbers(bins.map(\.1), decimals: 3),
            "tip": .words(
              bins.map {
                "\(PageText.decimal($0.1, 1)) min, \(PageText.count($0.2, "bout"))"
              }),
          ])
      ])
    return PageFigure(
      "speeds", "How fast", chart,
      caption: "Time walked at each speed in steps of 0.05 m/s. Look whether there is one hill or "
        + "two: usual and brisk "
        + "walking. \(PageText.count(all.count, "flat and steady bout")) of one person.",
      table: PageTable(
        "Walking time by speed", [.word("speed (m/s)"), .number("time (min)"), .number("bouts")],
        bins.map {
          [
            .init(
              "\(PageText.decimal(Double($0.0) * width, 2)) to "
                + "\(PageText.decimal(Double($0.0 + 1) * width, 2))"),
            .init($0.1, 1), .init("\($0.2)"),
          ]
        }))
  }

  /// Steps by the hour, where the recording is longer than two.
  private var hours: PageFigure? {
    guard analysis.quality.durationSeconds > 7200 else { return nil }
    let facts = analysis.facts
    func clock(_ seconds: Double) -> Double {
      facts.clock(at: seconds).map(SignalDocument.local) ?? seconds
    }
    let contacts = analysis.bouts.flatMap { $0.initialContacts.map(\.seconds) }
    let bins = Dictionary(grouping: contacts) { Int((clock($0) / 3600).rounded(.down)) }
      .mapValues(\.count).sorted { $0.key < $1.key }
    let first = (clock(0) / 3600).rounded(.down) * 3_600_000
    let last = clock(analysis.quality.durationSeconds) * 1000
    let isClock = analysis.facts.start != nil
    let scale = isClock ? 3_600_000.0 : 1.0
    let chart = Chart(
      x: isClock
        ? .dates("time", ends: first...max(last, first + 1))
        : .numbers("hours since the start (h)", ends: 0...analysis.quality.durationSeconds / 3600),
      y: .counts("steps in the hour"), height: 200,
      layers: [
        ChartLayer(
          nil, .columns, .blue,
          [
            "x": .numbers(bins.map { Double($0.key) * scale }, decimals: 0),
            "x2": .numbers(bins.map { Double($0.key + 1) * scale }, decimals: 0),
            "y": .numbers(bins.map { Double($0.value) }, decimals: 0),
            "tip": .words(bins.map { $0.value.counted("step") }),
          ])
      ])
    return PageFigure(
      "hours", "When", chart,
      caption: "Steps in each hour. Hours without a bar have no steps; the signal above shows "
        + "whether the device was "
        + "worn then.\(setBack) One recording of one person, \(contacts.count.counted("step")).")
  }

  /// Which hours came twice, where the clock was set back.
  private var setBack: String {
    let facts = analysis.facts
    var before = 0
    return facts.clockChanges(until: analysis.quality.durationSeconds).map { change in
      defer { before = change.shift }
      guard change.shift < before, let now = facts.clock(at: change.seconds) else { return "" }
      let minutes = (before - change.shift) / 60
      return
        " The clock was set back by \(minutes) min to \(InstantText.text(now).dropFirst(11).prefix(5)): that time came "
        + "twice, and a bar there has the steps of both."
    }.joined()
  }

  // MARK: - Left out

  private var leftOut: PageBlock? {
    guard !analysis.bouts.isEmpty else { return nil }
    let counts = LeftOutReason.allCases.compactMap { reason -> (String, Int, Double)? in
      let bouts = analysis.bouts.filter { $0.leftOutReason == reason }
      let seconds = bouts.reduce(0) { $0 + $1.seconds.upperBound - $1.seconds.lowerBound }
      return bouts.isEmpty ? nil : (words.leftOut(reason), bouts.count, seconds / 60)
    }.sorted { $0.1 > $1.1 }
    guard !counts.isEmpty else {
      return .sentences(["Every bout is flat and steady walking: nothing was left out."])
    }
    let chart = Chart(
      x: .counts("bouts"), y: .words("", counts.map(\.0)),
      height: 26 * counts.count + 10,
      layers: [
        ChartLayer(
          nil, .bars, .sky,
          [
            "x": .numbers(counts.map { Double($0.1) }, decimals: 0), "y": .words(counts.map(\.0)),
            "tip": .words(
              counts.map {
                "\(PageText.count($0.1, "bout")), \(PageText.decimal($0.2, 1)) min"
              }),
          ])
      ])
    let left = counts.reduce(0) { $0 + $1.1 }
    return .figure(
      PageFigure(
        "left-out", "Bouts that are not flat and steady", chart,
        caption:
          "Why \(left.grouped) of \(analysis.bouts.count.counted("bout")) of this recording \(left.verb("does", "do")) not count as "
          + "flat, steady walking. They stay in all tables, with the reason beside them.",
        table: PageTable(
          "Bouts left out by reason", [.word("reason"), .number("bouts"), .number("time (min)")],
          counts.map { [.init($0.0), .init("\($0.1)"), .init($0.2, 1)] })))
  }

  /// Values that are not there, with the reason.
  private var missing: [PageBlock?] {
    let rows = BoutMeasureColumn.all.flatMap { column in
      MissingReason.allCases.compactMap { reason -> [PageTable.Cell]? in
        let count = analysis.bouts.count { column.read($0).missingReason == reason }
        return count == 0
          ? nil : [.init(column.name), .init("\(count)"), .init(words.missing(reason))]
      }
    }
    let others = [
      ("turns", analysis.turns.missingReason), ("stairs", analysis.stairFlights.missingReason),
    ].compactMap { name, reason in
      reason.map { [PageTable.Cell(name), "all", PageTable.Cell(words.missing($0))] }
    }
    guard !(rows + others).isEmpty else { return [] }
    return [
      .table(
        PageTable(
          "Values that are missing, and why", [.word("value"), .number("bouts"), .word("because")],
          rows + others))
    ]
  }

  // MARK: - Quality

  private var quality: PageTable {
    let quality = analysis.quality
    let calibration: String =
      if let made = quality.calibration {
        made.isApplied
          ? "applied; error \(Self.milli(made.errorBeforeG)) before, "
            + "\(Self.milli(made.errorAfterG)) after"
          : "not possible; the recording was used as it is"
      } else {
        "not looked for"
      }
    let rows: [(String, String)] = [
      ("samples", PageText.grouped(quality.sampleCount)),
      (
        "gaps",
        quality.gapCount == 0
          ? "none"
          : "\(quality.gapCount), together \(PageText.time(quality.gapSeconds)), the longest "
            + "\(PageText.time(quality.longestGapSeconds))"
      ),
      (
        "missing in shorter pauses",
        quality.shortPauseSeconds == 0 ? "nothing" : PageText.time(quality.shortPauseSeconds)
      ),
      (
        "not worn",
        quality.nonWear.isEmpty
          ? "never for long"
          : "\(PageText.count(quality.nonWear.count, "stretch", "stretches")), "
            + "together \(PageText.time(quality.nonWearSeconds))"
      ),
      (
        "at the sensor's limit",
        PageText.decimal(quality.clippedFraction * 100, 3) + " % of samples"
      ),
      ("moving", PageText.time(quality.movingSeconds)),
      ("calibration of the accelerometer", calibration),
      (
        "temperature",
        quality.temperature.map {
          "\(PageText.decimal($0.leastCelsius, 1)) to \(PageText.decimal($0.greatestCelsius, 1)) °C"
        } ?? "not in the file"
      ),
    ]
    return PageTable(
      "What the sensor did", [.word("what"), .word("how it was")],
      rows.map { [.init($0.0), .init($0.1)] })
  }

  private var remarkLines: [String] {
    var counts: [String: Int] = [:]
    var order: [String] = []
    for remark in remarks {
      if counts[remark.message] == nil { order.append(remark.message) }
      counts[remark.message, default: 0] += 1
    }
    return order.prefix(20).map {
      $0
        + ((counts[$0] ?? 1) > 1
          ? " (\(counts[$0] ?? 1) times)" : "")
    }
      + (order.count > 20 ? ["… and \(order.count - 20) more; summary.json counts them"] : [])
  }

  // MARK: - Words

  private static func milli(_ g: Double?) -> String {
    g.map { PageText.decimal($0 * 1000, 1) + " mg" } ?? "not known"
  }

  private static func distance(_ meters: Double) -> String {
    meters < 2000 ? PageText.decimal(meters, 0) + " m" : PageText.decimal(meters / 1000, 1) + " km"
  }
}
