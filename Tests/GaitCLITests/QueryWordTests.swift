import Foundation
import Testing

/// A wrong word is an error with the nearest one; the listing is of what was asked; days are the
/// person's own.
struct QueryWordTests {
  private let gait: GaitProcess
  private let walk = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("SampleData/straight-walk.csv").path

  init() throws {
    gait = try GaitProcess()
    for (person, start) in [
      ("P01", "2026-05-04T23:30:00+02:00"), ("P02", "2026-05-05T09:30:00+09:00"),
    ] {
      // Each walk is another recording.
      let text = try String(contentsOfFile: walk, encoding: .utf8)
      let lines = text.split(separator: "\n")
      try lines.dropLast(person == "P02" ? 1 : 0).joined(separator: "\n")
        .write(toFile: gait.path("\(person).csv"), atomically: true, encoding: .utf8)
      let ending = try gait(
        "analyze", "\(person).csv", "--store", "s.gait", "--participant", person, "--start", start,
        "--time-zone", person == "P01" ? "Europe/Berlin" : "Asia/Tokyo", "--site", "lower_back",
        "--height", "1.72")
      #expect(ending.code == 0, "\(ending.message)")
    }
  }

  @Test func `a statistic that is asked for twice has one column`() throws {
    let ending = try gait(
      "query", "walking-speed", "--store", "s.gait", "--statistics", "p50,count,median,p50",
      "--format", "csv")
    #expect(ending.code == 0, "\(ending.message)")
    let header = ending.output.split(separator: "\n").first?.split(separator: ",") ?? []
    #expect(header.count { $0 == "per_sample_p50" } == 1, "\(header)")
    #expect(header.count { $0 == "count" } == 1, "\(header)")
  }

  @Test(arguments: ["", ","]) func `no figure at all is refused`(words: String) throws {
    let ending = try gait(
      "query", "walking-speed", "--store", "s.gait", "--statistics", words, "--every", "day")
    #expect(ending.code == 2 && ending.output.isEmpty, "\(ending.output)")
    #expect(
      ending.message.contains("--statistics \"\(words)\" names no figure: give some of count"))
  }

  @Test func `a wrong word ends with 2 and the nearest`() throws {
    _ = try gait(
      "calibrate", "--six-minute-walk", "412", "--on", "2026-05-01", "--participant", "P01",
      "--store", "s.gait")
    for (words, nearest) in [
      (["query", "walking-sped"], "walking-speed"), (["query", "--participant", "P03"], "P01"),
      (["query", "walking-sped", "--statistics", "sum"], "there is no kind walking-sped"),
      (["query", "walking-sped", "--unit", "km/h"], "there is no kind walking-sped"),
      (["query", "--source", "giat"], "gait"), (["query", "--recording", "P10"], "P01"),
      (["delete", "--participant", "P01", "--stop-collecting", "hart-rate"], "heart-rate"),
      (["delete", "--participant", "P03", "--stop-collecting", "walking-speed"], "P01"),
      (["delete", "--participant", "P01", "--resume-collecting", "hart-rate"], "heart-rate"),
      (["compare", "walking-sped"], "walking-speed"),
      (["query", "step-count", "--terrain", "levl"], "level"),
      (["query", "--metadata", "calibrats=true"], "calibrates"),
      (["query", "--metadata", "calibrates=treu"], "true"),
      (["estimate", "--source", "nix"], "gait"), (["estimate", "--participant", "P1"], "P01"),
      (
        ["report", "person", "--participant", "P01", "--source", "giat", "--output", "p.html"],
        "gait"
      ),
      (
        ["recalibrate", "--participant", "P01", "--source", "giat", "--from", "2026-05-04"], "gait"
      ),
      (
        ["event", "operation", "--participant", "P01", "--source", "giat", "--on", "2026-05-04"],
        "gait"
      ),
      (["compare", "step-count", "--theirs", "giat"], "gait"),
      (["export", "--plain", "--output", "x.csv", "--source", "giat"], "gait"),
      (["delete", "step-count", "--participant", "P01", "--recording", "P10"], "P01"),
    ] {
      let ending = try gait.run(words + ["--store", "s.gait"])
      #expect(ending.code == 2 && ending.output.isEmpty, "\(words)")
      #expect(ending.message.contains(nearest), "\(words): \(ending.message)")
    }
  }

  @Test func `a question stands within its sentence`() throws {
    for (words, sentence) in [
      (["query", "--participant", "P0"], "there is no person P0 (did you mean P01?); there are"),
      (
        ["estimate", "--participant", "P0"],
        "the store holds nothing of them (did you mean P01?); it holds P01"
      ),
    ] {
      let ending = try gait.run(words + ["--store", "s.gait"])
      #expect(ending.code == 2 && ending.message.contains(sentence), "\(ending.message)")
    }
  }

  @Test(arguments: [
    (["event", "operaton", "--participant", "P01", "--on", "2026-05-04"], "operation"),
    (["simulate", "straigt-walk", "--output", "w.csv"], "straight-walk"),
    (["estimate", "--participant", "P01", "--heart-medication", "beta-bloker"], "beta-blockers"),
    (["query", "walking-speed", "--sort", "oldest"], "oldest-first"),
    (["query", "--format", "jsn"], "json"), (["query", "--format", "csvv"], "csv"),
    (["simulate", "wakl", "--output", "w.csv"], "straight-walk"),
    (["estimate", "--participant", "P01", "--sex", "ff"], "f"),
  ]) func `a word of a list ends with 2 and the nearest`(words: [String], nearest: String) throws {
    let ending = try gait.run(words + (words[0] == "simulate" ? [] : ["--store", "s.gait"]))
    #expect(ending.code == 2 && ending.output.isEmpty, "\(ending.output)")
    #expect(
      ending.message.contains("(did you mean \(nearest)")
        && ending.message.contains("Please provide one of"), "\(ending.message)")
    let other = try gait.run(
      words.map { [words[1], words.last].contains($0) && !$0.hasPrefix("--") ? "xyzzyxyzzy" : $0 }
        + (words[0] == "simulate" ? [] : ["--store", "s.gait"]))
    #expect(!other.message.contains("did you mean"), "\(other.message)")
  }

  @Test(arguments: [
    (["query", "step-count", "--store", "s.gait", "--every", "dya"], "day", "hour, day, week or"),
    (
      ["query", "step-count", "--store", "s.gait", "--every", "2-wekes"], "weeks", "hour, day, week"
    ),
    (
      ["query", "step-count", "--store", "s.gait", "--statistics", "men"], "mean",
      "count, sum, mean"
    ),
    (["query", "walking-speed", "--store", "s.gait", "--unit", "mpg"], "mph", "comes in m/s"),
    (["report", "perso"], "person", "There are recording, person"),
    (["columns", "bout"], "bouts.csv", "There are bouts.csv"),
    (
      [
        "simulate", "--history", "knee-surgery", "--store", "h.gait", "--time-zone", "Europe/Berln",
      ],
      "Europe/Berlin", "tz database"
    ),
  ]) func `other words of few are refused with the nearest and all`(
    words: [String], nearest: String, list: String
  ) throws {
    let ending = try gait.run(words)
    let said = ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(ending.code == 2 && ending.output.isEmpty, "\(ending.output)")
    #expect(said.contains("(did you mean \(nearest)?)") && said.contains(list), "\(said)")
  }

  @Test func `the listing is of what was asked`() throws {
    func lines(_ words: String...) throws -> Int {
      try gait.run(["query", "--store", "s.gait", "--format", "csv"] + words).output
        .split(separator: "\n").count - 1
    }
    let all = try lines()
    #expect(try lines("--participant", "P01") * 2 == all)
    #expect(try lines("--recording", "P02") < all)
    #expect(try lines("--from", "2026-05-06", "--time-zone", "UTC") == 0)
    #expect(try lines("--to", "2026-05-05T00:00:00Z") < all)
    #expect(try lines("--by-hand") + lines("--no-by-hand") == all)
    #expect(try lines("--limit", "3") == 3)
    #expect(try lines("--terrain", "stairs_up") == 0)
  }

  @Test func `what gave way comes by its time, whatever its kind`() throws {
    try gait.done(
      "analyze", "P01.csv", "--store", "s.gait", "--participant", "P01", "--start",
      "2026-05-04T23:30:00+02:00", "--time-zone", "Europe/Berlin", "--height", "1.80", "-q")
    func starts(_ more: String...) throws -> [String] {
      let words = ["query", "--store", "s.gait", "--superseded", "--format", "csv"]
      return GaitProcess.rows(try gait.run(words + more).output).compactMap { $0["start_time"] }
    }
    let all = try starts()
    #expect(Set(all).count > 1 && all == all.sorted(), "\(all)")
    #expect(try starts("--limit", "2") == Array(all.prefix(2)))
    #expect(try starts("--sort", "newest-first") == all.reversed())
  }

  @Test func `a limit counts nothing that is not printed`() throws {
    for (seed, person) in ["H1", "H2", "H3"].enumerated() {
      try gait.done(
        "simulate", "--history", "steady", "--days", "30", "--participant", person, "--store",
        "h.gait", "--seed", "\(seed)", "-q")
    }
    try gait.done("estimate", "--store", "h.gait", "-q")
    func rows(_ more: String...) throws -> [String] {
      let words = ["query", "--store", "h.gait", "--everything", "--format", "csv", "-q"]
      let ending = try gait.run(words + more)
      #expect(ending.code == 0, "\(ending.message)")
      // The last column says how many rows follow.
      return ending.output.split(separator: "\n").dropFirst().map {
        String($0[..<($0.lastIndex(of: ",") ?? $0.endIndex)])
      }
    }
    let (all, own) = (try rows(), try rows("--participant", "H2"))
    #expect(own.count > 40)
    for limit in [1, 4, 40] {
      let isWhole =
        try rows("--limit", "\(limit)").count == limit
        && rows("--participant", "H2", "--limit", "\(limit)") == Array(own.prefix(limit))
      #expect(isWhole, "\(limit)")
    }
    #expect(try rows("--limit", "\(Int.max)").count == all.count)
  }

  @Test func `days are the person's own, whatever the machine's zone`() throws {
    let rows = try gait(
      "query", "step-count", "--store", "s.gait", "--every", "day", "--format", "csv"
    ).output.split(separator: "\n").dropFirst()
    #expect(rows.count == 2)
    #expect(rows.first?.contains("2026-05-04T00:00:00.000+02:00") == true, "\(rows)")
    #expect(rows.last?.contains("2026-05-05T00:00:00.000+09:00") == true, "\(rows)")
    let unclear = try gait("query", "step-count", "--store", "s.gait", "--from", "2026-05-05")
    #expect(unclear.code == 2 && unclear.message.contains("--time-zone"))
    let own = try gait(
      "query", "step-count", "--store", "s.gait", "--from", "2026-05-05", "--participant", "P01",
      "--format", "csv")
    #expect(own.code == 0 && own.output.split(separator: "\n").count == 1)
  }

  @Test func `what query prints as CSV is imported as it was`() throws {
    for day in ["2026-05-01", "2026-05-02"] {
      let entered = try gait(
        "calibrate", "--six-minute-walk", "412", "--on", day, "--participant", "P01", "--store",
        "s.gait")
      #expect(entered.code == 0, "\(entered.message)")
    }
    let csv = try gait("query", "--everything", "--store", "s.gait", "--format", "csv").output
    try Data(csv.utf8).write(to: URL(fileURLWithPath: gait.path("all.csv")))
    #expect(csv.contains("is_entered_by_hand"))
    let again = try gait("import", "all.csv", "--store", "s.gait")
    #expect(again.code == 0 && again.message.contains(" 0 samples written"), "\(again.message)")
    let other = try gait("import", "all.csv", "--store", "other.gait")
    #expect(other.code == 0)
    #expect(
      try gait("query", "--everything", "--store", "other.gait", "--format", "csv").output == csv)
  }

  private func test(_ meters: Int, on day: String, _ more: String...) throws -> GaitProcess.Ending {
    try gait.run(
      [
        "calibrate", "--six-minute-walk", "\(meters)", "--on", day, "--store", "s.gait",
      ] + (more.contains("--participant") ? [] : ["--participant", "P01"]) + more)
  }

  @Test func `an option that would change nothing, or leave nothing, is an error`() throws {
    for (arguments, word) in [
      (["walking-speed", "--from", "2026-05-09", "--to", "2026-05-04"], "not before --to"),
      (["walking-speed", "--from", "2026-05-04", "--to", "2026-05-04"], "not before --to"),
      (["walking-speed", "--label", "walk"], "--by-activity"),
      (["walking-speed", "--everybody"], "--every day"),
      (["walking-speed", "--by-activity", "--every", "day"], "--by-activity"),
      (["walking-speed", "--by-activity"], "no activity is labelled"),
    ] {
      let ending = try gait.run(["query"] + arguments + ["--store", "s.gait"])
      #expect(ending.code == 2 && ending.message.contains(word), "\(arguments): \(ending.message)")
    }
    let days = try gait(
      "query", "step-count", "--store", "s.gait", "--every", "hour", "--limit", "1", "--format",
      "csv")
    #expect(days.output.split(separator: "\n").count == 2, "\(days.output)")
  }

  @Test func `figures come in the order that was asked for`() throws {
    let made = try gait(
      "simulate", "--history", "steady", "--days", "60", "--participant", "P07", "--store",
      "h.gait")
    #expect(made.code == 0, "\(made.message)")
    func days(_ more: String...) throws -> [String] {
      let ending = try gait.run(
        ["query", "step-count", "--store", "h.gait", "--every", "day", "--format", "csv"] + more)
      #expect(ending.code == 0, "\(ending.message)")
      return ending.output.split(separator: "\n").dropFirst().map(String.init)
    }
    let all = try days()
    #expect(try days("--sort", "newest-first") == Array(all.reversed()))
    #expect(try days("--sort", "newest-first", "--limit", "2") == Array(all.reversed().prefix(2)))
    #expect(try days("--limit", "2") == Array(all.prefix(2)))
    for words in [
      ["step-count", "--every", "day", "--sort", "greatest-first"], ["--sort", "newest-first"],
    ] {
      let refused = try gait.run(["query", "--store", "h.gait"] + words)
      #expect(refused.code == 2 && refused.message.contains("--sort"), "\(words)")
    }
  }

  @Test func `a clinic test keeps its day when recordings tell the zone later`() throws {
    func enter(_ person: String) throws -> GaitProcess.Ending {
      try gait(
        "calibrate", "--six-minute-walk", "412", "--on", "2026-05-01", "--participant", person,
        "--new-person", "--store", "t.gait")
    }
    #expect(try enter("P01").code == 0)
    // Estimates of somebody who has no walks yet fix no zone.
    #expect(try gait("estimate", "--store", "t.gait").code == 0)
    let walked = try gait(
      "analyze", "P01.csv", "--store", "t.gait", "--participant", "P01", "--start",
      "2026-05-04T20:30:00-04:00", "--site", "lower_back", "--height", "1.72", "-q", "--output",
      "results")
    #expect(walked.code == 0, "\(walked.message)")
    let steps = try gait("query", "step-count", "--every", "day", "--store", "t.gait").output
    #expect(steps.contains("2026-05-04  2026-05-05"), "\(steps)")
    let told = try gait("estimate", "--store", "t.gait").output
    #expect(told.contains("412 m on 1 May 2026"), "\(told)")
    #expect(told.contains("through 4 May 2026"), "\(told)")
    #expect(told.contains("calibrates nothing so far"), "\(told)")
    let tests = try gait("query", "six-minute-walk-distance", "--store", "t.gait", "--wide").output
    #expect(tests.contains("2026-05-01T00:00"), "\(tests)")
    let again = try enter("P01")
    #expect(again.output.contains("was kept already"), "\(again.output) \(again.message)")
  }

  @Test func `what nobody takes over is no empty store`() throws {
    let refused = try gait(
      "estimate", "--store", "s.gait", "--participant", "P01", "--height", "1.5")
    #expect(refused.code == 2 && refused.output.isEmpty, "\(refused.output)")
    #expect(refused.message.contains("P01: height 1.72 m is known"), "\(refused.message)")
    #expect(!refused.message.contains("P01: P01"))
  }

  @Test func `a start that is no one instant where clocks change is refused`() throws {
    for (start, word) in [
      ("2026-10-25T02:30:00", "+02:00 for the first time or +01:00"),
      ("2026-03-29T02:30:00", "does not exist"),
    ] {
      let refused = try gait(
        "analyze", "P01.csv", "--store", "c.gait", "--participant", "P01", "--start", start,
        "--time-zone", "Europe/Berlin")
      #expect(refused.code == 2 && refused.message.contains(word), "\(refused.message)")
      try "path,participant,start,time_zone\nP01.csv,P01,\(start),Europe/Berlin\n".write(
        toFile: gait.path("m.csv"), atomically: true, encoding: .utf8)
      let study = try gait("batch", "m.csv", "--store", "c.gait", "--output", "study")
      #expect(study.code == 2 && study.message.contains(word), "\(study.message)")
    }
    let kept = try gait(
      "analyze", "P01.csv", "--store", "c.gait", "--participant", "P01", "--start",
      "2026-10-25T02:30:00+02:00", "--time-zone", "Europe/Berlin")
    #expect(kept.code == 0, "\(kept.message)")
  }

  @Test func `two clinic tests of a day are both kept, as they were`() throws {
    #expect(try test(412, on: "2026-05-01", "--apart").code == 0)
    let second = try test(430, on: "2026-05-01")
    #expect(second.code == 0 && second.message.isEmpty, "\(second.message)")
    let again = try test(412, on: "2026-05-01", "--apart")
    #expect(again.code == 0 && again.output.contains("kept already"))
    #expect(try test(412, on: "2026-05-01").code == 2)
    let rows = try gait(
      "query", "six-minute-walk-distance", "--store", "s.gait", "--format", "csv"
    ).output.split(separator: "\n").dropFirst()
    #expect(rows.count == 2)
    #expect(rows.first { $0.contains("412") }?.contains("calibrates") == false)
    #expect(rows.first { $0.contains("430") }?.contains("calibrates") == true)
  }

  @Test func `a test to come, or of somebody unknown, is refused`() throws {
    let later = try test(412, on: "2096-05-01")
    #expect(later.code == 2 && later.message.contains("in the future"))
    let typo = try test(412, on: "2026-05-01", "--participant", "P1")
    #expect(typo.code == 2 && typo.message.contains("P01") && typo.message.contains("--new-person"))
    #expect(try gait("query", "--store", "s.gait", "--participant", "P1").code == 2)
    #expect(try test(412, on: "2026-05-01", "--participant", "P9", "--new-person").code == 0)
  }

  /// macOS gives the names of folders with each accent as a character of its own.
  @Test func `a name with its accents apart is nobody`() throws {
    let name = "J\u{f6}rg"
    let apart = name.decomposedStringWithCanonicalMapping
    let moved = try gait(
      "analyze", "P01.csv", "--store", "j.gait", "--participant", name, "--start",
      "2026-05-04T09:30:00+02:00")
    #expect(moved.code == 0, "\(moved.message)")
    let before = try gait("query", "--store", "j.gait", "--everything", "--format", "csv").output
    for words in [
      ["query"], ["query", "step-count"], ["delete", "--everything"],
      ["delete", "--stop-collecting", "step-count"], ["event", "injury", "--on", "2026-05-04"],
      ["recalibrate", "--from", "2026-05-04"], ["estimate", "--height", "1.8"],
      ["report", "person", "--output", "page.html"],
      ["export", "--plain", "--names", "--output", "e.csv"], ["compare", "walking-speed"],
    ] {
      let ending = try gait.run(words + ["--store", "j.gait", "--participant", apart])
      #expect(
        ending.code == 2 && (ending.output + ending.message).contains("NFC"),
        "\(words): \(ending.output) \(ending.message)")
    }
    #expect(
      try gait("query", "--store", "j.gait", "--everything", "--format", "csv").output == before)
  }
}
