import ArgumentParser
import Foundation
import GaitAnalysis
import GaitModel
import GaitReports
import GaitResults
import GaitValidation

/// `gait report validation`: how far results are from the truth, to look at.
struct ValidationPageReport: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validation",
    abstract: "Validate recordings with lab truth beside them and make a page of it.",
    discussion: HelpText.of(
      """
      EXAMPLE
        gait report validation recordings --output validation.html
        writes a page with limits of agreement, errors by speed and site, contact
        timing, every stage and the worst cases, which lead to pages of their
        recordings in the folder validation-recordings, which goes with the page.
        Pages of an earlier run in it are removed.
        gait report validation recordings --settings ours.json --settings classic.json \\
          --output comparison.html
        also compares two settings by person.

      FIGURES
        bland-altman-walking-speed and the like for other measures,
        errors-by-speed, errors-by-site, errors-by-cohort; where there are several
        truths one for each, as errors-by-speed-lab-cameras;
        contact-timing, changes
      """))

  @Argument(help: ArgumentHelp("The folder with the recordings.", valueName: "folder"))
  var recordings: String

  @Option(
    help: ArgumentHelp(
      "Methods and settings; given twice, the two are compared.", valueName: "file"))
  var settings: [String] = []

  @Option(
    help: ArgumentHelp("How many of the worst recordings get a page.", valueName: "n"))
  var worst = 5

  @OptionGroup
  var report: ReportOptions

  @OptionGroup
  var jobs: JobsOptions

  @OptionGroup(title: "Messages")
  var verbosity: VerbosityOptions

  func validate() throws {
    try report.check(besides: [])
    guard settings.count <= 2 else {
      throw ArgumentParser.ValidationError(
        "--settings is given \(settings.count) times; give it once, or twice to compare")
    }
    guard (0...50).contains(worst) else {
      throw ArgumentParser.ValidationError("--worst \(worst) cannot be: give 0 to 50")
    }
  }

  func run() async throws {
    try ReportWriter.check()
    do { try await make() } catch let error as GaitValidation.ValidationError {
      throw InputFailure(RecordingInput(path: recordings), error)
    }
  }

  private func make() async throws {
    let validation = Validation(folder: URL(fileURLWithPath: recordings, isDirectory: true))
    let all = try validation.recordings()
    try ReportWriter(options: report).check(
      .validation, of: ReportWriter.subject(ofFolder: recordings))
    let pipelines = try settings.map(SettingsOptions.pipeline(of:))
    let terminal = Terminal(verbosity)
    var unreadCount = 0
    func scores(
      _ pipeline: GaitPipeline, of recordings: [ValidationRecording], isFirst: Bool = true
    ) async -> [RecordingScore] {
      let outcome = await ValidationScorer(
        validation: validation, pipeline: pipeline, output: nil, force: false, jobs: jobs,
        terminal: terminal, tellsRemarks: isFirst
      ).scores(of: recordings)
      unreadCount += outcome.unreadCount
      return outcome.scores
    }
    let ours = await scores(pipelines.first ?? GaitPipeline(), of: all)
    var findings: ValidationFindings
    if pipelines.count == 2 {
      // What the first could not be judged by is neither's, and is named once.
      findings = .init(
        ours, against: await scores(pipelines[1], of: ours.map(\.recording), isFirst: false),
        names: settingsNames)
    } else {
      findings = .init(ours)
    }
    let changed = pipelines.map { UsedSettings(of: $0).changes }
    findings.settings = (changed.first ?? [], changed.count == 2 ? changed[1] : [])
    for sentence in findings.truthRemarks { terminal.note(sentence) }
    let pageless = try write(findings, all, by: pipelines.first ?? GaitPipeline())
    try InputOutcome(inputs: all.count, failures: findings.failedCount + unreadCount).leave()
    if pageless > 0 { throw ExitCode(InputOutcome.someFailed.rawValue) }
  }

  private var settingsNames: (first: String, second: String) {
    let names = SettingsNames.of(settings)
    return (names[0], names[1])
  }

  /// Writes the page and those to which it leads, and says how many of these could not be made.
  private func write(
    _ findings: ValidationFindings, _ all: [ValidationRecording], by pipeline: GaitPipeline
  ) throws -> Int {
    let name = URL(fileURLWithPath: recordings).lastPathComponent
    let worst = ValidationPage(name: name, findings: findings).worstRecordings
    let writer = ReportWriter(options: report)
    let subject = ReportWriter.subject(ofFolder: recordings)
    var linked = LinkedPages(beside: report.output)
    let (pages, failures) =
      report.figure == nil ? pages(of: worst, all, by: pipeline, in: &linked) : ([:], 0)
    let page =
      report.codesNames
      ? coded(findings, all, named: name, pages)
      : ValidationPage(name: "Validation: \(name)", findings: findings) { pages[$0] }
    try writer.write(page.page(program: ReportWriter.program), of: subject)
    Terminal(verbosity).note(report.output)
    if report.figure == nil { try linked.removeOthers().forEach(Terminal(verbosity).note) }
    return failures
  }

  /// The page with codes in place of names.
  private func coded(
    _ findings: ValidationFindings, _ all: [ValidationRecording], named name: String,
    _ pages: [[String]: String]
  ) -> ValidationPage {
    let codedPages = Dictionary(pages.map { ($0.key.map(CodeName.of), $0.value) }) { first, _ in
      first
    }
    let coded = findings.coded(
      [name, recordings] + all.compactMap(\.url?.path).flatMap(NameCoder.names(ofFile:)),
      of: all.map { ($0.dataset, $0.name, $0.description.participant) })
    return ValidationPage(name: "Validation: \(CodeName.of(name))", findings: coded) {
      codedPages[$0]
    }
  }

  /// The pages of the worst recordings, by dataset and name, and how many could not be made.
  private func pages(
    of places: [[String]], _ all: [ValidationRecording], by pipeline: GaitPipeline,
    in linked: inout LinkedPages
  ) -> (pages: [[String]: String], failures: Int) {
    var (made, failures): ([[String]: String], Int) = ([:], 0)
    for place in places.prefix(worst) {
      guard let recording = all.first(where: { [$0.dataset, $0.name] == place }),
        let path = recording.url?.path
      else { continue }
      do {
        var analyzer = RecordingAnalyzer(options: recording.options)
        analyzer.use(pipeline)
        let output = try linked.place(for: place)
        try RecordingPageMaker(analyzer: analyzer, report: report, output: output)
          .make(of: RecordingInput(path: path))
        made[place] = linked.link(to: place)
      } catch {
        failures += 1
        Terminal(verbosity).error("\(error)")
      }
    }
    return (made, failures)
  }
}

extension ValidationFindings {
  /// What scores say; with others, also what differs between the two settings.
  init(
    _ scores: [RecordingScore], against others: [RecordingScore] = [],
    names: (first: String, second: String) = ("", "")
  ) {
    let report = Validation.report(scores)
    let used = Self.used(of: report.pairs)
    self.init(
      pairs: used.enumerated().map(Self.pair), limits: { Self.limits(of: $0, among: used) },
      timing: Self.timing(report.timing),
      rows: report.rows.filter(\.isHeadline).map(Self.row),
      failures: Self.failures(of: scores, others, names),
      troubles: report.troubles.told.map {
        Trouble(
          dataset: $0.first.dataset, recording: $0.first.recording, count: $0.count,
          message: $0.first.message)
      }, troubledCount: Set(report.troubles.map { [$0.dataset, $0.recording] }).count,
      changes: others.isEmpty
        ? [] : PairedComparison(first: scores, second: others).rows.map(Self.change),
      names: names, recordingCount: scores.count,
      peopleCount: Set(
        scores.map { [$0.recording.dataset, $0.recording.description.participant] }
      ).count)
    truthRemarks = Validation.remarks(on: scores)
  }

  /// The recordings without an analysis; those that have one under the other settings with the name of these.
  private static func failures(
    of scores: [RecordingScore], _ others: [RecordingScore],
    _ names: (first: String, second: String)
  ) -> [(recording: String, reason: String)] {
    func all(_ scores: [RecordingScore]) -> [(recording: String, reason: String)] {
      scores.compactMap { score in
        score.failure.map { ("\(score.recording.dataset)/\(score.recording.name)", $0) }
      }
    }
    let (first, second) = (all(scores), all(others))
    guard !others.isEmpty else { return first }
    return first.map { failure in
      second.contains { $0 == failure }
        ? failure : (failure.recording, "with \"\(names.first)\": \(failure.reason)")
    }
      + second.filter { failure in !first.contains { $0 == failure } }.map {
        ($0.recording, "with \"\(names.second)\": \($0.reason)")
      }
  }

  /// Legs of a trial for speed, whole recordings for the rest, and bouts where the truth knows no more.
  private static func used(of all: [AgreementPair]) -> [AgreementPair] {
    Dictionary(grouping: all) { [$0.dataset, $0.system ?? "", $0.measure.rawValue] }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }
      .flatMap { _, pairs in
        let preferred: [AgreementLevel] =
          pairs.first?.measure == .walkingSpeed ? [.bout, .recording] : [.recording, .bout]
        return preferred.lazy.map { level in pairs.filter { $0.level == level } }
          .first { !$0.isEmpty } ?? []
      }
  }

  private static func name(_ pair: AgreementPair) -> String {
    pair.measure.unit == "count"
      ? pair.measure.rawValue : "\(pair.measure.rawValue) (\(pair.measure.unit))"
  }

  private static func pair(_ number: Int, _ pair: AgreementPair) -> Pair {
    Pair(
      measure: name(pair), number: number, dataset: pair.dataset, system: pair.system,
      person: pair.participant, recording: pair.recording ?? "", site: pair.site,
      trueSpeed: pair.measure == .walkingSpeed ? pair.truth : nil, found: pair.found,
      truth: pair.truth, cohort: pair.cohort, level: pair.level.rawValue)
  }

  /// As `gait validate` has them. The people of two datasets are others, whatever they are called.
  private static func limits(of pairs: [Pair], among used: [AgreementPair]) -> AgreementLimits? {
    let own = pairs.map { pair in
      var own = used[pair.number]
      own.participant = "\(own.dataset)/\(own.participant)"
      return own
    }
    guard let agreement = Agreement(own), let lower = agreement.lowerLimit,
      let upper = agreement.upperLimit
    else { return nil }
    return AgreementLimits(
      bias: agreement.bias.value, lower: lower.value, upper: upper.value,
      intervals: [lower, agreement.bias, upper].compactMap { estimate in
        guard let low = estimate.low, let high = estimate.high else { return nil }
        return low...high
      })
  }

  /// Contacts that have several truths count beside each.
  private static func timing(_ timing: [ContactTiming]) -> [Timing] {
    let events: [(ContactTiming.Event, String)] = [
      (.initialContact, "initial contacts"), (.finalContact, "final contacts"),
    ]
    return events.compactMap { event, name in
      let own = timing.filter { $0.event == event }
      let errors = own.flatMap(\.errors)
      guard !errors.isEmpty else { return nil }
      let people = Set(own.flatMap { timing in timing.people.map { [timing.dataset, $0] } })
      return Timing(
        name: own.count > 1 ? "\(name) against \(own.count) truths" : name, errors: errors,
        people: people.count)
    }
  }

  private static func row(_ row: ValidationRow) -> Row {
    Row(
      group: [row.dataset, row.site, row.system].compactMap(\.self).joined(separator: ", ")
        .replacing("_", with: " "),
      stage: row.stage.rawValue, figure: row.figure, unit: row.isCorrelation ? "" : row.unit,
      value: row.value,
      median: row.personMedian, worst: row.personWorst, people: row.peopleCount,
      peer: row.peers.first.map { "\($0.engine): \(PageText.decimal($0.value, 3))" } ?? "")
  }

  private static func change(_ row: PairedComparison.Row) -> Change {
    Change(
      figure: "\(row.group), \(row.stage.rawValue): \(row.figure)"
        + (row.unit == "1" ? "" : " (\(row.unit))"),
      first: row.first, second: row.second, difference: row.difference, interval: row.interval,
      people: row.peopleCount, isBetter: row.isBetter)
  }
}
