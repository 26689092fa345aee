import Foundation
import Testing

/// What is entered after something else was asked, and what is handed out of it.
struct LateEntryTests {
  /// Holds a history of 100 days from 5 January 2026.
  private let gait: GaitProcess
  private static let person = ["--store", "h.gait", "--participant", "P07"]

  init() throws {
    gait = try GaitProcess()
    let made = try gait(
      "simulate", "--history", "knee-surgery", "--participant", "P07", "--store", "h.gait",
      "--days",
      "100", "--quiet")
    #expect(made.code == 0, "\(made.message)")
  }

  private func weeks() throws -> [Substring] {
    try gait.done("query", "--store", "h.gait", "six-minute-walk-distance", "--format", "csv")
      .output
      .split(separator: "\n").filter { $0.contains("estimate") }
  }

  @Test func `a test from before a recalibration that comes after it leaves stored weeks`() throws {
    try gait.done("estimate", "--store", "h.gait", "-q")
    let before = try weeks()
    let border = "2026-03-17"
    _ = try gait.run(["recalibrate", "--from", border] + Self.person)
    let entered = try gait.run(
      ["calibrate", "--six-minute-walk", "300", "--on", "2026-02-25"] + Self.person)
    let said = entered.output + entered.message
    #expect(said.contains("until they begin anew on \(border)"), "\(said)")
    try gait.done("estimate", "--store", "h.gait", "-q")
    func late(_ rows: [Substring]) -> [Substring] {
      rows.filter { row in
        row.split(separator: ",", omittingEmptySubsequences: false).contains {
          $0.contains("T") && $0.prefix(4).allSatisfy(\.isNumber) && $0.prefix(10) >= border
        }
      }
    }
    let kept = late(before)
    #expect(kept.count >= 2)
    #expect(late(try weeks()) == kept)
  }

  @Test func `a test that was known stays in weeks that were stored, and that is said`() throws {
    try gait.done("estimate", "--store", "h.gait", "-q")
    _ = try gait.run(
      ["calibrate", "--six-minute-walk", "300", "--on", "2026-02-25"] + Self.person)
    try gait.done("estimate", "--store", "h.gait", "-q")
    let before = try weeks()
    _ = try gait.run(["recalibrate", "--from", "2026-03-17"] + Self.person)
    let said = try gait.done("estimate", "--store", "h.gait").output
    #expect(try weeks() == before)
    let words = said.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("were stored before that was asked and hold it too"), "\(words)")
  }

  @Test func `a feed marks what is left out elsewhere, and takes no option that it ignores`() throws
  {
    let all = try gait.done("query", "--store", "h.gait", "--since", "0", "walking-speed").output
    let plain = try gait.done("query", "--store", "h.gait", "walking-speed", "--format", "csv")
      .output
    let rows = all.components(separatedBy: "\"left_out_reason\": ").dropFirst()
    let used = rows.filter { $0.hasPrefix("null") }.count
    #expect(used == plain.split(separator: "\n").count - 1 && used < rows.count)
    for option in [
      ["--limit", "2"], ["--unit", "km/h"], ["--sort", "newest-first"], ["--left-out"], ["--wide"],
      ["--format", "csv"], ["--every", "day"],
    ] {
      let words = ["query", "--store", "h.gait", "walking-speed", "--since", "0"] + option
      let ending = try gait.run(words)
      #expect(ending.code == 2 && ending.output.isEmpty, "\(option): \(ending.output.prefix(200))")
      #expect(ending.message.contains(option[0]), "\(ending.message)")
    }
    let listed = try gait("query", "--store", "h.gait", "--left-out")
    #expect(listed.code == 2 && listed.message.contains("--left-out"), "\(listed.message)")
  }

  @Test func `a person who is renamed in an export gets no history of another's recordings`() throws
  {
    try gait.done("simulate", "straight-walk", "--seconds", "60", "--output", "d.csv", "-q")
    for height in ["1.66", "1.75"] {
      try gait.done(
        "analyze", "d.csv", "--store", "x.gait", "--participant", "P1", "--height", height,
        "--start",
        "2026-05-04T09:00:00+02:00", "-q")
    }
    try gait.done("export", "--store", "x.gait", "--plain", "--output", "x.csv")
    let renamed = try gait.text(of: "x.csv").replacing("P1,", with: "P5,")
    try Data(renamed.utf8).write(to: URL(fileURLWithPath: gait.path("ren.csv")))
    let ending = try gait("import", "ren.csv", "--store", "x.gait")
    #expect(ending.code == 1 && !ending.message.contains("gave way and"), "\(ending.message)")
    let aside = try gait(
      "query", "--store", "x.gait", "--superseded", "--participant", "P5", "--format", "csv")
    #expect(!aside.output.contains("P5,"), "\(aside.output)")
  }
}
