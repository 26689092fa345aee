import Foundation
import Testing

/// What `gait estimate` tells a command of `--on-event`, and whoever lets it watch.
struct EstimateNewsTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  private func simulate(_ history: String, seed: Int, days: Int) throws {
    let ending = try gait(
      "simulate", "--history", history, "--seed", "\(seed)", "--days", "\(days)", "--participant",
      "P07", "--store", "study.gait")
    #expect(ending.code == 0, "\(ending.message)")
  }

  @Test func `a command is run for an event, once, with what happened on its input`() throws {
    try simulate("unsteadiness", seed: 6, days: 240)
    let hook = "cat >> news.json; echo \"$GAIT_PARTICIPANT $GAIT_EVENT $GAIT_DATE\" >> news.txt"
    #expect(try gait("estimate", "--store", "study.gait", "--on-event", hook).code == 0)
    let told = try gait.text(of: "news.txt")
    let lines = told.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("P07 initial_") })
    #expect(lines.contains { $0.hasPrefix("P07 declining_trend 2026-0") })
    let json = try gait.text(of: "news.json")
    #expect(json.contains("\"message\": \"walking steadiness "))
    #expect(try gait("estimate", "--store", "study.gait", "--on-event", hook).code == 0)
    #expect(try gait.text(of: "news.txt") == told)
  }

  @Test func `while it watches, samples of another process are estimated, told and shown`()
    async throws
  {
    try simulate("steady", seed: 2, days: 20)
    try Data().write(to: URL(fileURLWithPath: gait.path("shown.txt")))
    let shown = try #require(FileHandle(forWritingAtPath: gait.path("shown.txt")))
    let watcher = try gait.start(
      [
        "estimate", "--store", "study.gait", "--quiet", "--watch", "--on-event",
        "echo \"$GAIT_PARTICIPANT $GAIT_EVENT\" >> watched.txt",
      ], output: shown)
    defer { watcher.terminate() }
    let made = try gait(
      "simulate", "--history", "unsteadiness", "--seed", "6", "--days", "240", "--participant",
      "P08", "--store", "study.gait")
    #expect(made.code == 0)
    for _ in 0..<600 where !FileManager.default.fileExists(atPath: gait.path("watched.txt")) {
      try await Task.sleep(for: .milliseconds(200))
    }
    #expect(try gait.text(of: "watched.txt").contains("P08 "))
    for _ in 0..<600 where try !gait.text(of: "shown.txt").contains("P08, through ") {
      try await Task.sleep(for: .milliseconds(200))
    }
    let text = try gait.text(of: "shown.txt")
    #expect(text.contains("P08, through "))
    // Nothing came of the other one.
    #expect(text.components(separatedBy: "P07, through ").count == 2)
    // What another process estimates is shown, too.
    let corrected = try gait(
      "estimate", "--store", "study.gait", "--participant", "P07", "--height", "1.50", "--corrects")
    #expect(corrected.code == 0, "\(corrected.message)")
    func listings() throws -> Int {
      try gait.text(of: "shown.txt").components(separatedBy: "P07, through ").count - 1
    }
    for _ in 0..<600 where try listings() < 2 { try await Task.sleep(for: .milliseconds(200)) }
    #expect(try listings() >= 2)
    #expect(watcher.isRunning)
  }

  @Test func `a command that fails is named, and the estimates are kept`() throws {
    try simulate("unsteadiness", seed: 6, days: 240)
    let ending = try gait("estimate", "--store", "study.gait", "--on-event", "exit 3")
    #expect(ending.code == 1)
    #expect(ending.message.contains("--on-event exit 3 ended with 3"))
    let kept = try gait(
      "query", "six-minute-walk-distance", "--store", "study.gait", "--format", "csv")
    #expect(kept.output.split(separator: "\n").count > 1)
  }

  @Test func `what a command prints does not stand in a document of estimates`() throws {
    try simulate("unsteadiness", seed: 6, days: 240)
    let ending = try gait(
      "estimate", "--store", "study.gait", "--quiet", "--format", "json", "--on-event",
      "echo heard $GAIT_EVENT")
    #expect(ending.code == 0 && ending.message.contains("heard initial_"), "\(ending.message)")
    _ = try JSONSerialization.jsonObject(with: Data(ending.output.utf8))
  }

  @Test func `an empty command is refused, and what it was to hear is told to the next`() throws {
    try simulate("unsteadiness", seed: 6, days: 240)
    let ending = try gait.shell("$GAIT estimate --store study.gait --on-event \"$NOTIFY\"")
    #expect(ending.code == 2 && ending.message.contains("--on-event is empty"), "\(ending.message)")
    let hook = "echo $GAIT_EVENT >> heard"
    try gait.done("estimate", "--store", "study.gait", "--on-event", hook)
    #expect(try gait.text(of: "heard").contains("initial_"))
  }
}
