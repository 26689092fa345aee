import Foundation
import Testing

/// A day is deleted on which the estimates of a week begin that rest on other days as well.
struct DeletedMondayTests {
  private let gait: GaitProcess
  private static let kinds = ["six-minute-walk-distance", "walking-steadiness"]
  /// The first day of the sixth week, a Monday.
  private static let monday = "2025-10-06"

  init() throws {
    gait = try GaitProcess()
    try gait.done(
      "simulate", "--history", "steady", "--participant", "P", "--store", "s.gait", "--days", "42",
      "--start", "2025-09-01", "--seed", "1")
    try gait.done("estimate", "--store", "s.gait")
  }

  /// The value of a kind for the week that begins on the Monday; `nil` where it is missing.
  private func value(_ kind: String, _ more: String...) throws -> String? {
    let ending = try gait.run(
      ["query", kind, "--store", "s.gait", "--format", "csv"] + more)
    return GaitProcess.rows(ending.output)
      .first { $0["start_time"]?.hasPrefix(Self.monday) == true }?["value"]
  }

  @Test(arguments: [(Self.monday, "2025-10-07"), ("2025-10-07", "2025-10-08")])
  func `the week's estimates stay until they are made anew, which is said and kept`(
    from: String, to: String
  ) throws {
    let before = try Self.kinds.map { try #require(try value($0)) }
    let deletion = try gait.done(
      "delete", "--store", "s.gait", "--participant", "P", "--everything", "--from", from, "--to",
      to
    ).message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(try Self.kinds.map { try value($0) } == before)
    #expect(
      deletion.contains("also of days behind --to stay until the next gait estimate")
        == (from == Self.monday), "\(deletion)")
    #expect(
      try gait.run([
        "query", "step-count", "--store", "s.gait", "--from", from, "--to", to, "--left-out",
      ]).output.contains("2025-10-0") == false)
    let estimate = try gait.done("estimate", "--store", "s.gait")
    let said = (estimate.output + estimate.message)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(said.contains("Said anew") && said.contains("12 October"), "\(said)")
    for (kind, former) in zip(Self.kinds, before) {
      #expect(try value(kind) != former, "\(kind)")
      #expect(try value(kind, "--superseded") == former, "\(kind)")
    }
  }

  @Test func `a whole week takes its estimates along, and so does their name`() throws {
    try gait.done(
      "delete", "--store", "s.gait", "--participant", "P", "walking-steadiness", "--from",
      Self.monday, "--to", "2025-10-07")
    #expect(try value("walking-steadiness") == nil)
    let deletion = try gait.done(
      "delete", "--store", "s.gait", "--participant", "P", "--everything", "--from", Self.monday,
      "--to", "2025-10-13")
    #expect(try value("six-minute-walk-distance") == nil)
    #expect(!deletion.message.contains("behind --to"), "\(deletion.message)")
  }
}
