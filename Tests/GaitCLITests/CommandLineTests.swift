import Foundation
import Testing

/// How a command line is read, and what is said of it.
struct CommandLineTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  private struct Help: Decodable {
    struct Command: Decodable {
      var commandName: String
      var subcommands: [Command]?
    }
    var command: Command
  }

  private func paths(_ command: Help.Command, _ path: [String] = []) -> [[String]] {
    let inner = (command.subcommands ?? []).filter { $0.commandName != "help" }
    return [path] + inner.flatMap { paths($0, path + [$0.commandName]) }
  }

  @Test func `what is collected is not resumed, and nothing stops and goes on at once`() throws {
    try gait.done(
      "simulate", "--history", "steady", "--participant", "A", "--store", "s.gait", "--days", "10")
    func delete(_ words: String...) throws -> GaitProcess.Ending {
      try gait.run(["delete", "--store", "s.gait", "--participant", "A"] + words)
    }
    let nothing = try delete("--resume-collecting", "walking-speed", "--everything")
    #expect(
      nothing.code == 2
        && nothing.message.contains(
          "--resume-collecting walking-speed: its collection was not stopped for A, and nothing was changed; all kinds of A "
            + "are collected"),
      "\(nothing.message)")
    let held = try gait.done("query", "walking-speed", "--store", "s.gait", "--format", "csv")
    #expect(held.output.split(separator: "\n").count > 2)
    let both = try delete("--stop-collecting", "cadence", "--resume-collecting", "cadence")
    #expect(both.code == 2 && both.message.contains("name cadence both"), "\(both.message)")
    #expect(try delete("--stop-collecting", "cadence").code == 0)
    let other = try delete("--resume-collecting", "cadence", "--resume-collecting", "step-count")
    #expect(
      other.code == 2 && other.message.contains("not collected are cadence"), "\(other.message)")
    #expect(try delete("--resume-collecting", "cadence").code == 0)
    #expect(try delete("--resume-collecting", "cadence").code == 2)
  }
}
