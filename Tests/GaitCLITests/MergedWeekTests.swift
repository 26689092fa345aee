import Foundation
import Testing

/// The last week of somebody whose samples end on its Thursday, which one store estimated on Sunday and another one gets
/// with its samples.
struct MergedWeekTests {
  private let gait: GaitProcess

  /// The ward's store, in which the week to 9 February brought an event, and that of a clinic, which knows the person
  /// until the Sunday before.
  init() throws {
    gait = try GaitProcess()
    try gait.done(
      "simulate", "--history", "unsteadiness", "--participant", "P06", "--store", "ward.gait",
      "--days", "95", "--start", "2024-11-04", "--seed", "6")
    try gait.done(
      "export", "--plain", "--store", "ward.gait", "--to", "2025-02-03", "--output", "p.csv")
    try gait.done("import", "p.csv", "--store", "clinic.gait")
    #expect(try hear("clinic.gait", "--until", "2025-02-02").last?.contains("2025-01-19") ?? false)
    #expect(try hear("ward.gait", "--until", "2025-02-09").last == Self.event)
  }

  private static let event = "initial_very_low 2025-02-09"

  /// What a run tells the command of --on-event.
  private func hear(_ store: String, _ more: String...) throws -> [String] {
    try Data().write(to: URL(fileURLWithPath: gait.path("heard")))
    let ending = try gait.run(
      [
        "estimate", "--store", store, "--on-event", "echo $GAIT_EVENT $GAIT_DATE >> heard",
      ] + more)
    #expect(ending.code == 0, "\(ending.message)")
    return try gait.text(of: "heard").split(separator: "\n").map(String.init)
  }

  /// What a run without --until says.
  private func said(_ store: String, _ more: String...) throws -> String {
    let ending = try gait.run(["estimate", "--store", store] + more)
    #expect(ending.code == 0, "\(ending.message)")
    return (ending.output + " " + ending.message).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  private func weeks(_ store: String) throws -> [String] {
    try ["six-minute-walk-distance", "walking-steadiness", "steadiness-event"].flatMap { kind in
      let table = try gait.done("query", kind, "--store", store, "--format", "csv").output
      return GaitProcess.rows(table).map {
        "\(kind) \($0["start_time"] ?? "") \($0["end_time"] ?? "") \($0["value"] ?? "")"
      }
    }
  }

  private func merge(_ other: String, into store: String) throws {
    try gait.done("merge", other, "--into", store)
  }

  @Test func `it stays over in every store that gets its estimates`() throws {
    let known = try weeks("ward.gait")
    #expect(known.contains { $0.hasSuffix("initial_very_low") })
    try merge("ward.gait", into: "clinic.gait")
    try merge("ward.gait", into: "new.gait")
    try gait.done("export", "--plain", "--store", "ward.gait", "--output", "all.csv")
    try gait.done("import", "all.csv", "--store", "table.gait")
    for store in ["new.gait", "table.gait"] {
      try gait.done(
        "report", "person", "--store", store, "--participant", "P06", "--output", "p.html")
      #expect(try gait.text(of: "p.html").contains("in the week to 9 February 2025: "))
    }
    for store in ["clinic.gait", "new.gait", "table.gait"] {
      // The clinic's command has heard of the person, and not of this.
      let told = store == "clinic.gait" ? ["walking_change 2025-01-28", Self.event] : []
      #expect(try hear(store) == told, "\(store)")
      #expect(try weeks(store) == known, "\(store)")
      // Nor is it told twice.
      #expect(try hear(store, "--until", "2025-02-09") == [], "\(store)")
      let again = try said(store)
      #expect(again.contains("through 9 February 2025") && !again.contains("Said anew"), "\(again)")
      try merge(store, into: "ward.gait")
      #expect(try weeks("ward.gait") == known, "\(store)")
    }
    #expect(try hear("ward.gait") == [])
  }

  @Test func `the store that was read last says the same as that which was read first`() throws {
    try merge("clinic.gait", into: "one.gait")
    try merge("ward.gait", into: "one.gait")
    try merge("ward.gait", into: "other.gait")
    try merge("clinic.gait", into: "other.gait")
    for store in ["one.gait", "other.gait"] {
      #expect(try !said(store).contains("Said anew"))
      #expect(try weeks(store) == weeks("ward.gait"))
    }
  }

  @Test
  func `what is known in the other store is a reason to say it anew and none to take it back`()
    throws
  {
    try gait.done(
      "calibrate", "--store", "clinic.gait", "--participant", "P06", "--six-minute-walk", "300",
      "--on", "2025-01-30")
    try merge("ward.gait", into: "clinic.gait")
    let anew = try said("clinic.gait")
    #expect(anew.contains("with other clinic tests; a clinic test was entered"), "\(anew)")
    #expect(!anew.contains("has none now") && !anew.contains("no longer true"), "\(anew)")
    #expect(try weeks("clinic.gait").contains { $0.hasSuffix("initial_very_low") })
  }

  @Test(arguments: [[], ["--source", "gait"]])
  func `samples that go take it back, and in every store alike`(words: [String]) throws {
    try merge("ward.gait", into: "new.gait")
    try merge("ward.gait", into: "clinic.gait")
    for store in ["ward.gait", "new.gait", "clinic.gait"] {
      let deleted = try gait.run(
        [
          "delete", "--everything", "--store", store, "--participant", "P06", "--from",
          "2025-02-05",
        ] + words)
      #expect(deleted.code == 0, "\(deleted.message)")
      #expect(try said(store).contains("P06, through 4 February 2025"), "\(store)")
      #expect(try weeks(store) == weeks("ward.gait"), "\(store)")
    }
    #expect(try !weeks("ward.gait").contains { $0.hasSuffix("initial_very_low") })
  }

  @Test func `only one who asks for everything ends it with the samples, which is the reason`()
    throws
  {
    try merge("ward.gait", into: "new.gait")
    let anew = try said("new.gait", "--everything")
    #expect(anew.contains("through 6 February 2025"), "\(anew)")
    #expect(anew.contains("because everything was estimated again: six-minute"), "\(anew)")
    let after = try said("new.gait")
    #expect(after.contains("through 6 February 2025"), "\(after)")
  }

  @Test func `one walk of its last day that goes, or its event, ends no week`() throws {
    try gait.done(
      "delete", "walking-speed", "--store", "ward.gait", "--participant", "P06", "--from",
      "2025-02-06T07:00:00+01:00", "--to", "2025-02-06T07:10:00+01:00")
    let anew = try said("ward.gait")
    #expect(anew.contains("through 9 February 2025"), "\(anew)")
    #expect(!anew.contains("has none now") && !anew.contains("no longer true"), "\(anew)")
    try gait.done("delete", "steadiness-event", "--store", "ward.gait", "--participant", "P06")
    let again = try said("ward.gait")
    #expect(again.contains("through 9 February 2025"), "\(again)")
    #expect(!again.contains("Said anew"), "\(again)")
    #expect(try weeks("ward.gait").contains { $0.hasSuffix("initial_very_low") })
  }
}
