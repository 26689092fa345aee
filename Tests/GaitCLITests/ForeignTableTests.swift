import Foundation
import Testing

/// Tables and sidecars as spreadsheets and hands leave them: read where they say one thing, refused in words where not.
struct ForeignTableTests {
  private let gait: GaitProcess
  private static let walk = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("SampleData/straight-walk.csv").path

  init() throws { gait = try GaitProcess() }

  private static let header = "participant,kind,value,unit,start_time,end_time,source"
  private static let row =
    "P01,walking-speed,1.25,m/s,2026-05-04T09:30:00Z,2026-05-04T09:31:00Z,other"

  private func taken(_ data: Data) throws -> GaitProcess.Ending {
    try? FileManager.default.removeItem(atPath: gait.path("s.gait"))
    try data.write(to: URL(fileURLWithPath: gait.path("table.csv")))
    return try gait("import", "table.csv", "--store", "s.gait")
  }

  static let readable: [String] = [
    "\(header)\n\(row)\n", "\u{feff}\(header)\n\(row)\n",
    "\(header)\n\(row)\n".replacing(",", with: ";"),
    "\u{feff}" + "\(header)\r\n\(row)\r\n".replacing(",", with: ";"),
    "\(header)\n\(row)\n".replacing(",", with: "\t"),
    "source,end_time,start_time,unit,value,kind,participant\n"
      + "other,2026-05-04T09:31:00Z,2026-05-04T09:30:00Z,m/s,1.25,walking-speed,P01\n",
  ]

  @Test(arguments: readable) func `a table is read whatever its order and separator`(text: String)
    throws
  {
    let ending = try taken(Data(text.utf8))
    #expect(ending.code == 0, "\(ending.message)")
    #expect(ending.message.contains("1 sample written, 0 were there already"), "\(ending.message)")
    let rows = try gait("query", "--store", "s.gait", "walking-speed", "--format", "csv").output
    #expect(rows.contains("P01,walking-speed,1.25,m/s,2026-05-04T09:30:00.000"), "\(rows)")
  }

  @Test func `what says two things is refused with what to do`() throws {
    let table = Self.header + "\n" + Self.row + "\n"
    let decimals = table.replacing(",", with: ";").replacing("1.25", with: "1,25")
    let cases: [(data: Data, word: String)] = try [
      (#require(table.data(using: .utf16)), "save it as CSV in UTF-8"),
      (#require(table.data(using: .utf16LittleEndian)), "save it as CSV in UTF-8"),
      (#require(table.data(using: .utf16BigEndian)), "save it as CSV in UTF-8"),
      (#require("<?xml version=\"1.0\"?>".data(using: .utf16)), "save it as XML in UTF-8"),
      (Data(decimals.utf8), "write a point in the place of the comma"),
      (Data(table.replacing("value", with: "valeu").utf8), "did you mean value?"),
      (Data(table.replacing("09:30:00Z", with: "09:29:60Z").utf8), "start_time is"),
      (
        Data(
          """
          {"participant":"P01","kind":"walking-speed","value":1.2,"value":1.3,"unit":"m/s",\
          "start_time":"2026-05-04T09:30:00Z","end_time":"2026-05-04T09:31:00Z","source":"x"}

          """.utf8), "the key value is there twice"
      ),
    ]
    for (data, word) in cases {
      let ending = try taken(data)
      #expect(ending.code == 2 && ending.message.contains(word), "\(word): \(ending.message)")
    }
  }

  @Test func `samples with a decimal comma are refused, not read without decimals`() throws {
    let rows = (0..<500).map { "\(Double($0) / 50),0.1,0.2,9,81\n" }.joined()
    try Data("time_s,acc_x,acc_y,acc_z\n\(rows)".utf8).write(
      to: URL(fileURLWithPath: gait.path("walk.csv")))
    let ending = try gait("inspect", "walk.csv")
    #expect(ending.code == 2, "\(ending.message)")
    #expect(ending.message.contains("more cells (5) than its header (4)"), "\(ending.message)")
  }

  @Test func `a protocol of activities may come from a spreadsheet`() throws {
    let text = "label,start_s,end_s\nsix-minute walk,1,20\n"
    for (place, protocolText) in [
      "\u{feff}" + text, text.replacing(",", with: ";"),
      "\u{feff}" + text.replacing("\n", with: "\r\n"),
    ].enumerated() {
      try Data(protocolText.utf8).write(to: URL(fileURLWithPath: gait.path("p.csv")))
      let ending = try gait(
        "analyze", Self.walk, "--store", "\(place).gait", "--participant", "P01", "--start",
        "2026-05-04T09:30:00Z", "--activities", "p.csv")
      #expect(ending.code == 0, "\(ending.message)")
      let marks = try gait("query", "--store", "\(place).gait", "activity", "--format", "csv")
        .output
      #expect(marks.contains("six-minute walk"), "\(marks)")
    }
    try #require(text.data(using: .utf16)).write(to: URL(fileURLWithPath: gait.path("p.csv")))
    let wide = try gait(
      "analyze", Self.walk, "--store", "w.gait", "--participant", "P01", "--start",
      "2026-05-04T09:30:00Z", "--activities", "p.csv")
    #expect(wide.code == 2 && wide.message.contains("UTF-8"), "\(wide.message)")
  }

  @Test func `a key that is there twice in a sidecar is named`() throws {
    try FileManager.default.copyItem(atPath: Self.walk, toPath: gait.path("walk.csv"))
    let sidecar = URL(fileURLWithPath: gait.path("walk.json"))
    try Data(#"{"site": "lower_back", "height_m": 1.6, "height_m": 1.8}"#.utf8).write(to: sidecar)
    let refused = try gait("analyze", "walk.csv")
    #expect(refused.code == 2, "\(refused.message)")
    #expect(refused.message.contains("\"height_m\" is there twice"), "\(refused.message)")
    try Data(#"{"height_m": 1.6, "note": 1, "note": {"height_m": 2}}"#.utf8).write(to: sidecar)
    let passed = try gait("inspect", "walk.csv")
    #expect(passed.code == 0, "\(passed.message)")
    #expect((passed.output + passed.message).contains("\"note\" is there twice"))
    let settings =
      #"{"methods": {"RhythmWalkAssembler": {"longestPauseSeconds": 2, "longestPauseSeconds": 3}}}"#
    try Data(("// a remark: \"x\"\n" + settings).utf8).write(
      to: URL(fileURLWithPath: gait.path("x.json")))
    let twice = try gait("analyze", "walk.csv", "--settings", "x.json")
    #expect(twice.code == 2 && twice.message.contains("longestPauseSeconds is there twice"))
  }

  @Test func `a date without an offset is by the person's clock, whatever the machine's`() throws {
    for (person, time) in [("P01", "23:30:00+02:00"), ("P02", "10:00:00+02:00")] {
      let row =
        "\(person),walking-speed,1.25,m/s,2026-05-04T\(time),2026-05-04T\(time),other,Europe/Berlin"
      try "\(Self.header),time_zone\n\(row)\n".write(
        toFile: gait.path("\(person).csv"), atomically: true, encoding: .utf8)
      #expect(try gait("import", "\(person).csv", "--store", "s.gait").code == 0)
    }
    for zone in ["UTC", "Asia/Tokyo", "America/Los_Angeles"] {
      func count(_ options: String) throws -> Int {
        let ending = try gait.shell(
          "$GAIT query --store s.gait walking-speed --format csv \(options)",
          environment: ["TZ": zone])
        #expect(ending.code == 0, "\(ending.message)")
        return ending.output.split(separator: "\n").count - 1
      }
      #expect(try count("--from 2026-05-04 --to 2026-05-05") == 2, "\(zone)")
      #expect(try count("--from 2026-05-04T23:00") == 1, "\(zone)")
      #expect(try count("--from 2026-05-04T23:00 --participant P02") == 0, "\(zone)")
      #expect(try count("--to 2026-05-04T10:00 --participant P02") == 0, "\(zone)")
      #expect(try count("--from 2026-05-04T21:00 --time-zone UTC") == 1, "\(zone)")
    }
    let never = try gait("query", "--store", "s.gait", "--from", "2026-03-29T02:30")
    #expect(never.code == 2 && never.message.contains("does not exist"), "\(never.message)")
    let twice = try gait(
      "delete", "--store", "s.gait", "--everybody", "--everything", "--to", "2026-10-25T02:30")
    #expect(twice.code == 2 && twice.message.contains("is there twice"), "\(twice.message)")
  }

  @Test func `one is said as one, and a wrong kind in few words`() throws {
    #expect(try taken(Data("\(Self.header)\n\(Self.row)\n".utf8)).code == 0)
    #expect(
      try gait("export", "--store", "s.gait", "--plain", "--output", "x.csv").message
        .contains("1 sample written"))
    let wrong = try gait("query", "--store", "s.gait", "walking-sped")
    #expect(wrong.code == 2 && wrong.message.contains("did you mean walking-speed?"))
    #expect(wrong.message.contains("gait query --store FILE lists"), "\(wrong.message)")
    let far = try gait("query", "--store", "s.gait", "xyzzyx")
    #expect(far.code == 2 && far.message.contains("lists"), "\(far.message)")
    for message in [wrong.message, far.message] { #expect(message.count < 300, "\(message)") }
    try FileManager.default.copyItem(atPath: gait.path("s.gait"), toPath: gait.path("old.gait"))
    let deleted = try gait("delete", "--store", "s.gait", "--everybody", "walking-speed")
    #expect(deleted.message.contains("1 sample deleted,"), "\(deleted.message)")
    let here = try gait("merge", "old.gait", "--into", "s.gait")
    #expect(
      here.message.contains("1 sample was deleted here, and is not taken over"),
      "\(here.message)")
    let there = try gait("merge", "s.gait", "--into", "old.gait")
    #expect(
      there.message.contains("1 sample was deleted there after it was stored here"),
      "\(there.message)")
  }
}
