import Foundation
import Testing

/// Cameras that saw the same contacts as the walkway, some 20 ms early or late, in tables beside those of the walkway.
struct TwoTableTests {
  private let visit: LaboratoryVisit
  private let people = ["P01", "P02", "P03", "P04"]

  init() throws { visit = try LaboratoryVisit() }

  /// Writes a table of contacts for each person, made of the rows of the walkway's.
  private func add(_ name: String, _ change: (Int, [String]) -> [String]) throws {
    for person in people {
      let lines = try visit.gait.text(of: "lab/walkway \(person) contacts.csv")
        .split(separator: "\n").map(String.init)
      let head = try #require(lines.firstIndex { $0.hasPrefix("Onset") })
      let rows = lines.dropFirst(head + 1).enumerated().map { row, line in
        change(row, line.components(separatedBy: ";")).joined(separator: ";")
      }
      try visit.write([lines[head]] + rows, "\(name) \(person) contacts.csv")
    }
  }

  /// 12 to 24 ms to either side, whichever foot it is.
  private func scattered(_ row: Int, _ fields: [String]) -> [String] {
    let late = Double(12 + 7 * row % 13) * (37 * row % 11 < 5 ? 1 : -1)
    return [String(format: "%.1f", (Double(fields[0]) ?? 0) + late)] + fields.dropFirst()
  }

  private func draft() throws -> String {
    let words = try visit.gait.done("validate", "--make-mapping", "lab", "--force").output
    return words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private func count(_ found: LaboratoryVisit.Outcome) -> Double? {
    found.value("initial contacts", "true contacts")
  }

  @Test func `a draft gives each system its name, and each is judged for itself`() throws {
    let whole = try visit.validate()
    try add("vicon", scattered)
    let said = try draft()
    #expect(said.contains("\"system\" is vicon in 4 tables and walkway in 5 tables"), "\(said)")
    let found = try visit.validate()
    #expect(found.code == 0 && count(found) == count(whole), "\(found.text)")
    #expect(found.value("steps", "bias") == whole.value("steps", "bias"))
    for system in ["vicon", "walkway"] {
      let recall = try #require(found.value("initial contacts", "±0.1 s recall", of: system))
      #expect(recall > 0.97, "\(system): \(recall)")
    }
  }

  @Test func `tables of one system that tell the same contacts twice are refused by name`() throws {
    try add("vicon", scattered)
    _ = try draft()
    try visit.map { mapping in
      let tables = mapping["tables"] as? [[String: Any]] ?? []
      mapping["tables"] = tables.map { $0.merging(["system": "laboratory"]) { $1 } }
    }
    let found = try visit.validate()
    #expect(found.code == 2, "\(found.text)")
    for person in people {
      #expect(
        found.text.contains(
          "vicon \(person) contacts.csv and walkway \(person) contacts.csv are both of the system \"laboratory\" and tell the "
            + "same contacts of \(person)_belt"), "\(found.text)")
    }
    #expect(found.text.contains("give each a \"system\" of its own in the mapping"))
  }

  @Test func `the same instants once more count once, without sides, too`() throws {
    let whole = try visit.validate()
    try add("plate") { _, fields in [fields[0], "", fields[2]] }
    let said = try draft()
    #expect(!said.contains("\"system\" is"), "\(said)")
    let found = try visit.validate()
    #expect(found.code == 0 && count(found) == count(whole), "\(found.text)")
    #expect(found.value("laterality", "right foot") == whole.value("laterality", "right foot"))
    #expect(found.text.contains("say once more what another row says"), "\(found.text)")
  }
}
