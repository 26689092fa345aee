import Foundation
import TestSupport
import Testing

/// The store's doors, as a person uses them, on recordings of SampleData.
struct StoreCommandTests {
  private let gait: GaitProcess
  private let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("SampleData")

  init() throws { gait = try GaitProcess() }

  private func path(_ name: String) -> String { gait.path(name) }

  /// A store with a day of P01, made by analyze.
  private func filledStore() throws -> String {
    let store = path("s.gait")
    let ending = try gait(
      "analyze", samples.appendingPathComponent("daily-life.csv").path, "--store", store,
      "--participant", "P01", "--start", "2026-05-04T09:30:00+02:00", "--format", "csv")
    #expect(ending.code == 0, "\(ending.message)")
    #expect(ending.message.contains("samples written, 0 were there already"))
    return store
  }

  private func rows(_ text: String) -> [[Substring]] {
    text.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
  }

  @Test func `a copy that has no folder says so, and not that the store is at fault`() throws {
    let store = try filledStore()
    let copy = try gait("store", "copy", "--store", store, "--output", path("none/c.gait"))
    #expect(copy.code == 2 && copy.message.contains("none/c.gait: there is no folder"))
    #expect(try gait("store", "check", "--store", store).code == 0)
  }

  @Test(arguments: ["query", "export", "import", "delete", "compare"])
  func `help shows an example and ends with 0`(command: String) throws {
    let ending = try gait(command, "--help")
    #expect(ending.code == 0 && ending.output.contains("EXAMPLE\n  "))
  }

  @Test func `help says that a store is not encrypted`() throws {
    for command in ["analyze", "batch"] {
      let help = try gait(command, "--help").output.split(whereSeparator: \.isWhitespace)
      #expect(help.joined(separator: " ").contains("is not encrypted"), "\(command)")
    }
    #expect(try gait("store", "--help").output.contains("A store is plain"))
  }

  @Test func `what analyze keeps, query finds, in any unit`() throws {
    let store = try filledStore()
    let metric = rows(
      try gait("query", "--store", store, "walking-speed", "--format", "csv").output)
    let miles = rows(
      try gait("query", "--store", store, "walking-speed", "--unit", "mph", "--format", "csv")
        .output)
    #expect(metric.count == 5 && miles.count == 5)
    let speed = try #require(Double(metric[1][2]))
    #expect(abs(try #require(Double(miles[1][2])) - speed / 0.44704) < 2e-4)
    #expect(miles[1][3] == "mph")
  }

  @Test func `the same recording again changes nothing`() throws {
    let store = try filledStore()
    let again = try gait(
      "analyze", samples.appendingPathComponent("daily-life.csv").path, "--store", store,
      "--participant", "P01", "--start", "2026-05-04T09:30:00+02:00")
    #expect(again.message.contains("0 samples written"))
  }

  @Test func `a recording without clock or person says what is missing, and nothing is kept`()
    throws
  {
    let walk = samples.appendingPathComponent("straight-walk.csv").path
    let nobody = try gait("analyze", walk, "--store", path("n.gait"))
    #expect(nobody.code == 2 && nobody.message.contains("--participant"))
    let timeless = try gait("analyze", walk, "--store", path("n.gait"), "--participant", "P01")
    #expect(timeless.code == 2 && timeless.message.contains("--start"))
    #expect(!FileManager.default.fileExists(atPath: path("n.gait")))
  }

  @Test func `figures come day by day`() throws {
    let store = try filledStore()
    let days = rows(
      try gait(
        "query", "--store", store, "step-count", "--every", "day", "--statistics", "sum,count",
        "--time-zone", "Europe/Berlin", "--format", "csv"
      ).output)
    #expect(days.count == 2)
    #expect(days[1][3] == "2026-05-04T00:00:00.000+02:00")
    #expect(days[1][5] == "134.0000" && days[1][6] == "4")
  }

  @Test func `a sealed export comes back through import, with codes for names`() throws {
    let store = try filledStore()
    try Data(repeating: 5, count: 32).write(to: URL(fileURLWithPath: path("key")))
    #expect(try gait("export", "--store", store, "--output", path("x")).code == 2)
    let out = try gait(
      "export", "--store", store, "--output", path("x"), "--key", path("key"))
    #expect(out.code == 0, "\(out.message)")
    #expect(try gait("import", path("x"), "--store", path("t.gait")).code == 2)
    let back = try gait(
      "import", path("x"), "--store", path("t.gait"), "--key", path("key"))
    #expect(back.code == 0, "\(back.message)")
    let copy = try gait("query", "--store", path("t.gait"), "step-count", "--format", "csv").output
    #expect(rows(copy).count == 5 && !copy.contains("P01") && copy.contains("K-"))
    // With a key a plain file is no sealed one, and whoever thinks so hears it.
    #expect(!back.message.contains("not sealed"))
    #expect(try gait("export", "--store", store, "--plain", "--output", path("y")).code == 0)
    let plain = try gait(
      "import", path("y"), "--store", path("u.gait"), "--key", path("key"))
    #expect(
      plain.code == 0 && plain.message.contains("y: plain, and not sealed"), "\(plain.message)")
  }

  @Test func `a plain export is read as a table`() throws {
    let store = try filledStore()
    let out = try gait("export", "--store", store, "--plain", "--output", "-", "step-count")
    #expect(out.output.hasPrefix("participant,kind,value,unit,start_time,end_time,"))
    #expect(rows(out.output).count == 5)
  }

  @Test func `an export to standard output goes where that goes, a file too`() throws {
    let store = try filledStore()
    #expect(FileManager.default.createFile(atPath: path("out.csv"), contents: nil))
    let file = try #require(FileHandle(forWritingAtPath: path("out.csv")))
    let out = try gait.run(
      ["export", "--store", store, "--plain", "--output", "-", "step-count"], output: file)
    #expect(out.code == 0, "\(out.message)")
    #expect(rows(try gait.text(of: "out.csv")).count == 5)
    let link = try FileManager.default.attributesOfItem(atPath: "/dev/stdout")[.type]
    #expect(link as? FileAttributeType == .typeSymbolicLink, "it is still what it was")
  }

  @Test func `a phone's export stands beside ours`() throws {
    let store = try filledStore()
    let export = """
      <?xml version="1.0"?><!DOCTYPE HealthData []><HealthData>
      <Record type="HKQuantityTypeIdentifierStepCount" sourceName="iPhone" unit="count" \
      startDate="2026-05-04 09:30:00 +0200" endDate="2026-05-04 09:32:00 +0200" value="140"/>
      </HealthData>
      """
    try Data(export.utf8).write(to: URL(fileURLWithPath: path("export.xml")))
    #expect(try gait("import", path("export.xml"), "--store", store).code == 2)
    let read = try gait("import", path("export.xml"), "--participant", "P01", "--store", store)
    #expect(read.code == 0 && read.message.contains("1 sample written"))
    let beside = try gait("compare", "step-count", "--store", store)
    #expect(beside.output.contains("bias -6.0000"))
  }

  @Test func `a zip with two health exports is refused, one among other things is read`() throws {
    func export(_ day: Int) -> String {
      """
      <?xml version="1.0"?><!DOCTYPE HealthData []><HealthData>
      <Record type="HKQuantityTypeIdentifierStepCount" sourceName="iPhone" unit="count" \
      startDate="2026-05-0\(day) 09:30:00 +0200" endDate="2026-05-0\(day) 09:32:00 +0200" value="140"/>
      </HealthData>
      """
    }
    func zip(_ name: String, _ files: [String: String]) throws {
      try ZipWriter.write(files.mapValues { Array($0.utf8) }, to: gait.path(name))
    }
    let others = ["export_cda.xml": "<ClinicalDocument/>", "a.xml": "<notes/>"]
    try zip(
      "both.zip",
      others.merging([
        "june/apple_health_export/export.xml": export(4),
        "july/apple_health_export/export.xml": export(5),
      ]) { $1 })
    try zip("one.zip", others.merging(["apple_health_export/Exportieren.xml": export(5)]) { $1 })
    let both = try gait("import", "both.zip", "--participant", "P01", "--store", "z.gait")
    let words = both.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(both.code == 2 && words.contains("it holds 2 health exports: "), "\(words)")
    #expect(words.contains("nothing was kept"))
    let one = try gait("import", "one.zip", "--participant", "P01", "--store", "z.gait")
    #expect(one.code == 0 && one.message.contains("1 sample written"), "\(one.message)")
  }

  @Test func `everything held on a person is listed, deleted and gone from the file`() throws {
    let store = try filledStore()
    let all = try gait(
      "query", "--store", store, "--participant", "P01", "--everything", "--format", "csv")
    // The header, what was found, and the height that the recording's description gives.
    #expect(rows(all.output).count == 47)
    #expect(rows(all.output).contains { $0.contains("height") })
    #expect(try gait("delete", "--store", store, "--everything").code == 2)
    #expect(try gait("delete", "--store", store, "--participant", "P01", "--everything").code == 0)
    for file in try FileManager.default.contentsOfDirectory(atPath: gait.folder) {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path(file)))
      for word in ["P01", "daily-life"] { #expect(bytes.range(of: Data(word.utf8)) == nil) }
    }
  }

  @Test func `a personal calibration from before a recalibration is dropped, with a word`() throws {
    let store = try filledStore()
    let walk = samples.appendingPathComponent("straight-walk.csv").path
    let calibration = path("own.json")
    #expect(try gait("calibrate", walk, "--distance", "44", "--output", calibration).code == 0)
    func analyzed() throws -> GaitProcess.Ending {
      try gait(
        "analyze", walk, "--store", store, "--participant", "P01", "--calibration", calibration,
        "--start", "2026-05-05T09:30:00+02:00", "--verbose")
    }
    #expect(try !analyzed().message.contains("the recalibration of"))
    let anew = try gait(
      "recalibrate", "--store", store, "--participant", "P01", "--from", "2026-05-04")
    #expect(anew.code == 0, "\(anew.message)")
    func said() throws -> String {
      try analyzed().message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let after = try said()
    #expect(
      after.contains(
        "has no date, so that whether it is newer than the recalibration of 2026-05-04 is not known"
      ),
      "\(after)")
    #expect(after.contains("gait calibrate --start"))
    for (start, words) in [
      ("2026-05-02T09:30:00+02:00", "is older than the recalibration of 2026-05-04 and was not"),
      ("2026-05-04T09:30:00+02:00", nil),
    ] as [(String, String?)] {
      #expect(
        try gait(
          "calibrate", walk, "--distance", "44", "--output", calibration, "--force", "--start",
          start
        ).code == 0)
      let dated = try said()
      #expect(dated.contains(words ?? "personal factor"), "\(dated)")
      if words == nil { #expect(!dated.contains("the recalibration of"), "\(dated)") }
    }
  }

  @Test func `a stopped kind is not collected any more`() throws {
    let store = try filledStore()
    let stop = try gait(
      "delete", "--store", store, "--participant", "P01", "cadence", "--stop-collecting", "cadence")
    #expect(stop.code == 0, "\(stop.message)")
    let again = try gait(
      "analyze", samples.appendingPathComponent("daily-life.csv").path, "--store", store,
      "--participant", "P01", "--start", "2026-05-04T09:30:00+02:00", "--format", "csv")
    #expect(again.message.contains("4 of cadence not kept"))
    #expect(try gait("query", "--store", store, "cadence").output == "nothing found\n")
  }

  @Test func `what a person stopped stays stopped when everything is deleted`() throws {
    let store = try filledStore()
    let gone = try gait(
      "delete", "--store", store, "--participant", "P01", "--everything", "--stop-collecting",
      "cadence")
    #expect(
      gone.code == 0 && gone.message.contains("cadence of P01 is not collected")
        && gone.message.contains("the name P01 stays"), "\(gone.message)")
    let again = try gait(
      "analyze", samples.appendingPathComponent("daily-life.csv").path, "--store", store,
      "--participant", "P01", "--start", "2026-05-04T09:30:00+02:00", "--format", "csv")
    #expect(again.message.contains("4 of cadence not kept"), "\(again.message)")
    _ = try gait("delete", "--store", store, "--participant", "P01", "--everything")
    let resumed = try gait(
      "delete", "--store", store, "--participant", "P01", "--resume-collecting", "cadence")
    #expect(resumed.code == 0, "\(resumed.message)")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: store))
    #expect(bytes.range(of: Data("P01".utf8)) == nil)
  }

  @Test func `activities of a protocol have figures of their own`() throws {
    try Data("label,start_s,end_s\nfirst,0,30\nsecond,30,120\n".utf8)
      .write(to: URL(fileURLWithPath: path("p.csv")))
    let ending = try gait(
      "analyze", samples.appendingPathComponent("daily-life.csv").path, "--store", path("s.gait"),
      "--participant", "P01", "--start", "2026-05-04T09:30:00+02:00", "--activities", path("p.csv"))
    #expect(ending.code == 0, "\(ending.message)")
    let lines = rows(
      try gait(
        "query", "--store", path("s.gait"), "step-count", "--by-activity", "--format", "csv"
      ).output)
    #expect(lines.count == 3)
    #expect(lines[1][6] == "31.0000" && lines[2][6] == "103.0000")
  }

  @Test func `a kind that nobody knows is named, with those that are`() throws {
    let store = try filledStore()
    let ending = try gait("query", "--store", store, "speed")
    #expect(ending.code == 2 && ending.message.contains("walking-speed"))
    let unit = try gait("query", "--store", store, "walking-speed", "--unit", "kg")
    #expect(unit.code == 2 && unit.message.contains("km/h"))
  }

  @Test func `who and what is not there is said, and nothing is done`() throws {
    let store = try filledStore()
    for (command, more) in [("delete", [String]()), ("export", ["--plain", "--output", "x.csv"])] {
      for request in [
        ["nokind", "--participant", "P01"], ["walking-speed", "--participant", "P02"],
      ] {
        let ending = try gait.run([command, "--store", store] + request + more)
        #expect(ending.code == 2, "\(command) \(request)")
        #expect(ending.message.contains("there is no"))
      }
    }
    let over = try gait("export", "--store", store, "--plain", "--output", store)
    #expect(over.code == 2 && over.message.contains("written over"))
    #expect(try gait("query", "--store", store).code == 0)
  }

  @Test func `a full disk is no success`() throws {
    let store = try filledStore()
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let ending = try gait.run(
      ["query", "--store", store, "--everything", "--format", "csv"], output: full)
    #expect(ending.code == 2 && ending.message.contains("standard output"))
  }

  @Test func `a local clock is read in the person's zone, or said to be local`() throws {
    let rows = try String(
      contentsOf: samples.appendingPathComponent("straight-walk.csv"), encoding: .utf8
    ).split(separator: "\n")
    let text = rows.dropFirst().enumerated().map { index, row in
      let seconds = Double(index) / 100
      let stamp = String(
        format: "2026-03-04T22:%02d:%06.3f", 30 + Int(seconds) / 60,
        seconds.truncatingRemainder(dividingBy: 60))
      return stamp + row.drop { $0 != "," }
    }
    let table = (["time" + rows[0].drop { $0 != "," }] + text).joined(separator: "\n")
    try Data(table.utf8).write(to: URL(fileURLWithPath: path("night.csv")))
    let plain = try gait(
      "analyze", "night.csv", "--site", "lower_back", "--store", "a.gait", "--participant", "P1")
    let doubt = "does not say its offset"
    #expect(plain.code == 0 && plain.message.contains(doubt), "\(plain.message)")
    let placed = try gait(
      "analyze", "night.csv", "--site", "lower_back", "--store", "b.gait", "--participant", "P1",
      "--time-zone", "Asia/Tokyo")
    #expect(placed.code == 0 && !placed.message.contains(doubt), "\(placed.message)")
    let found = try gait(
      "query", "--store", "b.gait", "step-count", "--time-zone", "Asia/Tokyo", "--format", "csv")
    #expect(found.output.contains("2026-03-04T22:30"))
    #expect(!found.output.contains("2026-03-05"))
  }

  @Test func `a file that is no store is refused`() throws {
    try Data("hello".utf8).write(to: URL(fileURLWithPath: path("x.gait")))
    let ending = try gait("query", "--store", path("x.gait"))
    #expect(ending.code == 2 && ending.message.contains("not a store"))
    #expect(try gait("query", "--store", path("none.gait")).code == 2)
  }

  @Test func `a store of an older schema is brought up to date when it is asked`() throws {
    let old = samples.deletingLastPathComponent()
      .appendingPathComponent("Tests/SampleStorageTests/Stores/schema-1.gait")
    try FileManager.default.copyItem(at: old, to: URL(fileURLWithPath: path("old.gait")))
    let ending = try gait("query", "--store", path("old.gait"), "step-count", "--format", "csv")
    #expect(ending.code == 0, "\(ending.message)")
    #expect(rows(ending.output).count == 121)
  }
}
