import Foundation
import Testing

/// One simulated walk of a minute, and the tables that somebody made of it, as the truth of `gait validate --mapping`.
struct SmallMappingTests {
  private let gait: GaitProcess

  init() throws {
    gait = try GaitProcess()
    let made = try gait(
      "simulate", "straight-walk", "--seed", "3", "--seconds", "60", "--output", "a.csv")
    #expect(made.code == 0, "\(made.message)")
  }

  /// What a mapping says of one table.
  private struct Table {
    var file: String
    var holds: String
    var columns: [String]
    var system = "mat"
    var sees = "whole"

    var object: [String: Any] {
      [
        "file": file, "holds": holds, "recording": "a", "system": system, "clock": "recording",
        "sees": sees, "columns": Dictionary(uniqueKeysWithValues: columns.map { ($0, $0) }),
      ]
    }
  }

  private func write(_ name: String, _ lines: [String]) throws {
    try Data((lines.joined(separator: "\n") + "\n").utf8)
      .write(to: URL(fileURLWithPath: gait.path(name)))
  }

  /// Validates the walk against tables; the message has single spaces.
  private func validate(_ tables: Table...) throws -> (code: Int32, rows: [[String]], text: String)
  {
    let mapping: [String: Any] = [
      "dataset": "lab", "clocks": [[String: Any]](),
      "recordings": [["name": "a", "file": "a.csv", "participant": "P1"]],
      "tables": tables.map(\.object),
    ]
    try JSONSerialization.data(withJSONObject: mapping)
      .write(to: URL(fileURLWithPath: gait.path("mapping.json")))
    let ending = try gait(
      "validate", "--mapping", "mapping.json", "--output", "out", "--force", "--format", "csv")
    let rows = ending.output.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let words = ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return (ending.code, rows, words)
  }

  /// The true contacts: seconds and foot.
  private func contacts() throws -> [(seconds: Double, foot: String)] {
    let json = try JSONSerialization.jsonObject(
      with: Data(gait.text(of: "a.reference.json").utf8))
    let truth = try #require(json as? [String: Any])
    let times = try #require(truth["initial_contacts_s"] as? [Double])
    let feet = try #require(truth["initial_contacts_foot"] as? [String])
    return zip(times, feet).map { ($0, $1) }
  }

  /// A table of the one walk.
  private func writeWalk() throws -> Table {
    let times = try contacts().map(\.seconds)
    let (start, end) = try (#require(times.first), #require(times.last))
    try write("walks.csv", ["start,end,speed", "\(start),\(end),1.2"])
    return Table(file: "walks.csv", holds: "bouts", columns: ["start", "end", "speed"])
  }

  private func value(_ rows: [[String]], _ stage: String, _ figure: String) throws -> Double? {
    let place = try #require(rows.first?.firstIndex(of: "value"))
    let row = rows.first { $0.count > 4 && $0[2] == "mat" && $0[3] == stage && $0[4] == figure }
    return row.flatMap { Double($0[place]) }
  }

  @Test func `strict figures are of the whole recording`() throws {
    let found = try validate(writeWalk())
    #expect(found.code == 0, "\(found.text)")
    for stage in ["gait sequences", "walking bouts"] {
      for rate in ["precision", "recall"] {
        let strict = try #require(try value(found.rows, stage, "strict \(rate)"))
        let counted = try #require(try value(found.rows, stage, rate))
        // The two count the same samples but for the ends of pieces.
        #expect(abs(strict - counted) < 0.001 && strict > 0.9, "\(stage), \(rate): \(strict)")
      }
    }
  }

  @Test func `a system that lists walks only has no figure of contacts`() throws {
    let walk = try writeWalk()
    let alone = try validate(walk)
    #expect(alone.code == 0, "\(alone.text)")
    #expect(alone.rows.contains { $0.contains("mat") && $0.contains("walking bouts") })
    let told = alone.rows.filter { $0.contains("mat") && $0.contains("initial contacts") }
    #expect(told.isEmpty, "\(told)")

    try write("contacts.csv", ["time,side"] + contacts().map { "\($0.seconds),\($0.foot)" })
    let both = try validate(
      walk, Table(file: "contacts.csv", holds: "contacts", columns: ["time", "side"]))
    #expect(try #require(try value(both.rows, "initial contacts", "±0.1 s F1")) > 0.9)
  }
}
