import Foundation
import Testing

/// Exports of a phone that were written in several places come to the same in whatever order they are read.
struct ExportOrderTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  /// A record of November, from and to an hour and minute in UTC.
  private struct Record {
    var (day, from, to, value) = (0, 0, 0, 0)
    var kind = "StepCount"
  }

  /// Writes an export of a day of November at so many hours ahead of UTC, and a store of its own that has read it.
  private func export(
    _ name: String, _ records: [Record], written day: Int, hours: Int
  ) throws {
    func time(_ day: Int, _ clock: Int) -> String {
      let minutes = day * 1_440 + (clock / 100 + hours) * 60 + clock % 100
      return String(
        format: "2025-11-%02d %02d:%02d:00 +0%d00", minutes / 1_440, minutes / 60 % 24,
        minutes % 60, hours)
    }
    let lines = records.map {
      """
      <Record type="HKQuantityTypeIdentifier\($0.kind)" sourceName="iPhone" \
      unit="\($0.kind == "StepCount" ? "count" : "m/s")" value="\($0.value)" \
      startDate="\(time($0.day, $0.from))" endDate="\(time($0.day, $0.to))"/>
      """
    }
    let text = """
      <?xml version="1.0"?>
      <HealthData locale="en"><ExportDate value="\(time(day, 300))"/>
      \(lines.joined(separator: "\n"))
      </HealthData>
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path(name + ".xml")))
    _ = try read(name, into: "own-\(name).gait")
  }

  @discardableResult private func read(_ name: String, into store: String) throws -> String {
    try gait.done("import", name + ".xml", "--participant", "P", "--store", store).message
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private func merge(_ names: [String], into store: String) throws {
    for name in names { try gait.done("merge", "own-\(name).gait", "--into", store) }
  }

  /// All that is valid, by the clock by which it is.
  private func samples(_ store: String) throws -> [String] {
    let found = try gait.done("query", "--everything", "--store", store, "--format", "csv")
    return GaitProcess.rows(found.output).map {
      [$0["kind"], $0["value"], $0["start_time"], $0["end_time"]].compactMap(\.self)
        .joined(separator: " ")
    }.sorted()
  }

  private func days(_ store: String) throws -> [String] {
    let found = try gait.done(
      "query", "step-count", "--store", store, "--every", "day", "--statistics", "sum", "--format",
      "csv")
    return GaitProcess.rows(found.output).map {
      "\($0["start_time"]?.prefix(10) ?? "") \($0["sum"] ?? "")"
    }
  }

  private static let three = [
    Record(day: 10, from: 1_700, to: 1_710, value: 1_000),
    Record(day: 10, from: 800, to: 810, value: 2_000),
    Record(day: 11, from: 800, to: 810, value: 3_000),
  ]

  @Test func `an older export that is read later puts its clock in place, and says so`() throws {
    try export("home", Self.three, written: 12, hours: 1)
    try export("tokyo", Self.three, written: 20, hours: 9)
    let words = "3 samples of a phone are here and there by different clocks"
    for order in [["home", "tokyo"], ["tokyo", "home"]] {
      let store = order.joined() + ".gait"
      let said = try order.map { try read($0, into: store) }
      #expect(said.map { $0.contains(words) } == [false, order[1] == "home"], "\(said)")
      let expected = ["2025-11-10 3000.0000", "2025-11-11 3000.0000"]
      #expect(try days(store) == expected, "\(order)")
      // Again neither changes or says anything of clocks.
      for name in order {
        let again = try read(name, into: store)
        #expect(again.contains("0 samples written") && !again.contains("clocks"), "\(again)")
      }
      try merge(["tokyo"], into: store)
      #expect(try days(store) == expected, "\(order), merged")
      let aside = try gait("query", "--superseded", "--store", store, "--format", "csv")
      #expect(GaitProcess.rows(aside.output).isEmpty)
    }
  }

  /// Later ones correct and condense what earlier ones have, each by another clock.
  @Test func `exports of corrected and condensed records come to the same in every order`() throws {
    func steps(_ from: Int, _ to: Int, _ value: Int) -> Record {
      Record(day: 10, from: from, to: to, value: value)
    }
    let speed = Record(day: 10, from: 2_230, to: 2_231, value: 1, kind: "WalkingSpeed")
    var faster = speed
    faster.value = 2
    let (one, two) = (steps(1_600, 1_610, 500), steps(1_620, 1_630, 600))
    let (three, four) = (steps(2_300, 2_310, 700), steps(2_320, 2_330, 800))
    try export("1", [one, two, three, speed], written: 12, hours: 2)
    try export("2", [one, two, three, four, speed], written: 14, hours: 1)
    try export("3", [steps(1_600, 1_630, 1_101), three, four, faster], written: 16, hours: 9)
    try export(
      "4", [steps(1_600, 1_630, 1_101), steps(2_300, 2_330, 1_502), faster], written: 18, hours: 1)
    let names = ["1", "2", "3", "4"]
    try merge(names, into: "merged.gait")
    let expected = try samples("merged.gait")
    #expect(expected.count == 3, "\(expected)")
    for order in Self.orders(of: names) {
      let store = order.joined() + ".gait"
      for name in order { try read(name, into: store) }
      #expect(try samples(store) == expected, "imported \(order)")
      for name in order {
        let again = try read(name, into: store)
        #expect(again.contains("0 samples written") && !again.contains("clocks"), "\(again)")
      }
      #expect(try samples(store) == expected, "imported \(order) twice")
      try merge(order, into: "merged-" + store)
      #expect(try samples("merged-" + store) == expected, "merged \(order)")
    }
  }

  private static func orders(of names: [String]) -> [[String]] {
    guard let last = names.last else { return [[]] }
    return orders(of: Array(names.dropLast())).flatMap { order in
      (0...order.count).map { Array(order[..<$0]) + [last] + Array(order[$0...]) }
    }
  }
}
