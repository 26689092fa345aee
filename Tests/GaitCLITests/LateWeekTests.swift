import Foundation
import Testing

/// A past week that had no estimate gets one from recordings that come late.
struct LateWeekTests {
  private let gait: GaitProcess

  init() throws {
    gait = try GaitProcess()
    try gait.done(
      "simulate", "--history", "steady", "--participant", "P", "--days", "98", "--seed", "5",
      "--start", "2026-01-05", "--store", "a.gait")
    for (name, from, to) in [
      ("before", "2026-01-05", "2026-02-02"), ("late", "2026-02-02", "2026-02-09"),
      ("after", "2026-02-09", "2026-04-06"), ("next", "2026-04-06", "2026-04-13"),
    ] {
      try gait.done(
        "export", "--plain", "--store", "a.gait", "--from", from, "--to", to, "--output",
        "\(name).csv")
    }
  }

  private func take(_ name: String) throws {
    try gait.done("import", "\(name).csv", "--store", "s.gait")
  }

  private func estimate(_ more: String...) throws -> String {
    let ending = try gait.run(["estimate", "--store", "s.gait"] + more)
    #expect(ending.code == 0, "\(ending.message)")
    return (ending.output + " " + ending.message).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  private func deleteWeek(_ kinds: String...) throws {
    let ending = try gait.run(
      [
        "delete", "--store", "s.gait", "--participant", "P", "--from", "2026-02-02", "--to",
        "2026-02-09",
      ] + kinds)
    #expect(ending.code == 0, "\(ending.message)")
  }

  private static let first = "of the week to 8 February 2026; the last had none and is now"

  @Test(arguments: ["table", "json"])
  func `it is said that it has one now, and why`(format: String) throws {
    try take("before")
    try take("after")
    #expect(try !estimate().contains("Said anew"))
    try take("late")
    let said = try estimate("--format", format)
    #expect(said.contains("because samples of 6 days from 2 February 2026 to 8"), "\(said)")
    for kind in ["steadiness", "six-minute walk"] {
      #expect(said.contains("\(kind) \(Self.first)"), "\(kind): \(said)")
    }
    #expect(try !estimate("--format", format).contains(Self.first))
  }

  @Test func `a week that lost its estimate and has it again says both`() throws {
    for name in ["before", "late", "after"] { try take(name) }
    _ = try estimate()
    try deleteWeek("step-count", "walking-speed", "cadence", "walking-time", "wear-time")
    #expect(try estimate().contains("has none now"))
    try gait.done("import", "late.csv", "--store", "s.gait", "--with-deleted")
    #expect(try estimate().contains("steadiness \(Self.first)"))
  }

  @Test func `first estimates and those of new weeks are quiet`() throws {
    try take("before")
    #expect(try !estimate().contains("had none"))
    try take("after")
    #expect(try !estimate().contains("had none"))
    try take("next")
    #expect(try !estimate().contains("had none"))
    // What was deleted and is made anew was there.
    try gait.done(
      "delete", "walking-steadiness", "--store", "s.gait", "--participant", "P", "--from",
      "2026-01-12", "--to", "2026-01-19")
    #expect(try !estimate().contains("had none"))
  }
}
