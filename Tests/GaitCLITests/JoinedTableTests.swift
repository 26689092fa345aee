import Foundation
import Testing

/// Tables that somebody put behind each other, and tables of several devices or people.
struct JoinedTableTests {
  private func joined(_ table: SpoiltTable, header: String, below change: ([String]) -> [String])
    -> String
  {
    let half = table.rows.count / 2
    let above = table.rows[..<half].map { $0.joined(separator: ",") }
    let below = table.rows[half...].map { change($0).joined(separator: ",") }
    return ([table.names.joined(separator: ",")] + above + [header] + below)
      .joined(separator: "\n") + "\n"
  }

  @Test(arguments: [
    "time_s,acc_x [g],acc_y [g],acc_z [g],gyr_x,gyr_y,gyr_z",
    "time_s,acc_z,acc_y,acc_x,gyr_x,gyr_y,gyr_z", "time_s,gyr_x,gyr_y,gyr_z,acc_x,acc_y,acc_z",
  ])
  func `a second header that says something else is refused with its line`(header: String) throws {
    let table = try SpoiltTable()
    let found = try table.analyze(joined(table, header: header) { $0 })
    #expect(found.code == 2, "\(found.output)")
    let line = table.rows.count / 2 + 2
    #expect(
      found.message.contains("line \(line) names columns again, and others"), "\(found.message)")
  }

  @Test func `the same header once more is left out and said`() throws {
    let table = try SpoiltTable()
    let found = try table.analyze(
      joined(table, header: table.names.joined(separator: ",")) { $0 })
    #expect(found.code == 0, "\(found.message)")
    #expect(found.message.contains("the header once more, skipped"), "\(found.message)")
    #expect(found.output.contains(SpoiltTable.truth), "\(found.output)")
  }

  @Test func `an acceleration whose scale changes on the way is said by analyze and batch`() throws
  {
    var table = try SpoiltTable()
    table.multiply(1...3, by: 1.3, in: table.rows.count / 2..<table.rows.count)
    let found = try table.analyze()
    #expect(found.code == 0, "\(found.message)")
    #expect(found.message.contains("and not 1 in"), "\(found.message)")
    try Data("path,participant\nday.csv,A\n".utf8).write(
      to: URL(fileURLWithPath: table.gait.path("study.csv")))
    let study = try table.gait("batch", "study.csv", "--output", "out")
    let words = study.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("and not 1 in"), "\(study.message)")
  }

  @Test(arguments: [
    ("device", "A", "B"), ("Sensor", "wrist", "ankle"), ("subject", "1", "2"),
    ("Participant ID", "P01", "P02"), ("id", "left", "right"), ("position", "LeftWrist", "ankle"),
    ("location", "lower_back", "hip"),
    ("side", "L", "R"), ("placement", "waist", "thigh"),
  ])
  func `a table of several devices or people is refused with the column and both words`(
    name: String, first: String, second: String
  ) throws {
    var table = try SpoiltTable()
    let half = table.rows.count / 2
    table.add(name) { $0 < half ? first : second }
    let found = try table.analyze()
    #expect(found.code == 2, "\(found.output)")
    #expect(
      found.message.contains(
        "line \(half + 2): the column \"\(name)\" says \"\(second)\" where rows above say \"\(first)\""
      ),
      "\(found.message)")
  }

  @Test(arguments: [("phone", "Phone"), ("3", "3.0")])
  func `one device in two spellings is one`(words: (String, String)) throws {
    var table = try SpoiltTable()
    table.add("device") { $0 % 3 == 0 ? words.1 : words.0 }
    let found = try table.analyze()
    #expect(found.code == 0, "\(found.message)")
    #expect(found.output.contains(SpoiltTable.truth), "\(found.output)")
  }

  @Test(arguments: ["device", "participant", "activity", "label", "id", "sensor accuracy"])
  func `a column that stays, labels or numbers rows is none of several`(name: String) throws {
    var table = try SpoiltTable()
    table.add(name) { row in
      switch name {
      case "id": "\(row / 25)"
      case "device": row % 1000 == 7 ? "" : "\"A 1\""
      case "participant": "P07"
      default: row < 2000 ? "one" : "two"
      }
    }
    let found = try table.analyze()
    #expect(found.code == 0 && found.message.isEmpty, "\(found.message)")
    #expect(found.output.contains(SpoiltTable.truth), "\(found.output)")
  }
}
