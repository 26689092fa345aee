import Foundation
import Testing

/// Estimates of weeks during which nobody collected them.
struct StoppedEstimateTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  private func simulate(days: Int) throws {
    let made = try gait(
      "simulate", "--history", "steady", "--participant", "P", "--store", "s.gait", "--days",
      "\(days)", "--seed", "5")
    #expect(made.code == 0, "\(made.message)")
  }

  @discardableResult private func run(_ words: String...) throws -> String {
    let ending = try gait.run(words + ["--store", "s.gait"])
    #expect(ending.code == 0, "\(words): \(ending.message)")
    return (ending.output + " " + ending.message).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  private func rows(_ kind: String) throws -> [Substring] {
    let ending = try gait("query", kind, "--store", "s.gait", "--format", "csv")
    return ending.output.split(separator: "\n").dropFirst().map { $0 }
  }

  /// Days and values of a kind.
  private func values(_ kind: String, in store: String = "s.gait") throws -> [String] {
    let ending = try gait("query", kind, "--store", store, "--format", "csv")
    return GaitProcess.rows(ending.output).map { "\($0["start_time"] ?? "") \($0["value"] ?? "")" }
  }

  private let way = "--store s.gait --participant P --everything"

  @Test(arguments: ["walking-steadiness", "six-minute-walk-distance"])
  func `weeks that were deleted while nobody collected them are missing for that reason`(
    kind: String
  ) throws {
    try simulate(days: 90)
    try run("estimate")
    let before = try rows(kind)
    try run("delete", "--participant", "P", "--stop-collecting", kind)
    try run("delete", "--participant", "P", kind)
    #expect(try !run("estimate").contains("were not made"))
    let resumed = try run("delete", "--participant", "P", "--resume-collecting", kind)
    #expect(resumed.contains("is made by gait estimate \(way)"), "\(resumed)")
    #expect(!resumed.contains("gait analyze of the recordings"), "\(resumed)")
    let said = try run("estimate")
    #expect(!said.contains("the first week is over"), "\(said)")
    #expect(said.contains("\(before.count) weeks from "), "\(said)")
    #expect(
      said.contains("were not made, because \(kind) was not collected: gait estimate \(way)"),
      "\(said)")
    let document = try run("estimate", "--format", "json")
    #expect(document.contains(#""latest_week_missing": "not made, as it was not collected""#))
    let whole = try run("estimate", "--participant", "P", "--everything")
    #expect(try rows(kind) == before && !whole.contains("were not made"), "\(whole)")
  }

  @Test func `weeks that came while nobody collected an estimate are named afterward`() throws {
    try simulate(days: 120)
    try run("estimate", "--until", "2026-03-05")
    try run("delete", "--participant", "P", "--stop-collecting", "walking-steadiness")
    try run("estimate", "--until", "2026-04-07")
    try run("delete", "--participant", "P", "--resume-collecting", "walking-steadiness")
    let said = try run("estimate")
    #expect(said.contains("of 1 in the week to 3 May 2026"), "\(said)")
    #expect(
      said.contains("5 weeks from 2 March 2026 to 5 April 2026 were not made, because walking"),
      "\(said)")
    try run("estimate", "--everything")
    #expect(try !run("estimate").contains("were not made"))
  }

  /// What a person's scores were made of changes while nobody collects them.
  private static let changes: [[String]] = [
    ["estimate", "--participant", "P", "--height", "1.50", "--corrects"],
    ["delete", "--participant", "P", "--from", "2026-01-20", "--to", "2026-01-22", "step-length"],
  ]

  @Test(arguments: changes)
  func `what stayed as it was while nobody collected it is named until it is made anew`(
    change: [String]
  ) throws {
    try simulate(days: 60)
    try run("estimate")
    let before = try rows("walking-steadiness")
    try run("delete", "--participant", "P", "--stop-collecting", "walking-steadiness")
    let ending = try gait.run(change + ["--store", "s.gait"])
    #expect(ending.code == 0, "\(ending.message)")
    #expect(try !run("estimate").contains("stayed as"), "as was asked")
    #expect(try rows("walking-steadiness") == before)
    let resumed = try run(
      "delete", "--participant", "P", "--resume-collecting", "walking-steadiness")
    #expect(resumed.contains("what stayed as it was is made anew by that"), "\(resumed)")
    for _ in 0..<2 {
      let said = try run("estimate")
      #expect(said.contains("(walking-steadiness)") && said.contains("stayed as"), "\(said)")
      #expect(said.contains("changed: gait estimate \(way) makes"), "\(said)")
      #expect(try rows("walking-steadiness") == before, "nothing is rewritten unasked")
    }
    #expect(try run("estimate", "--format", "json").contains("stayed as"))
    let anew = try run("estimate", "--participant", "P", "--everything")
    #expect(anew.contains("because everything was estimated again"), "\(anew)")
    #expect(!anew.contains("stayed as"), "\(anew)")
    #expect(try rows("walking-steadiness") != before)
    #expect(try !run("estimate").contains("stayed as"))
    let kept = try gait(
      "query", "walking-steadiness", "--superseded", "--store", "s.gait", "--format", "csv")
    #expect(kept.output.split(separator: "\n").count > 1)
  }

  @Test func `a daily figure that stayed as it was is named too`() throws {
    try simulate(days: 40)
    try run("estimate")
    try run("delete", "--participant", "P", "--stop-collecting", "daily-cadence-mean")
    try run(
      "delete", "--participant", "P", "--from", "2026-01-20", "--to", "2026-01-21", "cadence")
    try run("estimate")
    try run("delete", "--participant", "P", "--resume-collecting", "daily-cadence-mean")
    let said = try run("estimate")
    #expect(
      said.contains(
        "1 estimate (daily-cadence-mean) of 20 January 2026 stayed as it was while that was not collected"
      ),
      "\(said)")
    try run("estimate", "--everything")
    #expect(try !run("estimate").contains("stayed as"))
  }

  @Test func `a score is the same however often it is estimated without a daily figure`() throws {
    try simulate(days: 80)
    try run("estimate", "--until", "2026-03-15")
    try run("delete", "--participant", "P", "--stop-collecting", "daily-walking-speed-p95")
    try FileManager.default.copyItem(atPath: gait.path("s.gait"), toPath: gait.path("once.gait"))
    for day in 16...24 { try run("estimate", "--until", "2026-03-\(day)") }
    let said = try run("estimate")
    #expect(said.contains("of 1 in the week to 22 March 2026"), "\(said)")
    #expect(!said.contains("none for the week to 22 March 2026"), "\(said)")
    let once = try gait("estimate", "--store", "once.gait")
    #expect(once.code == 0)
    for kind in ["walking-steadiness", "six-minute-walk-distance"] {
      let whole = try gait("query", kind, "--store", "once.gait", "--format", "csv")
      #expect(try rows(kind) == whole.output.split(separator: "\n").dropFirst().map { $0 })
    }
  }

  @Test(arguments: ["daily-walking-speed-p95", "daily-wear-time"])
  func `days that were made meanwhile have the figure when it is collected again`(
    kind: String
  ) throws {
    try simulate(days: 60)
    try FileManager.default.copyItem(atPath: gait.path("s.gait"), toPath: gait.path("all.gait"))
    try gait.done("estimate", "--store", "all.gait")
    try run("estimate", "--until", "2026-02-01")
    try run("delete", "--participant", "P", "--stop-collecting", kind)
    try run("estimate", "--until", "2026-02-20")
    let resumed = try run("delete", "--participant", "P", "--resume-collecting", kind)
    #expect(resumed.contains("the next gait estimate adds it to the days"), "\(resumed)")
    // A look back adds none of them.
    #expect(try !run("estimate", "--until", "2026-02-10").contains("added"))
    let before = try rows("walking-steadiness")
    let said = try run("estimate", "--until", "2026-02-20")
    let lacking = try values(kind, in: "all.gait").filter {
      "2026-02-02" <= $0 && $0 < "2026-02-21"
    }
    #expect(lacking.count > 10 && said.contains("\(lacking.count) estimates (\(kind)) from"))
    #expect(
      said.contains("which were not made while nobody collected them, are added"), "\(said)")
    #expect(try rows("walking-steadiness") == before)
    #expect(try !run("estimate").contains("added"))
    for kind in [kind, "walking-steadiness", "six-minute-walk-distance"] {
      let all = try gait("query", kind, "--store", "all.gait", "--format", "csv")
      #expect(try rows(kind) == all.output.split(separator: "\n").dropFirst().map { $0 })
    }
  }

  /// Deleted before the stop, and with it: the figures stay away, those of the time between come.
  @Test func `figures that somebody deleted are not added`() throws {
    let kind = "daily-walking-speed-p95"
    try simulate(days: 60)
    try run("estimate", "--until", "2026-02-10")
    try run("delete", "--participant", "P", "--to", "2026-01-20", kind)
    try run("estimate", "--until", "2026-02-11")
    try run("delete", "--participant", "P", "--to", "2026-02-01", "--stop-collecting", kind, kind)
    let left = try values(kind)
    #expect(left.count > 5)
    try run("estimate", "--until", "2026-02-25")
    try run("delete", "--participant", "P", "--resume-collecting", kind)
    let said = try run("estimate", "--until", "2026-02-25")
    #expect(said.contains("(\(kind)) from 12 February 2026 to 25 February 2026"), "\(said)")
    let now = try values(kind)
    #expect(now.prefix(left.count) == left[...] && now.count > left.count + 8, "\(now)")
  }

  /// What a run took away is no deletion of somebody: after a look back, or while a day had no samples.
  @Test(arguments: [true, false])
  func `figures that a run itself took away are added when they are collected again`(
    isLookBack: Bool
  ) throws {
    let kind = "daily-cadence-mean"
    try simulate(days: 40)
    try run("estimate")
    let before = try values(kind)
    try run("export", "--plain", "--output", "all.csv")
    if isLookBack {
      try run("estimate", "--everything", "--until", "2026-01-25")
    } else {
      try run(
        "delete", "--participant", "P", "--everything", "--source", "gait", "--from", "2026-02-01",
        "--to", "2026-02-04")
      try run("estimate")
    }
    let left = try values(kind)
    #expect(left.count < before.count)
    try run("delete", "--participant", "P", "--stop-collecting", kind)
    try run("import", "all.csv", "--with-deleted")
    try run("estimate")
    #expect(try values(kind) == left)
    try run("delete", "--participant", "P", "--resume-collecting", kind)
    let said = try run("estimate")
    #expect(said.contains("\(before.count - left.count) estimates (\(kind)) from"), "\(said)")
    #expect(try values(kind) == before)
    #expect(try !run("estimate").contains("added"))
  }

  @Test func `what was given out stays where days have a figure added`() throws {
    try simulate(days: 90)
    try run("estimate", "--until", "2026-03-10")
    try FileManager.default.copyItem(atPath: gait.path("s.gait"), toPath: gait.path("all.gait"))
    try gait.done("estimate", "--store", "all.gait")
    let all = try values("daily-cadence-mean", in: "all.gait").count
    let (score, cadence) = (try values("walking-steadiness"), try values("daily-cadence-mean"))
    for kind in ["walking-steadiness", "daily-cadence-mean", "daily-walking-speed-p95"] {
      try run("delete", "--participant", "P", "--stop-collecting", kind)
    }
    try run(
      "delete", "--participant", "P", "--from", "2026-02-20", "--to", "2026-02-21", "cadence")
    try run("estimate", "--until", "2026-03-20")
    // One is stopped still while the others are collected again, and more days come.
    for kind in ["walking-steadiness", "daily-cadence-mean"] {
      try run("delete", "--participant", "P", "--resume-collecting", kind)
    }
    for _ in 0..<2 {
      let said = try run("estimate")
      #expect(said.contains("(daily-cadence-mean) of 20 February 2026 stayed as it was"), "\(said)")
      #expect(try values("walking-steadiness").prefix(score.count) == score[...])
      #expect(try values("daily-cadence-mean").prefix(cadence.count) == cadence[...])
    }
    #expect(try values("daily-cadence-mean").count == all)
    let aside = try gait(
      "query", "--everything", "--superseded", "--store", "s.gait", "--format", "csv"
    ).output
    #expect(!aside.contains("daily-cadence-mean") && !aside.contains("walking-steadiness"))
  }

  /// Weeks are made of the samples all the same.
  @Test(arguments: ["daily-walking-speed-p95", "daily-wear-time"])
  func `nothing is missing for want of a daily figure that nobody collects`(kind: String) throws {
    try simulate(days: 80)
    try run("delete", "--participant", "P", "--stop-collecting", kind)
    for _ in 0..<2 {
      let said = try run("estimate")
      #expect(said.contains("of 1 in the week to 22 March 2026"), "\(said)")
      #expect(said.contains("Missing nothing that the estimates need"), "\(said)")
    }
    #expect(try run("estimate", "--format", "json").contains("\"is_ready\": true"))
    try run("delete", "--participant", "P", "--from", "2026-03-16", "walking-speed")
    let said = try run("estimate")
    #expect(said.contains("0 of the last 7 days have enough walking of known speed"), "\(said)")
  }

  /// What is kept of it stays on the days of the former clock, and says nothing of those of another.
  @Test(arguments: ["daily-step-count", "heart-rate-recovery"])
  func `days of another zone are whole beside a daily figure that nobody collects any more`(
    kind: String
  ) throws {
    try simulate(days: 40)
    if kind == "heart-rate-recovery" {
      try gait.done(
        "simulate", "--history", "fitness", "--participant", "P", "--store", "s.gait", "--days",
        "60", "--seed", "6", "--start", "2026-02-20")
    }
    try run("estimate")
    #expect(try values(kind).count > 3)
    try FileManager.default.copyItem(atPath: gait.path("s.gait"), toPath: gait.path("all.gait"))
    try run("delete", "--participant", "P", "--stop-collecting", kind)
    func speeds(_ store: String) throws -> [String] {
      let document = try gait.done(
        "estimate", "--store", store, "--time-zone", "Asia/Tokyo", "--format", "json")
      return document.output.split(separator: "\n").map(String.init).filter {
        $0.contains("\"walking_speed_mps\"") || $0.contains("\"worn_h\"")
      }
    }
    let all = try speeds("all.gait")
    #expect(all.count > 60)
    for _ in 0..<2 { #expect(try speeds("s.gait") == all) }
    let again = try run("estimate", "--time-zone", "Asia/Tokyo")
    #expect(!again.contains("another time zone") && !again.contains("Said anew"), "\(again)")
    // Collected again, it goes with the other figures.
    try run("delete", "--participant", "P", "--resume-collecting", kind)
    try run("estimate", "--time-zone", "Asia/Tokyo")
    #expect(try values(kind) == values(kind, in: "all.gait"))
  }

  @Test(arguments: ["daily-sustained-speed-p95", "daily-sustained-time"])
  func `what an estimate rests on is told also where no day keeps it`(kind: String) throws {
    try simulate(days: 60)
    try run(
      "calibrate", "--participant", "P", "--six-minute-walk", "380", "--on", "2026-02-10")
    try run("delete", "--participant", "P", "--stop-collecting", kind)
    let said = try run("estimate")
    #expect(said.contains("calibrated by the person's clinic test"), "\(said)")
    #expect(said.contains("380 m on 10 February 2026, calibrates the estimates since"), "\(said)")
    #expect(!said.contains("by cadence alone"), "\(said)")
  }

  @Test func `a recording's kind that is collected again comes with its recordings`() throws {
    try simulate(days: 10)
    try run("delete", "--participant", "P", "--stop-collecting", "cadence")
    let said = try run("delete", "--participant", "P", "--resume-collecting", "cadence")
    #expect(said.contains("gait analyze of the recordings") && !said.contains(way), "\(said)")
  }
}
