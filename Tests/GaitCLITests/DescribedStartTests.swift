import Foundation
import Testing

/// A start in the description beside a recording whose own clock tells UTC.
struct DescribedStartTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  /// A clock that tells UTC, and the recording that has it.
  enum Clock: String, CaseIterable {
    case geneactiv, actigraph, unix, zulu

    var file: String {
      switch self {
      case .geneactiv: "walk.bin"
      case .actigraph: "walk.gt3x"
      case .unix, .zulu: "walk.csv"
      }
    }

    /// Whether the file says the offset 0 as that of the device's clock.
    var namesOffset: Bool { self == .geneactiv || self == .actigraph }
  }

  /// The simulated walk, so many seconds after 2026-01-05T09:00:00Z where it is a table.
  private func simulate(_ clock: Clock, later: Double = 0) throws {
    try gait.done("simulate", "straight-walk", "--output", clock.file, "--quiet")
    guard !clock.namesOffset else { return }
    let writer = ISO8601DateFormatter()
    writer.formatOptions.insert(.withFractionalSeconds)
    let lines = try gait.text(of: clock.file).split(separator: "\n")
    let rows = lines.dropFirst().map { line in
      let cells = line.split(separator: ",", maxSplits: 1)
      let instant = 1_767_603_600 + later + (Double(cells[0]) ?? 0)
      let stamp =
        clock == .unix ? "\(instant)" : writer.string(from: Date(timeIntervalSince1970: instant))
      return "\(stamp),\(cells[1])"
    }
    let names = lines[0].split(separator: ",").dropFirst().joined(separator: ",")
    try (["time,\(names)"] + rows).joined(separator: "\n").write(
      toFile: gait.path(clock.file), atomically: true, encoding: .utf8)
  }

  private func describe(_ key: String, _ start: String) throws {
    try #"{"site": "lower_back", "height_m": 1.7, "\#(key)": "\#(start)"}"#.write(
      toFile: gait.path("walk.json"), atomically: true, encoding: .utf8)
  }

  /// What `gait analyze` prints and says of the walk.
  private func analyze(_ clock: Clock) throws -> GaitProcess.Ending {
    try gait.done("analyze", clock.file, "--format", "csv")
  }

  private func inspected(_ clock: Clock) throws -> String {
    try gait.done("inspect", clock.file).output.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  @Test(arguments: Clock.allCases)
  func `a start that is not used says no offset either`(clock: Clock) throws {
    try simulate(clock)
    try describe("start_datetime", "2025-07-01T10:00:00+02:00")
    let found = try analyze(clock)
    #expect(found.output.contains(",2026-01-05T09:00:"), "\(found.output)")
    for said in [found.message, try inspected(clock)] {
      #expect(said.contains("its own clock says 2026-01-05T09:00:00.000+00:00, which was kept"))
      #expect(said.contains("2025-07-01T10:00:00.000+02:00, was not used"), "\(said)")
    }
  }

  @Test func `steps stay on their day beside a start that is not used`() throws {
    try simulate(.zulu, later: 13 * 3600 + 50 * 60)
    try describe("start_datetime", "2025-07-01T10:00:00+02:00")
    try gait.done("analyze", "walk.csv", "--store", "s.gait", "--participant", "P")
    let days = try gait.done(
      "query", "step-count", "--store", "s.gait", "--every", "day", "--statistics", "sum",
      "--format", "csv"
    ).output
    let begins = GaitProcess.rows(days).compactMap { $0["start_time"]?.prefix(10) }
    #expect(begins == ["2026-01-05"], "\(days)")
  }

  @Test(arguments: Clock.allCases)
  func `a start at the same instant says the offset`(clock: Clock) throws {
    try simulate(clock)
    try describe("start_datetime", "2026-01-05T11:00:00+02:00")
    let found = try analyze(clock)
    #expect(found.output.contains(",2026-01-05T11:00:"), "\(found.output)")
    #expect(!found.message.contains("clock"), "\(found.message)")
  }

  @Test(arguments: Clock.allCases)
  func `a start that was noted by hand says the offset too, and that it was not used otherwise`(
    clock: Clock
  ) throws {
    try simulate(clock)
    try describe("start_datetime", "2026-01-05T11:03:00+02:00")
    let found = try analyze(clock)
    #expect(found.output.contains(",2026-01-05T11:00:"), "\(found.output)")
    for said in [found.message, try inspected(clock)] {
      let kept = "its own clock says 2026-01-05T09:00:00.000+00:00, which was kept, at the offset"
      #expect(said.contains(kept), "\(said)")
    }
  }

  @Test(
    arguments: Clock.allCases,
    [("10:00:00", "+01:00"), ("15:30:00", "+06:30"), ("09:00:00", "+00:00"), ("15:15:00", nil)]
      as [(String, String?)])
  func `an offset that only a local time says is said, or contradicted`(
    clock: Clock, local: (time: String, offset: String?)
  ) throws {
    try simulate(clock)
    try describe("start_local_datetime", "2026-01-05T\(local.time)")
    let isSame = local.offset == "+00:00"
    let isTaken = local.offset != nil && (isSame || !clock.namesOffset)
    let found = try analyze(clock)
    let begin = isTaken ? String(local.time.prefix(5)) : "09:00"
    #expect(found.output.contains(",2026-01-05T\(begin):"), "\(found.output)")
    let assumed = "it counts as 2026-01-05T\(local.time).000\(local.offset ?? "")"
    let kept = "its own clock says 2026-01-05T09:00:00.000+00:00, which was kept"
    for said in [found.message, try inspected(clock)] {
      func times(_ words: String) -> Int { said.components(separatedBy: words).count - 1 }
      #expect(times(assumed) == (isTaken && !isSame ? 1 : 0), "\(said)")
      #expect(times(kept) == (isTaken ? 0 : 1), "\(said)")
    }
  }
}
