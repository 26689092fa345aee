import Foundation
import Testing

/// Tables whose times are those of a local clock, while clocks are put forward or back.
struct LocalClockTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  /// Writes a simulated walk with other times; each comes from the seconds since its start.
  private func write(_ name: String, _ stamp: (Double) -> String) throws {
    if !FileManager.default.fileExists(atPath: gait.path("walk.csv")) {
      let made = try gait("simulate", "straight-walk", "--seconds", "240", "--output", "walk.csv")
      #expect(made.code == 0, "\(made.message)")
    }
    let rows = try gait.text(of: "walk.csv").split(separator: "\n")
    let text = rows.dropFirst().map { row in
      let comma = row.firstIndex(of: ",") ?? row.endIndex
      return stamp(Double(row[..<comma]) ?? 0) + row[comma...]
    }
    let header = "timestamp" + rows[0][(rows[0].firstIndex(of: ",") ?? rows[0].endIndex)...]
    try ([header] + text).joined(separator: "\n").write(
      toFile: gait.path(name), atomically: true, encoding: .utf8)
  }

  /// The time of day so many seconds after midnight.
  private static func clock(_ date: String, _ seconds: Double) -> String {
    let whole = Int(seconds)
    return date
      + String(
        format: " %02d:%02d:%06.3f", whole / 3600, whole / 60 % 60,
        seconds - Double(whole / 60 * 60))
  }

  private static func spring(_ seconds: Double) -> String {
    let time = 2 * 3600 - 120 + seconds
    return clock("2026-03-29", time < 7200 ? time : time + 3600)
  }

  private static func autumn(_ seconds: Double) -> String {
    let time = 3 * 3600 - 120 + seconds
    return clock("2026-10-25", time < 10_800 ? time : time - 3600)
  }

  /// How many recordings `query` counts on the day, by the steps of one.
  private func counted(_ local: String, besides other: String) throws -> (
    share: Double, days: Double, message: String
  ) {
    for name in ["a", "b"] {
      let made = try gait(
        "simulate", "daily-life", "--seed", name == "a" ? "3" : "4", "--output", "P1_\(name).csv")
      #expect(made.code == 0, "\(made.message)")
    }
    func describe(_ name: String, _ key: String, _ time: String) throws {
      try Data(#"{"site":"lower_back","height_m":1.7,"\#(key)":"\#(time)"}"#.utf8).write(
        to: URL(fileURLWithPath: gait.path("P1_\(name).json")))
    }
    try describe("a", "start_local_datetime", local)
    try describe("b", "start_datetime", other)
    let analyzed = try gait(
      "analyze", "P1_a.csv", "P1_b.csv", "--participant", "P1", "--store", "s.gait")
    #expect(analyzed.code == 0, "\(analyzed.message)")
    func sum(_ words: String...) throws -> Double {
      let ending = try gait.run(
        ["query", "step-count", "--store", "s.gait", "--format", "csv"] + words)
      let rows = ending.output.split(separator: "\n").map {
        $0.split(separator: ",", omittingEmptySubsequences: false)
      }
      let column = try #require(rows.first?.firstIndex { $0 == "sum" || $0 == "value" })
      return rows.dropFirst().compactMap { Double($0[column]) }.reduce(0, +)
    }
    let all = try sum()
    try Data("path,participant\nP1_a.csv,P1\nP1_b.csv,P1\n".utf8).write(
      to: URL(fileURLWithPath: gait.path("study.csv")))
    let study = try gait("batch", "study.csv", "--output", "out")
    #expect(study.code == 0 && study.message.contains("1 recording whose clock is local"))
    let days = try GaitProcess.rows(gait.text(of: "out/tables/days.csv"))
    let steps = days.compactMap { $0["n_steps"].flatMap(Double.init) }.reduce(0, +)
    return (
      try sum("--every", "day", "--statistics", "sum") / all, steps / all, analyzed.message
    )
  }

  @Test func `two devices at once are so as their clocks read, also where one is local`() throws {
    let found = try counted("2026-05-04T09:30:00", besides: "2026-05-04T09:30:00+02:00")
    #expect(abs(found.share - 0.5) < 0.05 && abs(found.days - 0.5) < 0.05)
    #expect(
      found.message.contains("were recorded at once")
        && found.message.contains("between 2026-05-04T09:30:00.000 and"), "\(found.message)")
  }

  @Test func `a local clock is not read as if it were UTC`() throws {
    let found = try counted("2026-05-04T09:30:00", besides: "2026-05-04T11:30:00+02:00")
    #expect(found.share == 1 && found.days == 1, "\(found)")
    #expect(!found.message.contains("were recorded at once"), "\(found.message)")
  }

  @Test func `where most of a recording comes after the change, a zone is asked for, not an order`()
    throws
  {
    try write("walk-autumn.csv") {
      Self.clock("2026-10-25", 10_800 - 60 + $0 - ($0 < 60 ? 0 : 3600))
    }
    let ending = try gait("analyze", "walk-autumn.csv")
    let message = ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(ending.code == 2 && !message.contains("sort the rows"), "\(message)")
    #expect(
      message.contains("jumps back by an hour") && message.contains("give --time-zone"),
      "\(message)")
    #expect(try analyzed("walk-autumn.csv", "--time-zone", "Europe/Berlin").seconds > 200)
  }

  /// Steps and length of the only walk, seconds, and what was said.
  private func analyzed(
    _ name: String, _ more: String...
  ) throws -> (steps: Int, seconds: Double, message: String) {
    let ending = try gait.run(
      ["analyze", name, "--site", "lower_back", "--height", "1.7", "--output", "out", "--force"]
        + more)
    #expect(ending.code == 0, "\(ending.message)")
    let bouts = GaitProcess.rows(
      try gait.text(of: "out/\(name.split(separator: ".")[0])/bouts.csv"))
    let bout = try #require(bouts.count == 1 ? bouts.first : nil, "\(bouts)")
    func number(_ column: String) -> Double? { bout[column].flatMap(Double.init) }
    return (
      bout["n_steps"].flatMap { Int($0) } ?? 0, (number("end_s") ?? 0) - (number("start_s") ?? 0),
      ending.message
    )
  }

  @Test(arguments: [true, false])
  func `a walk over a change of clocks is whole`(isSpring: Bool) throws {
    try write("local.csv", isSpring ? Self.spring : Self.autumn)
    let whole = try analyzed("walk.csv")
    let zoned = try analyzed("local.csv", "--time-zone", "Europe/Berlin")
    #expect(whole.steps > 300)
    #expect(zoned.steps == whole.steps && abs(zoned.seconds - whole.seconds) < 0.02)
    #expect(!zoned.message.contains("skipped") && !zoned.message.contains("clock jumps"))
    let plain = try gait("analyze", "local.csv", "--time-zone", "Africa/Nairobi")
    #expect(
      plain.message.contains("clocks in Africa/Nairobi are not changed then"), "\(plain.message)")
  }

  @Test(arguments: [true, false])
  func `without a zone a change of clocks is named`(isSpring: Bool) throws {
    try write("local.csv", isSpring ? Self.spring : Self.autumn)
    let ending = try gait("analyze", "local.csv", "--site", "lower_back", "--height", "1.7")
    #expect(
      ending.message.contains("jumps \(isSpring ? "ahead" : "back") by an hour")
        && ending.message.contains("give --time-zone"), "\(ending.message)")
  }

  @Test func `a clock that is set back is named with its size, once`() throws {
    try write("local.csv") {
      Self.clock("2026-06-10", 36_000 + $0 - ($0 < 60 ? 0 : 2 * 3600))
    }
    let ending = try gait("inspect", "local.csv", "--complete")
    let text = (ending.output + ending.message).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    #expect(text.components(separatedBy: "its clock jumps back by").count == 2, "\(text)")
    #expect(text.contains("its clock jumps back by 2:00:00 h") && !text.contains("--time-zone, as"))
  }

  @Test func `a clock that runs on over the change is believed`() throws {
    try write("local.csv") { Self.clock("2026-03-29", 2 * 3600 - 120 + $0) }
    let whole = try analyzed("walk.csv")
    let zoned = try analyzed("local.csv", "--time-zone", "Europe/Berlin")
    #expect(zoned.steps == whole.steps && abs(zoned.seconds - whole.seconds) < 0.02)
  }

  @Test func `a damaged time in the hour that is there twice takes no other with it`() throws {
    try write("local.csv") { seconds in
      abs(seconds - 60) < 0.004 ? Self.clock("2026-10-25", 2.4 * 3600) : Self.autumn(seconds)
    }
    let whole = try analyzed("walk.csv")
    let zoned = try analyzed("local.csv", "--time-zone", "Europe/Berlin")
    #expect(abs(zoned.steps - whole.steps) <= 1 && abs(zoned.seconds - whole.seconds) < 0.5)
  }

  @Test func `what was walked in the second pass of the hour has its offset`() throws {
    try write("local.csv", Self.autumn)
    let kept = try gait(
      "analyze", "local.csv", "--site", "lower_back", "--time-zone", "Europe/Berlin", "--store",
      "s.gait", "--participant", "P")
    #expect(kept.code == 0, "\(kept.message)")
    let wear = try gait("query", "wear-time", "--store", "s.gait", "--format", "csv").output
    #expect(
      wear.contains("2026-10-25T02:58:00.000+02:00") && wear.contains("2026-10-25T02:0")
        && wear.contains("+01:00"), "\(wear)")
  }

  @Test(arguments: ["2026-10-25T02:55:00+02:00", "2026-10-25T00:55:00+00:00"])
  func `bouts after the change have the clock of the zone`(start: String) throws {
    let made = try gait(
      "simulate", "daily-life", "--seed", "5", "--seconds", "600", "--output", "day.csv")
    #expect(made.code == 0, "\(made.message)")
    for zone in [["--time-zone", "Europe/Berlin"], []] {
      let ending = try gait.run(
        ["analyze", "day.csv", "--site", "lower_back", "--start", start, "--output", "out"] + zone)
      #expect(ending.code == 0, "\(ending.message)")
      let bouts = GaitProcess.rows(try gait.text(of: "out/day/bouts.csv"))
      #expect(bouts.count > 10)
      for bout in bouts {
        for (time, seconds) in [("start_time", "start_s"), ("end_time", "end_s")] {
          let text = bout[time] ?? ""
          // Clocks are put back five minutes after the start.
          let isBefore = (bout[seconds].flatMap(Double.init) ?? 0) < 300
          let expected =
            zone.isEmpty ? String(start.suffix(6)) : isBefore ? "+02:00" : "+01:00"
          #expect(text.hasSuffix(expected), "\(text)")
          if !zone.isEmpty { #expect(text.hasPrefix("2026-10-25T02:"), "\(text)") }
        }
      }
      let summary = try gait.text(of: "out/day/summary.json")
      #expect(
        summary.contains(
          zone.isEmpty ? start.replacing("00+", with: "00.000+") : "2026-10-25T02:55:00.000+02:00"))
    }
  }

  @Test(arguments: [true, false], [true, false])
  func `a zone that is given later corrects the recording`(isSpring: Bool, isMerged: Bool) throws {
    try write("local.csv", isSpring ? Self.spring : Self.autumn)
    func store(_ name: String, _ more: String...) throws -> String {
      let words = ["analyze", "local.csv", "--site", "lower_back", "--participant", "P"]
      let ending = try gait.run(words + ["--store", name] + more)
      #expect(ending.code == 0, "\(ending.message)")
      return ending.message
    }
    _ = try store("s.gait")
    _ = try store("right.gait", "--time-zone", "Europe/Berlin")
    if isMerged {
      #expect(try gait("merge", "right.gait", "--into", "s.gait").code == 0)
    } else {
      let said = try store("s.gait", "--time-zone", "Europe/Berlin")
      #expect(said.contains("which it replaces"), "\(said)")
    }
    for kind in ["step-count", "wear-time"] {
      func listed(_ name: String) throws -> String {
        try gait("query", kind, "--store", name, "--format", "csv").output
      }
      #expect(try listed("s.gait") == listed("right.gait"))
    }
  }
}
