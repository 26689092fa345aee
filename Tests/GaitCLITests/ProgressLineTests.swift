import Foundation
import Testing

@testable import GaitCLI

struct ProgressLineTests {
  private func text(_ names: [String], _ seconds: Double, doneCount: Int = 0) throws -> String {
    let terminal = Terminal(try VerbosityOptions.parse([]))
    return ProgressLine(terminal: terminal, names: names)
      .text(secondsRead: seconds, current: 0, doneCount: doneCount)
  }

  @Test func `the line says how much of a recording was read`() throws {
    #expect(try text(["walk"], 44.8) == "walk: 0:00:44 read")
    #expect(try text(["week"], 3727) == "week: 1:02:07 read")
  }

  @Test func `of several recordings it counts those that are done`() throws {
    #expect(try text(["a", "b"], 61, doneCount: 1) == "1 of 2 done, a: 0:01:01 read")
  }

  @Test func `it says which share is done and how long it will take`() throws {
    let terminal = Terminal(try VerbosityOptions.parse([]))
    let line = ProgressLine(terminal: terminal, names: ["a", "b"])
    func text(_ share: Double?) -> String {
      line.text(
        secondsRead: 61, current: 1, doneCount: 1, share: share, elapsed: .seconds(60))
    }
    #expect(text(0.75) == "1 of 2 done, b: 0:01:01 read; 75 %, 0:00:20 left")
    #expect(text(0.001) == "1 of 2 done, b: 0:01:01 read")
    #expect(text(nil) == "1 of 2 done, b: 0:01:01 read")
    #expect(text(1.5).hasSuffix("; 100 %, 0:00:00 left"))
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
  func `on a terminal a long recording shows its share, quietly nothing`() throws {
    let gait = try GaitProcess()
    _ = try gait("simulate", "straight-walk", "--seconds", "900", "--output", "walk.csv")
    func lines(_ option: String) throws -> String {
      try gait.shell("script -qec \"$GAIT analyze walk.csv --format csv \(option)\" /dev/null")
        .output
    }
    let said = try lines("")
    #expect(said.contains("walk: 0:"))
    #expect(said.contains(" %, 0:00:"), "\(said.prefix(400))")
    #expect(try !lines("--quiet").contains(" read"))
  }

  @Test func `times that cannot be do not end the program`() throws {
    #expect(try text(["a"], -1) == "a: 0:00:00 read")
    #expect(try text(["a"], .infinity).hasPrefix("a: "))
  }
}
