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

  @Test func `recordings without a truth, or too deep, are told`() throws {
    let all = try gait("validate", "walks")
    #expect(all.code == 0 && !all.message.contains("in no figure"), "\(all.message)")
    let files = FileManager.default
    try files.moveItem(
      atPath: gait.path("walks/two.reference.json"), toPath: gait.path("walks/two.refrence.json"))
    try gait.done("simulate", "straight-walk", "--seed", "3", "--output", "walks/P3/a/three.csv")
    // A table beside them is no recording that anybody described, and neither are our results.
    try write("participant,age\nP1,70\n", "walks/people.csv")
    let some = try gait("validate", "walks", "--output", "walks/out")
    #expect(some.code == 0, "\(some.message)")
    for words in [
      "1 recording is in no figure, as no NAME.reference.json lies beside it: two.csv",
      "1 recording is in no figure, as it lies more than one folder below the given one: P3/a/three.csv",
    ] {
      #expect(some.message.contains(words), "\(some.message)")
    }
    #expect(try gait("validate", "walks").message == some.message)
  }
}
