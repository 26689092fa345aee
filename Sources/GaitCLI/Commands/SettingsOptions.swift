import ArgumentParser
import Foundation
import GaitAnalysis
import GaitModel

/// Methods and settings from a file, in place of those that were measured best.
struct SettingsOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Methods and settings; gait settings prints a file to start from.", valueName: "file"))
  var settings: String?

  /// The pipeline of the file; the one that was measured best without one.
  ///
  /// - Throws: what is wrong with the file, its key, what came and what is allowed.
  func pipeline() throws -> GaitPipeline {
    try settings.map(Self.pipeline(of:)) ?? GaitPipeline()
  }

  /// The pipeline of a settings file.
  static func pipeline(of path: String) throws -> GaitPipeline {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ValidationError(
        "--settings \(path): no such file can be read; gait settings --output \(path) writes one to change"
      )
    }
    if let key = JSONKeys.duplicate(in: data) {
      throw ValidationError(
        "--settings \(path): the key \(key) is there twice in one object; keep one")
    }
    do {
      return try PipelineSettings.pipeline(from: data, file: path)
    } catch {
      throw ValidationError("\(error)")
    }
  }
}

/// `gait settings`: every setting with its default, unit and reason.
struct SettingsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings",
    abstract: "Print all methods and settings with their defaults, units and reasons.",
    discussion: HelpText.of(
      """
      EXAMPLE
        gait settings --output study.json
        writes a file to change; gait analyze walk.csv --settings study.json
        uses it. A file may hold only what it changes:
        {"methods": {"RhythmWalkAssembler": {"longestPauseSeconds": 2.25}}}

      The file is JSON that may hold comments. summary.json and the store keep
      a digest of the settings, and what differs from the defaults.
      """))

  @OptionGroup
  var settings: SettingsOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write; printed without it.", valueName: "file"))
  var output: String?

  @OptionGroup
  var overwriting: OverwritingOptions

  func run() throws {
    let text = PipelineSettings.document(of: try settings.pipeline())
    guard let output else {
      try StandardOutput.write(text)
      return
    }
    guard overwriting.force || !FileManager.default.fileExists(atPath: output) else {
      throw ValidationError(
        "--output \(PrintableText.of(output)) is there already and may hold changes; give another "
          + "name, or --force to write over it")
    }
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: output), options: .atomic)
    } catch {
      throw WriteFailure(path: output, reason: "the file cannot be written")
    }
  }
}
