import ArgumentParser
import CAllocations
import Foundation
import GaitResults
import SampleStorage

/// The command `gait`.
package struct Gait: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "gait",
    abstract: "Walking bouts from a body-worn accelerometer: speed, steps, cadence, asymmetry.",
    discussion: HelpText.of(
      """
      EXAMPLE
        gait analyze walk.csv --height 1.75
        prints one row per walking bout of walk.csv.

      EXIT CODES
        0 done; 1 some inputs failed, each is named and the others are done;
        2 bad usage, no input could be read, or an output could not be written;
        130 interrupted; 141 whoever read standard output left, as head does.
      """),
    version: "gait \(Program.version)",
    subcommands: [
      AnalyzeCommand.self, BatchCommand.self, InspectCommand.self, ConvertCommand.self,
      ValidateCommand.self, BenchCommand.self,
      SimulateCommand.self, CalibrateCommand.self, EstimateCommand.self, RecalibrateCommand.self,
      EventCommand.self,
      ReportCommand.self, QueryCommand.self, ExportCommand.self, ImportCommand.self,
      DeleteCommand.self,
      CompareCommand.self, MergeCommand.self, StoreCommand.self, SettingsCommand.self,
      ColumnsCommand.self,
    ])

  package init() {}

  /// Runs the command of the command line. It is not called `main`, as which a caller without ArgumentParser would get one
  /// that knows no commands that wait. It begins on the program's own thread: where no other can be had, it says so.
  @MainActor
  package static func start() async {
    allocations_return_large_blocks()
    StandardStreams.prepare()
    CrashNotice.install()
    do {
      StallWatch.start()
      try ThreadCheck.run()
      try FileHandles.take()
      Interruption.install()
      try CommandLineCheck.run()
      let command = try parsed()
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        var synchronous = command
        try synchronous.run()
      }
      try OpenStores.close()
    } catch {
      leave(because: error)
    }
  }

  /// The command of the command line; an option that there is not is named before the value that follows it, and a word
  /// that there is not with the nearest.
  private static func parsed() throws -> any ParsableCommand {
    do {
      return try parseAsRoot(NegativeValues.joined(Array(CommandLine.arguments.dropFirst())))
    } catch {
      if !exitCode(for: error).isSuccess, message(for: error).contains("is invalid for") {
        try RepeatedOptions.checkNames(CommandLine.arguments.dropFirst())
        if let question = InvalidWord.question(message(for: error)) {
          throw ValidationError(question)
        }
      }
      throw error
    }
  }

  /// Help goes to standard output with code 0; everything else to standard error.
  static func leave(because error: any Error) -> Never {
    OpenStores.giveUp()
    PendingFiles.shared.abandon()
    if error is ReaderLeft { Foundation.exit(ReaderLeft.exitCode) }
    let code = code(for: error)
    if isInWords(error) {
      Terminal.writeToStandardError("gait: \(PrintableText.ofLines("\(error)"))\n")
    } else if code == 0 {
      help(HelpText.breakingUsage(in: fullMessage(for: error)))
    } else {
      let message = HelpText.breakingUsage(in: fullMessage(for: error))
      if !message.isEmpty { Terminal.writeToStandardError(message + "\n") }
    }
    Foundation.exit(code)
  }

  /// Whether an error says itself what came, what was allowed and what to do. Lines about usage come with a command line that
  /// is read wrong, and not with what a command refuses as it runs.
  private static func isInWords(_ error: any Error) -> Bool {
    error is InputFailure || error is WriteFailure || error is StoreFailure
      || error is ResourceFailure || error is ValidationError || error is StoreError
  }

  private static func help(_ message: String) {
    do { try StandardOutput.write(message + "\n") } catch { leave(because: error) }
  }

  /// Codes that a command chose stay; any other trouble is bad usage or unreadable input.
  static func code(for error: any Error) -> Int32 {
    if let chosen = error as? ExitCode { return chosen.rawValue }
    return exitCode(for: error).isSuccess ? 0 : InputOutcome.nothingRead.rawValue
  }
}

/// How a command ends, as far as its inputs are concerned.
enum InputOutcome: Int32 {
  /// Every input was read.
  case done = 0
  /// Some inputs failed, the others are done.
  case someFailed = 1
  /// Bad usage, or no input could be read.
  case nothingRead = 2

  /// The outcome of so many inputs of which so many failed.
  init(inputs: Int, failures: Int) {
    self = failures == 0 ? .done : failures < inputs ? .someFailed : .nothingRead
  }

  /// Ends the command unless all is done.
  func leave() throws {
    if self != .done { throw ExitCode(rawValue) }
  }
}
