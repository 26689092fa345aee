import Foundation
import Testing

/// Figures of `gait validate` are of the analyses: what lies in the folder of results, or beside the recordings, changes none.
struct ScoredResultTests {
  private let gait: GaitProcess

  init() throws {
    gait = try GaitProcess()
    for (name, scenario) in [("one", "straight-walk"), ("two", "slow-asymmetric")] {
      try gait.done("simulate", scenario, "--output", "walks/\(name).csv", "-q")
    }
  }

  private func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path(name)))
  }

  @Test func `results that somebody edited change no figure`() throws {
    try gait.done("validate", "walks", "--output", "out", "-q")
    let figures = try gait.text(of: "out/validation.csv")
    // As a spreadsheet saves it.
    let edited = try gait.text(of: "out/walks/two/bouts.csv").replacing(",", with: ";")
    try write(edited, "out/walks/two/bouts.csv")
    let again = try gait("validate", "walks", "--output", "out")
    #expect(again.code == 1, "\(again.message)")
    #expect(again.message.contains("walks/two.csv: out/walks/two"), "\(again.message)")
    #expect(!again.output.contains("without analysis"), "\(again.output)")
    #expect(try gait.text(of: "out/validation.csv") == figures)
    #expect(try gait.text(of: "out/walks/two/bouts.csv") == edited)

    try gait.done("settings", "--output", "a.json")
    try gait.done("settings", "--output", "b.json")
    let settings = ["validate", "walks", "--settings", "a.json", "--settings", "b.json"]
    let alike = try gait.run(settings)
    try gait.done("validate", "walks", "--output", "both/b", "-q")
    try write(edited, "both/b/walks/two/bouts.csv")
    let compared = try gait.run(settings + ["--output", "both"])
    #expect(compared.code == 1 && compared.output == alike.output, "\(compared.message)")

    #expect(try gait("validate", "walks", "--output", "out", "--force").code == 0)
    #expect(try gait.text(of: "out/walks/two/bouts.csv") != edited)
  }
}
