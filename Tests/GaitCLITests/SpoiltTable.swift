import Foundation
import Testing

/// Three minutes of a day as a table that a test changes as a person or a logger would: six walks, four turns.
struct SpoiltTable {
  let gait: GaitProcess
  /// The names of the columns, and below them the rows.
  var names: [String]
  var rows: [[String]]

  /// The program's last line about the table as it was made.
  static let truth = "6 bouts, 206 steps, 125.4 m, walking 109.4 s, 4 turns"

  /// Makes the table.
  init() throws {
    gait = try GaitProcess()
    let made = try gait(
      "simulate", "daily-life", "--seed", "3", "--seconds", "180", "--output", "day.csv")
    #expect(made.code == 0, "\(made.message)")
    let lines = try gait.text(of: "day.csv").split(separator: "\n").map {
      $0.split(separator: ",").map(String.init)
    }
    (names, rows) = (lines[0], Array(lines.dropFirst()))
  }

  /// Adds a column; `value` gives the cell of a row.
  mutating func add(_ name: String, _ value: (Int) -> String) {
    names.append(name)
    for row in rows.indices { rows[row].append(value(row)) }
  }

  /// Multiplies columns of some rows.
  mutating func multiply(
    _ columns: ClosedRange<Int>, by factor: Double, in part: Range<Int>? = nil
  ) {
    for row in part ?? 0..<rows.count {
      for column in columns { rows[row][column] = "\((Double(rows[row][column]) ?? 0) * factor)" }
    }
  }

  /// Writes one value into columns of some rows.
  mutating func set(_ columns: ClosedRange<Int>, to value: String, in part: Range<Int>? = nil) {
    for row in part ?? 0..<rows.count { for column in columns { rows[row][column] = value } }
  }

  /// The table as it stands in a file.
  var text: String {
    ([names] + rows).map { $0.joined(separator: ",") }.joined(separator: "\n") + "\n"
  }

  /// Analyzes the table, or another text in its place. `remarks` begins with the first dash that is printed and is one line.
  func analyze(_ other: String? = nil) throws -> (
    code: Int32, output: String, message: String, remarks: String
  ) {
    try Data((other ?? text).utf8).write(to: URL(fileURLWithPath: gait.path("day.csv")))
    let ending = try gait("analyze", "day.csv")
    func asOneLine(_ text: String) -> String {
      text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    return (
      ending.code, ending.output, asOneLine(ending.message),
      asOneLine(String(ending.output.drop { $0 != "–" }))
    )
  }
}
