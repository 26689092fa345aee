import Foundation
import Testing

/// A study beside a store that `gait analyze` has filled, with starts, names or people of its own.
struct HeldRecordingTests {
  private let study: StudyOfWalks

  init() throws { study = try StudyOfWalks(people: 1, walks: 2) }

  private func words(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private func takeClock(from walk: String) throws {
    try study.write(
      "recordings/P01/\(walk).json", "{\"site\": \"lower_back\", \"height_m\": 1.71}")
  }

  private func store(_ walk: String, start: String, of person: String = "P01") throws {
    try study.gait.done(
      "analyze", "recordings/P01/\(walk).csv", "--participant", person, "--start", start,
      "--store", "s.gait", "--quiet")
  }

  /// How many walks the store has, with the steps of each.
  private func steps() throws -> [String] {
    try study.gait.done("query", "step-count", "--store", "s.gait", "--format", "csv").output
      .split(separator: "\n").dropFirst().map(String.init)
  }

  @Test func `what the store has from a start of its own is not said to be missing there`() throws {
    try takeClock(from: "walk1")
    try takeClock(from: "walk2")
    try store("walk1", start: "2026-05-01T09:30:00+02:00")
    let before = try steps()
    let batch = words(try study.batch().message)
    #expect(
      batch.contains(
        "P01/walk1.csv: without a wall clock, and in no day or week; the store has it, from "
          + "2026-05-01T09:30:00.000+02:00; put the start into the manifest's column start"),
      "\(batch)")
    #expect(
      batch.contains("1 recording without a wall clock: in no day or week and not in the store"),
      "\(batch)")
    let reasons = try study.table("recordings").map { $0["not_stored_reason"] }
    #expect(reasons == ["", "no_wall_clock"])
    let plan = try study.batch("--dry-run").output
    #expect(
      plan.contains("P01/walk1.csv: without a wall clock") && !plan.contains("P01/walk2.csv"),
      "\(plan)")
    // What was said is done: the recording comes to its days, and is in the store once.
    try study.write(
      "study.csv",
      "path,participant,recording,start\n"
        + "recordings/P01/walk1.csv,P01,walk1,2026-05-01T09:30:00.000+02:00\n")
    try study.gait.done("batch", "study.csv", "--store", "s.gait", "--output", "out2")
    #expect(try study.table("days", output: "out2").count == 1)
    #expect(try steps().count == before.count)
  }

  @Test
  func `whose walks may be counted twice, as devices without clocks may have been worn at once`()
    throws
  {
    func write(_ walk: String, _ site: String) throws {
      try study.write(
        "recordings/P01/\(walk).json", "{\"site\": \"\(site)\", \"height_m\": 1.71}")
    }
    let said =
      "P01 (hip, lower_back): some of their recordings have no wall clock, and which of these "
      + "sites' were made at once nobody can tell; each counts by itself in the table of persons"
    try write("walk1", "lower_back")
    try write("walk2", "hip")
    let batch = words(try study.batch().message)
    #expect(batch.contains(said), "\(batch)")
    #expect(batch.contains("and in the tables of persons, recordings and bouts"), "\(batch)")
    let own = try study.table("recordings").compactMap { Int($0["n_steps"] ?? "") }
    #expect(own.count == 2 && own.allSatisfy { $0 > 0 })
    #expect(try study.table("persons")[0]["n_steps"] == String(own.reduce(0, +)))
    // One device alone was not worn twice at once.
    try write("walk2", "lower_back")
    let one = words(try study.batch().message)
    #expect(!one.contains("nobody can tell"), "\(one)")
  }

  @Test func `a recording without a clock that was analyzed without a store lacks its clock`()
    throws
  {
    try takeClock(from: "walk1")
    try study.gait.done("batch", "recordings", "--output", "out")
    #expect(
      try study.table("recordings").map { $0["not_stored_reason"] } == ["no_store", "no_store"])
    #expect(try study.batch().code == 0)
    #expect(try study.table("recordings").map { $0["not_stored_reason"] } == ["no_wall_clock", ""])
  }

  @Test func `what the store has as another's is named with whose`() throws {
    try takeClock(from: "walk1")
    try store("walk1", start: "2026-05-01T09:30:00+02:00", of: "P09")
    let batch = words(try study.batch().message)
    #expect(
      batch.contains(
        "the store has it as walk1 of P09, from 2026-05-01T09:30:00.000+02:00; put the start"),
      "\(batch)")
    #expect(!batch.contains("not in the store"), "\(batch)")
    #expect(try study.table("recordings").map { $0["not_stored_reason"] } == ["no_wall_clock", ""])
  }

  @Test func `a plan says from when the store has what the study has from another start`() throws {
    #expect(try study.batch().code == 0)
    try study.gait.done(
      "analyze", "recordings/P01/walk1.csv", "--participant", "P01", "--start",
      "2026-05-07T10:00:00+02:00", "--override-start", "--store", "s.gait", "--quiet")
    let plan = try study.batch("--dry-run").output
    #expect(
      plan.contains(
        "P01/walk1.csv: the store has it, from 2026-05-07T10:00:00.000+02:00; the study says from "
          + "2026-05-01T09:30:00.000+02:00"), "\(plan)")
    #expect(!plan.contains("not in the store") && plan.contains("1 of 2 would"), "\(plan)")
  }

  @Test func `a recording that was cut off has too few samples, and is not read again`() throws {
    let whole = try study.gait.text(of: "recordings/P01/walk1.csv")
    let rows = whole.split(separator: "\n").prefix(200).joined(separator: "\n")
    try study.write("recordings/P01/walk1.csv", rows + "\n")
    #expect(try study.batch().code == 1)
    let failures = try study.gait.text(of: "out/tables/failures.csv")
    #expect(failures.contains("P01/walk1.csv,P01,too_few_samples,"), "\(failures)")
    let plan = try study.batch("--dry-run").output
    #expect(plan.contains("P01/walk1.csv: failed and has not changed"), "\(plan)")
    #expect(plan.contains("0 of 2 would be analyzed"), "\(plan)")
  }
}
