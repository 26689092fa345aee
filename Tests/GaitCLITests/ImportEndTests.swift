import Foundation
import Testing

/// A file whose end is missing is no success, wherever it was cut; a sealed one that was meddled with opens
/// for nobody.
struct ImportEndTests {
  private let gait: GaitProcess

  init() throws {
    gait = try GaitProcess()
    var text = "participant,kind,value,unit,start_time,end_time,source\n"
    for minute in 0..<4000 {
      let stamp = String(
        format: "2026-05-%02dT%02d:%02d:00Z", 1 + minute / 1440, minute / 60 % 24, minute % 60)
      text += "P01,heart-rate,\(60 + minute % 9),bpm,\(stamp),\(stamp),watch\n"
    }
    try write(Data(text.utf8), "foreign.csv")
    let ending = try gait("import", "foreign.csv", "--store", "s.gait")
    #expect(ending.code == 0, "\(ending.message)")
    try write(Data((0..<32).map { UInt8($0 * 7) }), "study.key")
    try write(Data((0..<32).map { UInt8($0 * 5 + 1) }), "other.key")
  }

  private func write(_ data: Data, _ name: String) throws {
    try data.write(to: URL(fileURLWithPath: gait.path(name)))
  }

  private func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: gait.path(name)))
  }

  /// Nothing of the file is kept, and the message says why.
  private func expectRefusal(_ name: String, _ word: String, _ more: String...) throws {
    try? FileManager.default.removeItem(atPath: gait.path("new.gait"))
    let ending = try gait.run(["import", name, "--store", "new.gait"] + more)
    #expect(ending.code == 2 && ending.message.contains(word), "\(name): \(ending.message)")
    #expect(!FileManager.default.fileExists(atPath: gait.path("new.gait")))
  }

  @Test(arguments: ["csv", "json"])
  func `an export cut at a line's end is refused, and whole it is taken`(format: String) throws {
    _ = try gait(
      "export", "--store", "s.gait", "--plain", "--format", format, "--output", "whole", "--force")
    let lines = try gait.text(of: "whole").split(separator: "\n").map(String.init)
    let head = format == "csv" ? 1 : 0
    #expect(lines.count == 4000 + head)
    let half = lines.prefix(2000 + head).joined(separator: "\n") + "\n"
    try write(Data(half.utf8), "half")
    try expectRefusal("half", "2000 more follow")
    let middle = lines.prefix(100) + lines.dropFirst(200)
    try write(Data((middle.joined(separator: "\n") + "\n").utf8), "middle")
    try expectRefusal("middle", "rows are missing")
    let whole = try gait("import", "whole", "--store", "whole.gait")
    #expect(whole.code == 0 && whole.message.contains("4,000 rows from 2026-05-01T00:00:00"))
    #expect(!whole.message.contains("does not say where it ends"))
  }

  @Test(arguments: ["csv", "json"])
  func `an export cut within a line is said to be cut`(format: String) throws {
    _ = try gait(
      "export", "--store", "s.gait", "--plain", "--format", format, "--output", "whole", "--force")
    try write(try bytes("whole").dropLast(40), "cut")
    try expectRefusal("cut", "cut: the file ends within a line: the rest is missing")
  }

  @Test(arguments: [
    ("{\"participant\":\"P01\",\n{\"participant\":\"P01\"}\n", "line 1", "it is no JSON"),
    ("{\"participant\":\"P01\"}\n", "line 1", " is missing"),
    ("{\"participant\":7}\n", "line 1", "participant is of another type"),
  ]) func `a line that is none of an export is refused in words`(
    text: String, line: String, words: String
  ) throws {
    try write(Data(text.utf8), "lines.json")
    try expectRefusal("lines.json", words)
    let message = try gait("import", "lines.json", "--store", "n.gait").message
    #expect(message.contains(line) && !message.contains("DecodingError"), "\(message)")
  }

  @Test func `what query prints has an end, too`() throws {
    let text = try gait("query", "heart-rate", "--store", "s.gait", "--format", "csv").output
    let lines = text.split(separator: "\n")
    try write(Data((lines.prefix(9).joined(separator: "\n") + "\n").utf8), "part.csv")
    try expectRefusal("part.csv", "more follow")
    try write(Data(text.utf8), "all.csv")
    #expect(try gait("import", "all.csv", "--store", "all.gait").code == 0)
  }

  @Test func `a table of another program says how much was taken, and until when`() throws {
    let lines = try gait.text(of: "foreign.csv").split(separator: "\n")
    try write(Data((lines.prefix(1001).joined(separator: "\n") + "\n").utf8), "part.csv")
    let ending = try gait("import", "part.csv", "--store", "part.gait")
    #expect(ending.code == 0)
    #expect(
      ending.message.contains(
        "1,000 rows from 2026-05-01T00:00:00.000+00:00 to 2026-05-01T16:39:00.000+00:00; the file does not say where it ends"
      ), "\(ending.message)")
  }

  @Test(arguments: ["csv", "json"])
  func `a table's own clock says to which day a sample belongs`(format: String) throws {
    let (start, end) = ("2026-05-02T00:30:00+02:00", "2026-05-02T00:40:00+02:00")
    let text =
      format == "csv"
      ? "participant,kind,value,unit,start_time,end_time,source\nP01,step-count,100,count,\(start),\(end),app\n"
      : "{\"participant\":\"P01\",\"kind\":\"step-count\",\"value\":100,\"unit\":\"count\","
        + "\"start_time\":\"\(start)\",\"end_time\":\"\(end)\",\"source\":\"app\"}\n"
    try write(Data(text.utf8), "night")
    let read = try gait("import", "night", "--store", "night.gait")
    #expect(read.code == 0, "\(read.message)")
    let days = try gait("query", "step-count", "--every", "day", "--store", "night.gait").output
    #expect(days.contains("2026-05-02  2026-05-03"), "\(days)")
    // What is printed goes back as it is.
    let rows = try gait("query", "step-count", "--store", "night.gait", "--format", "csv").output
    try write(Data(rows.utf8), "rows.csv")
    let again = try gait("import", "rows.csv", "--store", "night.gait")
    #expect(again.message.contains("0 samples written, 1 was there already"), "\(again.message)")
  }

  @Test(arguments: ["", "BST", "Foo/Bar"])
  func `a row whose zone is left empty or unknown has the offset of its time`(zone: String) throws {
    let text = """
      participant,kind,value,unit,start_time,end_time,source,time_zone
      P01,step-count,100,count,2026-05-04T00:30:00+01:00,2026-05-04T00:40:00+01:00,app,\(zone)

      """
    try write(Data(text.utf8), "zone.csv")
    let read = try gait("import", "zone.csv", "--store", "zone.gait")
    #expect(read.message.contains("2026-05-04T00:30:00.000+01:00"), "\(read.message)")
    let words = read.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let isSaid = words.contains(
      "1 row names the time zone \"\(zone)\", which is not known here: its day is that of its offset"
    )
    #expect(isSaid != zone.isEmpty, "\(words)")
    let days = try gait("query", "step-count", "--every", "day", "--store", "zone.gait").output
    #expect(days.contains("2026-05-04  2026-05-05"), "\(days)")
  }

  @Test(arguments: [
    (
      ["time_zone", "Europe/Berlin", ""],
      "2026-03-28T08:00:00.000+01:00 to 2026-03-29T11:00:00.000+02:00"
    ),
    (
      ["utc_offset_s", "3600", ""], "2026-03-28T08:00:00.000+01:00 to 2026-03-29T10:00:00.000+01:00"
    ),
    (
      ["utc_offset_s", "3600", "7200"],
      "2026-03-28T07:00:00.000+00:00 to 2026-03-29T09:00:00.000+00:00"
    ),
  ]) func `a sentence has one clock`(clock: [String], span: String) throws {
    let text = """
      participant,kind,value,unit,start_time,end_time,source,\(clock[0])
      P01,heart-rate,60,bpm,2026-03-28T07:00:00Z,2026-03-28T07:00:00Z,app,\(clock[1])
      P01,heart-rate,61,bpm,2026-03-29T09:00:00Z,2026-03-29T09:00:00Z,app,\(clock[2])

      """
    try write(Data(text.utf8), "clocks.csv")
    let read = try gait("import", "clocks.csv", "--store", "clocks.gait")
    #expect(read.message.contains("2 rows from \(span)"), "\(read.message)")
  }

  @Test func `words that nobody knows are said`() throws {
    let row =
      "{\"participant\":\"P01\",\"kind\":\"Heart Rate\",\"value\":60,\"unit\":\"bpm\","
      + "\"start_time\":\"2026-05-02T00:30:00Z\",\"end_time\":\"2026-05-02T00:30:00Z\",\"source\":\"app\""
    try write(Data((row + ",\"is_entered_by_hnd\":true}\n").utf8), "typo.json")
    try expectRefusal("typo.json", "no column is_entered_by_hnd (did you mean is_entered_by_hand?)")
    try write(Data((row + ",\"is_entered_by_hand\":true}\n").utf8), "right.json")
    let read = try gait("import", "right.json", "--store", "right.gait")
    #expect(read.code == 0 && read.message.contains("did you mean heart-rate?"), "\(read.message)")
  }

  @Test(arguments: [
    ("steps", "count", "use; did you mean step-count?"),
    ("speed", "m/s", "use; did you mean walking-speed?"),
    ("xyzzyx", "count", "use\n"),
  ]) func `a kind that nobody knows is said`(kind: String, unit: String, end: String) throws {
    let text = """
      participant,kind,value,unit,start_time,end_time,source
      P01,\(kind),1,\(unit),2026-05-02T00:30:00Z,2026-05-02T00:31:00Z,app

      """
    try write(Data(text.utf8), "kind.csv")
    let read = try gait("import", "kind.csv", "--store", "kind.gait")
    let words = "\(kind) is kept as another program's kind, which estimates do not " + end
    #expect(read.code == 0 && read.message.contains(words), "\(read.message)")
  }

  @Test func `a share of 1 under the percent sign is said`() throws {
    func read(_ values: [String], unit: String) throws -> String {
      let rows = values.enumerated().map { hour, value in
        "P01,double-support,\(value),\(unit),2026-05-02T0\(hour):30:00Z,2026-05-02T0\(hour):31:00Z,app\n"
      }
      let table = "participant,kind,value,unit,start_time,end_time,source\n" + rows.joined()
      try write(Data(table.utf8), "support.csv")
      let ending = try gait("import", "support.csv", "--store", "support\(unit.count).gait")
      #expect(ending.code == 0, "\(ending.message)")
      return ending.message
    }
    let words = "double-support is 0.288 % at most in the file"
    #expect(try read(["0.278", "0.288"], unit: "%").contains(words))
    #expect(try !read(["0.278", "28.8"], unit: "%").contains("at most in the file"))
    #expect(try !read(["0.278", "0.288"], unit: "fraction").contains("at most in the file"))
  }

  @Test func `an older export does not replace newer values unseen`() throws {
    _ = try gait("export", "--store", "s.gait", "--key", "study.key", "--names", "--output", "old")
    let corrected = try gait.text(of: "foreign.csv").replacing(",60,bpm", with: ",61,bpm")
    try write(Data(corrected.utf8), "corrected.csv")
    let newer = try gait("import", "corrected.csv", "--store", "s.gait")
    #expect(
      newer.message.contains("445 other samples gave way"), "\(newer.message)")
    let kept = try gait("query", "heart-rate", "--store", "s.gait", "--format", "csv").output
    for _ in 1...2 {
      let replay = try gait("import", "old", "--store", "s.gait", "--key", "study.key")
      #expect(
        replay.code == 0 && replay.message.contains("0 samples written")
          && !replay.message.contains("gave way"), "\(replay.message)")
    }
    #expect(try gait("query", "heart-rate", "--store", "s.gait", "--format", "csv").output == kept)
  }

  @Test func `sealed exports that were meddled with keep nothing`() throws {
    _ = try gait("export", "--store", "s.gait", "--key", "study.key", "--output", "a")
    _ = try gait("export", "--store", "s.gait", "--key", "study.key", "--output", "b")
    let (a, b) = (try bytes("a"), try bytes("b"))
    let (opening, chunk) = (50, 4 + (64 << 10) + 17)
    #expect(a.count > opening + 2 * chunk && a.count == b.count)
    let first = a.dropFirst(opening).prefix(chunk)
    let second = a.dropFirst(opening + chunk).prefix(chunk)
    let rest = a.dropFirst(opening + 2 * chunk)
    let head = a.prefix(opening)
    var version = a
    version[8] = 1
    var later = a
    later[8] = 9
    var kind = a
    kind[9] ^= 3
    var last = a
    last[a.count - 3] ^= 1
    let meddled: [(Data, String)] = [
      (a.prefix(20), "cut"), (head, "cut"), (head + first + second, "cut"),
      (a.dropLast(1), "cut"), (head + second + first + rest, "changed"),
      (head + first + rest, "changed"), (head + first + b.dropFirst(opening + chunk), "changed"),
      (head + b.dropFirst(opening), "changed"), (last, "changed"), (version, ""),
      (later, "version"),
      (kind, ""), (a + a, ""), (a + Data([0]), ""),
    ]
    for (place, (data, _)) in meddled.enumerated() {
      try write(data, "meddled-\(place)")
      try expectRefusal("meddled-\(place)", "meddled-\(place): ", "--key", "study.key")
    }
    try expectRefusal("a", "a: ", "--key", "other.key")
    try expectRefusal("a", "a: ")
    let whole = try gait("import", "a", "--store", "n.gait", "--key", "study.key")
    #expect(whole.code == 0 && whole.message.contains("4,000 samples written"))
  }

  @Test func `an export of the older version still opens`() throws {
    let old = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent(
        "SampleStorageTests/Exports/version-1-key.sealed")
    try write(Data("a key file of thirty-two bytes .....".utf8), "old.key")
    let ending = try gait("import", old.path, "--store", "o.gait", "--key", "old.key")
    #expect(ending.code == 0 && ending.message.contains("60 samples written"), "\(ending.message)")
  }

  @Test(arguments: [[], ["--key", "study.key"]])
  func `an export of a month without samples is read as nothing`(sealing: [String]) throws {
    let words = ["export", "--store", "s.gait", "--output", "none", "--from", "2026-06-01"]
    let made = try gait.run(
      words + ["--to", "2026-07-01"] + (sealing.isEmpty ? ["--plain"] : sealing))
    #expect(made.code == 0 && made.message.contains("0 samples written"), "\(made.message)")
    let ending = try gait.run(["import", "none", "foreign.csv", "--store", "t.gait"] + sealing)
    #expect(ending.code == 0, "\(ending.message)")
    #expect(ending.message.contains("none: an export without rows"), "\(ending.message)")
    #expect(ending.message.contains("4,000 samples written"), "\(ending.message)")
    guard sealing.isEmpty else { return }
    // Without its empty line it may be one whose rows were cut off.
    let header = try gait.text(of: "none").prefix { $0 != "\n" } + "\n"
    try write(Data(header.utf8), "header.csv")
    try expectRefusal("header.csv", "no row below")
  }

  @Test func `a table from a spreadsheet, or a packed one, is read as it is meant`() throws {
    let text = try gait.text(of: "foreign.csv")
    try write(
      Data([0xef, 0xbb, 0xbf]) + Data(text.replacing("\n", with: "\r\n").utf8), "sheet.csv")
    let sheet = try gait("import", "sheet.csv", "--store", "sheet.gait")
    #expect(sheet.code == 0 && sheet.message.contains("4,000 samples written"), "\(sheet.message)")
    let packed = try gait.shell(
      "gzip -k foreign.csv && $GAIT import foreign.csv.gz --store packed.gait")
    #expect(packed.code == 0 && packed.message.contains("4,000 samples written"))
    try write(try bytes("foreign.csv.gz").dropLast(900), "cut.csv.gz")
    try expectRefusal("cut.csv.gz", "cut off")
    for end in ["\n", "\n\n"] {
      try write(Data(text.prefix { $0 != "\n" }.utf8) + Data(end.utf8), "header.csv")
      try expectRefusal("header.csv", "no row below")
    }
    try expectRefusal("foreign.csv", "samples of P01", "--participant", "P02")
  }

  /// As a spreadsheet saves a table for a Macintosh: the export of a recording, a manifest, the tables of a study.
  @Test func `lines that end with carriage returns alone are lines`() throws {
    try gait.done("simulate", "straight-walk", "--output", "walk.csv")
    try write(
      Data("path,participant,start\rwalk.csv,P01,2026-05-04T09:30:00+02:00\r".utf8), "study.csv")
    try gait.done("batch", "study.csv", "--store", "study.gait", "--output", "results")
    let persons = try gait.text(of: "results/tables/persons.csv")
    #expect(GaitProcess.rows(persons).map { $0["participant"] } == ["P01"])
    try gait.done("export", "--store", "study.gait", "--plain", "--output", "all.csv")
    let all = try gait.text(of: "all.csv")
    try write(Data(all.replacing("\n", with: "\r").utf8), "mac.csv")
    try gait.done("import", "mac.csv", "--store", "mac.gait")
    try gait.done("export", "--store", "mac.gait", "--plain", "--output", "again.csv")
    #expect(try gait.text(of: "again.csv") == all)
    try write(Data(all.replacing("\n", with: "\r").dropLast(3).utf8), "cut.csv")
    try expectRefusal("cut.csv", "ends within a line")
  }
}
