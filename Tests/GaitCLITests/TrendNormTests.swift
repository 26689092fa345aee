import Foundation
import Testing

/// Trends of steadiness where not the walking moves the score, but what it is made of or held against.
struct TrendNormTests {
  private static let none =
    "no trend: the scores of the last 6 weeks are not of the same components, personal factor, height and sex"
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  @discardableResult private func run(_ words: String...) throws -> String {
    let ending = try gait.run(words + ["--store", "s.gait"])
    #expect(ending.code == 0, "\(words): \(ending.message)")
    return (ending.output + " " + ending.message).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  /// A man of 84 kg who walks as ever, until 4 May.
  private func simulate() throws {
    try run(
      "simulate", "--history", "steady", "--participant", "P", "--start", "2026-01-05", "--seed",
      "3", "--days", "120")
  }

  private func weigh(_ kilograms: Int, since day: String) throws {
    try run("estimate", "--participant", "P", "--mass", "\(kilograms)", "--since", day)
  }

  @Test func `a trend is one of scores of the same components`() throws {
    let made = try gait(
      "simulate", "--history", "steady", "--participant", "P", "--store", "s.gait", "--days", "182",
      "--start", "2026-04-01", "--seed", "2")
    #expect(made.code == 0, "\(made.message)")
    let words = "neither rising nor falling beyond chance in the last 6 weeks with a score, to "
    #expect(try run("estimate").contains(words + "27 September 2026"))
    #expect(
      try run("estimate", "--until", "2026-10-11").contains(
        words.replacing("6", with: "4") + "27 September 2026"))
    try run("delete", "--participant", "P", "walking-asymmetry", "--from", "2026-09-10")
    let said = try run("estimate")
    #expect(said.contains(Self.none), "\(said)")
  }

  @Test(arguments: [["--height", "1.50"], ["--sex", "f"]])
  func `another norm since a day makes no trend`(fact: [String]) throws {
    try run("simulate", "--history", "knee-surgery", "--participant", "P")
    let before = try run("estimate")
    let words = "neither rising nor falling beyond chance in the last 6 weeks with a score"
    #expect(before.contains(words), "\(before)")
    try run("estimate", "--participant", "P", "--since", "2026-06-20", fact[0], fact[1])
    let said = try run("estimate")
    #expect(!said.contains("rising by") && !said.contains("falling by"), "\(said)")
    #expect(said.contains(Self.none), "\(said)")
  }

  @Test func `a mass that is another one since a day is said beside the trend`() throws {
    try simulate()
    #expect(try !run("estimate").contains("have masses of"))
    #expect(try run("estimate", "--format", "json").contains(#""masses_kg": null"#))
    try weigh(60, since: "2026-04-13")
    let said = try run("estimate")
    #expect(said.contains("falling by 1.4 points of 100 a week in the last 6 weeks"), "\(said)")
    #expect(said.contains("these weeks have masses of 60.0 to 84.0 kg, which the score counts"))
    let document = try run("estimate", "--format", "json")
    #expect(document.replacing(" ", with: "").contains(#""masses_kg":[60.0,84.0]"#), "\(document)")
  }

  @Test func `a mass that is corrected holds for every week and leaves the trend`() throws {
    try simulate()
    try run("estimate", "--participant", "P", "--mass", "60", "--corrects")
    let said = try run("estimate")
    #expect(said.contains("beyond chance in the last 6 weeks with a score"), "\(said)")
  }

  @Test func `a kilogram less every month cuts no trend off`() throws {
    try simulate()
    for (kilograms, day) in [(83, "2026-03-01"), (82, "2026-04-01"), (81, "2026-05-01")] {
      try weigh(kilograms, since: day)
    }
    let said = try run("estimate")
    #expect(said.contains("beyond chance in the last 6 weeks with a score"), "\(said)")
    #expect(!said.contains("have masses of"), "\(said)")
  }

  @Test func `ten kilograms less in six weeks keep the trend`() throws {
    try simulate()
    for (kilograms, day) in [
      (82, "2026-03-30"), (80, "2026-04-06"), (78, "2026-04-13"), (76, "2026-04-20"),
      (74, "2026-04-27"),
    ] {
      try weigh(kilograms, since: day)
    }
    let said = try run("estimate")
    #expect(said.contains("in the last 6 weeks with a score, to 3 May 2026"), "\(said)")
    #expect(said.contains("these weeks have masses of 74.0 to 84.0 kg"), "\(said)")
  }
}
