import Testing

/// Estimates through a day that lies before what was estimated already.
struct LookBackTests {
  private let gait: GaitProcess
  private static let kinds = [
    "six-minute-walk-distance", "walking-steadiness", "steadiness-event", "walking-change",
    "daily-step-count",
  ]

  init() throws {
    gait = try GaitProcess()
    try gait.done(
      "simulate", "--history", "unsteadiness", "--participant", "P07", "--store", "s.gait",
      "--days", "150", "--seed", "1")
    try gait.done("estimate", "--store", "s.gait")
  }

  /// What is kept, with all that is said beside it.
  private func kept() throws -> [String] {
    try Self.kinds.map { kind in
      try gait("query", kind, "--store", "s.gait", "--format", "csv").output
    }
  }

  private func said(_ more: String...) throws -> String {
    let ending = try gait.run(["estimate", "--store", "s.gait"] + more)
    #expect(ending.code == 0)
    return (ending.output + ending.message).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  @Test func `a look back by other limits does not stay among the usual ones`() throws {
    let before = try kept()
    let limits = ["--low-limit", "0.75", "--very-low-limit", "0.5"]
    #expect(
      try gait.run(["estimate", "--store", "s.gait", "--until", "2026-03-29"] + limits).code == 0)
    #expect(try kept() != before)
    let usual = try said()
    #expect(try kept() == before)
    #expect(
      usual.contains("because the limits of steadiness's classes are now 0.60 and 0.22: stead"),
      "\(usual)")
    #expect(!usual.contains("in another store"))
    #expect(try !said().contains("Said anew"))
  }

  @Test(arguments: ["2025-03-29", "2026-01-04"])
  func `a day before all data takes back nothing of later days`(day: String) throws {
    let before = try kept()
    let early = try said("--until", day, "--low-limit", "0.65")
    #expect(early.contains("stay as they are") && !early.contains("no longer true"), "\(early)")
    #expect(try kept() == before)
    _ = try said("--until", day, "--low-limit", "0.65", "--everything")
    #expect(try kept() != before)
    _ = try said()
    #expect(try kept() == before)
  }

  @Test func `alarms of later weeks stay with them`() throws {
    func alarms() throws -> String {
      try gait("query", "steadiness-event", "--store", "s.gait", "--format", "csv").output
    }
    let before = try alarms()
    #expect(before.contains("2026-04-19"))
    let limits = ["--low-limit", "0.05", "--very-low-limit", "0.02"]
    let early = try gait.run(["estimate", "--store", "s.gait", "--until", "2026-03-29"] + limits)
    #expect(early.code == 0 && !early.output.contains("no longer true"), "\(early.output)")
    #expect(try alarms().contains("2026-04-19"))
    _ = try said()
    #expect(try alarms() == before)
  }

  @Test func `a test that is entered before a look back is the reason after it`() throws {
    try gait.done(
      "calibrate", "--store", "s.gait", "--participant", "P07", "--six-minute-walk", "300",
      "--on", "2026-02-10")
    _ = try said("--until", "2026-03-08")
    let usual = try said()
    #expect(usual.contains("because a clinic test was entered"), "\(usual)")
    #expect(!usual.contains("in another store"))
  }

  @Test func `a six-minute walk of a week that ends later stays with it`() throws {
    try gait.done(
      "delete", "--everything", "--store", "s.gait", "--participant", "P07", "--from",
      "2026-05-23", "--to", "2026-05-25")
    let before = try said()
    #expect(before.contains("in the week to 31 May 2026"))
    let walks = try gait(
      "query", "six-minute-walk-distance", "--store", "s.gait", "--format", "csv"
    ).output
    // The week to 24 May has its walk on the 22nd.
    let early = try said("--until", "2026-05-23", "--low-limit", "0.65")
    #expect(early.contains("stay as they are") && !early.contains("has none now"), "\(early)")
    #expect(
      try gait("query", "six-minute-walk-distance", "--store", "s.gait", "--format", "csv").output
        == walks)
  }
}
