import Foundation
import Testing

/// Estimates that came with another store, of days whose samples go afterward.
struct MergedEstimateTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  @discardableResult
  private func run(_ words: String...) throws -> String {
    let ending = try gait.run(words)
    #expect(ending.code == 0, "\(words): \(ending.message)")
    return ending.output
  }

  /// Every estimate of a day and a week that a store says now.
  private func estimates(_ store: String) throws -> [String] {
    try [
      "daily-step-count", "daily-walking-speed-mean", "six-minute-walk-distance",
      "walking-steadiness", "steadiness-event",
    ].flatMap { kind -> [String] in
      let ending = try gait.run(["query", "--store", store, kind, "--format", "csv"])
      return ending.output.split(separator: "\n").dropFirst().map {
        // Who wrote it and when are the store's own.
        $0.split(separator: ",").prefix(6).joined(separator: ",")
      }
    }
  }

  @Test(arguments: [[], ["--source", "gait"]])
  func `days whose samples were deleted after a merge have no estimates`(words: [String]) throws {
    try run(
      "simulate", "--history", "unsteadiness", "--days", "90", "--participant", "Bo", "--seed", "2",
      "--store", "a.gait")
    try run("estimate", "--store", "a.gait")
    try run("merge", "a.gait", "--into", "m.gait")
    #expect(try estimates("m.gait") == estimates("a.gait"))
    let whole = try estimates("a.gait").count
    for store in ["a.gait", "m.gait"] {
      let deleted = try gait.run(
        ["delete", "--store", store, "--everything", "--participant", "Bo", "--from", "2026-03-05"]
          + words)
      #expect(deleted.code == 0, "\(deleted.message)")
      let told = try run("estimate", "--store", store)
      #expect(told.contains("through 4 March 2026"), "\(told)")
    }
    #expect(try estimates("m.gait") == estimates("a.gait"))
    #expect(try estimates("m.gait").count < whole)
    // The end of 4 March is the last instant.
    #expect(try !estimates("m.gait").contains { $0.contains("2026-03-06") })
  }

  @Test func `of a day that moved in one of two centers one is left after a merge`() throws {
    try run("simulate", "daily-life", "--seed", "21", "--seconds", "33000", "--output", "d.csv")
    try FileManager.default.removeItem(atPath: gait.path("d.reference.json"))
    func analyze(_ store: String, _ day: String) throws {
      try run(
        "analyze", "d.csv", "--store", store, "--participant", "P", "--start",
        "2026-01-\(day)T09:00:00+01:00", "--time-zone", "Europe/Berlin", "--quiet")
    }
    try analyze("a.gait", "20")
    try run("estimate", "--store", "a.gait")
    try FileManager.default.copyItem(
      atPath: gait.path("a.gait"), toPath: gait.path("b.gait"))
    try analyze("b.gait", "05")
    try run("merge", "a.gait", "b.gait", "--into", "ab.gait")
    try run("estimate", "--store", "ab.gait")
    let days = try run("query", "--store", "ab.gait", "daily-step-count", "--format", "csv")
    #expect(days.split(separator: "\n").count == 2, "\(days)")
    #expect(days.contains("2026-01-05"))
  }
}
