import Foundation
import Testing

/// Estimates of days are not printed as days of a zone in which they were not counted.
struct CountedDayTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  @discardableResult private func run(_ arguments: String...) throws -> GaitProcess.Ending {
    let ending = try gait.run(arguments)
    #expect(ending.code == 0, "\(arguments): \(ending.message)")
    return ending
  }

  private func keep(_ seed: Int, _ start: String, _ more: String...) throws {
    try run(
      "simulate", "straight-walk", "--seconds", "300", "--seed", "\(seed)", "--output",
      "r\(seed).csv")
    let ending = try gait.run(
      [
        "analyze", "r\(seed).csv", "--store", "s.gait", "--participant", "A", "--site",
        "lower_back", "--height", "1.7", "--start", start, "--quiet",
      ] + more)
    #expect(ending.code == 0, "\(ending.message)")
  }

  private func query(_ more: String...) throws -> (days: [String], message: String) {
    let ending = try gait.run(
      [
        "query", "daily-wear-time", "--store", "s.gait", "--time-zone", "Europe/Berlin",
        "--format", "csv",
      ] + more)
    let rows = ending.output.split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false)[more.isEmpty ? 4 : 3]
    }
    return (rows.map(String.init), ending.message)
  }

  @Test func `days of several zones have no offset of one that is asked for, and that is said`()
    throws
  {
    try keep(1, "2026-03-28T10:00:00+01:00", "--time-zone", "Europe/Berlin")
    // In Berlin still the second.
    try keep(2, "2026-04-03T00:10:00+09:00", "--time-zone", "Asia/Tokyo")
    try run("estimate", "--store", "s.gait", "--quiet")
    let own = ["2026-03-28T00:00:00.000", "2026-04-03T00:00:00.000"]
    for more in [[], ["--every", "day", "--statistics", "sum"]] {
      let ending = try gait.run(
        [
          "query", "daily-wear-time", "--store", "s.gait", "--time-zone", "Europe/Berlin",
          "--format", "csv",
        ] + more)
      let rows = ending.output.split(separator: "\n").dropFirst().map {
        $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      }
      #expect(rows.map { $0[more.isEmpty ? 4 : 3] } == own, "\(ending.output)")
      #expect(ending.message.components(separatedBy: "not in Europe/Berlin").count == 2)
      #expect(ending.message.contains("--time-zone Europe/Berlin counts them there"))
    }
    let later = try query("--every", "day", "--statistics", "sum", "--from", "2026-04-03")
    #expect(later.days == [own[1]])
    // What was measured has instants, which are read there.
    let worn = try gait(
      "query", "wear-time", "--store", "s.gait", "--time-zone", "Europe/Berlin", "--format", "csv")
    #expect(worn.output.contains("2026-04-02T17:10:00.000+02:00"), "\(worn.output)")
    #expect(!worn.message.contains("not in Europe/Berlin"), "\(worn.message)")
    // What is printed is read back as it is.
    let table = try gait(
      "query", "daily-wear-time", "--store", "s.gait", "--time-zone", "Europe/Berlin", "--format",
      "csv")
    try Data(table.output.utf8).write(to: URL(fileURLWithPath: gait.path("days.csv")))
    #expect(
      try run("import", "days.csv", "--store", "s.gait").message.contains("0 samples written"))
    try run("estimate", "--store", "s.gait", "--time-zone", "Europe/Berlin", "--quiet")
    let counted = try query()
    #expect(
      counted.days == ["2026-03-28T00:00:00.000+01:00", "2026-04-02T00:00:00.000+02:00"])
    #expect(!counted.message.contains("not in Europe/Berlin"), "\(counted.message)")
  }

  @Test func `offsets of winter and summer are those of the zone that has both`() throws {
    try keep(1, "2026-02-03T10:00:00+01:00")
    try keep(2, "2026-06-03T10:00:00+02:00")
    try run("estimate", "--store", "s.gait", "--quiet")
    let found = try query()
    #expect(found.days == ["2026-02-03T00:00:00.000+01:00", "2026-06-03T00:00:00.000+02:00"])
    #expect(!found.message.contains("not in Europe/Berlin"), "\(found.message)")
  }

  @Test func `a question about one recording is not answered with remarks on others`() throws {
    try keep(1, "2026-02-03T10:00:00+01:00")
    for seed in 2...3 {
      try run(
        "simulate", "straight-walk", "--seconds", "300", "--seed", "\(seed)", "--output",
        "r\(seed).csv")
      try run(
        "analyze", "r\(seed).csv", "--store", "s.gait", "--participant", "B", "--site",
        "lower_back", "--height", "1.7", "--start", "2026-02-03T10:00:00+01:00", "--quiet")
    }
    func remark(_ recording: String) throws -> String {
      try run("query", "step-count", "--store", "s.gait", "--recording", recording).message
    }
    #expect(try !remark("r1").contains("recorded at once"))
    #expect(try remark("r2").contains("recorded at once"))
    #expect(try remark("r3").contains("recorded at once"))
  }
}
