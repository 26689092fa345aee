import Testing

/// A last day that was mistyped, and put right to an earlier one.
struct EarlierUntilTests {
  private let gait: GaitProcess
  private static let kinds = ["six-minute-walk-distance", "walking-steadiness"]

  init() throws {
    gait = try GaitProcess()
    for store in ["s.gait", "fresh.gait"] {
      try gait.done(
        "simulate", "--history", "unsteadiness", "--participant", "P07", "--store", store, "--days",
        "150", "--seed", "1")
    }
    // The week to 7 June is not over on the last day with data, 3 June.
    try gait.done("estimate", "--store", "s.gait", "--until", "2026-06-07")
    try gait.done("estimate", "--store", "fresh.gait", "--until", "2026-06-03")
  }

  private func weeks(_ kind: String, _ store: String) throws -> [String] {
    GaitProcess.rows(try gait("query", kind, "--store", store, "--format", "csv").output)
      .map { "\($0["start_time"] ?? "") \($0["value"] ?? "")" }
  }

  private func said(_ more: String...) throws -> String {
    let ending = try gait.run(["estimate", "--store", "s.gait", "--until", "2026-06-03"] + more)
    #expect(ending.code == 0)
    return (ending.output + ending.message).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  @Test func `later estimates stay, which is said, until everything is made again`() throws {
    let before = try Self.kinds.map { try weeks($0, "s.gait") }
    let right = try Self.kinds.map { try weeks($0, "fresh.gait") }
    #expect(before != right)
    let once = try said()
    #expect(try Self.kinds.map { try weeks($0, "s.gait") } == before)
    #expect(once.contains("of days after 3 June 2026 stay"), "\(once)")
    _ = try said("--everything")
    #expect(try Self.kinds.map { try weeks($0, "s.gait") } == right)
    let again = try said()
    #expect(!again.contains("of days after"), "\(again)")
    // Without a day it goes on from there.
    try gait.done("estimate", "--store", "s.gait")
    try gait.done("estimate", "--store", "fresh.gait")
    for kind in Self.kinds { #expect(try weeks(kind, "s.gait") == weeks(kind, "fresh.gait")) }
  }
}
