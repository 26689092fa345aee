import Foundation
import Testing

/// What a person entered is named where it is deleted, and where it is not compared.
struct EnteredValueTests {
  private let gait: GaitProcess

  init() throws {
    gait = try GaitProcess()
    try run(
      "simulate", "--history", "steady", "--participant", "P", "--days", "60", "--seed", "5")
    try run(
      "calibrate", "--six-minute-walk", "350", "--on", "2026-02-10", "--participant", "P")
    try run("estimate")
  }

  @discardableResult private func run(_ words: String...) throws -> String {
    let ending = try gait.run(words + ["--store", "s.gait"])
    #expect(ending.code == 0, "\(words): \(ending.message)")
    return (ending.output + " " + ending.message).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  @Test func `a clinic test that is deleted with estimates is said not to come again`() throws {
    let said = try run(
      "delete", "six-minute-walk-distance", "--participant", "P", "--from", "2026-02-01")
    #expect(
      said.contains("1 of them was entered by hand (six-minute-walk-distance): no analysis"),
      "\(said)")
    #expect(said.contains("six-minute-walk-distance: made of other samples"), "\(said)")
    let rest = try run("delete", "walking-steadiness", "--participant", "P")
    #expect(!rest.contains("by hand") && rest.contains("made again"), "\(rest)")
  }

  @Test func `facts of a person that go with a week are named`() throws {
    let said = try run(
      "delete", "--everything", "--participant", "P", "--from", "2026-01-05", "--to", "2026-01-12")
    #expect(
      said.contains("4 of them were entered by hand (age, body-mass, height, sex)"), "\(said)")
    let all = try run("delete", "--everything", "--participant", "P")
    #expect(!all.contains("by hand"), "\(all)")
  }

  @Test func `what a person entered is said not to be compared`() throws {
    let ending = try gait("compare", "six-minute-walk-distance", "--store", "s.gait")
    #expect(
      ending.code == 2 && ending.message.contains("1 value that a person entered is not compared"),
      "\(ending.code) \(ending.message)")
    let other = try gait("compare", "walking-steadiness", "--store", "s.gait")
    #expect(!other.message.contains("entered"), "\(other.message)")
  }
}
