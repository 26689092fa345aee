import Foundation
import Testing

/// A study in parts whose recordings come to other parts, because somebody left it.
struct MovedPartTests {
  private let study: StudyOfWalks

  init() throws { study = try StudyOfWalks(people: 4, walks: 1) }

  /// Runs both parts, merges their stores, and runs the whole study.
  ///
  /// - Returns: what the last run said.
  private func run(_ more: String...) throws -> String {
    for part in 1...2 {
      let ending = try study.batch("--shard", "\(part)/2", store: "\(part).gait")
      #expect(ending.code == 0, "\(ending.message)")
    }
    let files = FileManager.default
    if files.fileExists(atPath: study.gait.path("s.gait")) {
      try files.removeItem(atPath: study.gait.path("s.gait"))
    }
    try study.gait.done("merge", "1.gait", "2.gait", "--into", "s.gait")
    let ending = try study.batch()
    #expect(ending.code == 0, "\(ending.message)")
    return ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private func leave(_ person: String) throws {
    try FileManager.default.removeItem(atPath: study.gait.path("\(study.root)/\(person)"))
  }

  /// The steps of a person's walks, as the store has them.
  private func steps(_ person: String) throws -> [String] {
    try study.gait.done(
      "query", "step-count", "--store", "s.gait", "--participant", person, "--format", "csv"
    ).output.split(separator: "\n").dropFirst().map(String.init)
  }

  private func describe(_ person: String, _ members: String) throws {
    try study.write(
      "\(study.root)/\(person)/walk1.json",
      "{\"site\": \"lower_back\", \"height_m\": 1.73\(members)}")
  }

  @Test func `what an exchanged file held gives way also where the old part's store has it`() throws
  {
    _ = try run()
    try leave("P01")
    try study.add("P03/walk1.csv", person: 3, walk: 7)
    let plan = try study.batch("--dry-run").output
    #expect(!plan.contains("both count"), "\(plan)")
    let joined = try run()
    #expect(try steps("P03").count == 1)
    #expect(
      joined.contains(
        "P03/walk1.csv: walk1 of P03 is another recording than before; what was found in that is kept aside in the store"
      ) && !joined.contains("both count"), "\(joined)")
    let row = try #require(try study.table("recordings").first { $0["participant"] == "P03" })
    let count = try #require(row["n_steps"].flatMap(Double.init))
    #expect(try steps("P03")[0].split(separator: ",").contains { Double($0) == count })
    // The same once more changes nothing, also with the old store merged anew.
    #expect(try study.batch().code == 0)
    _ = try run()
    #expect(try steps("P03").count == 1)
    try study.add("P03/walk1.csv", person: 3, walk: 1)
    _ = try run()
    #expect(try steps("P03").count == 1)
    // What somebody stores in spite of it is another recording of the name, and both count.
    try study.add("P03/walk1.csv", person: 3, walk: 7)
    _ = try run()
    try study.add("other/walk1.csv", person: 3, walk: 1)
    try study.gait.done(
      "analyze", "\(study.root)/other/walk1.csv", "--participant", "P03", "--store", "s.gait")
    try leave("other")
    let named = try study.batch().message
    #expect(named.contains("both count"), "\(named)")
    #expect(try steps("P03").count == 2)
  }

  @Test func `a start that was taken away gives way also where the old part's store has it`() throws
  {
    _ = try run()
    try leave("P01")
    try describe("P03", "")
    let joined = try run()
    #expect(joined.contains("nothing says any more when it began"), "\(joined)")
    #expect(try steps("P03") == [])
    #expect(try study.table("days").allSatisfy { $0["participant"] != "P03" })
    try describe("P03", ", \"start_datetime\": \"2026-05-03T09:30:00+02:00\"")
    _ = try run()
    #expect(try steps("P03").count == 1)
  }

  @Test func `what two files have changed places counts once for each`() throws {
    _ = try run()
    try leave("P01")
    try study.add("P02/walk1.csv", person: 3, walk: 7)
    try study.add("P03/walk1.csv", person: 2, walk: 7)
    _ = try run()
    try study.add("P02/walk1.csv", person: 2, walk: 7)
    try study.add("P03/walk1.csv", person: 3, walk: 7)
    _ = try run()
    for person in ["P02", "P03", "P04"] { #expect(try steps(person).count == 1) }
  }
}
