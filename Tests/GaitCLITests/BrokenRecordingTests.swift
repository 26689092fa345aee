import Foundation
import Testing

/// A walk with a fault in it, as a loose plug or a full buffer leaves it.
struct BrokenRecordingTests {
  private let gait: GaitProcess
  private let rows: [String]

  init() throws {
    gait = try GaitProcess()
    let ending = try gait(
      "simulate", "straight-walk", "--seconds", "40", "--output", gait.path("walk.csv"))
    #expect(ending.code == 0, "\(ending.message)")
    rows = try gait.text(of: "walk.csv").split(separator: "\n").map(String.init)
  }

  /// The walk with some rows changed: their values, not their stamps.
  private func analyzed(
    _ changed: Range<Int>, _ value: (Int) -> String
  ) throws -> GaitProcess.Ending {
    var rows = rows
    for row in changed {
      let stamp = rows[row].split(separator: ",")[0]
      let rest = rows[row].split(separator: ",").dropFirst(4)
      rows[row] = ([stamp] + [Substring(value(row))] + rest).joined(separator: ",")
    }
    try Data((rows.joined(separator: "\n") + "\n").utf8)
      .write(to: URL(fileURLWithPath: gait.path("walk.csv")))
    return try gait("analyze", "walk.csv", "--format", "csv")
  }

  private func steps(_ csv: String) -> Int {
    csv.split(separator: "\n").dropFirst()
      .compactMap { Int($0.split(separator: ",", omittingEmptySubsequences: false)[8]) }
      .reduce(0, +)
  }

  @Test(arguments: ["1000,0,0", "0,1e9,0", "0,0,0"])
  func `one broken sample costs no step and is said with its place`(value: String) throws {
    let whole = try gait("analyze", "walk.csv", "--format", "csv")
    #expect(whole.message.isEmpty)
    let row = rows.count / 2
    let ending = try analyzed(row..<row + 1) { _ in value }
    #expect(steps(ending.output) == steps(whole.output))
    #expect(
      ending.message.contains(
        "walk: 1 broken sample was left out (1 of 1 stretch in or beside walks)"))
  }

  @Test(arguments: [true, false])
  func `three seconds of zeros or frozen values cost no more than themselves`(isFrozen: Bool) throws
  {
    let whole = steps(try gait("analyze", "walk.csv", "--format", "csv").output)
    let rate = Int(Double(rows.count) / 40)
    let first = rows.count / 2
    let frozen = rows[first].split(separator: ",")[1...3].joined(separator: ",")
    let ending = try analyzed(first..<first + 3 * rate) { _ in isFrozen ? frozen : "0,0,0" }
    #expect(ending.message.contains(isFrozen ? "frozen" : "dropout"), "\(ending.message)")
    // Three seconds hold about six steps; a walk that is cut in two loses one more at each end.
    #expect(whole - steps(ending.output) <= 9, "\(whole) \(steps(ending.output))")
  }

  @Test(arguments: [(1, "100.5", "spike"), (10, "78.45", "frozen"), (20, "78.45", "frozen")])
  func `an axis at the limit of its sensor costs no step and is said with its place`(
    count: Int, force: String, kind: String
  ) throws {
    let whole = steps(try gait("analyze", "walk.csv", "--format", "csv").output)
    let values = rows.map { $0.split(separator: ",").map(String.init) }
    let first = rows.count / 2
    let ending = try analyzed(first..<first + count) {
      "\(force),\(values[$0][2]),\(values[$0][3])"
    }
    #expect(abs(whole - steps(ending.output)) <= 1, "\(whole) \(steps(ending.output))")
    #expect(ending.message.contains(kind), "\(ending.message)")
  }

  @Test func `rows that are not there are said beside the duration`() throws {
    let first = rows.count / 2
    let left = rows[..<first] + rows[(first + 1200)...]
    try Data((left.joined(separator: "\n") + "\n").utf8)
      .write(to: URL(fileURLWithPath: gait.path("walk.csv")))
    let output = try gait("analyze", "walk.csv").output.split { $0.isWhitespace }.joined(
      separator: " ")
    #expect(output.contains(" s (12.0 s without samples, in 1 gap), worn at"), "\(output)")
  }

  @Test func `three seconds of one axis that stands still are said with their place`() throws {
    let rate = Int(Double(rows.count) / 40)
    let first = rows.count / 2
    let values = rows.map { $0.split(separator: ",").map(String.init) }
    let stuck = values[first][1]
    let ending = try analyzed(first..<first + 3 * rate) {
      "\(stuck),\(values[$0][2]),\(values[$0][3])"
    }
    #expect(ending.message.contains("one axis dead"), "\(ending.message)")
  }
}
