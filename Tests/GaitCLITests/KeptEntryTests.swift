import Foundation
import Testing

/// What a person enters: kept whole or not at all, on the day for which it was entered.
struct KeptEntryTests {
  private let gait: GaitProcess

  init() throws {
    gait = try GaitProcess()
    let made = try gait("simulate", "straight-walk", "--seconds", "60", "--output", "walk.csv")
    #expect(made.code == 0, "\(made.message)")
  }

  private func analyze(_ zone: String, _ start: String) throws -> GaitProcess.Ending {
    try gait(
      "analyze", "walk.csv", "--store", "s.gait", "--participant", "A", "--start", start,
      "--time-zone", zone, "--output", "out", "--quiet")
  }

  private func query(_ words: String...) throws -> GaitProcess.Ending {
    try gait.run(["query", "--store", "s.gait", "--participant", "A"] + words)
  }

  @Test func `several facts are kept together or not at all`() throws {
    #expect(try analyze("Europe/Berlin", "2026-03-01T10:00").code == 0)
    func estimate(_ words: String...) throws -> GaitProcess.Ending {
      try gait.run(["estimate", "--store", "s.gait", "--participant", "A", "--quiet"] + words)
    }
    #expect(try estimate("--mass", "70").code == 0)
    let before = try query("--everything", "--format", "csv").output
    // The age is new and could be kept; the mass is refused.
    let refused = try estimate("--age", "40", "--mass", "75", "--sex", "f")
    #expect(
      refused.code == 2 && refused.message.contains("body-mass 70 kg is known"),
      "\(refused.message)")
    #expect(try query("--everything", "--format", "csv").output == before)
    // So is all that is said where another option is refused.
    let future = try estimate("--age", "40", "--until", "2036-01-01")
    #expect(future.code == 2, "\(future.message)")
    #expect(try query("--everything", "--format", "csv").output == before)
    #expect(try estimate("--age", "40", "--mass", "75", "--sex", "f", "--corrects").code == 0)
    #expect(
      try query("--by-hand", "--format", "csv", "--everything").output.contains("body-mass,75"))
  }

  @Test func `what was entered for a day is found and deleted by that day`() throws {
    // The test comes before the first recording says where the person lives.
    for day in ["2026-03-01", "2026-03-02"] {
      let kept = try gait(
        "calibrate", "--store", "s.gait", "--participant", "A", "--six-minute-walk", "400", "--on",
        day,
        "--new-person")
      #expect(kept.code == 0, "\(kept.message)")
    }
    #expect(try analyze("America/Los_Angeles", "2026-03-01T10:00").code == 0)
    let kind = "six-minute-walk-distance"
    func found(_ from: String, _ to: String) throws -> [String] {
      let ending = try query(kind, "--from", from, "--to", to, "--format", "csv")
      #expect(ending.code == 0, "\(ending.message)")
      return ending.output.split(separator: "\n").dropFirst().map {
        String($0.split(separator: ",", omittingEmptySubsequences: false)[4].prefix(10))
      }
    }
    #expect(try found("2026-03-01", "2026-03-02") == ["2026-03-01"])
    #expect(try found("2026-03-02", "2026-03-03") == ["2026-03-02"])
    #expect(try found("2026-02-28", "2026-03-01") == [])
    let listing = try query("--format", "csv").output
    #expect(
      listing.contains("A,\(kind),2,2026-03-01T00:00:00.000,2026-03-02T00:00:00.000"),
      "\(listing)")
    let some = try query("--from", "2026-03-02", "--format", "csv").output
    #expect(some.contains("A,\(kind),1,2026-03-02T00:00:00.000"), "\(some)")
    let exported = try gait(
      "export", kind, "--store", "s.gait", "--participant", "A", "--from", "2026-03-02", "--plain",
      "--output", "-")
    #expect(exported.output.split(separator: "\n").count == 2, "\(exported.output)")
    let deleted = try gait(
      "delete", kind, "--store", "s.gait", "--participant", "A", "--from", "2026-03-01", "--to",
      "2026-03-02")
    #expect(deleted.code == 0 && deleted.message.contains("1 sample deleted"), "\(deleted.message)")
    #expect(try found("2026-01-01", "2026-12-31") == ["2026-03-02"])
  }

  @Test func `what is not collected is refused, and nobody is told that it is kept`() throws {
    #expect(try analyze("Europe/Berlin", "2026-03-01T10:00").code == 0)
    #expect(
      try gait(
        "estimate", "--store", "s.gait", "--participant", "A", "--height", "1.72", "--quiet",
        "--corrects"
      ).code
        == 0)
    let stops = ["height", "event", "six-minute-walk-distance", "step-count"]
    for kind in stops {
      let ending = try gait(
        "delete", "--store", "s.gait", "--participant", "A", "--stop-collecting", kind)
      #expect(ending.code == 0, "\(ending.message)")
    }
    let before = try query("--everything", "--format", "csv").output
    for words in [
      ["calibrate", "--six-minute-walk", "400", "--on", "2026-03-01"],
      ["event", "injury", "--on", "2026-03-01"],
      ["estimate", "--height", "1.80", "--mass", "70", "--corrects"],
    ] {
      let refused = try gait.run(words + ["--store", "s.gait", "--participant", "A"])
      #expect(refused.code == 2, "\(refused.output)\(refused.message)")
      #expect(
        refused.message.contains("of A is not collected, and nothing was kept"),
        "\(refused.message)")
    }
    #expect(try query("--everything", "--format", "csv").output == before)
    // A recording of a study has the rest kept, and says what is not.
    try "path,participant,start,time_zone\nwalk.csv,A,2026-04-01T10:00:00,Europe/Berlin\n".write(
      toFile: gait.path("study.csv"), atomically: true, encoding: .utf8)
    let study = try gait("batch", "study.csv", "--store", "s.gait", "--output", "results")
    #expect(
      study.code == 0
        && study.message.contains("of step-count not kept: its collection is stopped"),
      "\(study.message)")
  }

  @Test func `a merge names the day for which something was entered`() throws {
    for (store, mass) in [("s.gait", "71"), ("t.gait", "72")] {
      let kept = try gait(
        "analyze", "walk.csv", "--store", store, "--participant", "A", "--start",
        "2026-03-01T10:00", "--time-zone", "Europe/Berlin", "--output", "out", "--quiet")
      #expect(kept.code == 0, "\(kept.message)")
      #expect(
        try gait(
          "estimate", "--store", store, "--participant", "A", "--mass", mass, "--sex",
          mass == "71" ? "f" : "m", "--quiet"
        ).code == 0)
    }
    let merged = try gait("merge", "s.gait", "t.gait", "--into", "m.gait")
    #expect(
      merged.code == 1
        && merged.message.contains(
          "body-mass of A, entered by hand, 2026-03-01: 72.0 kg there and 71.0 kg here")
        && merged.message.contains(
          "sex of A, entered by hand, 2026-03-01: male there and female here"),
      "\(merged.message)")
  }

  @Test func `who was deleted and is still in the study is there again, and that is said`() throws {
    try "path,participant,start,time_zone\nwalk.csv,A,2026-04-01T10:00:00,Europe/Berlin\n".write(
      toFile: gait.path("study.csv"), atomically: true, encoding: .utf8)
    func batch() throws -> GaitProcess.Ending {
      try gait("batch", "study.csv", "--store", "s.gait", "--output", "results")
    }
    let sentence = "1 recording of an earlier run was not in the store any more"
    #expect(try !batch().message.contains(sentence))
    #expect(
      try gait("delete", "--store", "s.gait", "--participant", "A", "--everything").code == 0)
    let again = try batch()
    #expect(again.code == 0 && again.message.contains(sentence), "\(again.message)")
    #expect(try !batch().message.contains(sentence))
  }

  @Test func `a zone that no recording has is left`() throws {
    #expect(try analyze("Asia/Tokyo", "2026-03-01T20:00+09:00").code == 0)
    #expect(try gait("estimate", "--store", "s.gait", "--quiet").code == 0)
    #expect(try query("walking-speed").output.contains("+09:00"))
    // The recording was of Berlin all the time.
    #expect(try analyze("Europe/Berlin", "2026-03-01T12:00+01:00").code == 0)
    #expect(try query("walking-speed").output.contains("+01:00"))
    let run = try gait("estimate", "--store", "s.gait")
    #expect(
      run.code == 0
        && run.message.contains(
          "days are counted in Europe/Berlin now, the time zone of the samples; they were in Asia/Tokyo"
        ),
      "\(run.message)")
    #expect(try gait("estimate", "--store", "s.gait").message.isEmpty)
  }
}
