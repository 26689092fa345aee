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
    let progress = ProgressLine(terminal: terminal, names: [input.name])
    let made = try analyzed(input) { progress.report($0, share: $1, of: 0) }
    terminal.clearProgress()
    for remark in made.remarks where remark.kind.isTrouble {
      terminal.note("\(input.name): \(remark.message)")
    }
    let analysis = made.analysis
    let page = RecordingPage(
      name: input.name, analysis: analysis, levels: try levels(of: input, analysis),
      remarks: made.remarks,
      words: ReasonWords(
        leftOut: { $0.words }, missing: { $0.sentence(wornAt: analysis.facts.site) })
    ).page(program: ReportWriter.program)
    let person = analysis.facts.participant.identifier
    try ReportWriter(options: report).write(
      page, of: [input.name, person ?? "", made.checksum ?? ""],
      names: [input.path, input.name, person].compactMap(\.self))
    terminal.note(report.output)
  }

  private func analyzed(
    _ input: RecordingInput, progress: (Double, Double?) -> Void
  ) throws -> AnalyzedRecording {
    var analyzer = RecordingAnalyzer(options: clock.recordingOptions(description))
    analyzer.identity.participant = participant
    analyzer.identity.timeZone = clock.timeZone?.zone
    analyzer.pipeline = try methods.pipeline()
    analyzer.pipeline.personalCalibration = try calibration.map(CalibrationFile.calibration(at:))
    do { return try analyzer.analysis(of: input, progress: progress) } catch {
      throw InputFailure(input, error)
    }
  }

  /// Reads the recording again for its signal: what is shown in detail is known only after the
  /// analysis.
  private func levels(
    of input: RecordingInput, _ analysis: RecordingAnalysis
  ) throws -> SignalLevels {
    var levels = SignalLevels(of: analysis)
    do {
      var source = try SensorFile.open(
        input.path, options: clock.recordingOptions(description))
      while let block = try source.nextBlock() { levels.add(block) }
    } catch {
      throw InputFailure(input, error)
    }
    return levels
  }

  /// Makes the page of a recording to which another page leads.
  ///
  /// - Parameters:
  ///   - path: The recording.
  ///   - output: The page.
  ///   - participant: The person; `nil` leaves it to the recording.
  ///   - report: What was asked for of the page that leads here.
  /// - Throws: What cannot be read or written.
  static func make(
    _ path: String, to output: String, participant: String? = nil, like report: ReportOptions
  ) async throws {
    var options = [path, "--output", output, "--quiet"]
    if let participant { options += ["--participant", participant] }
    if report.codesNames { options.append("--code-names") }
    if report.overwriting.force { options.append("--force") }
    try await parse(options).run()
  }
}
