import ArgumentParser
import Foundation
import GaitModel
import GaitResults
import GaitSimulation

/// `gait simulate`: a recording, or months of days, with known truth.
struct SimulateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Make a recording whose truth is known, for tests and first tries.",
    discussion: HelpText.of(
      """
      EXAMPLE
        gait simulate straight-walk --seed 7 --output walk.csv
        writes walk.csv, walk.json (what is known of the recording) and
        walk.reference.json (what really happened).

      FORMATS, decided by the name
        .csv   a plain table; holds every sample to the last bit
        .cwa   Axivity AX6; 12.5, 25, 50, 100, … Hz, evenly sampled, without barometer
               and heart rate
        .bin   GENEActiv; 10 to 100 Hz, evenly sampled, acceleration alone
        .gt3x  ActiGraph; 30, 40, … 100 Hz, evenly sampled, acceleration alone

        gait simulate --laboratory lab
        writes a made-up visit to a gait laboratory into the folder lab: recordings,
        and tables by another clock, for a first try of gait validate --mapping.

      SCENARIOS
      \(scenarios)

      HISTORIES
        gait simulate --history knee-surgery --participant P07 --store study.gait
        writes months of daily samples of a person, as analyses would have left them.
      \(histories)

      A simulated walker is never evidence of accuracy: it does what its author
      thought of.
      """))

  @Argument(help: "What happens in the recording; straight-walk if not given.")
  var scenario: Scenario?

  @Option(help: ArgumentHelp("The same seed gives the same recording.", valueName: "n"))
  var seed: UInt64 = 1

  @Option(help: ArgumentHelp("About how long; the scenario's own length if not given."))
  var seconds: Double?

  @Option(name: .shortAndLong, help: ArgumentHelp("The recording to write.", valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Write a made-up visit to a gait laboratory: recordings and its tables.",
      valueName: "folder"))
  var laboratory: String?

  @OptionGroup(title: "A history of days")
  var history: HistoryOptions

  @OptionGroup(title: "Messages")
  var verbosity: VerbosityOptions

  @OptionGroup
  var overwriting: OverwritingOptions

  /// A day; what is longer does not fit into memory as one text.
  static let possibleSeconds = 12.0...86_400.0

  func validate() throws {
    guard history.history == nil else {
      guard laboratory == nil, output == nil, seconds == nil, scenario == nil else {
        throw ValidationError(
          "--history makes days of samples; leave out the scenario, --laboratory, --output and --seconds"
        )
      }
      return try ExistingOutput.check(
        history.truth, option: "--truth", force: overwriting.force, isOwn: HistoryOptions.isTruth)
    }
    guard history.truth == nil, history.store == nil else {
      throw ValidationError(
        "--store and --truth are where a history goes; name one with --history, or give --output")
    }
    if let option = history.optionsOfDays.first {
      throw ValidationError(
        "\(option) is about a history, and a recording has no place for it; leave it out, or name a history with "
          + "--history")
    }
    if let laboratory {
      guard output == nil, seconds == nil, scenario == nil else {
        throw ValidationError(
          "--laboratory writes files of its own; leave out the scenario, --output and --seconds")
      }
      return try OutputPath.check(laboratory, option: "--laboratory")
    }
    guard let output else {
      throw ValidationError("no recording is given to write: --output walk.csv")
    }
    guard Self.format(of: output) != nil, RecordingInput(path: output).name.first != "." else {
      let endings = RecordingFormat.allCases.map { ".\($0.rawValue)" }.joined(separator: " or ")
      throw ValidationError("--output \(output) cannot be: give a name that ends in \(endings)")
    }
    try SimulatedPlace(output).check(force: overwriting.force)
    if let seconds, !Self.possibleSeconds.contains(seconds) {
      let came = DecimalText.trimmed(seconds) ?? "\(seconds)"
      throw ValidationError("--seconds \(came) cannot be: give 12 to 86400")
    }
  }

  func run() async throws {
    if let asked = history.history {
      let terminal = Terminal(verbosity)
      terminal.note(try await history.write(asked, seed: seed, terminal))
    } else if let laboratory {
      try writeLaboratory(to: laboratory)
    } else if let output {
      try write(to: output)
    }
  }

  /// Writes a visit to a laboratory; into a folder that holds something else only when it is meant.
  private func writeLaboratory(to folder: String) throws {
    let files = SimulatedLaboratory(seed: seed).files
    let there = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    guard there.isEmpty || overwriting.force else {
      throw ValidationError(
        "--laboratory \(PrintableText.of(folder)) is not empty; give a new folder, or --force to write "
          + "into it")
    }
    try PendingFiles.shared.write(
      files.map { (name: $0.name, content: Data($0.bytes)) }, in: folder)
    Terminal(verbosity).note("\(folder): \(files.count) files of a made-up visit to a laboratory")
  }

  private func write(to output: String) throws {
    let name = RecordingInput(path: output).name
    let scenario = scenario ?? .straightWalk
    let recording = scenario.recording(seed: seed, seconds: seconds, name: name)
    guard let format = Self.format(of: output),
      let files = RecordingFiles(recording, format: format)?.named(name)
    else {
      throw ValidationError(
        "--output \(output) cannot be: that format has no place for this scenario's clock "
          + "(\(recording.facts.samplingRateHertz) Hz, or uneven); choose another scenario, or .csv"
      )
    }
    do {
      try PendingFiles.shared.write(
        files.map { (name: $0.name, content: Data($0.bytes)) }, in: SimulatedPlace(output).folder)
    } catch {
      throw InputFailure(RecordingInput(path: output), error)
    }
    let leftOut = format.leftOut(of: recording)
    let words =
      leftOut.isEmpty
      ? ""
      : " A .\(format.rawValue) has no place for \(leftOut.joined(separator: " and ")): they are not written."
    Terminal(verbosity).note("\(output): \(scenario.summary)\(words)")
  }

  private static func format(of output: String) -> RecordingFormat? {
    output.split(separator: ".").last.flatMap { RecordingFormat(rawValue: String($0)) }
  }

  private static var histories: String {
    HistoryScenario.allCases.map { "  \($0.rawValue)\n    \($0.summary)" }.joined(separator: "\n")
  }

  private static var scenarios: String {
    Scenario.allCases.map { "  \($0.rawValue)\n    \($0.summary)" }.joined(separator: "\n")
  }
}

extension Scenario: ExpressibleByArgument {}

/// Where a simulated recording goes: three files of one name in a folder.
struct SimulatedPlace {
  private let output: String
  private let name: String

  /// Takes the path of the recording.
  init(_ output: String) {
    self.output = output
    name = RecordingInput(path: output).name
  }

  /// The folder of the three files.
  var folder: String {
    guard let slash = output.lastIndex(of: "/") else { return "." }
    return slash == output.startIndex ? "/" : String(output[..<slash])
  }

  private var description: String { "\(folder)/\(name).json" }
  private var reference: String { "\(folder)/\(name).reference.json" }

  /// Looks whether the three files may be written: over an earlier simulation, but never over a recording
  /// or beside one that they would then describe.
  ///
  /// - Throws: what is there and what to do.
  func check(force: Bool) throws {
    let isOwn = isSimulated
    if !force, !isOwn, let neighbor = neighbors.min() {
      throw ValidationError(
        """
        --output \(PrintableText.of(output)) would put its description beside \
        \(PrintableText.of(neighbor)), which it would then describe, too; give another name, or --force
        """)
    }
    for path in [output, description, reference] {
      try ExistingOutput.check(path, force: force) { _ in isOwn }
    }
  }

  /// Whether all three files are as a simulation made them: one that somebody has changed since is theirs.
  private var isSimulated: Bool {
    let files = FileManager.default
    guard let samples = files.contents(atPath: output),
      let description = files.contents(atPath: description),
      let reference = files.contents(atPath: reference)
    else { return false }
    return RecordingFiles.areUnchanged(
      samples: samples, description: String(decoding: description, as: UTF8.self),
      reference: String(decoding: reference, as: UTF8.self))
  }

  /// Other recordings of the name, whose description it would be, too.
  private var neighbors: [String] {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let own = URL(fileURLWithPath: output).lastPathComponent
    return entries.filter {
      RecordingInput(path: $0).name == name && !$0.hasSuffix(".json") && $0 != own
    }
  }
}
