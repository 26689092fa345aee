import Testing

@testable import GaitCLI

/// A line of blocks rises where its numbers do, and stands only where a terminal shows it.
struct SparklineTests {
  @Test func `the least is the lowest block, the most the highest, and a gap is a gap`() {
    #expect(Sparkline.text([0, 1, 2, 3, 4, 5, 6, 7]) == "▁▂▃▄▅▆▇█")
    #expect(Sparkline.text([3, nil, 5]) == "▁ █")
    #expect(Sparkline.text([2, 2, 2]) == "▁▁▁")
    #expect(Sparkline.text([4]).isEmpty && Sparkline.text([]).isEmpty)
  }

  @Test func `only a terminal with UTF-8 sees it`() throws {
    let gait = try GaitProcess()
    _ = try gait(
      "simulate", "--history", "steady", "--days", "90", "--participant", "P1", "--store",
      "s.gait", "-q")
    let command = "script -qec \"$GAIT estimate --store s.gait\" /dev/null"
    let seen = try gait.shell(command, environment: ["LC_ALL": "C.UTF-8", "TERM": "xterm"])
    #expect(seen.output.contains(/[▁-█]{3,} the last \d+ estimates/), "\(seen.output)")
    let plain = try gait.shell(command, environment: ["LC_ALL": "C", "TERM": "xterm"])
    #expect(!plain.output.contains("█") && plain.output.contains("Six-minute walk"))
    #expect(try !gait("estimate", "--store", "s.gait").output.contains("█"))
  }
}
