import Foundation
import Testing

/// Laboratory tables that a spreadsheet or a walkway has spoilt: what cannot be read is no missing value.
struct LaboratoryCellTests {
  private let gait: GaitProcess
  private static let contacts = "walkway P02 contacts.csv"
  private static let strides = "walkway strides.csv"

  init() throws {
    gait = try GaitProcess()
    #expect(try gait("simulate", "--laboratory", "lab", "--seed", "5").code == 0)
    #expect(try gait("validate", "--make-mapping", "lab").code == 0)
  }

  private func validate() throws -> (code: Int32, text: String) {
    let ending = try gait("validate", "--mapping", "lab/mapping.json")
    let words = (ending.output + ending.message).split(whereSeparator: \.isWhitespace)
    return (ending.code, words.joined(separator: " "))
  }

  /// Changes the fields of some rows of a table, by their place below the header.
  private func edit(_ table: String, _ change: (Int, inout [String]) -> Void) throws {
    var lines = try gait.text(of: "lab/" + table).components(separatedBy: "\n")
    let header = try #require(lines.firstIndex { $0.contains("[ms]") })
    for place in lines.indices.dropFirst(header + 1) where !lines[place].isEmpty {
      var fields = lines[place].components(separatedBy: ";")
      change(place - header - 1, &fields)
      lines[place] = fields.joined(separator: ";")
    }
    let text = lines.joined(separator: "\n")
    try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path("lab/" + table)))
  }

  @Test(arguments: ["9,824.4", "9.883,8", "103.1 cm", "103.1cm", "ca. 10591"])
  func `a cell that is no number is named with its line`(_ cell: String) throws {
    try edit(Self.contacts) { row, fields in if row == 7 { fields[0] = cell } }
    let found = try validate()
    #expect(found.code == 2, "\(found.text)")
    #expect(
      found.text.contains("\(Self.contacts), line 10: \"\(cell)\" in the column \"Onset [ms]\""),
      "\(found.text)")
  }

  @Test func `a table without rows is named`() throws {
    let text = try gait.text(of: "lab/" + Self.contacts).split(separator: "\n").prefix(2)
      .joined(separator: "\n")
    try Data((text + "\n").utf8).write(to: URL(fileURLWithPath: gait.path("lab/" + Self.contacts)))
    let found = try validate()
    #expect(found.code == 2, "\(found.text)")
    #expect(found.text.contains("there is no number below its header"), "\(found.text)")
  }

  @Test func `a length of 0 is not measured, and missing words are missing`() throws {
    let truth = try validate()
    #expect(truth.code == 0, "\(truth.text)")
    try edit(Self.strides) { row, fields in
      if row % 30 == 3 { fields[4] = "0" }
      if row % 30 == 4 { fields[4] = "n/a" }
    }
    let found = try validate()
    #expect(found.code == 0 && found.text.contains("are 0 and were taken as not measured"))
    func bias(_ text: String) -> Double? {
      text.firstMatch(of: /stride length[^\n]*? ([-−]?\d*\.\d+)/).flatMap {
        Double($0.1.replacing("−", with: "-"))
      }
    }
    let (before, after) = (try #require(bias(truth.text)), try #require(bias(found.text)))
    #expect(abs(before - after) < 0.01, "\(before) \(after)")
  }

  @Test func `strides that do not lie at the contacts of their clock are named`() throws {
    try edit(Self.strides) { _, fields in
      guard fields[0] == "P02_belt" else { return }
      for place in 1...2 { fields[place] = String((Double(fields[place]) ?? 0) + 900_000) }
    }
    let late = try validate()
    #expect(late.code == 1, "\(late.text)")
    #expect(
      late.text.contains("ends of strides of P02_belt only 0 lie within 0.1 s"), "\(late.text)")
  }

  @Test func `strides of two people that were exchanged are named`() throws {
    try edit(Self.strides) { _, fields in
      fields[0] = ["P01_belt": "P02_belt", "P02_belt": "P01_belt"][fields[0]] ?? fields[0]
    }
    let found = try validate()
    #expect(found.code == 1, "\(found.text)")
    for person in ["P01_belt", "P02_belt"] {
      #expect(found.text.contains("ends of strides of \(person) only"), "\(found.text)")
    }
  }

  @Test func `a row that cannot be leaves out its recording alone, by name and once`() throws {
    try edit("protocol.csv") { row, fields in if row == 0 { fields.swapAt(2, 3) } }
    let found = try validate()
    #expect(found.code == 1, "\(found.text)")
    #expect(
      found.text.contains(
        "P01_belt: left out, because of protocol.csv, line 2: it ends (9.8838 s) before it starts (25.1281 s)"
      ),
      "\(found.text)")
    #expect(found.text.components(separatedBy: "protocol.csv, line 2").count == 2, "\(found.text)")
    #expect(found.text.contains("P02_belt: clock \"laboratory\": offset 3."), "\(found.text)")
  }

  /// 252,909.2 ms is 252.90920000000003 s to the last bit.
  @Test func `seconds in a message are for reading, and a row that ends when it starts does so`()
    throws
  {
    try edit("protocol.csv") { row, fields in
      if row == 1 { (fields[2], fields[3]) = ("252909.2", "239331.3") }
    }
    let late = try validate()
    #expect(
      late.text.contains(
        "protocol.csv, line 3: it ends (239.3313 s) before it starts (252.9092 s); are"),
      "\(late.text)")
    try edit("protocol.csv") { row, fields in if row == 1 { fields[3] = fields[2] } }
    let empty = try validate()
    #expect(
      empty.text.contains("line 3: it ends (252.9092 s) when it starts (252.9092 s)"),
      "\(empty.text)")
  }

  @Test func `a distance that nobody walks in the time is told with its line`() throws {
    try edit("protocol.csv") { row, fields in if row == 2 { fields[4] = "5000" } }
    let found = try validate()
    #expect(found.code == 1, "\(found.text)")
    #expect(
      found.text.contains(/protocol\.csv, line 4: distance 5000\.0 m in [\d.]+ s is a speed of/),
      "\(found.text)")
  }

  @Test func `a draft says why a table in another encoding is left out`() throws {
    let table = Array("Onset [ms];Fu".utf8) + [0xdf] + Array("\n9883.8;Re\n10591.0;Li\n".utf8)
    try Data(table).write(to: URL(fileURLWithPath: gait.path("lab/walkway P01 more.csv")))
    let draft = try gait("validate", "--make-mapping", "lab", "--force")
    let text = draft.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      text.contains(
        "walkway P01 more.csv: left out, no table was found in it: line 1 is not UTF-8"),
      "\(draft.output)\(draft.message)")
    #expect(text.contains("save the table as \"CSV UTF-8\""), "\(draft.output)")
  }

  /// Doubles rows of a table; `change` alters the second of the two.
  private func double(_ table: String, _ change: (inout [String]) -> Void = { _ in }) throws {
    let lines = try gait.text(of: "lab/" + table).components(separatedBy: "\n")
    let header = try #require(lines.firstIndex { $0.contains("[ms]") })
    let rows = lines.dropFirst(header + 1).filter { !$0.isEmpty }
    let doubled = rows.flatMap { row in
      var fields = row.components(separatedBy: ";")
      change(&fields)
      return [row, fields.joined(separator: ";")]
    }
    let text = (lines.prefix(header + 1) + doubled).joined(separator: "\n") + "\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path("lab/" + table)))
  }

  @Test func `rows that stand twice in a table count once, and are counted`() throws {
    let truth = try gait("validate", "--mapping", "lab/mapping.json", "--format", "csv")
    try double(Self.strides)
    let found = try gait("validate", "--mapping", "lab/mapping.json", "--format", "csv")
    #expect(found.code == 0 && found.output == truth.output, "\(found.message)")
    #expect(try validate().text.contains("say once more what another row says"), "\(found.message)")
  }

  @Test(arguments: ["NaN", "n/a", "-"])
  func `a side that is missing is as an empty cell`(_ word: String) throws {
    func validate(_ side: String) throws -> String {
      try edit(Self.contacts) { row, fields in if row == 7 { fields[1] = side } }
      let ending = try gait.done("validate", "--mapping", "lab/mapping.json", "--format", "csv")
      return ending.output + ending.message
    }
    #expect(try validate(word) == validate(""))
  }

  @Test func `a side that nobody knows is left out of the cell, as the message says`() throws {
    try edit(Self.contacts) { row, fields in if row == 7 { fields[1] = "?" } }
    let found = try validate()
    #expect(found.code == 1, "\(found.text)")
    #expect(
      found.text.contains("the side is \"?\"; leave the cell empty if nobody knows it, or say in"),
      "\(found.text)")
  }

  @Test func `rows of missing cells alone are none`() throws {
    let truth = try gait.done("validate", "--mapping", "lab/mapping.json", "--format", "csv")
    for (table, row) in [
      (Self.contacts, "NaN;NaN;NaN"), ("walkway P01 contacts.csv", "n/a;;n/a"),
      (Self.strides, "NaN;NaN;NaN;NaN;NaN"), ("protocol.csv", "NaN;NaN;NaN;NaN;NaN;NaN"),
    ] {
      var lines = try gait.text(of: "lab/" + table).components(separatedBy: "\n")
      for place in [12, 12, 9] { lines.insert(row, at: place) }
      let text = lines.joined(separator: "\n")
      try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path("lab/" + table)))
    }
    let found = try gait.done("validate", "--mapping", "lab/mapping.json", "--format", "csv")
    #expect(found.output == truth.output && found.message == truth.message, "\(found.message)")
    // A draft sees the same sides.
    let draft = try gait.done("validate", "--make-mapping", "lab", "--force")
    #expect(draft.message.contains("says the same"), "\(draft.output)\(draft.message)")
  }

  @Test func `speeds in another unit than the mapping says leave out their recordings`() throws {
    let lines = try gait.text(of: "lab/protocol.csv").split(separator: "\n")
    let rows = try lines.dropFirst().map { line in
      let fields = line.components(separatedBy: ";")
      let numbers = try fields[2...4].map { try #require(Double($0)) }
      return "\(line);\(3600 * numbers[2] / (numbers[1] - numbers[0]))"
    }
    let text = (["\(lines[0]);Tempo"] + rows).joined(separator: "\n") + "\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path("lab/protocol.csv")))
    let mapping = try gait.text(of: "lab/mapping.json")
      .replacing("\"steps\" : \"Steps\",", with: "\"steps\" : \"Steps\", \"speed\" : \"Tempo\",")
    try #require(mapping.contains("Tempo"))
    try Data(mapping.utf8).write(to: URL(fileURLWithPath: gait.path("lab/mapping.json")))
    let found = try validate()
    #expect(found.code == 2, "\(found.text)")
    #expect(
      found.text.contains(
        /P01_belt: left out, because of protocol\.csv, line 2: the speed 2\.\d+ m\/s contradicts 11\.\d+ m in 15\.\d+ s/
      ),
      "\(found.text)")
  }

  @Test func `rows of the same times that say two things are named`() throws {
    try double(Self.strides) { $0[4] = "77.7" }
    let found = try validate()
    #expect(found.code != 0, "\(found.text)")
    #expect(
      found.text.contains("\(Self.strides), lines 2 and 3: they have the same times")
        && found.text.contains("\"77.7\""),
      "\(found.text)")
  }
}
