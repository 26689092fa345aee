import Foundation
import Testing

@testable import GaitCLI

/// Two files of settings are called alike when somebody keeps a folder for each version.
struct SettingsNameTests {
  @Test func `files of one name are told apart by their folders`() {
    #expect(SettingsNames.of(["lab/ours.json", "classic.json"]) == ["ours", "classic"])
    #expect(SettingsNames.of(["x/s.json", "y/s.json"]) == ["x/s", "y/s"])
    #expect(SettingsNames.of(["x/then/s.json", "y/then/s.json"]) == ["x/then/s", "y/then/s"])
    #expect(SettingsNames.of(["x/s.json", "x/s.txt"]) == ["s.json", "s.txt"])
    #expect(SettingsNames.of(["x/s.json", "x/../y/S.json"]) == ["x/s", "y/S"])
    #expect(SettingsNames.of(["s.json", "./s.json"]) == ["s", "s"])
    #expect(SettingsNames.of(["/s.json", "/x/s.json"]) == ["s", "x/s"])
    #expect(SettingsNames.of(["s.json"]) == ["s"])
  }

  @Test func `each of two settings of one name keeps its own results`() throws {
    let gait = try GaitProcess()
    try gait.done(
      "simulate", "straight-walk", "--seed", "3", "--seconds", "40", "--output", "lab/a.csv")
    for (folder, text) in [
      ("x", "{}"), ("y", #"{"methods": {"PendulumStepLength": {"temper": -0.6}}}"#),
    ] {
      try FileManager.default.createDirectory(
        atPath: gait.path(folder), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path(folder + "/s.json")))
    }
    let ending = try gait.done(
      "validate", "lab", "--settings", "x/s.json", "--settings", "y/s.json", "--output", "both")
    #expect(ending.output.contains("first: x/s\nsecond: y/s\n"), "\(ending.output)")
    let summaries = try ["x/s", "y/s"].map { try gait.text(of: "both/\($0)/lab/a/summary.json") }
    let setting = "stepLength.temper = -0.6"
    #expect(!summaries[0].contains(setting) && summaries[1].contains(setting), "\(summaries[1])")
    try gait.done(
      "report", "validation", "lab", "--worst", "0", "--settings", "x/s.json", "--settings",
      "y/s.json", "--output", "both.html")
    let page = try gait.text(of: "both.html")
    #expect(page.contains("x/s: as measured best; y/s: 1 changed, see below"))
  }
}
