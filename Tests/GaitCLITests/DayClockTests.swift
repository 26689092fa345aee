import Foundation
import Testing

/// One rule for days and printed times: each sample by its own clock, in every command.
struct DayClockTests {
  private let gait: GaitProcess
  private static let person = ["--store", "s.gait", "--participant", "P"]

  init() throws {
    gait = try GaitProcess()
    let made = try gait("simulate", "straight-walk", "--seconds", "120", "--output", "walk.csv")
    #expect(made.code == 0, "\(made.message)")
  }

  private func run(_ command: String, _ words: String...) throws -> GaitProcess.Ending {
    let ending = try gait.run([command] + words + Self.person)
    #expect(ending.code == 0, "\(ending.message)")
    return ending
  }

  private func rows(_ text: String) -> [[String: String]] {
    let lines = text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.dropFirst().map { Dictionary(zip(lines[0], $0), uniquingKeysWith: { $1 }) }
  }

  private func starts(_ words: String...) throws -> [String] {
    let ending = try gait.run(["query"] + words + ["--format", "csv"] + Self.person)
    #expect(ending.code == 0, "\(ending.message)")
    return rows(ending.output).compactMap { $0["start_time"] }
  }

  private func days(_ more: String...) throws -> [String] {
    let ending = try gait.run(
      ["query", "step-count", "--every", "day", "--format", "csv"] + more + Self.person)
    #expect(ending.code == 0, "\(ending.message)")
    return rows(ending.output).compactMap { $0["start_time"].map { String($0.prefix(10)) } }
  }

  /// The walk at another time: one sample differs, so that it is another recording.
  private func keep(_ name: String, _ more: String...) throws -> String {
    var lines = try gait.text(of: "walk.csv").split(separator: "\n").map(String.init)
    lines.removeLast(Int(name.utf8.reduce(0) { $0 + UInt($1) }) % 40)
    try lines.joined(separator: "\n").write(
      toFile: gait.path(name + ".csv"), atomically: true, encoding: .utf8)
    return try gait.run(
      ["analyze", name + ".csv", "--site", "lower_back", "--height", "1.7"] + more + Self.person
    ).message
  }

  private func describe(_ name: String, localStart: String) throws {
    try #"{"start_local_datetime": "\#(localStart)"}"#.write(
      toFile: gait.path(name + ".json"), atomically: true, encoding: .utf8)
  }

  @Test func `a corrected time zone arrives in every day`() throws {
    try describe("night", localStart: "2026-05-05T00:30:00")
    _ = try keep("night")
    _ = try run("estimate")
    #expect(try starts("daily-wear-time") == ["2026-05-05T00:00:00.000"])
    let corrected = try keep("night", "--time-zone", "Europe/Berlin")
    #expect(corrected.contains("from 2026-05-05T00:30:00.000, which it replaces"), "\(corrected)")
    let estimate = try run("estimate").message
    #expect(
      estimate.contains("days are counted in Europe/Berlin now, the time zone of the samples"),
      "\(estimate)")
    #expect(try starts("daily-wear-time") == ["2026-05-05T00:00:00.000+02:00"])
    #expect(try starts("wear-time") == ["2026-05-05T00:30:00.000+02:00"])
    #expect(try days() == ["2026-05-05"])
    #expect(try run("estimate").message.isEmpty)
  }

  @Test(arguments: ["estimate between", "estimate after"])
  func `clocks with offsets keep their own days, whenever estimates are made`(
    order: String
  ) throws {
    _ = try keep("january", "--start", "2026-01-15T00:10:00+01:00")
    if order == "estimate between" { _ = try run("estimate") }
    #expect(try starts("wear-time") == ["2026-01-15T00:10:00.000+01:00"])
    _ = try keep("july", "--start", "2026-07-15T23:50:00+02:00")
    let estimate = try run("estimate").message
    let isMoved = estimate.contains("they were in UTC+01:00")
    #expect(isMoved == (order == "estimate between"), "\(estimate)")
    #expect(
      try starts("wear-time") == [
        "2026-01-15T00:10:00.000+01:00", "2026-07-15T23:50:00.000+02:00",
      ])
    #expect(try days() == ["2026-01-15", "2026-07-15"])
    #expect(try starts("wear-time", "--from", "2026-01-15", "--to", "2026-01-16").count == 1)
    #expect(try starts("wear-time", "--to", "2026-01-15").isEmpty)
    #expect(
      try starts("daily-wear-time") == ["2026-01-15T00:00:00.000", "2026-07-15T00:00:00.000"])
  }

  @Test func `a journey moves no day at home`() throws {
    _ = try keep("home", "--start", "2026-05-04T23:30:00", "--time-zone", "Europe/Berlin")
    _ = try keep("away", "--start", "2026-05-20T00:30:00", "--time-zone", "Asia/Tokyo")
    #expect(try days() == ["2026-05-04", "2026-05-20"])
    #expect(
      try starts("wear-time") == [
        "2026-05-04T23:30:00.000+02:00", "2026-05-20T00:30:00.000+09:00",
      ])
    _ = try run("estimate")
    #expect(
      try starts("daily-wear-time").map { $0.prefix(10) } == ["2026-05-04", "2026-05-20"])
    // Asked for one zone, the program counts in it.
    #expect(try days("--time-zone", "Asia/Tokyo") == ["2026-05-05", "2026-05-20"])
    let report = try run("report", "person", "--output", "p.html")
    #expect(report.code == 0)
  }

  @Test(arguments: [("+02:00", "-04:00"), ("+02:00", "+01:00")])
  func `two mornings with the same hours are both worn`(first: String, second: String) throws {
    // After a flight west, and in the hour that autumn has twice.
    _ = try keep("first", "--start", "2026-10-25T02:30:00" + first)
    _ = try keep("second", "--start", "2026-10-25T02:30:00" + second)
    _ = try run("estimate")
    func seconds(_ words: String..., column: String) throws -> Double {
      let ending = try gait.run(["query"] + words + ["--format", "csv"] + Self.person)
      return rows(ending.output).compactMap { $0[column].flatMap(Double.init) }.reduce(0, +)
    }
    let worn = try seconds("wear-time", column: "value")
    #expect(worn > 200)
    let daily = try seconds("daily-wear-time", column: "value")
    let summed = try seconds(
      "wear-time", "--every", "day", "--statistics", "sum", column: "sum")
    #expect(abs(daily - worn) < 0.001 && abs(summed - worn) < 0.001, "\(daily) of \(worn)")
  }

  @Test func `a local clock is named by a zone, and not shifted`() throws {
    try describe("evening", localStart: "2026-05-04T23:50:00")
    _ = try keep("evening")
    #expect(try starts("wear-time") == ["2026-05-04T23:50:00.000"])
    #expect(
      try starts("wear-time", "--time-zone", "Europe/Berlin") == ["2026-05-04T23:50:00.000+02:00"])
    #expect(try days() == ["2026-05-04"])
    #expect(try days("--time-zone", "Europe/Berlin") == ["2026-05-04"])
    let zoned = try run("estimate", "--time-zone", "Europe/Berlin")
    #expect(zoned.message.contains("by each sample's own clock"), "\(zoned.message)")
    #expect(!zoned.message.contains("GMT"))
    #expect(
      try starts("daily-wear-time", "--time-zone", "Europe/Berlin")
        == ["2026-05-04T00:00:00.000+02:00"])
    _ = try run("estimate")
    #expect(try starts("daily-wear-time") == ["2026-05-04T00:00:00.000"])
  }

  @Test func `steps of a phone about a change of clocks stay on their days`() throws {
    try """
    participant,kind,value,unit,start_time,end_time,source
    P,step-count,100,count,2026-03-28T23:50:00+01:00,2026-03-28T23:58:00+01:00,Phone
    P,step-count,10,count,2026-03-29T00:02:00+01:00,2026-03-29T00:10:00+01:00,Phone
    P,step-count,1,count,2026-03-30T00:05:00+02:00,2026-03-30T00:10:00+02:00,Phone
    """.write(toFile: gait.path("phone.csv"), atomically: true, encoding: .utf8)
    let imported = try gait("import", "phone.csv", "--store", "s.gait")
    #expect(imported.code == 0, "\(imported.message)")
    let figures = rows(
      try run("query", "step-count", "--every", "day", "--statistics", "sum", "--format", "csv")
        .output)
    #expect(
      figures.map { "\($0["start_time"]?.prefix(10) ?? "") \($0["sum"] ?? "")" } == [
        "2026-03-28 100.0000", "2026-03-29 10.0000", "2026-03-30 1.0000",
      ])
  }

  @Test(arguments: [("+01:00", "+02:00"), ("+02:00", "-07:00")])
  func `the bars of a page are those of the days`(home: String, away: String) throws {
    var table = "participant,kind,value,unit,start_time,end_time,source\n"
    for (day, offset) in [(28, home), (29, away), (30, away)] {
      for (place, time) in ["00:01", "00:03", "23:55"].enumerated() {
        let speed = "1.\(day)"
        let start = "2026-03-\(day)T\(time)"
        table += "P,walking-speed,\(speed),m/s,\(start):00\(offset),\(start):40\(offset),gait\n"
        guard place == 0 else { continue }
        table += "P,wear-time,80000,s,\(start):00\(offset),2026-03-\(day)T22:14:20\(offset),gait\n"
      }
    }
    try table.write(toFile: gait.path("days.csv"), atomically: true, encoding: .utf8)
    let imported = try gait("import", "days.csv", "--store", "s.gait")
    #expect(imported.code == 0, "\(imported.message)")
    _ = try run("report", "person", "--output", "p.html")
    let page = try gait.text(of: "p.html")
    for day in 28...30 {
      #expect(page.contains("\(day) March 2026: 1.\(day) to 1.\(day) m/s"), "\(day)")
    }
  }

  @Test func `the same walk by two clocks is compared at its instant`() throws {
    try """
    participant,kind,value,unit,start_time,end_time,source
    P,walking-speed,1.2,m/s,2026-05-04T09:00:00+02:00,2026-05-04T09:01:00+02:00,gait
    P,walking-speed,1.1,m/s,2026-05-04T16:00:00+09:00,2026-05-04T16:01:00+09:00,Phone
    P,walking-speed,2.2,m/s,2026-05-04T09:00:00+09:00,2026-05-04T09:01:00+09:00,Phone
    """.write(toFile: gait.path("phone.csv"), atomically: true, encoding: .utf8)
    let imported = try gait("import", "phone.csv", "--store", "s.gait")
    #expect(imported.code == 0, "\(imported.message)")
    let pairs = rows(try run("compare", "walking-speed", "--by", "bout", "--format", "csv").output)
    #expect(pairs.count == 1 && pairs[0]["theirs"].flatMap(Double.init) == 1.1, "\(pairs)")
    #expect(pairs[0]["start_time"] == "2026-05-04T16:00:00.000+09:00", "as gait query prints it")
  }
}
