import Foundation
import Testing

/// What a command line says counts, or is refused: nothing that was asked for is dropped in silence.
struct IgnoredOptionTests {
  private func refusal(_ gait: GaitProcess, _ words: String...) throws -> String {
    let ending = try gait.run(words)
    #expect(ending.code == 2, "\(words): \(ending.output)\(ending.message)")
    return ending.message
  }

  @Test func `what the command line says otherwise than a description is said`() throws {
    let study = try StudyOfWalks(people: 2, walks: 1)
    let files = ["recordings/P01/walk1.csv", "recordings/P02/walk1.csv"]
    let both = try study.gait.run(
      ["analyze"] + files + ["--participant", "P09", "--height", "1.71", "--site", "hip"])
    #expect(both.code == 0, "\(both.message)")
    #expect(
      both.message.contains(
        "the command line says otherwise than the .json beside 2 recordings, and the command line counts:"
      ), "\(both.message)")
    // The first is as tall as it says, and nobody is named beside either.
    #expect(both.message.contains("walk1.csv: site hip (.json: lower_back)\n"), "\(both.message)")
    #expect(
      both.message.contains("walk1.csv: site hip (.json: lower_back); height_m 1.71 (.json: 1.72)"),
      "\(both.message)")
    try study.write("recordings/P01/walk1.json", #"{"participant": "P01", "site": "hip"}"#)
    let person = try study.gait.run(["analyze", files[0], "--participant", "P09"])
    #expect(person.message.contains("walk1: participant P09 (.json: P01)"), "\(person.message)")
    let same = try study.gait.run(["analyze", files[0], "--participant", "P01", "--site", "hip"])
    #expect(!same.message.contains("otherwise"), "\(same.message)")
    let page = try study.gait.run(
      ["report", "recording", files[0], "--height", "1.8", "--output", "walk.html"])
    #expect(page.code == 0 && !page.message.contains("otherwise"), "\(page.message)")
    let other = try study.gait.run(
      ["report", "recording", files[1], "--height", "1.8", "--output", "other.html"])
    #expect(other.message.contains("walk1: height_m 1.8 (.json: 1.72)"), "\(other.message)")
    let factor = try study.gait.run(
      ["calibrate", files[1], "--distance", "20", "--height", "1.8", "--output", "p.json"])
    #expect(factor.message.contains("walk1: height_m 1.8 (.json: 1.72)"), "\(factor.message)")
    let quiet = try study.gait.run(["analyze", files[0], "--participant", "P09", "--quiet"])
    #expect(quiet.message.isEmpty, "\(quiet.message)")
  }

  @Test func `the account of a run is of the tables beside it`() throws {
    let study = try StudyOfWalks(people: 2, walks: 1)
    #expect(try study.batch().code == 0)
    try FileManager.default.removeItem(
      atPath: study.gait.path("recordings/P02/walk1.csv"))
    try study.write("recordings/P02/empty.csv", "")
    #expect(try study.batch().code == 1)
    let run = try study.gait.text(of: "out/tables/run.json")
    #expect(run.contains("\"analyzed\": 0") && run.contains("\"failed\": 1"), "\(run)")
    #expect(run.contains("\"recordings\": 2"), "\(run)")
    #expect(try study.batch().code == 1)
    #expect(try study.gait.text(of: "out/tables/run.json") == run)
  }

  @Test func `a manifest is made of all, and nothing else is done`() throws {
    let study = try StudyOfWalks(people: 1, walks: 1)
    let ignored = [
      ["--dry-run"], ["--shard", "1/2"], ["--strict"],
    ]
    for words in ignored {
      let ending = try study.gait.run(
        ["batch", "recordings", "--make-manifest", "m.csv"] + words)
      #expect(ending.code == 2 && ending.message.contains("leave \(words[0]) out"))
      #expect(!FileManager.default.fileExists(atPath: study.gait.path("m.csv")))
    }
    #expect(try study.gait("batch", "recordings", "--make-manifest", "m.csv").code == 0)
    let named = try study.gait(
      "batch", "m.csv", "--participant-rule", "name", "--output", "out", "--dry-run")
    #expect(named.message.contains("unless the manifest names one, the .json"), "\(named.message)")
  }

  @Test func `a collection is stopped from now on, whatever is deleted`() throws {
    let gait = try GaitProcess()
    try gait.done(
      "simulate", "--history", "steady", "--participant", "A", "--store", "s.gait", "--days", "3")
    for words in [["--from", "2026-12-01"], ["--recording", "nope"], ["--no-by-hand"]] {
      let ending = try gait.run(
        ["delete", "--store", "s.gait", "--participant", "A", "--stop-collecting", "step-count"]
          + words)
      #expect(
        ending.code == 2 && ending.message.contains("\(words[0]) is about what is deleted"),
        "\(ending.message)")
    }
    // Nothing was stopped.
    let resumed = try gait(
      "delete", "--store", "s.gait", "--participant", "A", "--resume-collecting", "step-count")
    #expect(resumed.code == 2, "\(resumed.message)")
    let both = try gait(
      "delete", "--store", "s.gait", "--participant", "A", "--stop-collecting", "step-count",
      "step-count", "--from", "2020-01-01")
    #expect(both.code == 0, "\(both.message)")
  }

  @Test func `sex is a word in figures, too`() throws {
    let gait = try GaitProcess()
    try gait.done(
      "simulate", "--history", "steady", "--participant", "A", "--store", "s.gait", "--days", "3")
    let mean = try refusal(gait, "query", "sex", "--statistics", "mean", "--store", "s.gait")
    #expect(mean.contains("sex is a word: it has no figures but count and seconds"), "\(mean)")
    let months = try gait.done(
      "query", "sex", "--every", "month", "--store", "s.gait", "--format", "csv")
    #expect(!months.output.contains("mean"), "\(months.output)")
  }

  @Test func `options that do nothing together are refused`() throws {
    let study = try StudyOfWalks(people: 1, walks: 1)
    let gait = study.gait
    #expect(try study.batch().code == 0)
    let pages = try refusal(
      gait, "report", "study", "out", "--recordings", "nope", "--output", "study.html")
    #expect(pages.contains("--recordings nope: there is no such folder"), "\(pages)")
    let chart = try refusal(
      gait, "report", "study", "out", "--recordings", "recordings", "--figure", "speed",
      "--output", "speed.svg")
    #expect(chart.contains("leave one of them out"), "\(chart)")
    let walk = "recordings/P01/walk1.csv"
    #expect(
      try refusal(gait, "bench", walk, "--json", "--format", "csv").contains("contradict"))
    #expect(
      try refusal(gait, "bench", walk, "--reading", "--transform", "plain")
        .contains("leave --settings and --transform out"))
    #expect(
      try refusal(gait, "validate", "recordings", "--stages", "--format", "csv")
        .contains("give --output FOLDER"))
    #expect(
      try refusal(gait, "validate", "--cohort", "people.csv", "--wide").contains("leave them out"))
    #expect(
      try refusal(gait, "validate", "--make-mapping", "recordings", "--format", "json")
        .contains("leave --format json out"))
    #expect(
      try refusal(
        gait, "recalibrate", "--store", "s.gait", "--participant", "P01", "--from", "2026-05-01",
        "--revoke", "--reason", "a slip"
      ).contains("leave one of them out"))
    // A store as a whole has no days.
    for words in [["copy", "--output", "c.gait"], ["check"], ["scrub"]] {
      let ending = try gait.run(
        ["store", words[0], "--store", "s.gait", "--time-zone", "Europe/Berlin"]
          + words.dropFirst())
      #expect(ending.code == 2 && ending.message.contains("--time-zone"), "\(ending.message)")
    }
  }
}
