import Foundation
import Testing

/// What was deleted, is not collected or did not come has no daily figure; a day without a walk has 0.
struct MissingKindTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  private func simulate(days: Int = 30) throws {
    try gait.done(
      "simulate", "-q", "--history", "steady", "--participant", "T", "--store", "t.gait", "--days",
      "\(days)")
  }

  /// The daily values of a kind, by date.
  private func daily(_ kind: String, _ store: String = "t.gait") throws -> [String: Double] {
    try gait.done("estimate", "--store", store, "--quiet")
    let output = try gait.done("query", "--store", store, kind, "--format", "csv").output
    let rows = output.split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    return Dictionary(
      uniqueKeysWithValues: try rows.map {
        (String($0[4].prefix(10)), try #require(Double($0[2])))
      })
  }

  /// The days of the estimates as JSON, by date.
  private func days(_ store: String = "t.gait") throws -> [String: [String: Any]] {
    let text = try gait.done("estimate", "--store", store, "--format", "json").output
    let all = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let people = try #require(all?["participants"] as? [[String: Any]])
    let days = try #require(people.first?["days"] as? [[String: Any]])
    return Dictionary(
      uniqueKeysWithValues: try days.map { (try #require($0["date"] as? String), $0) })
  }

  private let week = (15...21).map { "2026-01-\($0)" }

  @Test(arguments: [
    ("step-count", "daily-step-count", "steps", "daily-walking-time"),
    ("walking-time", "daily-walking-time", "walking_min", "daily-step-count"),
  ])
  func `a kind that is deleted for a week has no daily value there`(
    kind: String, figure: String, key: String, other: String
  ) throws {
    try simulate()
    let (before, others) = (try daily(figure), try daily(other))
    #expect(before.count == 30 && week.allSatisfy { (before[$0] ?? 0) > 0 })
    try gait.done(
      "delete", "--store", "t.gait", "--participant", "T", "--from", "2026-01-15", "--to",
      "2026-01-22", kind)
    #expect(try daily(figure) == before.filter { !week.contains($0.key) })
    #expect(try daily(other) == others)
    let days = try days()
    for date in week {
      let day = try #require(days[date])
      #expect(day[key] is NSNull && day["walking_speed_mps"] is Double, "\(date)")
    }
    #expect(days["2026-01-14"]?[key] is Double)
    let again = try gait.done("estimate", "--store", "t.gait", "--format", "json", "--everything")
    #expect(
      try gait.done("estimate", "--store", "t.gait", "--format", "json").output == again.output)
    #expect(
      try gait.done(
        "report", "person", "--store", "t.gait", "--participant", "T", "--output", "p.html"
      )
      .code == 0)
  }

  @Test func `a day that keeps a part of its steps is said when they are deleted`() throws {
    try simulate()
    let whole = try gait(
      "delete", "--store", "t.gait", "--participant", "T", "--from", "2026-01-15", "--to",
      "2026-01-17", "step-count")
    #expect(whole.code == 0 && !whole.message.contains("keeps a part"), "\(whole.message)")
    let rows = try gait.done(
      "query", "--store", "t.gait", "step-count", "--from", "2026-01-20", "--to", "2026-01-21",
      "--format", "csv"
    ).output.split(separator: "\n").dropFirst()
    let starts = rows.map { $0.split(separator: ",", omittingEmptySubsequences: false)[4] }
    let middle = String(try #require(starts.dropFirst(starts.count / 2).first))
    let part = try gait(
      "delete", "--store", "t.gait", "--participant", "T", "--from", middle, "--to", "2026-01-22",
      "step-count")
    let message = part.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      part.code == 0 && message.contains("2026-01-20 keeps a part of step-count: a day's"),
      "\(message)")
    #expect(!message.contains("2026-01-21"), "\(message)")
    let noons = try gait(
      "delete", "--store", "t.gait", "--participant", "T", "--from",
      middle.replacing("-20T", with: "-13T"), "--to", "2026-01-14", "step-count", "walking-time")
    #expect(
      noons.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        .contains("2026-01-13 keeps a part of step-count and walking-time: "), "\(noons.message)")
  }

  @Test func `a kind that is not collected any more has no daily value from then on`() throws {
    try simulate(days: 10)
    try gait.done(
      "delete", "--store", "t.gait", "--participant", "T", "--stop-collecting", "step-count")
    try simulate()
    #expect(try daily("daily-walking-time").count == 30)
    #expect(try daily("daily-step-count").keys.allSatisfy { $0 < "2026-01-15" })
    let later = try days().filter { $0.key >= "2026-01-15" }.values
    #expect(later.count == 20 && later.allSatisfy { $0["steps"] is NSNull })
  }

  @Test(arguments: ["step-count", "daily-step-count"])
  func `days that lack a figure because its kind is not collected are said`(kind: String) throws {
    func said(_ words: String...) throws -> String {
      let ending = try gait.run(words + ["--store", "t.gait"])
      #expect(ending.code == 0, "\(ending.message)")
      return ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    try simulate(days: 10)
    try gait.done("estimate", "--store", "t.gait")
    try gait.done("delete", "--store", "t.gait", "--participant", "T", "--stop-collecting", kind)
    #expect(try !said("estimate").contains("have other figures"))
    try gait.done(
      "simulate", "-q", "--history", "steady", "--participant", "T", "--store", "t.gait", "--start",
      "2026-01-15", "--days", "20")
    let sentence =
      "T: 20 days from 15 January 2026 to 3 February 2026 have other figures and no daily-step-count, because \(kind) is "
      + "not collected"
    #expect(try said("estimate").contains(sentence))
    #expect(try said("query", "daily-step-count").contains(sentence))
    #expect(try !said("query", "daily-walking-time").contains("other figures"))
  }

  @Test func `a part that was imported has no figures of what did not come`() throws {
    try simulate()
    try gait.done(
      "export", "--store", "t.gait", "--plain", "--output", "part.csv", "wear-time",
      "walking-speed", "cadence")
    try gait.done("import", "part.csv", "--store", "part.gait")
    #expect(try daily("daily-walking-speed-mean", "part.gait").count == 30)
    for day in try days("part.gait").values {
      #expect(day["steps"] is NSNull && day["walking_min"] is NSNull)
    }
  }

  @Test func `a day that was worn and on which nobody walked keeps its 0`() throws {
    let header = "participant,kind,value,unit,start_time,end_time,source\n"
    let rows = (5...6).map { day in
      "T,wear-time,36000,s,2026-01-0\(day)T08:00:00+01:00,2026-01-0\(day)T18:00:00+01:00,gait\n"
    }
    let walk = "T,distance,120,m,2026-01-06T09:00:00+01:00,2026-01-06T09:02:00+01:00,gait\n"
    try Data((header + rows.joined() + walk).utf8).write(
      to: URL(fileURLWithPath: gait.path("worn.csv")))
    try gait.done("import", "worn.csv", "--store", "t.gait")
    #expect(try daily("daily-step-count") == ["2026-01-05": 0])
    #expect(try daily("daily-walking-time") == ["2026-01-05": 0])
  }
}
