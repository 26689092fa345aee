import ArgumentParser
import Foundation
import GaitAnalysis
import GaitModel
import GaitResults
import SampleStorage
import SensorFiles

/// `gait analyze`: recordings to walking bouts.
struct AnalyzeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "analyze",
    abstract: "Find the walking bouts of recordings and measure them.",
    discussion: HelpText.of(
      """
      EXAMPLE
        gait analyze walk.csv --site lower_back --height 1.75 --output results
        writes results/walk/bouts.csv, strides.csv, summary.json and five more.

      A file walk.json beside walk.csv may say site, height_m and more; options
      win over it.
      A file with several recordings is analyzed as all of them; data.mat#Test4/Trial1
      names one. Of several files of one name each goes by its path. One that is
      named again is analyzed once.
      Without --output the bouts are printed as a table.

        gait analyze *.cwa --store study.gait --participant P07
        keeps what is found as samples; the same recordings again change nothing.
      """))

  @Argument(help: ArgumentHelp("The recordings to analyze.", valueName: "recording"))
  var recordings: [String]

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The folder for the results.", valueName: "folder"))
  var output: String?

  @OptionGroup
  var jobs: JobsOptions

  @Option(help: "What to print; a table if there is no --output, else nothing but where.")
  var format: OutputFormat?

  @Flag(help: "Print a table of more than 80 columns, with everything that fits no less.")
  var wide = false

  @Option(
    help: ArgumentHelp("The person's own factor, made by gait calibrate.", valueName: "file"))
  var calibration: String?

  @OptionGroup
  var methods: SettingsOptions

  @OptionGroup(title: "Description of recording and person")
  var description: DescriptionOptions

  @OptionGroup(title: "Store")
  var storing: StoringOptions

  @OptionGroup(title: "Messages")
  var verbosity: VerbosityOptions

  @OptionGroup
  var overwriting: OverwritingOptions

  func validate() throws {
    try storing.check(RecordingInput.distinct(recordings.map { RecordingInput(path: $0) }).inputs)
    try OutputPath.check(output)
    guard let output else { return }
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: output, isDirectory: &isFolder), !isFolder.boolValue {
      throw ValidationError("--output \(output) is a file; give a folder, it is made if need be")
    }
    try checkNames(output)
  }

  private func checkNames(_ output: String) throws {
    let inputs = RecordingInput.distinct(RecordingInput.expanded(recordings)).inputs
    if let clash = RecordingInput.clash(among: inputs) {
      throw ValidationError(
        """
        \(clash.first) and \(clash.second) would both be written to \
        \(RecordingFolder.path(of: clash.name, in: output)); analyze them one after the other into \
        different --output folders, or rename one
        """)
    }
    for input in inputs {
      try RecordingFolder.check(input.name, in: output, force: overwriting.force)
    }
  }

  /// What to say of recordings that are named again; `nil` without any.
  private static func words(on repeated: [String]) -> String? {
    guard let first = repeated.first else { return nil }
    guard repeated.count > 1 else { return "\(first) is named before and is analyzed once" }
    let named = repeated.prefix(mostNamed).joined(separator: ", ")
    return
      "\(repeated.count.counted("recording")) are named before and are analyzed once: \(named)"
      + (repeated.count > mostNamed ? ", …" : "")
  }

  /// So many recordings are named in a line.
  private static let mostNamed = 3

  func run() async throws {
    let (distinct, repeated) = RecordingInput.distinct(RecordingInput.expanded(recordings))
    // Of names that go to --output none is there twice.
    let inputs = RecordingInput.toldApart(distinct)
    let terminal = Terminal(verbosity)
    if let words = Self.words(on: repeated) { terminal.note(words) }
    description.tellOverruled(inputs, participant: storing.participant, terminal)
    let progress = ProgressLine(terminal: terminal, names: inputs.map(\.name))
    try storing.check(inputs)
    let keeping = try storing.open()
    var analyzer = RecordingAnalyzer(
      options: description.recordingOptions, output: output, overwrites: overwriting.force,
      identity: storing.identity, boutFolder: TemporaryFolder.path)
    if methods.settings != nil { analyzer.use(try methods.pipeline()) }
    analyzer.pipeline.personalCalibration = try calibration.map(CalibrationFile.calibration(at:))
    if calibration != nil, let keeping {
      analyzer.recalibrations = try await keeping.recalibrations()
    }
    var results = AnalyzedResults(
      count: inputs.count, terminal: terminal, identity: analyzer.identity, keeping: keeping,
      printer: ResultPrinter(
        format: format, output: output, isWide: wide, isQuiet: verbosity.quiet),
      places: [output, storing.store].compactMap(\.self))
    let lastAlone = jobs.lastAlone(of: inputs.count)
    await OrderedTasks.run(inputs, atOnce: jobs.simultaneous(of: inputs.count)) {
      [analyzer] index, input in
      analyzer.result(of: input, onThreads: index > lastAlone) {
        progress.report($0, share: $1, of: index)
      }
    } take: { index, result in
      progress.reportDone(index)
      await results.take(result)
    }
    try results.finish()
  }
}

/// Reads one recording, analyzes it and writes its files.
struct RecordingAnalyzer: Sendable {
  /// What the command line says of the recording.
  var options: RecordingOptions
  /// The folder for the results, if any.
  var output: String?
  /// Whether results may be written beside and over what the program did not make.
  var overwrites = false
  /// Who was recorded and when, where the command line says so.
  var identity = RecordingIdentity()
  /// Whether recordings are digested, also where no samples are kept.
  var digestsContent = false
  /// Where the bouts of a long recording are kept until they are written; `nil` keeps them in memory.
  var boutFolder: String?
  /// The settings of the analysis.
  var pipeline = GaitPipeline()
  /// The same, as they are written down.
  var settings = UsedSettings.usual
  /// The dates of each person's recalibrations; an older personal factor is not used after them.
  var recalibrations: [String: [WallClock]] = [:]

  /// Takes methods and settings in place of the usual ones.
  mutating func use(_ pipeline: GaitPipeline) {
    self.pipeline = pipeline
    settings = UsedSettings(of: pipeline)
  }

  /// The analysis of an input, with its files written, or why there is none; on two threads where a processor is free.
  func result(
    of input: RecordingInput, onThreads: Bool = false, progress: (Double, Double?) -> Void
  ) -> Result<AnalyzedRecording, InputFailure> {
    do {
      var recording = try analysis(of: input, onThreads: onThreads, progress: progress)
      if let output,
        let remark = try RecordingFolder.write(recording, in: output, force: overwrites)
      {
        recording.remarks.append(remark)
      }
      return .success(recording)
    } catch {
      return .failure(InputFailure(input, error))
    }
  }

  /// The analysis of an input; nothing is written.
  func analysis(
    of input: RecordingInput, onThreads: Bool = false, progress: (Double, Double?) -> Void
  ) throws -> AnalyzedRecording {
    let reading = ReadingProgress()
    var options = options
    options.timeZone = identity.timeZone
    var source = try ReadingProgress.$current.withValue(reading) {
      try SensorFile.open(input.path, options: options)
    }
    let description = try RecordingDescription.beside(RecordingAddress(input.path).path)
    try identity.check(source.facts)
    let (pipeline, dropped) = pipeline(for: identity.completed(source.facts))
    let calibration = try pipeline.calibration(of: &source) {
      try SensorFile.excerpts(of: input.path, options: options)
    }
    if identity.isStored || digestsContent { source = DigestedRecording(source) }
    let work = RecordingWork(pipeline: pipeline, settings: settings, identity: identity)
    var recording = try withoutActuallyEscaping(progress) { progress in
      try AnalyzedRecording(
        name: input.name, of: &source, work: work, calibration: calibration,
        description: description, onThreads: onThreads, keepingBoutsIn: boutFolder
      ) { progress($0, reading.share) }
    }
    try identity.check(endOf: recording.analysis)
    recording.analysis.content = (source as? DigestedRecording)?.content
    recording.remarks += dropped
    return recording
  }

  /// The settings for a recording: without a personal factor that is older than the person's latest
  /// recalibration before the recording, or without a date, and a remark that says so.
  private func pipeline(for facts: RecordingFacts) -> (GaitPipeline, [RecordingRemark]) {
    guard let own = pipeline.personalCalibration, let name = facts.participant.identifier,
      let start = facts.start?.secondsSince1970,
      let anew = recalibrations[name]?.filter({ $0.secondsSince1970 <= start })
        .max(by: { $0.secondsSince1970 < $1.secondsSince1970 }),
      !own.holds(after: anew)
    else { return (pipeline, []) }
    var plain = pipeline
    plain.personalCalibration = nil
    // A recalibration stands at the start of its day.
    let day = InstantText.text(anew).prefix(10)
    let message =
      own.date == nil
      ? "the personal calibration has no date, so that whether it is newer than the recalibration of \(day) is not known, and was "
        + "not used; make it again with its date (gait calibrate --start), or measure known distances anew"
      : "the personal calibration is older than the recalibration of \(day) and was not used; measure known distances anew"
    return (plain, [RecordingRemark(kind: .assumed, sampleCount: 0, message: message)])
  }
}
