import Foundation
import Testing

/// One `--format` everywhere, tables that fit 80 columns, and quiet where it is asked for.
struct FormatOptionTests {
  private let gait: GaitProcess
  private static let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("SampleData")
  private let walk = samples.appendingPathComponent("straight-walk.csv").path

  init() throws { gait = try GaitProcess() }

  private func filledStore() throws {
    for (file, day) in [("straight-walk", "04"), ("daily-life", "05")] {
      let ending = try gait(
        "analyze", Self.samples.appendingPathComponent("\(file).csv").path, "--store", "s.gait",
        "--participant", "P01", "--start", "2026-05-\(day)T09:30:00+02:00", "--site", "lower_back",
        "--height", "1.72", "--format", "csv")
      #expect(ending.code == 0, "\(ending.message)")
    }
  }

  private func json(_ text: String) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(text.utf8))
  }

  private func fits(_ text: String) -> Bool {
    text.split(separator: "\n").allSatisfy { $0.count <= 80 }
  }

  @Test func `inspect prints rows and documents for programs`() throws {
    let table = try gait("inspect", walk, "--format", "csv").output.split(separator: "\n")
    #expect(table.count == 2 && table[0].hasPrefix("recording,path,format,device,"))
    #expect(table[1].hasPrefix("straight-walk,"))
    let documents = try #require(
      try json(gait("inspect", walk, "--format", "json").output) as? [[String: Any]])
    #expect(documents.count == 1 && documents[0]["sampling_rate_hz"] as? Double == 100)
    #expect((documents[0]["channels"] as? [[String: Any]])?.count == 7)
    #expect(try gait("inspect", walk, "--quiet").output.contains("100.00 Hz"))
  }

  @Test func `recordings of one name are told apart by their paths`() throws {
    for folder in ["a", "b"] {
      try FileManager.default.createDirectory(
        atPath: gait.path(folder), withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: walk, toPath: gait.path(folder + "/walk.csv"))
    }
    let words = ["--site", "lower_back", "--height", "1.72", "--format"]
    let csv = try gait.run(["analyze", "a/walk.csv", "b/walk.csv"] + words + ["csv"])
    #expect(csv.code == 0, "\(csv.message)")
    let names = GaitProcess.rows(csv.output).compactMap { $0["recording"] }
    #expect(Set(names) == ["a/walk.csv", "b/walk.csv"])
    let both = try json(
      gait.run(["analyze", "a/walk.csv", "b/walk.csv"] + words + ["json"]).output)
    let documents = try #require(both as? [[String: Any]])
    #expect(documents.compactMap { $0["recording"] as? String } == ["a/walk.csv", "b/walk.csv"])
    let alone = try gait.run(["analyze", "a/walk.csv", walk] + words + ["csv"]).output
    #expect(
      Set(GaitProcess.rows(alone).compactMap { $0["recording"] }) == ["walk", "straight-walk"])
  }

  @Test func `validate prints what it writes`() throws {
    let folder = gait.path("lab")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for ending in ["csv", "json", "reference.json"] {
      try FileManager.default.copyItem(
        at: Self.samples.appendingPathComponent("straight-walk.\(ending)"),
        to: URL(fileURLWithPath: folder + "/straight-walk.\(ending)"))
    }
    let csv = try gait("validate", "lab", "--format", "csv", "--output", "out", "--quiet")
    let written = try gait.text(of: "out/validation.csv")
    #expect(csv.code == 0 && csv.output == written)
    let document = try json(gait("validate", "lab", "--format", "json", "--quiet").output)
    #expect((document as? [String: Any])?["rows"] != nil)
    let table = try gait("validate", "lab", "--complete", "--quiet").output
    #expect(fits(table) && table.contains("walking bouts"), "\(table)")
    let wide = try gait("validate", "lab", "--complete", "--wide", "--quiet").output
    #expect(!fits(wide) && wide.contains("recordings"))
  }

  @Test func `tables of a store fit 80 columns, and say what they leave out`() throws {
    try filledStore()
    let commands = [
      ["query"], ["query", "walking-speed"], ["query", "--everything"],
      ["query", "walking-speed", "--every", "day"],
      ["query", "step-count", "--every", "hour", "--statistics", "count,sum,mean,max"],
    ]
    for command in commands {
      let ending = try gait.run(command + ["--store", "s.gait"])
      #expect(ending.code == 0 && fits(ending.output), "\(ending.output)")
    }
    let speeds = try gait("query", "walking-speed", "--store", "s.gait").output
    #expect(speeds.hasPrefix("participant P01, kind walking-speed, unit m/s"), "\(speeds)")
    #expect(
      speeds.replacing("\n", with: " ").contains("times at +02:00")
        && speeds.contains("2026-05-04 09:30"))
    let one = try gait(
      "query", "step-count", "--store", "s.gait", "--every", "month", "--statistics", "count,sum"
    ).output
    #expect(one.hasPrefix("participant P01, kind step-count, unit count, source gait"), "\(one)")
    #expect(one.contains("count") && one.contains("sum") && !one.contains("--wide"))
    let wide = try gait("query", "walking-speed", "--store", "s.gait", "--wide").output
    #expect(wide.contains("2026-05-04T09:30") && !fits(wide))
    let list = try gait("query", "--everything", "--store", "s.gait").output
    #expect(list.contains("--wide also shows"), "\(list.suffix(200))")
  }

  @Test func `estimates are rows for programs, too`() throws {
    _ = try gait("simulate", "--history", "steady", "--store", "h.gait", "--days", "70", "--quiet")
    let ending = try gait("estimate", "--store", "h.gait", "--format", "csv")
    #expect(ending.code == 0, "\(ending.message)")
    let rows = ending.output.split(separator: "\n")
    #expect(rows[0].hasPrefix("participant,kind,value,unit,") && rows[0].hasSuffix(",rows_after"))
    #expect(rows.contains { $0.hasPrefix("simulated,six-minute-walk-distance,") })
    #expect(rows.last?.hasSuffix(",0") == true)
  }

  @Test func `what was entered is rows for programs, too`() throws {
    try filledStore()
    let person = ["--store", "s.gait", "--participant", "P01"]
    for (enter, command, label) in [
      (["event", "injury", "--on", "2026-05-05", "--words", "knee, left"], "event", "knee, left"),
      (["recalibrate", "--from", "2026-05-05", "--reason", "new knee"], "recalibrate", "new knee"),
    ] {
      #expect(try gait.run(enter + person).code == 0)
      let rows = try gait.run([command, "--list", "--format", "csv"] + person)
      #expect(rows.output.hasPrefix("participant,kind,value,unit,"), "\(rows.message)")
      #expect(rows.output.contains(label) && rows.output.hasSuffix(",0\n"), "\(rows.output)")
      let document = try #require(
        try json(gait.run([command, "--list", "--format", "json"] + person).output)
          as? [[String: Any]])
      #expect(document.count == 1 && document[0]["label"] as? String == label)
      let list = try gait.run([command, "--list"] + person).output
      #expect(try gait.run([command, "--list", "--format", "table"] + person).output == list)
      let refused = try gait.run(enter + ["--format", "csv"] + person)
      #expect(refused.code == 2 && refused.message.contains("--list"), "\(refused.message)")
    }
  }

  @Test func `quiet commands say nothing of what they did`() throws {
    try filledStore()
    let quiet = [
      ["recalibrate", "--from", "2026-05-05"], ["event", "injury", "--on", "2026-05-05"],
      ["calibrate", "--six-minute-walk", "412", "--on", "2026-05-05"],
    ]
    for command in quiet {
      let ending = try gait.run(
        command + ["--store", "s.gait", "--participant", "P01", "--quiet"])
      #expect(ending.code == 0 && ending.output.isEmpty && ending.message.isEmpty, "\(command)")
    }
    #expect(
      try gait("recalibrate", "--store", "s.gait", "--participant", "P01", "--list", "--quiet")
        .output.contains("2026"))
    let bench = try gait("bench", walk, "--runs", "1", "--quiet")
    #expect(bench.code == 0 && bench.message.isEmpty)
  }

  @Test func `an export to a full disk ends with a message and code 2`() throws {
    try filledStore()
    for format in ["csv", "json"] {
      let full = try gait.shell(
        "$GAIT export --store s.gait --plain --format \(format) --output - > /dev/full")
      #expect(full.code == 2 && full.message.contains("standard output"), "\(full.message)")
    }
    let file = try gait.shell("$GAIT export --store s.gait --plain --output /dev/full")
    #expect(file.code == 2 && file.message.contains("/dev/full"), "\(file.message)")
    let head = try gait.shell("$GAIT export --store s.gait --plain --output - | head -1")
    #expect(head.code == 0 && head.output.hasPrefix("participant,"))
  }

  @Test func `messages print instants by the recording's own clock`() throws {
    try filledStore()
    let again = try gait(
      "analyze", walk, "--store", "s.gait", "--participant", "P01", "--start",
      "2026-05-04T10:30:00+02:00", "--site", "lower_back", "--height", "1.72", "--format", "csv")
    #expect(again.message.contains("from 2026-05-04T09:30:00.000+02:00, which it replaces"))
    #expect(!again.message.contains("+00:00"), "\(again.message)")
    let local = try String(contentsOfFile: walk, encoding: .utf8).split(separator: "\n")
    let rows = local.dropFirst().enumerated().map { index, row in
      let stamp = String(format: "2026-03-04T22:30:%06.3f", Double(index % 5999) / 100)
      return index < 4400 ? stamp + row.drop { $0 != "," } : ""
    }.filter { !$0.isEmpty }
    try (["time" + local[0].drop { $0 != "," }] + rows).joined(separator: "\n")
      .write(toFile: gait.path("night.csv"), atomically: true, encoding: .utf8)
    let plain = try gait(
      "analyze", "night.csv", "--site", "lower_back", "--store", "l.gait", "--participant", "P1")
    #expect(plain.code == 0, "\(plain.message)")
    for command in [
      ["query"], ["query", "step-count", "--every", "day"], ["query", "step-count"],
    ] {
      let ending = try gait.run(command + ["--store", "l.gait", "--format", "csv"])
      #expect(ending.output.contains("2026-03-04T"), "\(ending.output)")
      #expect(!ending.output.contains("+00:00"), "\(ending.output)")
    }
  }
}
