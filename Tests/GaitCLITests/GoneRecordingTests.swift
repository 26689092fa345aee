import Foundation
import Testing

/// Recordings whose files are gone stay in the study, whatever else joins or leaves it and whoever named the person.
struct GoneRecordingTests {
  private let study: StudyOfWalks

  init() throws { study = try StudyOfWalks(people: 1, walks: 1) }

  private func run(_ more: String...) throws -> GaitProcess.Ending {
    var ending = try study.gait.run(
      ["batch", "m.csv", "--store", "s.gait", "--output", "out"] + more)
    ending.message = ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return ending
  }

  private func names() throws -> [String] {
    try study.table("recordings").map { "\($0["participant"] ?? "")/\($0["recording"] ?? "")" }
  }

  private func remove(_ paths: String...) throws {
    for path in paths { try FileManager.default.removeItem(atPath: study.gait.path(path)) }
  }

  private static let kept = "the files are gone; what was found in them is kept"

  @Test func `a recording that is gone keeps its name when a namesake joins and leaves`() throws {
    let first = "recordings/P01/walk1.csv,P01\n"
    let both = first + "recordings/P01/b/walk1.csv,P01\n"
    func write(_ rows: String) throws { try study.write("m.csv", "path,participant\n" + rows) }
    try write(first)
    #expect(try run().code == 0)
    try remove("recordings/P01/walk1.csv")
    try study.add("P01/b/walk1.csv", person: 1, walk: 2)
    try write(both)
    #expect(try run("--dry-run").output.contains("1 of 2 would be analyzed"))
    let joined = try run()
    #expect(joined.code == 0 && joined.message.contains(Self.kept), "\(joined.message)")
    #expect(try names() == ["P01/walk1", "P01/b_walk1.csv"])
    #expect(try study.table("days").count == 2)
    // With the file it is as if both had always been there.
    try study.add("P01/walk1.csv", person: 1, walk: 1)
    #expect(try run().code == 0)
    #expect(try names() == ["P01/P01_walk1.csv", "P01/b_walk1.csv"])
    let stored = try study.gait("query", "step-count", "--store", "s.gait", "--format", "csv")
    #expect(stored.output.split(separator: "\n").count == 3, "\(stored.output)")
    try remove("recordings/P01/walk1.csv")
    try write(first)
    let left = try run()
    #expect(left.code == 0 && left.message.contains(Self.kept), "\(left.message)")
    #expect(try names() == ["P01/P01_walk1.csv"])
  }

  @Test(arguments: ["none", "name"])
  func `a recording that is gone with its description stays its person's`(rule: String) throws {
    let json = "recordings/P01/S1_walk.json"
    try study.add("P01/S1_walk.csv", person: 1, walk: 2)
    try study.write(
      json,
      try study.gait.text(of: json).replacing(
        "{", with: #"{"participant": "Q", "time_zone": "Europe/Berlin", "#))
    try study.write(
      "m.csv", "path,participant\nrecordings/P01/S1_walk.csv,\nrecordings/P01/walk1.csv,R\n")
    #expect(try run("--participant-rule", rule).code == 0)
    let (before, days) = (try names(), try study.table("days"))
    try remove("recordings/P01/S1_walk.csv", json)
    for _ in 1...2 {
      let gone = try run("--participant-rule", rule)
      #expect(gone.code == 0 && gone.message.contains(Self.kept), "\(gone.message)")
      #expect(try names() == before && before == ["Q/S1_walk", "R/walk1"])
      #expect(try study.table("days") == days)
    }
  }

  @Test func `a store that has the name in other letters is said once`() throws {
    let analyzed = try study.gait(
      "analyze", "recordings/P01/walk1.csv", "--participant", "p01", "--store", "s.gait")
    #expect(analyzed.code == 0, "\(analyzed.message)")
    try study.add("P01/walk2.csv", person: 1, walk: 2)
    try study.write("m.csv", "path,participant\nrecordings/P01/walk2.csv,P01\n")
    let said = try run()
    #expect(said.code == 0)
    #expect(
      said.message.components(separatedBy: "the store holds p01, too, a name that differs from P01")
        .count == 2, "\(said.message)")
  }

  @Test func `a name that another file's results have counts one failure, not that file, too`()
    throws
  {
    try study.add("P01/walk2.csv", person: 1, walk: 2)
    let header = "path,participant,recording\n"
    let second = "recordings/P01/walk2.csv,P01,"
    try study.write("m.csv", header + "recordings/P01/walk1.csv,P01,visit\n\(second)\n")
    #expect(try run().code == 0)
    try study.write("m.csv", header + "\(second)visit\n")
    let refused = try run()
    #expect(refused.code != 0 && refused.message.contains("same_name"), "\(refused.message)")
    #expect(
      refused.message.contains("of 1 recording that failed the results of an earlier run stay"),
      "\(refused.message)")
  }
}
