import Foundation
import Testing

/// A study by one command: what is found, what is done again, what is not.
struct BatchTests {
  private let study: StudyOfWalks

  init() throws { study = try StudyOfWalks() }

  private func file(_ name: String) -> String { study.gait.path("recordings/" + name) }

  /// How many were analyzed and found unchanged, from the last screen.
  private func counts(_ ending: GaitProcess.Ending) -> String {
    ending.message.split(separator: "\n").first { $0.contains(" analyzed, ") }.map(String.init)
      ?? ""
  }

  @Test func `tables hold a row for each recording, bout, day, week and person`() throws {
    let run = try study.batch()
    #expect(run.code == 0, "\(run.message)")
    #expect(
      run.message.contains(
        "6 recordings of 2 people; the participant is the first folder below the root"))
    #expect(counts(run) == "6 recordings: 6 analyzed, 0 unchanged, 0 failed")
    let recordings = try study.table("recordings")
    #expect(
      recordings.map { $0["path"] } == [
        "P01/walk1.csv", "P01/walk2.csv", "P01/walk3.csv",
        "P02/walk1.csv", "P02/walk2.csv", "P02/walk3.csv",
      ])
    #expect(recordings.allSatisfy { $0["not_stored_reason"] == "" && $0["site"] == "lower_back" })
    let bouts = try study.table("bouts")
    #expect(bouts.count == 6 && bouts[0]["recording"] == "walk1")
    #expect(
      try study.table("days").map { $0["day"] } == [
        "2026-05-01", "2026-05-02", "2026-05-03",
        "2026-05-01", "2026-05-02", "2026-05-03",
      ])
    #expect(try study.table("weeks").map { $0["week_start"] } == ["2026-04-27", "2026-04-27"])
    let persons = try study.table("persons")
    #expect(persons.map { $0["participant"] } == ["P01", "P02"])
    #expect(persons[0]["n_recordings"] == "3" && persons[0]["height_m"] == "1.7100")
    let steps = bouts.filter { $0["participant"] == "P01" }.compactMap { Int($0["n_steps"] ?? "") }
    #expect(persons[0]["n_steps"] == String(steps.reduce(0, +)))
    #expect(
      try study.gait.text(of: "out/tables/failures.csv") == "path,participant,reason,message\n")
  }

  @Test func `the dictionary describes every column of every table`() throws {
    #expect(try study.batch().code == 0)
    let lines = try study.gait.text(of: "out/tables/dictionary.csv").split(separator: "\n")
    for table in ["recordings", "bouts", "days", "weeks", "persons", "failures"] {
      let header = try study.gait.text(of: "out/tables/\(table).csv").prefix { $0 != "\n" }
      let described = lines.filter { $0.hasPrefix(table + ",") }.map { $0.split(separator: ",")[1] }
      #expect(header.split(separator: ",") == described, "\(table)")
    }
    let columns = try study.gait("columns", "out/tables/days.csv")
    #expect(columns.code == 0 && columns.output.contains("over_30_s_p95_walking_speed_mps (m/s)"))
  }

  @Test func `the same again does nothing and leaves every byte`() throws {
    #expect(try study.batch().code == 0)
    let first = try study.contents()
    let run = try study.gait.text(of: "out/tables/run.json")
    let again = try study.batch()
    #expect(again.code == 0)
    #expect(counts(again) == "6 recordings: 0 analyzed, 6 unchanged, 0 failed")
    #expect(try study.contents() == first)
    #expect(try study.gait.text(of: "out/tables/run.json") == run)
    #expect(try study.batch("--jobs", "1", output: "other", store: "other.gait").code == 0)
    #expect(try study.contents(output: "other", store: "other.gait") == first)
  }

  @Test func `only what changed is done again, and it is said why`() throws {
    #expect(try study.batch().code == 0)
    try study.add("P01/walk1.csv", person: 2, walk: 9)
    try study.write(
      "recordings/P01/walk1.json",
      #"{"site": "lower_back", "height_m": 1.71, "start_datetime": "2026-05-01T09:30:00+02:00"}"#)
    try study.write(
      "recordings/P01/walk2.json",
      #"{"site": "lower_back", "height_m": 1.65, "start_datetime": "2026-05-02T09:30:00+02:00"}"#)
    try FileManager.default.removeItem(atPath: study.gait.path("out/recordings/P02/walk1"))
    try study.add("P02/walk4.csv", person: 2, walk: 4)
    // A touched file is no other file.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: file("P02/walk2.csv"))
    let dry = try study.batch("--dry-run")
    let changed = "content or description changed"
    #expect(
      dry.output.contains("P01/walk1.csv: \(changed)\nP01/walk2.csv: \(changed)\n"),
      "\(dry.output)")
    #expect(dry.output.contains("P02/walk1.csv: its results are gone\n"))
    #expect(dry.output.hasSuffix("P02/walk4.csv: new\n4 of 7 would be analyzed\n"))
    #expect(counts(try study.batch()) == "7 recordings: 4 analyzed, 3 unchanged, 0 failed")
    #expect(counts(try study.batch()) == "7 recordings: 0 analyzed, 7 unchanged, 0 failed")
    // The store holds what a run from the beginning would have put there.
    #expect(try study.batch(output: "fresh", store: "fresh.gait").code == 0)
    #expect(try study.contents() == study.contents(output: "fresh", store: "fresh.gait"))
    try study.write(
      "ours.json", #"{"methods": {"RhythmWalkAssembler": {"longestPauseSeconds": 2.25}}}"#)
    let settings = try study.batch("--settings", "ours.json", "--dry-run")
    #expect(settings.output.contains("P02/walk2.csv: settings changed\n"))
    let store = try study.batch("--dry-run", store: "new.gait")
    #expect(store.output.contains("P02/walk2.csv: not in the store\n"))
    #expect(!FileManager.default.fileExists(atPath: study.gait.path("new.gait")))
  }

  @Test func `a manifest is made, edited and used`() throws {
    let made = try study.gait("batch", "recordings", "--make-manifest", "study.csv")
    #expect(made.code == 0, "\(made.message)")
    var text = try study.gait.text(of: "study.csv")
    #expect(text.hasPrefix("path,participant,site,height_m,"))
    #expect(text.contains("\nrecordings/P01/walk2.csv,P01,,,,,,,,,,walk2\n"))
    let again = try study.gait("batch", "recordings", "--make-manifest", "study.csv")
    #expect(
      again.code == 0 && again.message.contains("is there already and says the same"),
      "\(again.message)")
    #expect(try study.gait("batch", "study.csv", "--store", "s.gait", "--output", "out").code == 0)
    // A correction in the table reaches the results of that recording and no other.
    text = text.replacing("P01/walk2.csv,P01,,,", with: "P01/walk2.csv,P01,hip,1.66,")
    try study.write("study.csv", text)
    let kept = try study.gait("batch", "recordings", "--make-manifest", "study.csv")
    #expect(
      kept.code == 2 && kept.message.contains("holds something else than would be written now"),
      "\(kept.message)")
    #expect(try study.gait.text(of: "study.csv") == text)
    let dry = try study.gait(
      "batch", "study.csv", "--store", "s.gait", "--output", "out", "--dry-run")
    #expect(
      dry.output == "recordings/P01/walk2.csv: site, height_m changed\n1 of 6 would be analyzed\n")
    #expect(try study.gait("batch", "study.csv", "--store", "s.gait", "--output", "out").code == 0)
    #expect(try study.table("recordings")[1]["site"] == "hip")
    #expect(try study.table("recordings")[1]["height_m"] == "1.6600")
    text = text.replacing("P01,hip", with: "P01,hipp")
    try study.write("study.csv", text)
    let slip = try study.gait("batch", "study.csv", "--store", "s.gait", "--output", "out")
    #expect(
      slip.code == 2
        && slip.message.contains("line 3, column site: hipp is not known (did you mean hip?)"))
  }

  @Test(arguments: ["speed 80%", "a%2Fb", "two\nlines"])
  func `a recording may be called as a file can be, and a study has it in its tables`(name: String)
    throws
  {
    try study.add("P01/\(name).csv", person: 1, walk: 4)
    let first = try study.batch()
    #expect(first.code == 0, "\(first.message)")
    #expect(try study.gait.text(of: "out/tables/recordings.csv").contains(name))
    #expect(counts(try study.batch()) == "7 recordings: 0 analyzed, 7 unchanged, 0 failed")
    try study.add("P01/\(name).csv", person: 1, walk: 5)
    #expect(counts(try study.batch()) == "7 recordings: 1 analyzed, 6 unchanged, 0 failed")
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: study.gait.path("out/recordings/P01"))
    #expect(folders.count == 4, "\(folders)")
  }

  @Test func `age and mass of a person are those of the latest recording in time`() throws {
    try study.write("recordings/P01/walk3.json", "{}")
    let rows = [
      "walk1.csv,P,2026-03-02T10:00:00+01:00,80,72", "walk2.csv,P,2025-09-02T10:00:00+02:00,92,71",
      "walk3.csv,P,,70,70",
    ]
    for order in [rows, rows.reversed()] {
      try study.write(
        "study.csv",
        "path,participant,start,mass_kg,age_years\n"
          + order.map { "recordings/P01/\($0)\n" }.joined())
      #expect(try study.gait("batch", "study.csv", "--output", "out").code == 0)
      let person = try study.table("persons")[0]
      #expect(person["mass_kg"].flatMap { Double($0) } == 80, "\(person)")
      #expect(person["age_years"].flatMap { Double($0) } == 72, "\(person)")
      #expect(person["last_day"] == "2026-03-02", "\(person)")
    }
  }

  @Test func `another person for a recording moves it, and nothing is counted twice`() throws {
    #expect(try study.gait("batch", "recordings", "--make-manifest", "study.csv").code == 0)
    #expect(try study.gait("batch", "study.csv", "--store", "s.gait", "--output", "out").code == 0)
    let text = try study.gait.text(of: "study.csv").replacing(
      "P01/walk2.csv,P01", with: "P01/walk2.csv,P03")
    try study.write("study.csv", text)
    let run = try study.gait("batch", "study.csv", "--store", "s.gait", "--output", "out")
    #expect(run.code == 0, "\(run.message)")
    #expect(try study.table("persons").map { $0["n_recordings"] } == ["2", "1", "3"])
    let samples = try study.gait("query", "step-count", "--store", "s.gait", "--format", "csv")
      .output
    #expect(samples.split(separator: "\n").count == 7)
    #expect(!FileManager.default.fileExists(atPath: study.gait.path("out/recordings/P01/walk2")))
    #expect(
      counts(try study.gait("batch", "study.csv", "--store", "s.gait", "--output", "out"))
        == "6 recordings: 0 analyzed, 6 unchanged, 0 failed")
  }

  @Test func `shards merged are the whole`() throws {
    #expect(try study.batch().code == 0)
    let whole = try study.contents()
    for part in 1...3 {
      let shard = try study.batch(
        "--shard", "\(part)/3", output: "parts", store: "part\(part).gait")
      #expect(shard.code == 0, "\(shard.message)")
    }
    #expect(!FileManager.default.fileExists(atPath: study.gait.path("parts/tables")))
    let stores = ["part1.gait", "part2.gait", "part3.gait"]
    let merge = try study.gait.run(["merge"] + stores + ["--into", "merged.gait"])
    #expect(merge.code == 0, "\(merge.message)")
    let last = try study.batch(output: "parts", store: "merged.gait")
    #expect(counts(last) == "6 recordings: 0 analyzed, 6 unchanged, 0 failed", "\(last.message)")
    #expect(try study.contents(output: "parts", store: "merged.gait") == whole)
    // The same again changes nothing.
    let again = try study.gait.run(["merge"] + stores + ["--into", "merged.gait"])
    #expect(again.code == 0 && again.message.contains("0 samples written"))
    #expect(try study.contents(output: "parts", store: "merged.gait") == whole)
  }

  @Test func `a conflict of stores is named, and the later word stays`() throws {
    #expect(try study.batch().code == 0)
    let other = try study.gait(
      "analyze", "recordings/P01/walk1.csv", "--participant", "P09", "--store", "other.gait")
    #expect(other.code == 0, "\(other.message)")
    let merge = try study.gait("merge", "s.gait", "other.gait", "--into", "merged.gait")
    #expect(
      merge.code == 1 && merge.message.contains("walk1 is kept of P09, where it was stored later"),
      "\(merge.message)")
    #expect(try study.gait("merge", "s.gait", "--into", "s.gait").code == 2)
  }
}
