import Foundation
import Testing

/// A laboratory that exports a row for each event, as programs of cameras do, and one whose clock begins anew with each walk.
struct EventTableRunTests {
  private let visit: LaboratoryVisit

  init() throws { visit = try LaboratoryVisit() }

  @Test func `a row for each event gives the same figures as a row for each contact`() throws {
    let whole = try visit.validate()
    for person in ["P01", "P02", "P03", "P04"] {
      let name = "walkway \(person) contacts.csv"
      let lines = try visit.gait.text(of: "lab/" + name).split(separator: "\n").map(String.init)
      let head = try #require(lines.firstIndex { $0.hasPrefix("Onset") }) + 1
      let events = lines.dropFirst(head).flatMap { line -> [(time: String, row: String)] in
        let fields = line.components(separatedBy: ";")
        let both = [(fields[0], "Foot Strike"), (fields[2], "Foot Off")]
        return both.filter { !$0.0.isEmpty }.map { ($0.0, "\(fields[1]);\($0.1);\($0.0)") }
      }
      let inTime = events.sorted { (Double($0.time) ?? 0) < (Double($1.time) ?? 0) }
      try visit.write(["Context;Name;Time [ms]"] + inTime.map(\.row), name)
    }
    let drafted = try visit.gait("validate", "--make-mapping", "lab", "--force")
    #expect(drafted.code == 0 && drafted.output.contains("event = \"Name\""), "\(drafted.output)")
    let found = try visit.validate()
    #expect(found.code == 0, "\(found.text)")
    #expect(whole.figures.count > 50 && found.figures == whole.figures)

    // A mapping that an earlier version drafted, which took all for initial contacts.
    try visit.map { mapping in
      let tables = mapping["tables"] as? [[String: Any]] ?? []
      mapping["tables"] = tables.map { table in
        var table = table
        var columns = table["columns"] as? [String: String] ?? [:]
        columns["event"] = nil
        table["columns"] = columns
        return table
      }
    }
    let refused = try visit.validate()
    #expect(refused.code != 0 && refused.text.contains("is Foot Off are final contacts"))
  }

  @Test func `a clock that begins anew with each walk is no clock`() throws {
    try visit.changeContacts { rows in
      var (begin, last) = (0.0, -1e9)
      return rows.map { fields in
        let time = Double(fields[0]) ?? 0
        if time - last > 3000 { begin = time - 500 }
        last = time
        let off = Double(fields[2]).map { String(format: "%.1f", $0 - begin) } ?? ""
        return [String(format: "%.1f", time - begin), fields[1], off]
      }
    }
    try visit.keepTables(["contacts"])
    for clock in ["laboratory", "recording"] {
      try visit.map { mapping in
        let tables = mapping["tables"] as? [[String: Any]] ?? []
        mapping["tables"] = tables.map { $0.merging(["clock": clock]) { $1 } }
      }
      let found = try visit.validate()
      #expect(found.code != 0 && found.text.contains("nobody steps so fast"), "\(found.text)")
    }
  }
}
