import Foundation
import Testing

/// A study, its results and its store say the same, whatever was run in between.
struct StudyStoreTests {
  private let study: StudyOfWalks

  init() throws {
    study = try StudyOfWalks(people: 1, walks: 2)
    let first = try study.batch()
    #expect(first.code == 0, "\(first.message)")
  }

  private func correct(height: String) throws {
    for walk in 1...2 {
      try study.write(
        "recordings/P01/walk\(walk).json",
        """
        {"site": "lower_back", "height_m": \(height), "start_datetime": "2026-05-0\(walk)T09:30:00+02:00"}
        """)
    }
  }

  /// The bouts' speeds are the same in tables and store, but for the rounding of the tables.
  private func expectTheSame(_ store: String = "s.gait") throws {
    let rows = try study.gait(
      "query", "walking-speed", "--store", store, "--format", "csv"
    ).output.split(separator: "\n").dropFirst()
    let stored = rows.compactMap {
      Double($0.split(separator: ",", omittingEmptySubsequences: false)[2])
    }.sorted()
    let told = try study.table("bouts").compactMap { $0["walking_speed_mps"].flatMap(Double.init) }
      .sorted()
    #expect(
      !told.isEmpty && told.count == stored.count
        && zip(told, stored).allSatisfy { abs($0 - $1) < 0.001 }, "\(told) \(stored)")
  }

  private func batchWithoutStore() throws {
    #expect(try study.gait("batch", "recordings", "--output", "out").code == 0)
  }

  @Test func `a correction that was tried without the store comes to it`() throws {
    try expectTheSame()
    try correct(height: "1.95")
    try batchWithoutStore()
    let plan = try study.batch("--dry-run")
    #expect(plan.output.contains("the store holds another analysis"), "\(plan.output)")
    let again = try study.batch()
    #expect(again.message.contains("2 analyzed, 0 unchanged"), "\(again.message)")
    try expectTheSame()
    #expect(try study.batch().message.contains("0 analyzed, 2 unchanged"))
  }

  @Test func `a copy of the store from before a correction is brought up to it`() throws {
    #expect(try study.gait("store", "copy", "--store", "s.gait", "--output", "b.gait").code == 0)
    try correct(height: "1.95")
    #expect(try study.batch().code == 0)
    let back = try study.gait("store", "copy", "--store", "b.gait", "--output", "s.gait", "--force")
    #expect(back.code == 0, "\(back.message)")
    #expect(try study.batch().message.contains("2 analyzed"))
    try expectTheSame()
  }

  @Test func `a correction that went to another store comes to both`() throws {
    try correct(height: "1.95")
    #expect(try study.batch(store: "t.gait").code == 0)
    #expect(try study.batch().code == 0)
    try expectTheSame()
    try expectTheSame("t.gait")
  }

  @Test func `one recording that was analyzed by itself is as the study says again`() throws {
    let one = try study.gait(
      "analyze", "recordings/P01/walk1.csv", "--participant", "P01", "--height", "1.5", "--store",
      "s.gait", "--quiet")
    #expect(one.code == 0, "\(one.message)")
    #expect(try study.batch().message.contains("1 analyzed, 1 unchanged"))
    try expectTheSame()
  }

  @Test func `another recording in a file that a run without the store saw leaves the store`()
    throws
  {
    try study.add("P01/walk2.csv", person: 3, walk: 2)
    try batchWithoutStore()
    let again = try study.batch()
    #expect(again.message.contains("kept aside"), "\(again.message)")
    try expectTheSame()
  }

  @Test func `somebody deleted who comes back is said, also after a run without the store`() throws
  {
    try correct(height: "1.95")
    try batchWithoutStore()
    let gone = try study.gait(
      "delete", "--store", "s.gait", "--participant", "P01", "--everything")
    #expect(gone.code == 0, "\(gone.message)")
    let again = try study.batch().message.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    #expect(
      again.contains("2 recordings of an earlier run were not in the store any more"), "\(again)")
  }

  @Test func `what is kept of a file that is damaged now is said`() throws {
    try study.write("recordings/P01/walk2.csv", "time,acc_x\n")
    let damaged = try study.batch()
    #expect(damaged.code == 1)
    let message = damaged.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      message.contains("of 1 recording that failed the results of an earlier run stay in"),
      "\(message)")
    #expect(message.contains("and in the store, and are in no table"), "\(message)")
  }

  @Test func `nothing is said to be kept of a file that never gave a result`() throws {
    try study.write("recordings/P01/empty.csv", "")
    #expect(try study.batch().message.contains("1 failed"))
    try FileManager.default.removeItem(atPath: study.gait.path("recordings/P01/empty.csv"))
    let again = try study.batch()
    #expect(again.code == 0 && !again.message.contains("of an earlier run"), "\(again.message)")
  }
}
