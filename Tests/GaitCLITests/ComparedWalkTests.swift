import Foundation
import Testing

/// What a comparison sets beside each other is the same time, or it says what is not.
struct ComparedWalkTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  private func plain(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private func rows(
    _ kind: String, by span: String
  ) throws -> (rows: [[String: String]], said: String) {
    let ending = try gait.done(
      "compare", kind, "--store", "s.gait", "--by", span, "--format", "csv")
    return (GaitProcess.rows(ending.output), plain(ending.message))
  }

  private func keep(_ rows: [String]) throws {
    try Data(
      (["participant,kind,value,unit,start_time,end_time,source"] + rows).joined(separator: "\n")
        .utf8
    ).write(to: URL(fileURLWithPath: gait.path("t.csv")))
    try gait.done("import", "t.csv", "--store", "s.gait", "--quiet")
  }

  private func row(
    _ kind: String, _ value: Double, _ unit: String, _ from: String, _ to: String, _ source: String
  ) -> String {
    "B,\(kind),\(value),\(unit),2026-05-04T\(from)+02:00,2026-05-04T\(to)+02:00,\(source)"
  }

  @Test func `a walk that only touches ours is in no pair`() throws {
    let (first, second) = (("09:00:00", "09:05:00"), ("09:05:00", "09:15:00"))
    try keep([
      row("walking-speed", 1.4, "m/s", "09:00:00.000", "09:05:00.300", "gait"),
      row("walking-speed", 1.4, "m/s", first.0, first.1, "iPhone"),
      row("walking-speed", 0.7, "m/s", second.0, second.1, "iPhone"),
      row("step-count", 600, "count", "09:00:00.000", "09:05:00.300", "gait"),
      row("step-count", 600, "count", first.0, first.1, "iPhone"),
      row("step-count", 900, "count", second.0, second.1, "iPhone"),
    ])
    for kind in ["walking-speed", "step-count"] {
      let found = try rows(kind, by: "bout")
      #expect(found.rows.count == 1, "\(found.rows)")
      #expect(
        found.said.contains("1 value of theirs is in no pair: ours overlaps less than half of it"),
        "\(found.said)")
    }
  }

  @Test func `a walk of ours within a longer record, and a record within ours, are pairs`() throws {
    try keep([
      row("step-count", 100, "count", "09:10:00", "09:11:00", "gait"),
      row("step-count", 110, "count", "09:00:00", "10:00:00", "iPhone"),
      row("step-count", 3000, "count", "11:00:00", "11:30:00", "gait"),
      row("step-count", 90, "count", "11:10:00", "11:11:00", "iPhone"),
    ])
    let found = try rows("step-count", by: "bout")
    #expect(found.rows.compactMap { $0["ours"] } == ["100.0000", "100.0000"], "\(found.rows)")
    #expect(!found.said.contains("in no pair"))
  }

  @Test func `where no walk is the same as theirs that is the reason`() throws {
    try keep([
      row("walking-speed", 1.4, "m/s", "09:00:00.000", "09:05:00.300", "gait"),
      row("walking-speed", 0.7, "m/s", "09:05:00", "09:15:00", "iPhone"),
    ])
    let ending = try gait(
      "compare", "walking-speed", "--store", "s.gait", "--by", "bout", "--participant", "B")
    #expect(
      ending.code != 0 && plain(ending.message).contains("(1 value of theirs is in no pair"),
      "\(ending.message)")
  }

  /// An hour of our own recording, and what a phone says of the same walks and of an evening.
  private func analyze(_ scenario: String, seconds: String) throws {
    try gait.done(
      "simulate", scenario, "--seed", "5", "--seconds", seconds, "--output", "d.csv", "--quiet")
    try gait.done(
      "analyze", "d.csv", "--participant", "B", "--start", "2026-05-04T09:00:00+02:00",
      "--time-zone", "Europe/Berlin", "--store", "s.gait", "--output", "r", "--quiet")
    try keep([
      row("distance", 900, "m", "09:00:00", "10:00:00", "iPhone"),
      row("step-count", 3000, "count", "18:00:00", "18:30:00", "iPhone"),
    ])
  }

  @Test func `bouts without a distance are counted beside a sum`() throws {
    try analyze("stairs", seconds: "300")
    let bouts = GaitProcess.rows(try gait.text(of: "r/d/bouts.csv"))
    let without = bouts.count { $0["distance_m"] == "" }
    try #require(without > 0 && without < bouts.count, "\(bouts.map { $0["distance_m"] })")
    let sentence =
      "\(without) of \(bouts.count) bouts of ours \(without == 1 ? "has" : "have") no distance"
    for span in ["day", "week"] {
      let said = try rows("distance", by: span).said
      #expect(said.contains(sentence), "\(said)")
    }
    #expect(try !rows("step-count", by: "day").said.contains("bouts of ours"))
    let query = try gait.done(
      "query", "distance", "--store", "s.gait", "--every", "day", "--statistics", "sum")
    #expect(plain(query.message).contains(sentence), "\(query.message)")
    for more in [["--source", "iPhone"], ["--sort", "newest-first"]] {
      let other = try gait.run(
        ["query", "distance", "--store", "s.gait"] + more
          + (more[0] == "--source" ? ["--every", "day"] : []))
      #expect(!other.message.contains("bouts of ours"), "\(more): \(other.message)")
    }
  }

  @Test func `days on which our device was hardly worn are counted beside a sum`() throws {
    try analyze("daily-life", seconds: "600")
    for span in ["day", "week"] {
      let said = try rows("step-count", by: span).said
      #expect(
        said.contains("on 1 of the 1 day compared our device was worn for less than 8 h"),
        "\(said)")
    }
    #expect(try !rows("distance", by: "bout").said.contains("less than 8 h"))
    try keep([
      row("wear-time", 30_000, "s", "10:00:00", "18:20:00", "gait")
    ])
    #expect(try !rows("step-count", by: "day").said.contains("less than 8 h"))
    try gait.done("delete", "wear-time", "--participant", "B", "--store", "s.gait", "--quiet")
    #expect(
      try rows("step-count", by: "day").said.contains(
        "on 1 of the 1 day compared nothing says when our device was worn"))
  }
}
