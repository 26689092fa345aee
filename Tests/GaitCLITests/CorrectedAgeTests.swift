import Testing

/// An age that is corrected by less than a year.
struct CorrectedAgeTests {
  private let gait: GaitProcess

  init() throws {
    gait = try GaitProcess()
    // She was 72 on the first day.
    try gait.done(
      "simulate", "--history", "steady", "--participant", "A", "--store", "s.gait", "--days", "120")
    try gait.done("estimate", "--store", "s.gait")
  }

  private func estimates(_ store: String = "s.gait") throws -> [String] {
    try ["six-minute-walk-distance", "walking-steadiness"].map { kind in
      let ending = try gait("query", kind, "--store", store, "--format", "csv")
      #expect(ending.code == 0, "\(ending.message)")
      return ending.output
    }
  }

  private func said(_ more: String...) throws -> String {
    let ending = try gait.run(["estimate", "--store", "s.gait"] + more)
    #expect(ending.code == 0, "\(ending.message)")
    return (ending.output + ending.message).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  @Test func `holds for all weeks at once`() throws {
    let before = try estimates()
    // As old on the last day, four months later.
    let corrected = try said("--participant", "A", "--age", "72", "--corrects")
    let after = try estimates()
    #expect(after != before)
    #expect(
      corrected.contains(
        "because the age was corrected (born 1953 or 1954): six-minute walk of 16"),
      "\(corrected)")
    try gait.done("store", "copy", "--store", "s.gait", "--output", "whole.gait")
    try gait.done("estimate", "--store", "whole.gait", "--everything")
    #expect(try estimates("whole.gait") == after)
    #expect(try !said().contains("Said anew"))
    // The same again says nothing new.
    #expect(try !said("--participant", "A", "--age", "72").contains("Said anew"))
    #expect(try estimates() == after)
  }

  @Test func `holds for all weeks after a look back, too`() throws {
    _ = try said("--participant", "A", "--age", "72", "--corrects", "--until", "2026-03-15")
    #expect(try said().contains("because the age was corrected"))
    let after = try estimates()
    #expect(try !said("--everything").contains("Said anew"))
    #expect(try estimates() == after)
  }

  @Test func `holds for all weeks also where only a recording had said one`() throws {
    try gait.done("delete", "--store", "s.gait", "--participant", "A", "age")
    try gait.done("simulate", "straight-walk", "--output", "walk.csv")
    try gait.done(
      "analyze", "walk.csv", "--participant", "A", "--age", "72", "--override-start", "--start",
      "2026-01-05T08:00+01:00", "--store", "s.gait")
    _ = try said()
    #expect(
      try said("--participant", "A", "--age", "72", "--corrects").contains(
        "because the age was corrected"))
    let after = try estimates()
    #expect(try !said("--everything").contains("Said anew"))
    #expect(try estimates() == after)
  }
}
