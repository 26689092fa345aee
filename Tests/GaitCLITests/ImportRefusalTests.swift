import Foundation
import Testing

/// What `gait import` refuses, and that nothing of it is kept.
struct ImportRefusalTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  private func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path(name)))
  }

  /// Imports a file that must be refused with some words.
  private func expectRefusal(
    _ name: String, saying word: String, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let ending = try gait("import", name, "--store", "s.gait", "--participant", "P01")
    #expect(ending.code == 2, "\(name): \(ending.message)", sourceLocation: location)
    #expect(ending.message.contains(word), "\(ending.message)", sourceLocation: location)
    let left = try FileManager.default.contentsOfDirectory(atPath: gait.folder).filter {
      $0.contains("s.gait")
    }
    #expect(left.isEmpty, "\(left)", sourceLocation: location)
  }

  private static let record = """
    <Record type="HKQuantityTypeIdentifierStepCount" sourceName="p" unit="count" \
    startDate="2026-05-04 09:30:00 +0200" endDate="2026-05-04 09:31:00 +0200" value="52"/>
    """

  @Test func `a file that was cut off is said to be, and nothing of it is kept`() throws {
    let health = "<HealthData locale=\"de\">" + String(repeating: Self.record, count: 50)
    try write(health, "half.xml")
    try expectRefusal("half.xml", saying: "the rest is missing")
    try write("<HealthData locale=\"de\"></HealthData", "tag.xml")
    try expectRefusal("tag.xml", saying: "ends at byte")
    try write(health + "</HealthData>", "whole.xml")
    #expect(
      try gait("import", "whole.xml", "--store", "whole.gait", "--participant", "P01").code == 0)
    for format in ["csv", "json"] {
      let name = "out.\(format)"
      #expect(
        try gait(
          "export", "--store", "whole.gait", "--plain", "--format", format, "--output", name
        ).code == 0)
      let text = try gait.text(of: name)
      try write(String(text.dropLast(8)), "cut.\(format)")
      try expectRefusal("cut.\(format)", saying: "the rest is missing")
    }
  }

  @Test
  func
    `a file of which a stretch is missing is refused with its line, and a strange element is named`()
    throws
  {
    let records = (0..<3000).map { place in
      let minute = "2026-05-0\(4 + place / 500) 1\(place % 500 / 60):\(place % 60 + 10)"
      return """
         <Record type="HKQuantityTypeIdentifierStepCount" sourceName="iPhone" unit="count" \
        creationDate="\(minute):30 +0200" startDate="\(minute):00 +0200" endDate="\(minute):20 +0200" \
        value="\(20 + place % 5)"/>

        """
    }
    let text = "<?xml version=\"1.0\"?>\n<HealthData>\n" + records.joined() + "</HealthData>\n"
    var bytes = Array(text.utf8)
    let end = try #require(text.range(of: "endDate=\"2026-05-05"))
    let place = text.utf8.distance(from: text.startIndex, to: end.upperBound)
    // To the beginning of the time of a record's start: that record has the end twice.
    let start = try #require(text[end.upperBound...].range(of: "05-06 10:10:00"))
    bytes.removeSubrange(place..<text.utf8.distance(from: text.startIndex, to: start.lowerBound))
    try Data(bytes).write(to: URL(fileURLWithPath: gait.path("gone.xml")))
    try expectRefusal("gone.xml", saying: "line 503: an element with endDate twice")
    try write(
      "<HealthData>" + Self.record + Self.record.replacing("Record", with: "Recod")
        + "</HealthData>",
      "strange.xml")
    let ending = try gait("import", "strange.xml", "--store", "s.gait", "--participant", "P01")
    let message = ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(ending.code == 0 && message.contains("1 sample written"), "\(message)")
    #expect(
      message.contains(
        "1 element called Recod was not kept: that is not known here (did you mean Record?)"),
      "\(message)")
  }

  @Test func `a store that was there stays, also an empty one`() throws {
    for name in ["empty.gait", "full.gait"] {
      try write("<HealthData>\(name == "empty.gait" ? "" : Self.record)</HealthData>", "some.xml")
      #expect(try gait("import", "some.xml", "--store", name, "--participant", "P01").code == 0)
      func listed() throws -> String {
        try gait("query", "--everything", "--store", name, "--format", "csv").output
      }
      let before = try listed()
      #expect(try gait("import", "none.csv", "--store", name).code == 2)
      #expect(try gait("store", "check", "--store", name).code == 0, "\(name)")
      #expect(try listed() == before, "\(name)")
    }
    // One good file among bad ones keeps the store.
    #expect(
      try gait("import", "none.csv", "some.xml", "--store", "new.gait", "--participant", "P01")
        .code == 1)
    let rows = try gait("query", "step-count", "--store", "new.gait", "--format", "csv")
    #expect(rows.code == 0 && rows.output.split(separator: "\n").count == 2, "\(rows.message)")
  }

  @Test func `an export is written over exports, and over nothing else`() throws {
    try write("<HealthData>" + Self.record + "</HealthData>", "export.xml")
    for store in ["s.gait", "other.gait"] {
      #expect(
        try gait("import", "export.xml", "--store", store, "--participant", "P01").code == 0)
    }
    let before = try Data(contentsOf: URL(fileURLWithPath: gait.path("other.gait")))
    let over = ["export", "--store", "s.gait", "--plain", "--output"]
    for name in ["other.gait", "export.xml"] {
      let ending = try gait.run(over + [name])
      #expect(ending.code == 2 && ending.message.contains(name), "\(ending.message)")
      #expect(ending.message.contains("--force"))
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: gait.path("other.gait"))) == before)
    for format in ["csv", "json"] {
      for _ in 0..<2 {
        #expect(try gait.run(over + ["out", "--format", format]).code == 0)
      }
    }
    #expect(try gait.run(over + ["export.xml", "--force"]).code == 0)
  }

  @Test func `what cannot be is refused with the reason`() throws {
    let header = "participant,kind,value,unit,start_time,end_time,source\n"
    let good = "P01,walking-speed,1.2,m/s,2026-05-04T09:30:00Z,2026-05-04T09:31:00Z,me\n"
    for (number, (row, word)) in [
      ("walking-speed,99,m/s,2026-05-04T09:30:00Z,2026-05-04T09:31:00Z,me", "race walkers"),
      ("height,0.5,m,2026-05-04T09:30:00Z,2026-05-04T09:30:00Z,me", "on record"),
      ("step-count,-1,count,2026-05-04T09:30:00Z,2026-05-04T09:31:00Z,me", "count"),
      ("step-count,1,count,2136-05-04T09:30:00Z,2136-05-04T09:31:00Z,me", "future"),
      ("step-count,1,count,1904-05-04T09:30:00Z,1904-05-04T09:31:00Z,me", "1990"),
      ("wear-time,20,h,2026-05-04T09:30:00Z,2026-05-04T11:30:00Z,me", "no longer than it"),
      ("walking-time,3600,s,2026-05-04T09:30:00Z,2026-05-04T09:31:00Z,me", "at most 61"),
      ("step-count,2000,count,2026-05-04T09:30:00Z,2026-05-04T09:31:00Z,me", "at most 361"),
      ("step-count,500,count,2026-05-04T09:30:00Z,2026-05-04T09:30:00Z,me", "300 steps a minute"),
      ("activity-step-count,500,count,2026-05-04T09:30:00Z,2026-05-04T09:31:00Z,me", "sprinters"),
      ("step-count,1.234,count,2026-05-04T09:30:00Z,2026-05-04T10:30:00Z,me", "1234, not 1.234"),
      ("flights-climbed,90,count,2026-05-04T09:30:00Z,2026-05-04T09:30:00Z,me", "a flight has 3 m"),
      ("turn-count,200,count,2026-05-04T09:30:00Z,2026-05-04T09:31:00Z,me", "half a second"),
      ("distance,10,km,2026-05-04T09:30:00Z,2026-05-04T09:31:00Z,me", "the fastest sprint"),
      ("daily-step-count,9e5,count,2026-05-04T00:00:00Z,2026-05-05T00:00:00Z,me", "sprinters"),
      ("heart-rate,60,bpm,1990-05-04T09:30:00Z,2026-05-04T09:31:00Z,me", "at most 25 h"),
      ("wear-time,9,h,1990-05-04T09:30:00Z,2026-05-04T09:31:00Z,me", "run for weeks"),
    ].enumerated() {
      try write(header + good + "P01," + row + "\n", "\(number).csv")
      try expectRefusal("\(number).csv", saying: word)
    }
    // What is just possible is taken: the numbers of a day, a week's estimate, a counter that writes at once.
    let possible = [
      "wear-time,24,h,2026-05-04T00:00:00Z,2026-05-05T00:00:00Z",
      "daily-step-count,2029.3,count,2026-05-04T00:00:00Z,2026-05-05T00:00:00Z",
      "daily-wear-time,25,h,2025-10-26T00:00:00+02:00,2025-10-27T00:00:00+01:00",
      "step-count,11,count,2026-05-04T09:30:00Z,2026-05-04T09:30:00Z",
      "flights-climbed,2,count,2026-05-04T09:30:00Z,2026-05-04T09:30:00Z",
      "step-count,200,count,2026-05-04T09:31:00Z,2026-05-04T09:32:00Z",
      "heart-rate,61,bpm,2026-05-04T00:00:00Z,2026-05-05T00:00:00Z",
      "walking-steadiness,0.7,fraction,2026-05-04T00:00:00Z,2026-05-11T00:00:00Z",
    ]
    try write(header + possible.map { "P01,\($0),me\n" }.joined(), "possible.csv")
    let read = try gait("import", "possible.csv", "--store", "possible.gait")
    #expect(read.code == 0 && read.message.contains("8 samples written"), "\(read.message)")
    try write(
      header.replacing("source", with: "source,entered_by_hand") + good.dropLast() + ",true\n",
      "column.csv")
    try expectRefusal("column.csv", saying: "did you mean is_entered_by_hand")
  }

  @Test func `a recording of which a part is missing is refused`() throws {
    let columns = ["recording", "recording_start_time", "recording_content"]
    let words = ["r1", "2026-05-04T09:00:00Z", "abc"]
    func write(_ given: [Int], asJSON: Bool, _ name: String) throws {
      let row =
        [
          ("participant", "P01"), ("kind", "step-count"), ("unit", "count"),
          ("start_time", "2026-05-04T09:30:00Z"), ("end_time", "2026-05-04T09:31:00Z"),
          ("source", "app"),
        ] + given.map { (columns[$0], words[$0]) }
      let text =
        asJSON
        ? "{\"value\":52,\(row.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ","))}\n"
        : "value,\(row.map(\.0).joined(separator: ","))\n52,\(row.map(\.1).joined(separator: ","))\n"
      try self.write(text, name)
    }
    for (given, sentence) in [
      ([0], "recording is \"r1\" and recording_start_time is missing"),
      ([0, 2], "recording is \"r1\" and recording_start_time is missing"),
      ([1], "recording_start_time is \"2026-05-04T09:00:00Z\" and recording is missing"),
      ([2], "recording_content is \"abc\" and recording and recording_start_time are missing"),
    ] {
      for asJSON in [false, true] {
        try write(given, asJSON: asJSON, "part.csv")
        try expectRefusal("part.csv", saying: "line \(asJSON ? 1 : 2): \(sentence)")
      }
    }
    for (place, given) in [[], [0, 1], [0, 1, 2]].enumerated() {
      try write(given, asJSON: place == 1, "whole.csv")
      let ending = try gait("import", "whole.csv", "--store", "\(place).gait")
      #expect(ending.code == 0 && ending.message.contains("1 sample written"), "\(ending.message)")
    }
  }

  @Test func `of a phone a number that is none is named`() throws {
    func record(_ type: String, _ value: String) -> String {
      """
      <Record type="\(type)" sourceName="p" unit="km/hr" startDate="2026-05-04 09:30:00 +0200" \
      endDate="2026-05-04 09:31:00 +0200" value="\(value)"/>
      """
    }
    let speed = "HKQuantityTypeIdentifierWalkingSpeed"
    let records = [
      record(speed, "3,6"), record(speed, "4,1"), record(speed, "999"),
      record("HKCategoryTypeIdentifierSleepAnalysis", "HKCategoryValueSleepAnalysisAsleepREM"),
    ]
    try write("<HealthData>\(Self.record)\(records.joined())</HealthData>", "export.xml")
    let ending = try gait("import", "export.xml", "--store", "s.gait", "--participant", "P01")
    #expect(ending.code == 0 && ending.message.contains("2 samples written"), "\(ending.message)")
    #expect(
      ending.message.contains(
        "2 records were not kept: the value of walking-speed is \"3,6\", which is no number"),
      "\(ending.message)")
    #expect(ending.message.contains("1 record was not kept: walking-speed "), "\(ending.message)")
    let kinds = try gait("query", "--store", "s.gait", "--format", "csv").output
    #expect(!kinds.contains(speed) && kinds.contains("SleepAnalysis"), "\(kinds)")
  }

  @Test func `of a phone what cannot be is left out and counted`() throws {
    let wrong = Self.record.replacing("value=\"52\"", with: "value=\"-4\"")
    try write("<HealthData>" + Self.record + wrong + wrong + "</HealthData>", "export.xml")
    let ending = try gait("import", "export.xml", "--store", "s.gait", "--participant", "P01")
    #expect(ending.code == 0 && ending.message.contains("1 sample written"))
    #expect(ending.message.contains("2 records were not kept"), "\(ending.message)")
  }

  @Test func `of a phone each fault is named, and each once`() throws {
    func steps(_ value: String) -> String {
      """
      <Record type="HKQuantityTypeIdentifierStepCount" sourceName="p" unit="count" \
      startDate="2026-05-04 09:30:00 +0200" endDate="2026-05-04 09:31:00 +0200" value="\(value)"/>
      """
    }
    let records = [steps("-4"), steps("-5"), steps("1.5"), steps("90000"), steps("x")]
    try write("<HealthData>\(Self.record)\(records.joined())</HealthData>", "export.xml")
    let ending = try gait("import", "export.xml", "--store", "s.gait", "--participant", "P01")
    let message = ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(ending.code == 0 && message.contains("1 sample written"), "\(message)")
    for words in [
      "2 records were not kept: step-count -4.0 count cannot be: it is from 0",
      "1 record was not kept: step-count 1.5 count cannot be: it is a whole number",
      "1 record was not kept: step-count 90000.0 count in 60.000 s cannot be",
      "1 record was not kept: the value of step-count is \"x\", which is no number",
    ] {
      #expect(message.contains(words), "\(words): \(message)")
    }
    #expect(message.components(separatedBy: "not kept:").count == 5, "\(message)")
  }

  @Test func `of a phone a record that ends before it starts is left out and named`() throws {
    let rate = Self.record.replacing("StepCount", with: "HeartRate")
      .replacing("\"count\"", with: "\"count/min\"")
    let back = rate.replacing("endDate=\"2026-05-04 09:31", with: "endDate=\"2026-05-04 09:29")
    let unread = rate.replacing("endDate=\"2026", with: "endDate=\"noon 2026")
    try write("<HealthData>\(rate)\(back)\(back)\(unread)</HealthData>", "export.xml")
    let ending = try gait("import", "export.xml", "--store", "s.gait", "--participant", "P01")
    let message = ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(ending.code == 0 && message.contains("1 sample written"), "\(message)")
    for words in [
      "2 records were not kept: heart-rate ends before it starts, at 2026-05-04 09:29:00 +0200",
      "1 record without times or values was not kept",
    ] {
      #expect(message.contains(words), "\(words): \(message)")
    }
  }

  @Test func `that a time zone changes nothing in an import is said`() throws {
    try write("<HealthData>" + Self.record + "</HealthData>", "export.xml")
    func message(_ words: String...) throws -> String {
      let ending = try gait.run(
        ["import", "export.xml", "--store", "s.gait", "--participant", "P01"] + words)
      #expect(ending.code == 0, "\(ending.message)")
      return ending.message
    }
    #expect(try message("--time-zone", "Asia/Tokyo").contains("--time-zone changes nothing"))
    #expect(try !message().contains("--time-zone"))
  }

  /// A row of a table with a column more.
  private func table(_ column: String, _ value: String) throws {
    try write(
      "participant,kind,value,unit,start_time,end_time,source,\(column)\n"
        + "P01,walking-speed,1.2,m/s,2026-05-04T22:30:00Z,2026-05-04T22:30:30Z,x,\(value)\n",
      "row.csv")
  }

  /// As of a division by 0: no export as JSON can hold it.
  @Test(arguments: ["standard_error", "standard_error_within_person"])
  func `an error that is no number is refused, and none is taken`(column: String) throws {
    for value in ["inf", "-0.1"] {
      try table(column, value)
      try expectRefusal("row.csv", saying: "line 2: \(column) \(value) cannot be")
    }
    for value in ["nan", "0.1"] {
      try table(column, value)
      let name = "\(value).gait"
      try gait.done("import", "row.csv", "--store", name)
      let json = try gait.done(
        "export", "--store", name, "--plain", "--format", "json", "--output", "-")
      #expect(json.output.contains("\"\(column)\":0.1") == (value == "0.1"), "\(json.output)")
    }
  }

  @Test func `an offset from UTC in hours or minutes is refused`() throws {
    for value in ["2", "120", "-330", "99999999"] {
      try table("utc_offset_s", value)
      try expectRefusal("row.csv", saying: "utc_offset_s is \(value); it is in seconds")
    }
    for (value, day) in [("7200", "2026-05-05"), ("-12600", "2026-05-04"), ("0", "2026-05-04")] {
      try table("utc_offset_s", value)
      try gait.done("import", "row.csv", "--store", "at\(value).gait")
      let days = try gait.done(
        "query", "walking-speed", "--store", "at\(value).gait", "--statistics", "mean", "--format",
        "csv")
      #expect(days.output.contains(day), "\(days.output)")
    }
  }
}
