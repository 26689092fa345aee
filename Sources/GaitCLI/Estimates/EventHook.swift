import Foundation
import GaitModel
import GaitResults
import MobilityEstimates

/// A command that the shell runs when there is a notice of a person.
struct EventHook {
  /// The command, as a person would type it.
  var command: String

  /// Runs the command and waits for it: what happened is on its standard input as JSON and in its
  /// environment, and what it writes goes to standard error. Throws when it cannot be run or ends with another code than 0.
  func run(_ notice: EstimateNotice, participant: String, date: String) throws(EventHookError) {
    let process = Process()
    let input = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    process.environment = ProcessInfo.processInfo.environment.merging([
      "GAIT_EVENT": notice.word, "GAIT_PARTICIPANT": participant, "GAIT_DATE": date,
    ]) { $1 }
    process.standardInput = input
    // What the command says is none of the estimates, which may be a document.
    process.standardOutput = FileHandle.standardError
    // A command that does not read its input is no fault of ours.
    signal(SIGPIPE, SIG_IGN)
    do {
      try process.run()
    } catch {
      throw .notRun(command: command, reason: error.localizedDescription)
    }
    try? input.fileHandleForWriting.write(
      contentsOf: Data(document(notice, participant: participant, date: date).utf8))
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw .ended(
        command: command, code: process.terminationStatus, notice: "\(notice.word) of \(date)")
    }
  }

  private func document(_ notice: EstimateNotice, participant: String, date: String) -> String {
    JSONValue.object([
      .init(key: "event", value: .string(notice.word)),
      .init(key: "participant", value: .string(participant)),
      .init(key: notice.isOfWeek ? "week_ending" : "date", value: .string(date)),
      .init(key: "message", value: .string(notice.message)),
    ]).document
  }
}

/// Why a command that was to be run for an event was of no use.
enum EventHookError: Error, CustomStringConvertible {
  /// The shell could not be started.
  case notRun(command: String, reason: String)
  /// The command ended with another code than 0.
  case ended(command: String, code: Int32, notice: String)

  /// What happened and what to do.
  var description: String {
    switch self {
    case .notRun(let command, let reason): "--on-event \(command) could not be run: \(reason)"
    case .ended(let command, let code, let notice):
      """
      --on-event \(command) ended with \(code) for \(notice); the event is kept and not told again, see \
      gait estimate --format json
      """
    }
  }
}
