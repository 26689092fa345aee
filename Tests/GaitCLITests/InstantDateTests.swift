import Foundation
import Testing

/// A date with an offset is an instant, and one without what clocks showed: also of somebody whose samples have several
/// offsets.
struct InstantDateTests {
  private let gait: GaitProcess
  private static let store = ["--store", "s.gait"]

  init() throws {
    gait = try GaitProcess()
    try keep(
      "2026-03-28T09:00+01:00", "2026-03-30T08:30+02:00", "2026-03-30T09:30+02:00",
      "2026-03-30T10:30+02:00", "2026-03-30T15:30+02:00", "2026-03-30T16:30+02:00")
  }

  /// Step counts of a minute, the first with 100 steps and each with one more, at times of the clock or in a zone.
  private func keep(_ starts: String..., of person: String = "X", zones: [String] = []) throws {
    var table = "participant,kind,value,unit,start_time,end_time,source,time_zone\n"
    for (place, start) in starts.enumerated() {
      let (minute, offset) = (start.prefix(16), start.dropFirst(16))
      let zone = place < zones.count ? zones[place] : ""
      table +=
        "\(person),step-count,\(100 + place),count,\(minute):00\(offset),\(minute):59\(offset),phone,\(zone)\n"
    }
    try table.write(toFile: gait.path("phone.csv"), atomically: true, encoding: .utf8)
    try gait.done("import", "phone.csv", "--store", "s.gait")
  }

  private func rows(_ words: [String]) throws -> [[String: String]] {
    let ending = try gait.run(words + Self.store)
    #expect(ending.code == 0, "\(ending.message)")
    return GaitProcess.rows(ending.output)
  }

  private func steps(_ words: [String] = []) throws -> [Int] {
    try rows(["query", "step-count", "--participant", "X", "--format", "csv"] + words)
      .compactMap { $0["value"].flatMap(Double.init).map { Int($0) } }
  }

  static let ends = [
    ["--from", "2026-03-30T10:00+02:00", "--to", "2026-03-30T16:00+02:00"],
    ["--from", "2026-03-30T10:00+02:00", "--to", "2026-03-30T16:00"],
    ["--from", "2026-03-30T10:00", "--to", "2026-03-30T16:00+02:00"],
    ["--from", "2026-03-30T10:00", "--to", "2026-03-30T16:00"],
    ["--from", "2026-03-30T08:00Z", "--to", "2026-03-30T15:00+01:00"],
  ]

  @Test(arguments: ends) func `a period is one, however its ends are said`(
    ends: [String]
  ) throws {
    #expect(try steps(ends) == [103, 104])
    let figures = try rows(
      ["query", "step-count", "--statistics", "count,sum", "--format", "csv"] + ends)
    #expect(figures.map { $0["count"] } == ["2"])
    #expect(figures.compactMap { $0["sum"].flatMap(Double.init) } == [207])
    let held = try rows(["query", "--format", "csv"] + ends)
    #expect(held.map { $0["samples"] } == ["2"])
    #expect(held.map { $0["first_start"] } == ["2026-03-30T10:30:00.000+02:00"])
    let exported = try rows(
      ["export", "--plain", "--names", "--format", "csv", "--output", "-"] + ends)
    #expect(exported.count == 2)
  }

  @Test(arguments: ends) func `what lies beside the period is not deleted`(ends: [String]) throws {
    let ending = try gait.run(
      ["delete", "step-count", "--participant", "X"] + ends + Self.store)
    #expect(ending.message.contains("2 samples deleted"), "\(ending.message)")
    #expect(
      ending.message.contains("2026-03-30 keeps a part of step-count"), "\(ending.message)")
    #expect(try steps() == [100, 101, 102, 105])
  }

  @Test func `a sample across an instant is said to be`() throws {
    let ending = try gait.run(
      [
        "delete", "step-count", "--participant", "X", "--from", "2026-03-30T09:30:30+02:00",
        "--to", "2026-03-30T15:30:30+02:00",
      ] + Self.store)
    #expect(
      ending.message.contains("step-count that began before --from and lasts beyond it stays"),
      "\(ending.message)")
    #expect(
      ending.message.contains("step-count that lasts beyond --to went with all that it covered"),
      "\(ending.message)")
    #expect(try steps() == [100, 101, 102, 105])
  }

  @Test func `days begin at the hour of the anchor`() throws {
    let figures = try rows([
      "query", "step-count", "--every", "day", "--anchor", "2026-03-30T09:00+02:00",
      "--statistics", "sum", "--format", "csv",
    ])
    #expect(
      figures.compactMap { $0["start_time"] } == [
        "2026-03-28T09:00:00.000", "2026-03-29T09:00:00.000", "2026-03-30T09:00:00.000",
      ])
    #expect(figures.compactMap { $0["sum"].flatMap(Double.init) } == [100, 101, 414])
  }

  @Test(arguments: [["Europe/Berlin", "Asia/Tokyo"], ["Europe/Berlin"]])
  func `a morning of a journey is found by its instants`(zones: [String]) throws {
    try keep("2025-07-06T10:00+02:00", "2025-07-08T10:00+09:00", of: "Y", zones: zones)
    let ends = ["--from", "2025-07-08T09:30+09:00", "--to", "2025-07-08T10:30+09:00"]
    let words = ["query", "step-count", "--participant", "Y", "--format", "csv"] + ends
    #expect(try rows(words).count == 1)
    let figures = try rows(words + ["--statistics", "count,sum"])
    #expect(figures.compactMap { $0["sum"].flatMap(Double.init) } == [101])
  }

  @Test func `steps of several people are those of one instant`() throws {
    try keep("2026-03-30T10:30+09:00", "2026-03-30T17:30+09:00", of: "Y")
    let ends = ["--from", "2026-03-30T10:00+02:00", "--to", "2026-03-30T16:00+02:00"]
    let samples = try rows(["query", "step-count", "--format", "csv"] + ends)
    #expect(samples.compactMap { $0["participant"] }.sorted() == ["X", "X", "Y"])
    let held = try rows(["query", "--format", "csv"] + ends)
    #expect(held.compactMap { $0["samples"] } == ["2", "1"])
  }

  @Test func `a walk by a local clock is compared with that of its hour`() throws {
    try gait.done("simulate", "straight-walk", "--seconds", "120", "--output", "walk.csv")
    try gait.text(of: "walk.csv").write(
      toFile: gait.path("morning.csv"), atomically: true, encoding: .utf8)
    try #"{"start_local_datetime": "2026-01-05T09:00:00"}"#.write(
      toFile: gait.path("morning.json"), atomically: true, encoding: .utf8)
    try gait.done(
      "analyze", "morning.csv", "--site", "lower_back", "--height", "1.7", "--participant", "L",
      "--store", "s.gait")
    try keep("2026-01-05T09:00+01:00", "2026-01-05T10:00+01:00", of: "L")
    let words = ["compare", "step-count", "--participant", "L", "--by", "bout", "--format", "csv"]
    for zone in [[], ["--time-zone", "Europe/Berlin"]] {
      let pairs = try rows(words + zone)
      #expect(pairs.map { $0["start_time"] } == ["2026-01-05T09:00:00.000+01:00"], "\(zone)")
      #expect(pairs.compactMap { $0["theirs"].flatMap(Double.init) } == [100])
    }
    // What a local clock shows is what was said.
    let ending = try gait.run(
      [
        "delete", "--everything", "--participant", "L", "--from", "2026-01-05T09:30+01:00",
        "--to", "2026-01-05T11:30+01:00",
      ] + Self.store)
    #expect(ending.message.contains("1 sample deleted"), "\(ending.message)")
  }
}
