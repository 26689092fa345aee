import Foundation
import Testing

/// Stores that read the same records of a phone from exports of winter and of summer agree on the days when they come
/// together.
struct MergedClockTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  /// Steps of a day of January, from and to an hour and minute in UTC.
  private struct Steps {
    var (day, from, to, value) = (0, 0, 0, 0)
  }

  /// Walks of the morning, and two of the evening after 23:00 by the clock of winter.
  private let january = (5...7).flatMap { day in
    [
      Steps(day: day, from: 800, to: 820, value: 2_000 + day),
      Steps(day: day, from: 2_210, to: 2_220, value: 1_000),
      Steps(day: day, from: 2_230, to: 2_240, value: 500),
    ]
  }
  /// As the phone condensed them.
  private let condensed = (5...7).flatMap { day in
    [
      Steps(day: day, from: 800, to: 820, value: 2_000 + day),
      Steps(day: day, from: 2_210, to: 2_240, value: 1_500),
    ]
  }
  private let days = [
    "2026-01-05": "3505.0000", "2026-01-06": "3506.0000", "2026-01-07": "3507.0000",
  ]

  @discardableResult private func importing(
    _ steps: [Steps], written month: Int, hours: Int, into store: String
  ) throws -> String {
    func time(_ day: Int, _ clock: Int) -> String {
      let minutes = day * 1_440 + (clock / 100 + hours) * 60 + clock % 100
      return String(
        format: "2026-01-%02d %02d:%02d:00 +0%d00", minutes / 1_440, minutes / 60 % 24,
        minutes % 60,
        hours)
    }
    let records = steps.map {
      """
      <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" value="\($0.value)" \
      startDate="\(time($0.day, $0.from))" endDate="\(time($0.day, $0.to))"/>
      """
    }
    let text = """
      <?xml version="1.0"?>
      <HealthData locale="en"><ExportDate value="2026-\(String(format: "%02d", month))-02 10:12:00 +0\(hours)00"/>
      \(records.joined(separator: "\n"))
      </HealthData>
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path("export.xml")))
    let ending = try gait("import", "export.xml", "--participant", "Q", "--store", store)
    #expect(ending.code == 0, "\(ending.message)")
    return ending.message
  }

  /// The sum of each day.
  private func days(in store: String) throws -> [String: String] {
    let ending = try gait(
      "query", "step-count", "--store", store, "--every", "day", "--statistics", "sum", "--format",
      "csv")
    return Dictionary(
      uniqueKeysWithValues: GaitProcess.rows(ending.output).map {
        (String(($0["start_time"] ?? "").prefix(10)), $0["sum"] ?? "")
      })
  }

  private func aside(in store: String) throws -> Int {
    GaitProcess.rows(
      try gait("query", "--superseded", "--store", store, "--format", "csv").output
    ).count
  }

  private func merge(_ stores: [String], into target: String) throws -> String {
    let ending = try gait.run(["merge"] + stores + ["--into", target])
    #expect(ending.code == 0, "\(ending.message)")
    return ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func `records alike but for the clock stay on the days of the earlier export`() throws {
    try importing(january, written: 2, hours: 1, into: "A.gait")
    try importing(january, written: 4, hours: 2, into: "B.gait")
    // By the clock of winter again, after that of summer.
    try importing(january, written: 11, hours: 1, into: "C.gait")
    for order in [["A", "B"], ["B", "A"], ["A", "C", "B"], ["B", "C", "A"], ["C", "A", "B"]] {
      let target = order.joined() + ".gait"
      let message = try merge(order.map { $0 + ".gait" }, into: target)
      #expect(!message.contains("gave way"), "\(order): \(message)")
      #expect(try days(in: target) == days, "\(order)")
      #expect(try aside(in: target) == 0)
    }
    for (store, other) in [("A", "B"), ("B", "A")] {
      try gait.done(
        "export", "--plain", "--names", "--store", "\(other).gait", "--output", "\(other).csv")
      try gait.done("store", "copy", "--store", "\(store).gait", "--output", "file-\(store).gait")
      try gait.done("import", "\(other).csv", "--store", "file-\(store).gait")
      let message = try merge(["\(other).gait"], into: "\(store).gait")
      #expect(message.contains("of the phone's earlier export") == (store == "B"))
      for name in ["\(store).gait", "file-\(store).gait"] {
        #expect(try days(in: name) == days, "\(name)")
        #expect(try aside(in: name) == 0)
      }
      // Again changes nothing.
      #expect(try merge(["\(other).gait"], into: "\(store).gait").contains("0 samples written"))
    }
  }

  @Test func `a condensed record stays on the days of those that give way to it`() throws {
    try importing(january, written: 2, hours: 1, into: "one.gait")
    try importing(condensed, written: 6, hours: 2, into: "one.gait")
    #expect(try days(in: "one.gait") == days)
    #expect(try aside(in: "one.gait") == 6)
    // The same again, and a value that the phone corrected in the place of the condensed one.
    try importing(condensed, written: 7, hours: 2, into: "one.gait")
    #expect(try days(in: "one.gait") == days)

    try importing(january, written: 2, hours: 1, into: "A.gait")
    try importing(condensed, written: 6, hours: 2, into: "B.gait")
    for order in [["A", "B"], ["B", "A"], ["one", "B"], ["B", "one"]] {
      let target = order.joined() + ".gait"
      _ = try merge(order.map { $0 + ".gait" }, into: target)
      #expect(try days(in: target) == days, "\(order)")
      #expect(try aside(in: target) == 6, "\(order)")
    }
  }

  @Test func `what was corrected elsewhere takes over the clock of what gives way here`() throws {
    let corrected = january.map { steps in
      var steps = steps
      if steps.value == 500 { steps.value = 501 }
      return steps
    }
    try importing(january, written: 2, hours: 1, into: "A.gait")
    try importing(january, written: 4, hours: 2, into: "B.gait")
    try importing(january, written: 4, hours: 2, into: "C.gait")
    try importing(corrected, written: 6, hours: 2, into: "C.gait")
    let days = days.mapValues { "\(Int($0.prefix(4)).map { $0 + 1 } ?? 0).0000" }
    for order in [["A", "C"], ["C", "A"], ["A", "B", "C"], ["C", "B", "A"], ["B", "C", "A"]] {
      let target = order.joined() + ".gait"
      _ = try merge(order.map { $0 + ".gait" }, into: target)
      #expect(try self.days(in: target) == days, "\(order)")
    }
  }

  /// Imports an export of one walking speed of 10 February, 22:30 UTC, into a store of its own.
  private func importSpeed(
    _ value: String, _ unit: String, at start: String, written: String, into store: String
  ) throws {
    let text = """
      <?xml version="1.0"?>
      <HealthData locale="en"><ExportDate value="\(written)"/>
      <Record type="HKQuantityTypeIdentifierWalkingSpeed" sourceName="Phone" unit="\(unit)" value="\(value)" \
      startDate="\(start)" endDate="\(start.replacing(":30:00", with: ":31:00"))"/>
      </HealthData>
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path("speed.xml")))
    let ending = try gait("import", "speed.xml", "--participant", "Q", "--store", store)
    #expect(ending.code == 0, "\(ending.message)")
  }

  @Test(arguments: ["abdc", "bcda", "cbda", "cdab", "cdba", "dcab", "dcba", "acbd"])
  func `the first export's clock holds in any order, also where the last has other units`(
    order: String
  ) throws {
    try importSpeed(
      "4.5", "km/hr", at: "2026-02-10 23:30:00 +0100", written: "2026-03-01 18:00:00 +0100",
      into: "a")
    try importSpeed(
      "4.5", "km/hr", at: "2026-02-11 07:30:00 +0900", written: "2026-03-20 18:00:00 +0900",
      into: "b")
    try importSpeed(
      "4.5", "km/hr", at: "2026-02-10 23:30:00 +0100", written: "2026-04-01 18:00:00 +0200",
      into: "d")
    try importSpeed(
      "2.8", "mi/hr", at: "2026-02-10 22:30:00 +0000", written: "2026-05-01 18:00:00 +0100",
      into: "c")
    _ = try merge(order.map(String.init), into: "all.gait")
    let ending = try gait(
      "query", "walking-speed", "--store", "all.gait", "--every", "day", "--statistics", "mean",
      "--format", "csv")
    let days = GaitProcess.rows(ending.output).compactMap { $0["start_time"] }
    #expect(days.count == 1 && days.allSatisfy { $0.hasPrefix("2026-02-10") }, "\(days)")
  }
}
