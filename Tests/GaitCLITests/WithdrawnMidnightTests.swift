import Foundation
import Testing

/// A recording of which a day was deleted is analyzed again with a start or zone by which midnight is elsewhere in it.
struct WithdrawnMidnightTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  /// Runs the program; its message is one line, wherever it was broken.
  @discardableResult
  private func run(_ words: [String], code: Int32 = 0) throws -> String {
    let ending = try gait.run(words)
    #expect(ending.code == code, "\(words): \(ending.message)")
    return ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private func simulate(_ scenario: String, seconds: Int) throws {
    try run([
      "simulate", scenario, "--seed", "3", "--seconds", "\(seconds)", "--output", "walk.csv", "-q",
    ])
  }

  @discardableResult
  private func analyze(
    _ start: String, _ more: String..., store: String = "s.gait", code: Int32 = 0
  ) throws -> String {
    try run(
      [
        "analyze", "walk.csv", "--participant", "A", "--store", store, "--override-start",
        "--start", start,
      ] + more, code: code)
  }

  private func delete(_ words: String...) throws {
    try run(["delete", "--store", "s.gait", "--participant", "A"] + words)
  }

  private func rows(_ kind: String, store: String = "s.gait") throws -> [[String: String]] {
    GaitProcess.rows(
      try gait.done("query", kind, "--store", store, "--left-out", "--format", "csv").output)
  }

  private func sum(_ kind: String, store: String = "s.gait") throws -> Double {
    try rows(kind, store: store).compactMap { $0["value"].flatMap(Double.init) }.reduce(0, +)
  }

  private func instant(_ text: String?) throws -> Date {
    let known = ISO8601DateFormatter.withFraction.date(from: text ?? "")
    return try #require(known, "\(text ?? "")")
  }

  private static let sums = ["step-count", "distance", "walking-time"]

  @Test(arguments: [
    (["2026-06-15T23:57:00+02:00"], ["2026-06-15T23:40:00+02:00"]),
    (["2026-06-15T23:57:00+02:00"], ["2026-06-16T00:10:00+02:00"]),
    (["2026-06-15T23:57:00+02:00"], ["2026-06-16T09:00:00+02:00"]),
    (
      ["2026-06-15T23:57:00", "--time-zone", "Europe/Berlin"],
      ["2026-06-15T23:40:00", "--time-zone", "Europe/Berlin"]
    ),
    (
      ["2026-06-15T23:57:00+01:00"],
      ["2026-06-15T23:57:00+01:00", "--time-zone", "Europe/Berlin"]
    ),
    (["2026-06-15T23:57:00Z"], ["2026-06-15T23:57:00Z", "--time-zone", "Europe/Berlin"]),
  ])
  func `the second half of a walk over midnight stays deleted where midnight is no more in it`(
    first: [String], second: [String]
  ) throws {
    func again(_ words: [String], code: Int32 = 0) throws -> String {
      try run(
        [
          "analyze", "walk.csv", "--participant", "A", "--store", "s.gait", "--override-start",
          "--start",
        ] + words, code: code)
    }
    try simulate("straight-walk", seconds: 400)
    _ = try again(first)
    let whole = try sum("step-count")
    #expect(try rows("step-count").count == 2)
    try delete("--everything", "--from", "2026-06-16", "--to", "2026-06-17")
    let rest = try Self.sums.map { try sum($0) }
    #expect(rest[0] > 0 && rest[0] < whole)
    #expect(try again(first).contains("samples of it were deleted in the store and stay so"))
    let refused = try again(second, code: 2)
    #expect(refused.contains("nothing of it was kept"), "\(refused)")
    #expect(try Self.sums.map { try sum($0) } == rest)
    _ = try again(second + ["--with-deleted"])
    #expect(try sum("step-count") == whole)
  }

  @Test func `so do kinds of which the other half stayed`() throws {
    try simulate("straight-walk", seconds: 400)
    try analyze("2026-06-15T23:57:00+02:00")
    let time = try sum("walking-time")
    try delete("step-count", "distance", "--from", "2026-06-16")
    let rest = try sum("step-count")
    let refused = try analyze("2026-06-15T23:30:00+02:00", code: 2)
    #expect(refused.contains("nothing of it was kept"), "\(refused)")
    #expect(try sum("step-count") == rest && sum("walking-time") == time)
  }

  @Test func `a study says that it is refused, and that its tables have it`() throws {
    func batch(_ start: String, code: Int32 = 0) throws -> String {
      try """
      path,participant,start,time_zone
      walk.csv,A,\(start),Europe/Berlin

      """.write(toFile: gait.path("study.csv"), atomically: true, encoding: .utf8)
      return try run(["batch", "study.csv", "--store", "s.gait", "--output", "out"], code: code)
    }
    try simulate("straight-walk", seconds: 400)
    _ = try batch("2026-06-15T23:57:00")
    try delete("--everything", "--from", "2026-06-16")
    let rest = try sum("step-count")
    let refused = try batch("2026-06-15T23:40:00", code: 2)
    #expect(refused.contains("--with-deleted keeps all of it"), "\(refused)")
    #expect(!refused.contains("are in the tables"), "\(refused)")
    #expect(try gait.text(of: "out/tables/failures.csv").contains("deleted_in_part"))
    #expect(try sum("step-count") == rest)
  }

  @Test func `a walk of which nothing was deleted is divided where midnight is now`() throws {
    try simulate("daily-life", seconds: 900)
    try analyze("2026-06-15T10:00:00Z")
    let walks = try rows("walking-time")
    let longest = try #require(
      walks.dropFirst().max {
        Double($0["value"] ?? "") ?? 0 < Double($1["value"] ?? "") ?? 0
      })
    let seconds = try #require(longest["value"].flatMap(Double.init))
    let middle = try instant(longest["start_time"]).addingTimeInterval(seconds / 2)
    let first = try #require(walks.first?["end_time"])
    try delete("--everything", "--to", first)
    let rest = try sum("step-count")
    // Midnight in the middle of the longest of the walks that stayed.
    let before = middle.timeIntervalSince(try instant("2026-06-15T10:00:00.000Z"))
    let midnight = try instant("2026-06-16T00:00:00.000Z")
    let moved = ISO8601DateFormatter.withFraction.string(from: midnight.addingTimeInterval(-before))
    let divided = try analyze(moved)
    #expect(divided.contains("deleted in the store and stay so"), "\(divided)")
    #expect(try rows("step-count").count == walks.count)
    #expect(try sum("step-count") == rest)
    // And is whole again where it is in none.
    let whole = try analyze("2026-06-15T12:00:00Z")
    #expect(whole.contains("deleted in the store and stay so"), "\(whole)")
    #expect(try rows("step-count").count == walks.count - 1)
    #expect(try sum("step-count") == rest)
  }

  @Test(arguments: ["23:40", "23:56"])
  func `a merge says that a later analysis may hold what was deleted`(start: String) throws {
    try simulate("straight-walk", seconds: 400)
    try analyze("2026-06-15T23:57:00Z")
    try delete("--everything", "--from", "2026-06-16")
    try analyze("2026-06-15T\(start):00Z", store: "b.gait")
    try run(["export", "--plain", "--store", "b.gait", "--output", "b.csv"])
    try run(["merge", "s.gait", "--into", "c.gait"])
    for words in [
      ["merge", "b.gait", "--into", "s.gait"], ["import", "b.csv", "--store", "c.gait"],
    ] {
      let said = try run(words)
      #expect(said.contains("hold what was deleted, or may: gait delete takes"), "\(said)")
      #expect(try !run(words).contains("what was deleted"))
    }
    #expect(try sum("step-count") == sum("step-count", store: "b.gait"))
  }

  @Test func `a merge says that samples came back with another start`() throws {
    try simulate("daily-life", seconds: 900)
    try analyze("2026-06-15T10:00:00Z")
    let count = try rows("step-count").count
    try delete("step-count", "--from", "2026-06-15", "--to", "2026-06-16")
    try analyze("2026-06-15T11:00:00Z", store: "b.gait")
    let said = try run(["merge", "b.gait", "--into", "s.gait"])
    #expect(said.contains("\(count) samples of recordings of which samples were"), "\(said)")
    let restored = try run(["merge", "b.gait", "--into", "d.gait", "--with-deleted"])
    #expect(!restored.contains("was deleted"), "\(restored)")
  }
}

extension ISO8601DateFormatter {
  fileprivate static var withFraction: ISO8601DateFormatter {
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions.insert(.withFractionalSeconds)
    return formatter
  }
}
