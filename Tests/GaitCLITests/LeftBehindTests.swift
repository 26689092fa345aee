import Foundation
import Testing

/// What a program that was killed left under names of its own goes when the same file is written next; what another one
/// is writing stays.
struct LeftBehindTests {
  private let gait: GaitProcess

  init() throws {
    gait = try GaitProcess()
    let made = try gait(
      "simulate", "--history", "steady", "--participant", "A", "--store", "s.gait", "--days", "60")
    #expect(made.code == 0, "\(made.message)")
  }

  private func unfinished() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: gait.folder).filter {
      $0.hasSuffix(".unfinished") || $0.hasSuffix(".partial")
    }
  }

  /// Stops a command in the middle of writing.
  private func stopped(_ command: [String]) throws -> Process {
    let process = try gait.start(command)
    while try unfinished().isEmpty, process.isRunning { usleep(500) }
    kill(process.processIdentifier, SIGSTOP)
    return process
  }

  @Test(arguments: [
    "export --store s.gait --plain --output out.csv --quiet",
    "store copy --store s.gait --output copy.gait --quiet",
    "simulate straight-walk --seconds 3600 --output walk.csv --quiet",
  ]) func `only what no living process holds is taken away`(line: String) throws {
    let command = line.split(separator: " ").map(String.init)
    let living = try stopped(command)
    let held = try unfinished()
    #expect(!held.isEmpty)
    #expect(try gait.run(command + (command[0] == "export" ? [] : ["--force"])).code == 0)
    #expect(try Set(unfinished()) == Set(held), "somebody writes them")
    kill(living.processIdentifier, SIGKILL)
    living.waitUntilExit()
    #expect(try Set(unfinished()) == Set(held))
    #expect(try gait.run(command + (command[0] == "export" ? [] : ["--force"])).code == 0)
    #expect(try unfinished().isEmpty)
  }
}
