import Foundation
import SampleStorage
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
    while try state(of: process.processIdentifier) != "T", process.isRunning { usleep(500) }
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

  /// Whoever has ended and was not asked for by its parent still has its number.
  @Test func `what a process left that has ended but not gone is taken away`() throws {
    var ended: pid_t = 0
    #expect(posix_spawn(&ended, "/bin/true", nil, nil, [nil], nil) == 0)
    defer { waitpid(ended, nil, 0) }
    while try state(of: ended) != "Z" { usleep(500) }
    let space = try #require(UnfinishedFile.writer.split(separator: "-").first)
    for writer in ["\(space)-\(ended)", UnfinishedFile.writer] {
      #expect(
        FileManager.default.createFile(
          atPath: gait.path(".walk.csv.\(writer).partial"), contents: nil))
    }
    #expect(try gait("simulate", "straight-walk", "--output", "walk.csv").code == 0)
    #expect(try unfinished() == [".walk.csv.\(UnfinishedFile.writer).partial"])
  }

  @Test func `a study takes away what dead processes left, and nothing of the living`() throws {
    #expect(try gait("simulate", "straight-walk", "--output", "recordings/P01/walk.csv").code == 0)
    let (living, space) = (
      UnfinishedFile.writer, try #require(UnfinishedFile.writer.split(separator: "-").first)
    )
    for folder in ["out/tables", "out/ledger/P01"] {
      try FileManager.default.createDirectory(
        atPath: gait.path(folder), withIntermediateDirectories: true)
    }
    func places(_ writer: String) -> [String] {
      ["tables/.days.csv", "ledger/.study.json", "ledger/P01/.walk.json"].map {
        gait.path("out/\($0).\(writer).partial")
      }
    }
    // No machine numbers so many processes.
    let dead = places("\(space)-999999999")
    for place in places(living) + dead {
      #expect(FileManager.default.createFile(atPath: place, contents: nil))
    }
    let run = try gait("batch", "recordings", "--output", "out")
    #expect(run.code == 0, "\(run.message)")
    for place in places(living) { #expect(FileManager.default.fileExists(atPath: place)) }
    for place in dead { #expect(!FileManager.default.fileExists(atPath: place), "\(place)") }
  }

  /// The letter by which Linux names what a process does.
  private func state(of process: pid_t) throws -> Substring {
    let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return text[text.index(text.lastIndex(of: ")") ?? text.startIndex, offsetBy: 2)...].prefix(1)
  }
}
