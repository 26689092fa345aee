import ArgumentParser
import Foundation
import GaitAnalysis
import GaitModel
import GaitReports
import GaitResults
import SensorFiles

/// `gait report recording`: one recording from a week down to single contacts.
struct RecordingReport: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recording",
    abstract: "Analyze a recording and make a page of its signal and bouts.",
    discussion: HelpText.of(
      """
      EXAMPLE
        gait report recording walk.csv --site lower_back --height 1.75 --output walk.html
        writes a page with the signal, the bouts and contacts, and what was left out.

      FIGURES
        speeds, hours, left-out
      """))

  @Argument(help: ArgumentHelp("The recording.", valueName: "recording"))
  var recording: String

  @OptionGroup
  var report: ReportOptions

  @OptionGroup
  var methods: SettingsOptions

  @Option(
    help: ArgumentHelp("The person's own factor, made by gait calibrate.", valueName: "file"))
  var calibration: String?

  @OptionGroup(title: "Description of recording and person")
  var description: DescriptionOptions

  @Option(help: ArgumentHelp("The person's name.", valueName: "name"))
  var participant: String?

  @OptionGroup(title: "Clock")
  var clock: ClockOptions

  @OptionGroup(title: "Messages")
  var verbosity: VerbosityOptions

  func validate() throws {
    try Entry.check(name: participant)
    try report.check(besides: [recording])
  }

  func run() async throws {
    try ReportWriter.check()
    let inputs = RecordingInput.expanded([recording])
    guard let input = inputs.first, inputs.count == 1 else {
      throw ValidationError(
        "\(PrintableText.of(recording)) holds \(inputs.count) recordings; name one, as "
          + "\(inputs[0].path)")
    }
    let terminal = Terminal(verbosity)
    description.tellOverruled([input], participant: participant, terminal)
    let progress = ProgressLine(terminal: terminal, names: [input.name])
    var analyzer = RecordingAnalyzer(options: clock.recordingOptions(description))
    analyzer.identity.participant = participant
    analyzer.identity.timeZone = clock.timeZone?.zone
    analyzer.use(try methods.pipeline())
    analyzer.pipeline.personalCalibration = try calibration.map(CalibrationFile.calibration(at:))
    let remarks = try RecordingPageMaker(analyzer: analyzer, report: report).make(of: input) {
      progress.report($0, share: $1, of: 0)
    }
    terminal.clearProgress()
    for remark in remarks where remark.kind.isTrouble {
      terminal.note("\(input.name): \(remark.message)")
    }
    terminal.note(report.output)
  }
}

/// Makes the page of a recording: what was asked for, and those to which other pages lead.
struct RecordingPageMaker {
  /// Analyzes the recording.
  let analyzer: RecordingAnalyzer
  /// What was asked for of the page.
  private(set) var report: ReportOptions

  /// The page that was asked for, or one in another file to which that leads.
  init(analyzer: RecordingAnalyzer, report: ReportOptions, output: String? = nil) {
    (self.analyzer, self.report) = (analyzer, report)
    if let output { self.report.output = output }
  }

  /// Analyzes a recording and writes its page.
  ///
  /// - Parameters:
  ///   - input: The recording.
  ///   - progress: Is told of seconds read, and of their share where that is known.
  /// - Returns: What is to be said of the recording.
  /// - Throws: What cannot be read or written.
  @discardableResult
  func make(
    of input: RecordingInput, progress: (Double, Double?) -> Void = { _, _ in }
  ) throws -> [RecordingRemark] {
    try report.check(besides: [input.path])
    let made: AnalyzedRecording
    do { made = try analyzer.analysis(of: input, progress: progress) } catch {
      throw InputFailure(input, error)
    }
    let analysis = made.analysis
    let levels = try levels(of: input, analysis)
    let said =
      report.codesNames
      ? Self.coded(made, of: input)
      : (name: input.name, analysis: analysis, remarks: made.remarks)
    let page = RecordingPage(
      name: said.name, analysis: said.analysis, levels: levels, remarks: said.remarks,
      settings: analyzer.settings.changes,
      words: ReasonWords(
        leftOut: { $0.words }, missing: { $0.sentence(wornAt: analysis.facts.site) })
    ).page(program: ReportWriter.program)
    let person = analysis.facts.participant.identifier
    try ReportWriter(options: report).write(
      page, of: [input.name, person ?? "", made.checksum ?? ""])
    return made.remarks
  }

  /// What the page says of a recording, with codes in place of the names of file and person.
  private static func coded(
    _ made: AnalyzedRecording, of input: RecordingInput
  ) -> (name: String, analysis: RecordingAnalysis, remarks: [RecordingRemark]) {
    var analysis = made.analysis
    let person = analysis.facts.participant.identifier
    let coder = NameCoder(
      NameCoder.names(ofFile: input.path) + [input.name, person].compactMap(\.self))
    analysis.facts.participant.identifier = person.map(CodeName.of)
    analysis.facts.device = coder.entered(analysis.facts.device)
    let remarks = made.remarks.map { remark in
      var remark = remark
      remark.message = coder.message(remark.message)
      return remark
    }
    return (CodeName.of(input.name), analysis, remarks)
  }

  /// Reads the recording again for its signal: what is shown in detail is known only after the
  /// analysis.
  private func levels(
    of input: RecordingInput, _ analysis: RecordingAnalysis
  ) throws -> SignalLevels {
    var levels = SignalLevels(of: analysis)
    var options = analyzer.options
    options.timeZone = analyzer.identity.timeZone
    do {
      var source = try SensorFile.open(input.path, options: options)
      while let block = try source.nextBlock() { levels.add(block) }
    } catch {
      throw InputFailure(input, error)
    }
    return levels
  }
}
