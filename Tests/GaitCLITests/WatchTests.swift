import Foundation
import Testing

/// What stands on the screen of whoever watches a store is what the same command prints anew.
@Suite(.timeLimit(.minutes(10)))
struct WatchTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  private func simulate(_ person: String, _ zone: String, seed: Int) throws {
    try gait.done(
      "simulate", "--history", "steady", "--days", "10", "--seed", "\(seed)", "--participant",
      person, "--time-zone", zone, "--store", "s.gait")
  }

  /// Lets a command watch while something happens; it must show in the end what it prints without watching.
  private func watch(_ words: [String], while happens: () throws -> Void) async throws {
    _ = FileManager.default.createFile(atPath: gait.path("shown.txt"), contents: nil)
    let shown = try #require(FileHandle(forWritingAtPath: gait.path("shown.txt")))
    let before = try gait.run(words).output
    let watcher = try gait.start(words + ["--watch"], output: shown)
    defer { watcher.terminate() }
    func wait(for text: String) async throws -> Bool {
      for _ in 0..<600 where try gait.text(of: "shown.txt").hasSuffix(text) == false {
        try await Task.sleep(for: .milliseconds(200))
      }
      return try gait.text(of: "shown.txt").hasSuffix(text)
    }
    #expect(try await wait(for: before))
    try happens()
    let after = try gait.run(words).output
    #expect(after != before)
    let isShown = try await wait(for: after)
    let text = try gait.text(of: "shown.txt")
    #expect(isShown, "\(text) does not end with \(after)")
    #expect(watcher.isRunning)
  }

  @Test func `days are counted by the clocks of people who come later`() async throws {
    try simulate("P01", "Europe/Berlin", seed: 1)
    let words = ["query", "--store", "s.gait", "step-count", "--every", "day", "--format", "csv"]
    try await watch(words) { try simulate("P02", "America/New_York", seed: 2) }
  }

  @Test func `days of the first person are counted by that person's clock`() async throws {
    try simulate("P01", "Europe/Berlin", seed: 1)
    try gait.done("delete", "--store", "s.gait", "--participant", "P01", "--everything")
    let words = ["query", "--store", "s.gait", "step-count", "--every", "day", "--format", "csv"]
    try await watch(words) { try simulate("P02", "America/New_York", seed: 2) }
  }

  @Test func `figures of activities come anew with another protocol`() async throws {
    try gait.done("simulate", "daily-life", "--seed", "2", "--output", "walk.csv")
    func label(_ text: String) throws {
      try ("label,start_s,end_s\n" + text)
        .write(toFile: gait.path("marks.csv"), atomically: true, encoding: .utf8)
      try gait.done(
        "analyze", "walk.csv", "--participant", "P01", "--start", "2026-05-04T09:30:00+02:00",
        "--activities", "marks.csv", "--store", "s.gait")
    }
    try label("first,0,30\nsecond,30,90\n")
    try await watch(["query", "--store", "s.gait", "walking-speed", "--by-activity"]) {
      try label("all,0,110\n")
    }
  }

  @Test func `estimates come anew with a height of a table, and with an event`() async throws {
    try gait.done(
      "simulate", "--history", "knee-surgery", "--participant", "P07", "--store", "s.gait")
    let words = ["estimate", "--store", "s.gait", "--quiet", "--format", "json"]
    try await watch(words) {
      try """
      participant,kind,value,unit,start_time,end_time,source,is_entered_by_hand
      P07,height,1.50,m,2026-01-05T00:00:00+01:00,2026-01-05T00:00:00+01:00,person,true

      """.write(toFile: gait.path("height.csv"), atomically: true, encoding: .utf8)
      try gait.done("import", "height.csv", "--store", "s.gait")
    }
    try await watch(words) {
      try gait.done(
        "event", "operation", "--store", "s.gait", "--participant", "P07", "--on", "2026-04-05")
    }
  }
}
