import ArgumentParser
import Foundation
import GaitAnalysis
import GaitResults
import GaitValidation
import SampleStorage
import SensorFiles

/// `gait validate`: how far from lab truth.
struct ValidateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Analyze recordings with lab truth beside them and say how far off the results are.",
    discussion: HelpText.of(
      """
      EXAMPLE
        gait validate recordings --output validation
        analyzes every recording that has a NAME.reference.json beside it,
        prints a table of figures, and writes all of them to
        validation/validation.csv and validation.json.
        gait validate recordings --bars Tools/bars.csv
        also says which figures fell below those that were reached before, and
        ends with code 1 when one did.
        gait validate recordings --settings ours.json --settings classic.json
        compares two files of methods and settings by person, with intervals.

        gait validate --cohort people.csv --store study.gait
        compares estimates with clinic tests: people.csv has the columns participant, date,
        six_minute_walk_m (or falls); the estimates are those of gait estimate in the store,
        or made from the table's own columns (sustained_speed_time_weighted_p95_mps, height_m, …).

      The folder holds the recordings, or one folder of them per dataset.
      """))

  @Argument(help: ArgumentHelp("The folder with the recordings.", valueName: "folder"))
  var recordings: String?

  @Option(
    help: ArgumentHelp("A table of people with clinic tests or falls.", valueName: "file"))
  var cohort: String?

  @Option(help: ArgumentHelp("The store with the cohort's estimates.", valueName: "file"))
  var store: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The folder for the figures and for the analyses.", valueName: "folder"))
  var output: String?

  @Flag(help: "Write validation.html, too: the figures as a page for a browser.")
  var html = false

  @Option(
    help: ArgumentHelp("Figures that must not be fallen below, with tolerance.", valueName: "file"))
  var bars: String?

  @Option(
    help: ArgumentHelp(
      "Methods and settings; given twice, the two are compared.", valueName: "file"))
  var settings: [String] = []

  @OptionGroup
  var jobs: JobsOptions

  @Flag(help: "Print every figure, not only those that engines are compared by.")
  var complete = false

  @Option(help: "How to print.")
  var format: OutputFormat = .table

  @Flag(help: "All columns of the table, also beyond 80 characters.")
  var wide = false

  @OptionGroup(title: "Messages")
  var verbosity: VerbosityOptions

  @OptionGroup
  var overwriting: OverwritingOptions

  func validate() throws {
    guard (recordings == nil) != (cohort == nil) else {
      throw ArgumentParser.ValidationError(
        "give a folder of recordings or --cohort with a table of people, one of them")
    }
    if store != nil, cohort == nil {
      throw ArgumentParser.ValidationError("--store holds the estimates of a --cohort; give both")
    }
    if cohort != nil, output != nil || html || bars != nil || !settings.isEmpty {
      throw ArgumentParser.ValidationError(
        "--output, --html, --bars and --settings are about recordings; leave them out with --cohort"
      )
    }
    try OutputPath.check(output)
    try checkPlaces()
    if settings.count > 2 {
      throw ArgumentParser.ValidationError(
        "--settings is given \(settings.count) times; give it once, or twice to compare")
    }
    if settings.count == 2, html || bars != nil {
      throw ArgumentParser.ValidationError(
        "two --settings are compared with each other; --html and --bars go with one")
    }
    if html, output == nil {
      throw ArgumentParser.ValidationError("--html is written to a folder; give --output")
    }
  }

  /// Figures of an earlier run are written over; anything else of that name is not.
  private func checkPlaces() throws {
    guard let output else { return }
    let beginnings = [
      "validation.csv": "dataset,site,system,", "validation.json": "{\n  \"failures\" : ",
      "validation.html": "<!DOCTYPE html>\n",
    ]
    for (name, beginning) in beginnings.sorted(by: { $0.key < $1.key }) {
      try ExistingOutput.check(output + "/" + name, force: overwriting.force) {
        ExistingOutput.begins($0, with: beginning)
      }
    }
  }

  func run() async throws {
    if let cohort { return try await compare(CohortTable(cohort)) }
    guard let folder = recordings else { return }
    let input = RecordingInput(path: folder)
    do {
      let validation = Validation(folder: URL(fileURLWithPath: folder, isDirectory: true))
      let recordings = try validation.recordings()
      let pipelines = try settings.map(SettingsOptions.pipeline(of:))
      if pipelines.count == 2 {
        return try await compare(pipelines, on: recordings, by: validation)
      }
      let scores = await scores(
        of: recordings, by: validation, pipeline: pipelines.first ?? GaitPipeline(), output: output)
      let report = Validation.report(scores)
      try StandardOutput.write(try text(of: report))
      try write(report)
      try compareWithBars(report)
      let unscored = recordings.count - scores.count
      try InputOutcome(inputs: recordings.count, failures: unscored + report.failures.count).leave()
    } catch let error where !Self.isInWords(error) {
      throw InputFailure(input, error)
    }
  }

  /// Compares a cohort with its estimates, and says who was left out and why.
  private func compare(_ table: CohortTable) async throws {
    let opened = try store.map { try OpenStores.open($0, .update) }
    let comparison = try await CohortComparison(table, in: opened)
    try StandardOutput.write(
      comparison.text.isEmpty ? "Nobody has both a test and an estimate.\n" : comparison.text)
    let terminal = Terminal(verbosity)
    for person in comparison.leftOut {
      terminal.note("\(person.participant): left out, \(person.reason)")
    }
    if comparison.text.isEmpty { throw ExitCode(2) }
  }

  /// Whether an error says enough by itself, without the folder's name.
  private static func isInWords(_ error: any Error) -> Bool {
    error is ExitCode || error is WriteFailure || error is ReaderLeft
  }

  /// Scores both and prints what differs, by person.
  private func compare(
    _ pipelines: [GaitPipeline], on recordings: [ValidationRecording], by validation: Validation
  ) async throws {
    let names = settings.map { URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent }
    var scores: [[RecordingScore]] = []
    for (name, pipeline) in zip(names, pipelines) {
      let folder = output.map { RecordingFolder.path(of: name, in: $0) }
      scores.append(
        await self.scores(of: recordings, by: validation, pipeline: pipeline, output: folder))
    }
    let comparison = PairedComparison(
      first: scores[0], second: scores[1], isComplete: complete)
    try StandardOutput.write(try text(of: comparison, names))
    if let output {
      try PendingFiles.shared.write(
        [(name: "comparison.csv", content: Data(comparison.csv().utf8))], in: output)
    }
    let failed = scores.map { $0.count { $0.failure != nil } }.max() ?? 0
    let unscored = recordings.count - (scores.map(\.count).min() ?? 0)
    try InputOutcome(inputs: recordings.count, failures: unscored + failed).leave()
  }

  /// The figures as they are asked for; programs get all of them.
  private func text(of report: ValidationReport) throws -> String {
    switch format {
    case .table: report.table(isComplete: complete, isWide: wide)
    case .csv: report.csv()
    case .json: String(decoding: try report.json(), as: UTF8.self) + "\n"
    }
  }

  private func text(of comparison: PairedComparison, _ names: [String]) throws -> String {
    switch format {
    case .table: comparison.table(names: (names[0], names[1]), isWide: wide)
    case .csv: comparison.csv()
    case .json: String(decoding: try comparison.json(), as: UTF8.self) + "\n"
    }
  }

  /// The scores of all recordings whose truth can be read; the others are named.
  private func scores(
    of recordings: [ValidationRecording], by validation: Validation, pipeline: GaitPipeline,
    output: String?
  ) async -> [RecordingScore] {
    let terminal = Terminal(verbosity)
    let progress = ProgressLine(terminal: terminal, names: recordings.map(\.name))
    let force = overwriting.force
    var scores: [RecordingScore] = []
    let atOnce = jobs.simultaneous(of: recordings.count)
    await OrderedTasks.run(recordings, atOnce: atOnce) { index, recording in
      Self.score(of: recording, by: validation, pipeline: pipeline, output: output, force: force) {
        progress.report($0, share: $1, of: index)
      }
    } take: { index, score in
      progress.reportDone(index)
      switch score {
      case .success(let score): scores.append(score)
      case .failure(let error): terminal.error("\(error)")
      }
    }
    terminal.clearProgress()
    return scores
  }

  /// A recording that cannot be analyzed has found nothing, and says why.
  private static func score(
    of recording: ValidationRecording, by validation: Validation, pipeline: GaitPipeline,
    output: String?, force: Bool, progress: (Double, Double?) -> Void
  ) -> Result<RecordingScore, any Error> {
    Result {
      guard let path = recording.url?.path else {
        return try validation.score(failure: "there is no recording beside it", of: recording)
      }
      let folder = output.map { RecordingFolder.path(of: recording.dataset, in: $0) }
      let analyzer = RecordingAnalyzer(
        options: RecordingOptions(), output: folder, overwrites: force, pipeline: pipeline,
        settings: UsedSettings(of: pipeline))
      switch analyzer.result(of: RecordingInput(path: path), progress: progress) {
      case .success(let analyzed): return try validation.score(analyzed.analysis, of: recording)
      case .failure(let failure):
        return try validation.score(failure: failure.description, of: recording)
      }
    }
  }

  /// Names the figures that are worse than they were, and ends the command when there are any.
  private func compareWithBars(_ report: ValidationReport) throws {
    guard let bars else { return }
    let text = try String(contentsOfFile: bars, encoding: .utf8)
    let known = try RegressionBar.bars(in: text)
    let datasets = Set(report.rows.map(\.dataset))
    guard known.contains(where: { datasets.contains($0.dataset) }) else {
      try say(
        """

        No bar was compared: \(bars) has none for \(datasets.sorted().joined(separator: ", ")); a \
        dataset is known by its folder's name.

        """)
      throw ExitCode.failure
    }
    let falls = report.falls(below: known)
    guard !falls.isEmpty else { return }
    try say(
      "\nFallen below what was reached before:\n" + falls.map { "  \($0)\n" }.joined())
    throw ExitCode.failure
  }

  /// Says something beside the figures, where it does not spoil what a program reads.
  private func say(_ text: String) throws {
    if format == .table { return try StandardOutput.write(text) }
    Terminal.writeToStandardError(text)
  }

  private func write(_ report: ValidationReport) throws {
    guard let output else { return }
    let page = html ? [(name: "validation.html", content: Data(report.html().utf8))] : []
    try PendingFiles.shared.write(
      page + [
        (name: "validation.csv", content: Data(report.csv().utf8)),
        (name: "validation.json", content: try report.json()),
      ], in: output)
  }
}
