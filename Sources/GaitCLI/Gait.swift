import ArgumentParser
import Foundation

/// The command `gait`.
@main
struct Gait: AsyncParsableCommand {
  /// The version of the program, as it stands in `summary.json`.
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "gait",
    abstract: "Walking bouts from a body-worn accelerometer: speed, steps, cadence, asymmetry.",
    discussion: """
      EXAMPLE
        gait analyze walk.csv --height 1.75
        prints one row per walking bout of walk.csv.

      EXIT CODES
        0 done; 1 some inputs failed, each is named and the others are done;
        2 bad usage, or no input could be read; 130 interrupted.
      """,
    version: "gait \(version)",
    subcommands: [
      AnalyzeCommand.self, InspectCommand.self, ValidateCommand.self, BenchCommand.self,
      SimulateCommand.self, CalibrateCommand.self, EstimateCommand.self, RecalibrateCommand.self,
      QueryCommand.self, ExportCommand.self, ImportCommand.self, DeleteCommand.self,
      CompareCommand.self, StoreCommand.self,
    ])

  static func main() async {
    Interruption.install()
    do {
      let command = try parseAsRoot()
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        var synchronous = command
        try synchronous.run()
      }
      OpenStores.close()
      try flushOutput()
    } catch {
      leave(because: error)
    }
  }

  /// `print` does not say when a full disk swallowed what it printed; the last flush does.
  private static func flushOutput() throws {
    guard fflush(nil) != 0 else { return }
    throw WriteFailure(path: "standard output", reason: String(cString: strerror(errno)))
  }

  /// Help goes to standard output with code 0; everything else to standard error.
  private static func leave(because error: any Error) -> Never {
    OpenStores.close()
    let code = code(for: error)
    if error is InputFailure || error is WriteFailure || error is StoreFailure {
      Terminal.writeToStandardError("gait: \(error)\n")
    } else {
      say(fullMessage(for: error), isHelp: code == 0)
    }
    Foundation.exit(code)
  }

  private static func say(_ message: String, isHelp: Bool) {
    guard !message.isEmpty else { return }
    if isHelp { print(message) } else { Terminal.writeToStandardError(message + "\n") }
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
