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

  @Test func `times that cannot be do not end the program`() throws {
    #expect(try text(["a"], -1) == "a: 0:00:00 read")
    #expect(try text(["a"], .infinity).hasPrefix("a: "))
  }
}
