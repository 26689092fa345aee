import Foundation
import GaitModel
import GaitResults
import MobilityEstimates

/// A notice in words, as it waits in the store until the command of --on-event has heard it: who interrupts a run loses
/// none.
struct KeptNotice: Codable, Hashable, Sendable {
  /// The word for files and commands.
  var event: String
  /// The last day of the week that brought it, or the day of a change, as 2026-04-19.
  var date: String
  /// Whether the date is that of a week.
  var isOfWeek: Bool
  /// The notice in words.
  var message: String

  /// A notice by a person's calendar.
  init(_ notice: EstimateNotice, _ calendar: DayCalendar) {
    event = notice.word
    date = calendar.text(of: notice.day)
    isOfWeek = notice.isOfWeek
    message = notice.message
  }

  /// Reads what ``text(of:)`` wrote. Throws what `JSONDecoder` throws where something else stands there.
  static func list(_ text: String) throws -> [KeptNotice] {
    try JSONDecoder().decode([KeptNotice].self, from: Data(text.utf8))
  }

  /// Notices as JSON, the same text for the same notices.
  static func text(of notices: [KeptNotice]) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(notices)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
  }
}

/// A command that the shell runs when there is a notice of a person.
struct EventHook {
  /// The command, as a person would type it.
  var command: String

  /// Runs the command and waits for it: what happened is on its standard input as JSON and in its
  /// environment. Throws when it cannot be run or ends with another code than 0.
  func run(_ notice: KeptNotice, participant: String) throws(EventHookError) {
    let process = Process()
    let input = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    process.environment = ProcessInfo.processInfo.environment.merging([
      "GAIT_EVENT": notice.event, "GAIT_PARTICIPANT": participant, "GAIT_DATE": notice.date,
    ]) { $1 }
    process.standardInput = input
    // A command that does not read its input is no fault of ours.
    signal(SIGPIPE, SIG_IGN)
    do {
      try process.run()
    } catch {
      throw .notRun(command: command, reason: error.localizedDescription)
    }
    try? input.fileHandleForWriting.write(
      contentsOf: Data(document(notice, participant: participant).utf8))
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw .ended(command: command, code: process.terminationStatus)
    }
  }

  private func document(_ notice: KeptNotice, participant: String) -> String {
    JSONValue.object([
      .init(key: "event", value: .string(notice.event)),
      .init(key: "participant", value: .string(participant)),
      .init(key: notice.isOfWeek ? "week_ending" : "date", value: .string(notice.date)),
      .init(key: "message", value: .string(notice.message)),
    ]).document
  }
}

/// Why a command that was to be run for an event was of no use.
enum EventHookError: Error, CustomStringConvertible {
  /// The shell could not be started.
  case notRun(command: String, reason: String)
  /// The command ended with another code than 0.
  case ended(command: String, code: Int32)

  /// What happened and what to do.
  var description: String {
    switch self {
    case .notRun(let command, let reason): "--on-event \(command) could not be run: \(reason)"
    case .ended(let command, let code):
      """
      --on-event \(command) ended with \(code); the event is kept and not told again, see \
      gait estimate --format json
      """
    }
  }
}
