import Foundation
import Testing

/// A laboratory's tables in which something is missing or was written otherwise, as a person has them.
struct IncompleteTruthTests {
  private let gait: GaitProcess

  init() throws {
    gait = try GaitProcess()
    try gait.done("simulate", "--laboratory", "lab", "--seed", "5")
    try gait.done("validate", "--make-mapping", "lab")
  }

  private func write(_ lines: [String], _ name: String) throws {
    try Data((lines.joined(separator: "\n") + "\n").utf8)
      .write(to: URL(fileURLWithPath: gait.path(name)))
  }

  private func validate() throws -> (code: Int32, text: String) {
    let ending = try gait(
      "validate", "--mapping", "lab/mapping.json", "--output", "out", "--force")
    let words = (ending.output + ending.message).split(whereSeparator: \.isWhitespace)
    return (ending.code, words.joined(separator: " "))
  }

  /// Changes the fields of the rows of a table with one line of header.
  private func edit(_ table: String, _ change: (Int, inout [String]) -> Void) throws {
    let lines = try gait.text(of: "lab/" + table).split(separator: "\n").map(String.init)
    let rows = lines.dropFirst().enumerated().map { row, line in
      var fields = line.components(separatedBy: ";")
      change(row, &fields)
      return fields.joined(separator: ";")
    }
    try write([lines[0]] + rows, "lab/" + table)
  }

  @Test(arguments: ["1.834", "\"1,834\"", "-23", "2.000", "22.5"])
  func `steps that are no count leave out their recording`(_ cell: String) throws {
    try edit("protocol.csv") { row, fields in if row == 2 { fields[5] = cell } }
    let found = try validate()
    let plain = cell.replacing("\"", with: "")
    #expect(found.code == 1, "\(found.text)")
    #expect(
      found.text.contains(
        "P01_belt: left out, because of protocol.csv, line 4: steps: \(plain) is no count; give a whole number"
      ),
      "\(found.text)")
  }

  @Test func `steps that nobody takes in the time leave out their recording`() throws {
    try edit("protocol.csv") { row, fields in if row == 2 { fields[5] = "2200" } }
    let found = try validate()
    #expect(
      found.text.contains(/protocol\.csv, line 4: 2200 steps in 13\.\d+ s are 97\d\d a minute/),
      "\(found.text)")

    // The same of a reference beside its recording.
    try gait.done("simulate", "straight-walk", "--output", "walks/walk.csv")
    let name = "walks/walk.reference.json"
    var truth = try #require(
      JSONSerialization.jsonObject(with: Data(gait.text(of: name).utf8)) as? [String: Any])
    truth["step_count"] = 20_000
    try JSONSerialization.data(withJSONObject: truth).write(
      to: URL(fileURLWithPath: gait.path(name)))
    let folder = try gait("validate", "walks")
    #expect(folder.code == 2, "\(folder.output)")
    #expect(folder.message.contains("step_count: 20000 steps in"), "\(folder.message)")
  }

  @Test func `trials and strides without an end are left out and counted`() throws {
    try edit("protocol.csv") { row, fields in if row == 2 || row == 5 { fields[3] = "" } }
    try edit("walkway strides.csv") { row, fields in if row == 3 { fields[1] = "n/a" } }
    let found = try validate()
    #expect(found.code == 0, "\(found.text)")
    #expect(
      found.text.contains(
        "protocol.csv: 2 of 13 rows of P01_belt have no start or no end and were left out"),
      "\(found.text)")
    #expect(
      found.text.contains(/walkway strides\.csv: 1 of \d+ rows of P01_belt has no start or no end/),
      "\(found.text)")
    #expect(!found.text.contains("rows of P02_belt have no start"), "\(found.text)")
  }

  @Test func `contacts without a time are left out and counted`() throws {
    let name = "lab/walkway P01 contacts.csv"
    var lines = try gait.text(of: name).split(separator: "\n").map(String.init)
    lines[9].replace(/[\d.]+/, with: "n/a")
    // A row with a final contact alone is an event of its own.
    lines[12].replace(/^[\d.]+/, with: "")
    try write(lines, name)
    #expect(
      try validate().text.contains(
        /walkway P01 contacts\.csv: 1 of \d+ rows of P01_belt has no time and was left out/))
  }

  /// Makes the walks of the protocol the only table, `missing` rows without an end.
  private func writeWalks(missing: Set<Int>) throws {
    let rows = try gait.text(of: "lab/protocol.csv").split(separator: "\n").dropFirst().map {
      $0.components(separatedBy: ";")
    }
    // The laboratory's clock showed 3.2 s when the recordings began.
    let walks = rows.enumerated().map { row, fields in
      let times = fields[2...3].map { ((Double($0) ?? 0) - 3200) / 1000 }
      return "\(fields[0]),\(times[0]),\(missing.contains(row) ? "n/a" : "\(times[1])")"
    }
    try write(["Session,Begin [s],End [s]"] + walks, "lab/walks.csv")
    var mapping = try #require(
      JSONSerialization.jsonObject(with: Data(gait.text(of: "lab/mapping.json").utf8))
        as? [String: Any])
    mapping["tables"] = [
      [
        "file": "walks.csv", "holds": "bouts", "recording_column": "Session", "system": "film",
        "clock": "recording", "columns": ["start": "Begin [s]", "end": "End [s]"],
      ] as [String: Any]
    ]
    try JSONSerialization.data(withJSONObject: mapping).write(
      to: URL(fileURLWithPath: gait.path("lab/mapping.json")))
  }

  private func score() throws -> Double {
    let row = try GaitProcess.rows(gait.text(of: "out/validation.csv")).first {
      $0["system"] == "film" && $0["stage"] == "walking bouts" && $0["figure"] == "F1"
    }
    return try #require(row?["value"].flatMap(Double.init))
  }

  @Test func `a walk without an end makes no false alarm of itself`() throws {
    try writeWalks(missing: [])
    #expect(try validate().code == 0)
    let whole = try score()
    try writeWalks(missing: [3, 12, 20, 25, 38])
    let found = try validate()
    #expect(
      found.text.contains(
        "walks.csv: 2 of 13 rows of P01_belt have no start or no end and were left out; what is found outside of the "
          + "other walks of that recording is neither right nor wrong"), "\(found.text)")
    #expect(!found.text.contains("rows of P04_belt have"), "\(found.text)")
    let judged = try score()
    #expect(abs(judged - whole) < 0.01, "\(judged) \(whole)")
  }

  @Test func `a draft names what it does not read, and promises nothing without a table`() throws {
    try FileManager.default.createDirectory(
      atPath: gait.path("walks"), withIntermediateDirectories: false)
    try FileManager.default.copyItem(
      atPath: gait.path("lab/P01_belt.csv"), toPath: gait.path("walks/P01_belt.csv"))
    try write(["Recording,Walk,Start,End,Steps", "P01_belt,1,6.7,21.9,23"], "walks/walks.csv")
    let draft = try gait.done("validate", "--make-mapping", "walks").output
    #expect(draft.contains("walks.csv: \"Steps\" is not read from bouts"), "\(draft)")
    #expect(draft.contains("Then: gait validate --mapping walks/mapping.json"))
    try write(["color,size", "red,3"], "walks/walks.csv")
    let empty = try gait.done("validate", "--make-mapping", "walks", "--force").output
    #expect(!empty.contains("Then: ") && empty.contains("There is no table in it"), "\(empty)")
  }

  @Test func `a cohort's lines are those of the file`() throws {
    try write(
      ["participant,six_minute_walk_m,height_m", "", "A,300,1.7", "", "B,far,1.7"], "people.csv")
    let ending = try gait("validate", "--cohort", "people.csv")
    #expect(
      ending.code == 2 && ending.message.contains("line 5: six_minute_walk_m far"),
      "\(ending.message)")
  }
}
