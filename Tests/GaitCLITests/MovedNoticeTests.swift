import Foundation
import Testing

/// Alarms that move by days that came late, before a command of `--on-event` has heard them.
struct MovedNoticeTests {
  private let gait: GaitProcess

  init() throws {
    gait = try GaitProcess()
    try gait.done(
      "simulate", "--history", "unsteadiness", "--participant", "P07", "--store", "whole.gait",
      "--days", "150", "--seed", "1")
    try gait.done("export", "--plain", "--store", "whole.gait", "--output", "whole.csv")
  }

  /// Adds the samples of some days to a store.
  private func add(from first: String, to last: String, _ store: String) throws {
    let lines = try gait.text(of: "whole.csv").split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).dropLast()
    }
    let start = try #require(lines.first?.firstIndex(of: "start_time"))
    let some = lines.dropFirst().filter { $0[start] >= first && $0[start] < last }
    let text = ([lines[0]] + some).map { $0.joined(separator: ",") + "\n" }.joined()
    try text.write(toFile: gait.path("some.csv"), atomically: true, encoding: .utf8)
    try gait.done("import", "some.csv", "--store", store)
  }

  /// What a command has heard of a store, each without its day.
  private func heard(_ store: String) throws -> [String] {
    try gait.done(
      "estimate", "--store", store, "-q", "--on-event", "echo $GAIT_EVENT >> \(store).txt")
    return try gait.text(of: "\(store).txt").split(separator: "\n").map(String.init).sorted()
  }

  @Test func `what moved before a command heard it is heard once`() throws {
    for store in ["always.gait", "late.gait"] {
      try Data().write(to: URL(fileURLWithPath: gait.path("\(store).txt")))
      try add(from: "2026-01-01", to: "2026-02-20", store)
      #expect(try heard(store).isEmpty)
      for (first, last) in [
        ("2026-02-20", "2026-03-15"), ("2026-03-29", "2026-07-01"), ("2026-03-15", "2026-03-29"),
      ] {
        try add(from: first, to: last, store)
        if store == "always.gait" {
          _ = try heard(store)
        } else {
          try gait.done("estimate", "--store", store, "-q")
        }
      }
    }
    let all = try heard("always.gait")
    #expect(all.contains("initial_very_low") && all.count(where: { $0 == "walking_change" }) == 3)
    #expect(try heard("late.gait") == all)
    #expect(try heard("late.gait") == all, "once")
  }
}
