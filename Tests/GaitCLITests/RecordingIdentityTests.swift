import Foundation
import Testing

/// One recording is there once, whatever it is called; several at once count once.
struct RecordingIdentityTests {
  private let gait: GaitProcess
  private let walk = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("SampleData/straight-walk.csv").path

  init() throws { gait = try GaitProcess() }

  private func keep(
    _ file: String, _ person: String = "P01", start: String = "2026-05-04T09:30:00+02:00",
    _ more: String...
  ) throws -> GaitProcess.Ending {
    try gait.run(
      [
        "analyze", file, "--store", "s.gait", "--participant", person, "--start", start, "--site",
        "lower_back", "--height", "1.72",
      ] + more)
  }

  private func steps(_ person: String = "P01") throws -> [String] {
    try gait(
      "query", "step-count", "--store", "s.gait", "--participant", person, "--format", "csv"
    ).output.split(separator: "\n").dropFirst().map(String.init)
  }

  private func total() throws -> String? {
    try gait(
      "query", "step-count", "--store", "s.gait", "--every", "day", "--time-zone", "Europe/Berlin",
      "--format", "csv"
    ).output.split(separator: "\n").dropFirst().first.map(String.init)
  }

  private func copy(_ name: String) throws -> String {
    try FileManager.default.copyItem(atPath: walk, toPath: gait.path(name))
    return name
  }

  @Test func `a copy under another name takes the place of the first, and it is said`() throws {
    #expect(try keep(walk).code == 0)
    let again = try keep(try copy("renamed.csv"))
    #expect(again.code == 0)
    #expect(
      again.message.contains("same recording as straight-walk of P01"), "\(again.message)")
    #expect(try steps().count == 1)
    #expect(try steps()[0].contains("renamed"))
  }

  @Test func `a corrected start replaces, and marks move along`() throws {
    try Data("label,start_s,end_s\nstroll,5,30\n".utf8)
      .write(to: URL(fileURLWithPath: gait.path("marks.csv")))
    #expect(
      try keep(walk, start: "2026-05-04T09:30:00+02:00", "--activities", "marks.csv").code == 0)
    let later = try keep(walk, start: "2026-05-05T10:30:00+02:00")
    #expect(later.code == 0 && later.message.contains("replaces"), "\(later.message)")
    #expect(try steps().count == 1)
    let mark = try gait("query", "activity", "--store", "s.gait", "--format", "csv").output
    #expect(mark.contains("stroll") && mark.split(separator: "\n").count == 2)
    #expect(mark.contains("2026-05-05T08:30:05") || mark.contains("2026-05-05T10:30:05"))
  }

  @Test func `another person's recording is refused, and moved where it is said`() throws {
    #expect(try keep(walk, "P01").code == 0)
    let refused = try keep(walk, "P02")
    #expect(refused.code == 2 && refused.message.contains("P01"), "\(refused.message)")
    #expect(try steps("P01").count == 1)
    let moved = try keep(walk, "P02", "--move-from-others")
    #expect(moved.code == 0 && moved.message.contains("P01"), "\(moved.message)")
    #expect(try steps("P02").count == 1)
  }

  @Test func `two recordings of one name are two`() throws {
    for (folder, rows) in [("a", 3000), ("b", 3500)] {
      try FileManager.default.createDirectory(
        atPath: gait.path(folder), withIntermediateDirectories: true)
      let lines = try String(contentsOfFile: walk, encoding: .utf8).split(separator: "\n")
      try lines.prefix(rows).joined(separator: "\n")
        .write(toFile: gait.path("\(folder)/walk.csv"), atomically: true, encoding: .utf8)
    }
    #expect(try keep("a/walk.csv", start: "2026-05-04T09:30:00+02:00").code == 0)
    #expect(try keep("b/walk.csv", start: "2026-05-04T12:30:00+02:00").code == 0)
    #expect(try steps().count == 2)
    // Even where they began at the same instant: both stay, and one counts.
    let alike = try keep("b/walk.csv", start: "2026-05-04T09:30:00+02:00")
    #expect(alike.code == 0 && alike.message.contains("recorded at once"), "\(alike.message)")
    #expect(try steps().count == 2)
  }

  @Test func `of two recordings at once one counts, and it is said`() throws {
    let lines = try String(contentsOfFile: walk, encoding: .utf8).split(separator: "\n")
    try lines.prefix(3000).joined(separator: "\n")
      .write(toFile: gait.path("part.csv"), atomically: true, encoding: .utf8)
    #expect(try keep(walk).code == 0)
    let alone = try #require(try total())
    let both = try keep("part.csv")
    #expect(both.code == 0)
    #expect(both.message.contains("counts in place of the other"), "\(both.message)")
    #expect(try steps().count == 2)
    #expect(try total() == alone)
    for command in [["query", "step-count", "--every", "day"], ["estimate"]] {
      let ending = try gait.run([command[0], "--store", "s.gait"] + command.dropFirst())
      #expect(ending.message.contains("recorded at once"), "\(command): \(ending.message)")
    }
    let worn = try gait(
      "query", "wear-time", "--store", "s.gait", "--every", "day", "--format", "csv")
    let row = worn.output.split(separator: "\n").last?.split(separator: ",") ?? []
    let seconds = row.dropFirst(6).first.flatMap { Double($0) }
    #expect(seconds.map { $0 > 40 && $0 < 46 } == true, "\(worn.output)")
    let tokyo = ["2026-05-04T07:30:00+00:00", "--time-zone", "Asia/Tokyo"]
    let there = try keep("part.csv", start: tokyo[0], tokyo[1], tokyo[2])
    #expect(there.message.contains("between 2026-05-04T16:30:00.000+09:00"), "\(there.message)")
  }

  @Test func `a name that is nearly a known one is said, and one that only looks alike is refused`()
    throws
  {
    #expect(try keep(walk, "P01").code == 0)
    let lines = try String(contentsOfFile: walk, encoding: .utf8).split(separator: "\n")
    try lines.prefix(3000).joined(separator: "\n")
      .write(toFile: gait.path("part.csv"), atomically: true, encoding: .utf8)
    let slip = try keep("part.csv", "p1", start: "2026-05-06T09:30:00+02:00")
    #expect(slip.code == 0 && slip.message.contains("p1 is new in the store, which holds P01"))
    let again = try keep("part.csv", "p1", start: "2026-05-06T09:30:00+02:00")
    #expect(!again.message.contains("is new"))
    let parted = try keep("part.csv", "Zoe\u{308}", start: "2026-05-06T09:30:00+02:00")
    #expect(parted.code != 0 && parted.message.contains("NFC"), "\(parted.message)")
  }

  @Test func `what is replaced is named by the clock with which it was kept`() throws {
    #expect(try keep(copy("a.csv"), start: "2026-01-05T14:00:00+09:00").code == 0)
    let moved = try keep("a.csv", start: "2026-01-05T15:00:00-05:00")
    #expect(
      moved.message.contains("from 2026-01-05T14:00:00.000+09:00, which it replaces"),
      "\(moved.message)")
    try Data(#"{"start_local_datetime": "2026-01-05T16:00:00", "site": "lower_back"}"#.utf8).write(
      to: URL(fileURLWithPath: gait.path("a.json")))
    let local = try gait("analyze", "a.csv", "--store", "s.gait", "--participant", "P01")
    #expect(
      local.code == 0
        && local.message.contains("from 2026-01-05T15:00:00.000-05:00, which it replaces"),
      "\(local.message)")
    let last = try keep("a.csv", start: "2026-01-05T18:00:00+01:00", "--override-start")
    #expect(
      last.message.contains("from 2026-01-05T16:00:00.000, which it replaces"), "\(last.message)")
  }
}
