import Foundation
import Testing

/// A six-minute walk that is cut off says so wherever it is read.
struct CappedFigureTests {
  private let gait: GaitProcess

  init() throws {
    gait = try GaitProcess()
    try gait.done(
      "simulate", "--history", "fitness", "--participant", "P", "--seed", "3", "--days", "60",
      "--start", "2025-01-06", "--store", "s.gait")
    try gait.done("estimate", "--store", "s.gait")
  }

  private func query(_ more: String...) throws -> GaitProcess.Ending {
    let ending = try gait.run(["query", "six-minute-walk-distance", "--store", "s.gait"] + more)
    #expect(ending.code == 0, "\(ending.message)")
    return ending
  }

  @Test func `a list marks it, and a table for programs stays as it is`() throws {
    #expect(try query().output.contains("500.0000 or more"))
    #expect(try query("--unit", "ft").output.contains("1640.4199 or more"))
    let table = try query("--format", "csv").output
    #expect(table.contains(",500.0,m,") && !table.contains("or more"), "\(table)")
  }

  @Test func `figures that count it say so`() throws {
    let mean = try query("--every", "month", "--statistics", "mean", "--unit", "ft")
    let count = try query("--format", "csv").output.split(separator: "\n").count - 1
    #expect(
      mean.message.contains(
        "\(count) of \(count) values of six-minute-walk-distance are cut off at 500 m and say that or more, and so does each figure that counts them"
      ), "\(mean.message)")
    #expect(try !query().message.contains("cut off"))
    try gait.done(
      "calibrate", "--six-minute-walk", "300", "--on", "2025-01-10", "--participant", "P",
      "--new-person", "--store", "other.gait")
    let tests = try gait.done(
      "query", "six-minute-walk-distance", "--store", "other.gait", "--every", "month")
    #expect(!tests.message.contains("cut off"), "\(tests.message)")
  }
}
