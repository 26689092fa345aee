import Foundation
import Testing

/// `gait estimate` and `gait report person` of somebody who was calibrated in the middle of a study.
struct PersonalFactorDayTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  /// Sixteen weeks of a steady life; lengths and speeds hold a factor of 1.1 from 6 April on.
  private func store() throws {
    try gait.done(
      "simulate", "--history", "steady", "--participant", "P", "--start", "2026-01-26", "--seed",
      "4", "--days", "112", "--store", "plain.gait")
    try gait.done("export", "--store", "plain.gait", "--plain", "--output", "plain.csv")
    let lines = try gait.text(of: "plain.csv").split(separator: "\n")
    let names = lines[0].split(separator: ",", omittingEmptySubsequences: false)
    func place(_ name: String) throws -> Int { try #require(names.firstIndex { $0 == name }) }
    let (kind, value) = (try place("kind"), try place("value"))
    let (start, other) = (try place("start_time"), try place("other"))
    let made = lines.dropFirst().map { line -> String in
      var cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard ["walking-speed", "step-length", "distance"].contains(cells[kind]),
        cells[start] > "2026-04-05T22", let number = Double(cells[value])
      else { return String(line) }
      cells[value] = "\(1.1 * number)"
      cells[other] = #""{""personal_factor"":""1.1000""}""#
      return cells.joined(separator: ",")
    }
    let text = ([String(lines[0])] + made).joined(separator: "\n") + "\n"
    try text.write(toFile: gait.path("half.csv"), atomically: true, encoding: .utf8)
    try gait.done("import", "half.csv", "--store", "s.gait")
  }

  @Test func `a factor that begins is told, and is no change of the person`() throws {
    try store()
    let said = try gait.done("estimate", "--store", "s.gait").output.split(
      whereSeparator: \.isWhitespace
    ).joined(separator: " ")
    #expect(!said.contains("something changed") && !said.contains("usually"), "\(said)")
    let words =
      "walking speed and step length hold a personal factor of 1.10 from 6 April 2026 on, and none before"
    #expect(said.contains(words), "\(said)")
    let json = try gait.done("estimate", "--store", "s.gait", "--format", "json").output
    #expect(json.contains(words))
    #expect(json.contains(#""from": "2026-04-06""#) && json.contains(#""factor": 1.1"#))
    #expect(json.contains(#""walking_changes": []"#))
    try gait.done(
      "report", "person", "--store", "s.gait", "--participant", "P", "--output", "p.html")
    let page = try gait.text(of: "p.html")
    #expect(page.contains(words) && !page.contains("something changed"))
  }
}
