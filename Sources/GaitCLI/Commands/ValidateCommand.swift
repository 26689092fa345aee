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
        gait validate recordings --against before/validation.json
        also says what got better or worse since that run, by person.
        gait validate recordings --classics
        also puts the best of the field's classic methods for each question
        beside our figures.
        gait validate recordings --stages
        also takes walking, contacts and sides from the truth, one after the
        other, to show where error arises.

        gait validate --make-mapping lab
        looks at the recordings and tables of a laboratory in the folder lab and
        drafts lab/mapping.json; look through it, then
        gait validate --mapping lab/mapping.json
        compares with these tables. The clocks of laboratory and recording are
        laid on each other by the contacts, and what was found is said.

        gait validate --cohort people.csv --store study.gait
        compares estimates with clinic tests: people.csv has the columns participant, date,
        six_minute_walk_m (or falls); the estimates are those of gait estimate in the store,
        or made from the table's own columns (sustained_speed_time_weighted_p95_mps, height_m, …).

      The folder holds the recordings, or one folder of them per dataset.
      """))

  @Argument(help: ArgumentHelp("The folder with the recordings.", valueName: "folder"))
  var recordings: String?

  @Option(
    help: ArgumentHelp(
      "A laboratory's own tables as the truth: what they hold, as --make-mapping drafts it.",
      valueName: "file"))
  var mapping: String?

  @Option(
    help: ArgumentHelp(
      "Draft mapping.json for the recordings and tables of a folder.", valueName: "folder"))
  var makeMapping: String?

  @Option(
    help: ArgumentHelp(
      "A table of people with clinic tests or falls. Estimates are compared before they are cut off at 500 m.",
      valueName: "file"))
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
      "The validation.json of an earlier run, to say what got better or worse.", valueName: "file"))
  var against: String?

  @Option(
    help: ArgumentHelp(
      "Methods and settings; given twice, the two are compared.", valueName: "file"))
  var settings: [String] = []

  @Flag(
    help: "Also give stages from the truth and judge those that follow; takes four times as long.")
  var stages = false

  @Flag(
    help:
      "Also put the field's classic methods in place of ours, one question each; takes seven times as long."
  )
  var classics = false

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
    guard [recordings, cohort, mapping, makeMapping].count(where: { $0 != nil }) == 1 else {
      throw ArgumentParser.ValidationError(
        "give a folder of recordings, --mapping, --make-mapping or --cohort, one of them")
    }
    if store != nil, cohort == nil {
      throw ArgumentParser.ValidationError("--store holds the estimates of a --cohort; give both")
    }
    let isAboutRecordings =
      output != nil || html || bars != nil || against != nil || stages || classics
      || !settings.isEmpty
    if cohort != nil || makeMapping != nil, isAboutRecordings {
      throw ArgumentParser.ValidationError(
        "--output, --html, --bars, --against, --stages, --classics and --settings are about recordings; "
          + "leave them out with --cohort and --make-mapping")
    }
    let isAboutFigures = complete || wide || jobs.jobs != nil
    if cohort != nil || makeMapping != nil, isAboutFigures {
      throw ArgumentParser.ValidationError(
        "--complete, --wide and --jobs are about the figures of recordings; leave them out with --cohort and --make-mapping"
      )
    }
    if makeMapping != nil, format != .table {
      throw ArgumentParser.ValidationError(
        "--make-mapping writes a mapping and says what to look at in it; leave --format \(format.rawValue) out"
      )
    }
    if stages, format == .csv, output == nil {
      throw ArgumentParser.ValidationError(
        "--stages: their table is none of those that --format csv prints; give --output FOLDER, which has stages.csv, or "
          + "--format json")
    }
    try OutputPath.check(output)
    try checkPlaces()
    if settings.count > 2 {
      throw ArgumentParser.ValidationError(
        "--settings is given \(settings.count) times; give it once, or twice to compare")
    }
    if settings.count == 2, html || bars != nil || against != nil || stages || classics {
      throw ArgumentParser.ValidationError(
        "two --settings are compared with each other; --html, --bars, --against, --stages and "
          + "--classics go with one")
    }
    if html, output == nil {
      throw ArgumentParser.ValidationError("--html is written to a folder; give --output")
    }
  }

  /// The files of figures, and how they begin.
  static let beginnings = [
    "validation.csv": "dataset,site,system,", "validation.json": "{\n  \"failures\" : ",
    "validation.html": "<!DOCTYPE html>\n", "agreement.csv": "dataset,system,measure,unit,",
    "validation_pairs.csv": "dataset,system,measure,unit,",
    "comparison.csv": "group,stage,figure,", "trials.csv": "dataset,recording,participant,",
    "stages.csv": "dataset,system,stage,",
  ]

  /// Figures of an earlier run are written over; anything else of that name is not.
  private func checkPlaces() throws {
    guard let output else { return }
    for (name, beginning) in Self.beginnings.sorted(by: { $0.key < $1.key }) {
      try ExistingOutput.check(output + "/" + name, force: overwriting.force) {
        ExistingOutput.begins($0, with: beginning)
      }
    }
  }

  func run() async throws {
    if let cohort { return try await compare(CohortTable(cohort)) }
    if let makeMapping { return try draftMapping(of: makeMapping) }
    guard let given = recordings ?? mapping else { return }
    let input = RecordingInput(path: given)
    let earlier = try against.map(Self.report(at:))
    let known = try knownBars()
    do {
      let validation = try validation()
      let recordings = try validation.recordings()
      let pipelines = try settings.map(SettingsOptions.pipeline(of:))
      if pipelines.count == 2 {
        return try await compare(pipelines, on: recordings, by: validation)
      }
      try checkEarlier(recordings)
      let pipeline = pipelines.first ?? GaitPipeline()
      let clocks = earlier.map(LaboratoryClocks.init(of:))
      let scorer = ValidationScorer(
        validation: validation, earlier: clocks.flatMap { $0.isEmpty ? nil : validation.by($0) },
        pipeline: pipeline, output: output,
        force: overwriting.force, jobs: jobs, terminal: Terminal(verbosity))
      let outcome = await scorer.scores(of: recordings)
      let scores = outcome.scores
      var report = Validation.report(scores)
      let used = UsedSettings(of: pipeline)
      report.settings = ValidationReport.Settings(digest: used.digest, changed: used.changes)
      if stages { report.stages = await scorer.stages(of: scores) }
      if classics { await scorer.addClassics(to: &report, of: scores) }
      var compared = scorer.earlier == nil ? report : Validation.report(outcome.compared)
      compared.settings = report.settings
      let comparison = earlier.map {
        PairedComparison(first: $0, second: compared, isComplete: complete)
      }
      let leftovers = earlierRecordings()
      try print(try text(of: report)) {
        try write(report)
        try removeLeftovers(
          of: leftovers, recordings, besides: scores, isCompared: comparison?.rows.isEmpty == false)
      }
      try sayAboutLaboratory(report)
      let unmatched = try sayUnmatched(of: validation)
      let silent = sayAboutTruths(of: scores)
      sayLeftOut()
      if let earlier, let comparison { try say(comparison, of: compared, with: earlier) }
      if let known { try compare(report, withBars: known) }
      try InputOutcome(
        inputs: recordings.count + unmatched,
        failures: outcome.unreadCount + outcome.unwrittenCount + report.failures.count + unmatched
          + silent
      ).leave()
    } catch let error where !Self.isInWords(error) {
      throw InputFailure(input, error)
    }
  }

  private func validation() throws -> Validation {
    if let mapping { return try Validation(mapping: URL(fileURLWithPath: mapping)) }
    return Validation(folder: URL(fileURLWithPath: recordings ?? "", isDirectory: true))
  }

  /// Compares a cohort with its estimates, and says who was left out and why.
  private func compare(_ table: CohortTable) async throws {
    let opened = try store.map { try OpenStores.open($0, .update) }
    let comparison = try await CohortComparison(table, in: opened)
    if !comparison.isEmpty { try StandardOutput.write(comparison.text(format)) }
    let terminal = Terminal(verbosity)
    for person in comparison.leftOut {
      terminal.note("\(person.participant): left out, \(person.reason)")
    }
    guard !comparison.isEmpty else {
      throw StoreFailure.message(comparison.emptiness)
    }
  }

  /// Whether an error says enough by itself, without the folder's name.
  private static func isInWords(_ error: any Error) -> Bool {
    error is ExitCode || error is WriteFailure || error is ReaderLeft
      || error is ArgumentParser.ValidationError
  }

  /// Scores both and prints what differs, by person.
  private func compare(
    _ pipelines: [GaitPipeline], on recordings: [ValidationRecording], by validation: Validation
  ) async throws {
    let names = SettingsNames.of(settings)
    var (scores, validation) = ([[RecordingScore]](), validation)
    var (unscored, unwritten) = (0, 0)
    for (name, pipeline) in zip(names, pipelines) {
      let folder = output.map { RecordingFolder.path(of: name, in: $0) }
      let scorer = ValidationScorer(
        validation: validation, pipeline: pipeline, output: folder, force: overwriting.force,
        jobs: jobs, terminal: Terminal(verbosity), tellsRemarks: scores.isEmpty)
      // What the first could not be judged by is neither's, and is named once.
      let outcome = await scorer.scores(of: scores.first?.map(\.recording) ?? recordings)
      if scores.isEmpty { validation = validation.by(LaboratoryClocks(of: outcome.scores)) }
      scores.append(outcome.scores)
      unscored += outcome.unreadCount
      unwritten = max(unwritten, outcome.unwrittenCount)
    }
    let comparison = PairedComparison(
      first: scores[0], second: scores[1], isComplete: complete)
    try print(try text(of: comparison, names)) {
      guard let output else { return }
      try PendingFiles.shared.write(
        [(name: "comparison.csv", content: Data(comparison.csv().utf8))], in: output)
      sayOtherFigures(in: output)
    }
    try sayClocks(of: comparison, names, scores[0])
    let failed = scores.map { $0.count { $0.failure != nil } }.max() ?? 0
    let unmatched = try sayUnmatched(of: validation)
    let silent = sayAboutTruths(of: scores[0])
    sayLeftOut()
    try InputOutcome(
      inputs: recordings.count + unmatched,
      failures: unscored + unwritten + failed + unmatched + silent
    ).leave()
  }
}
