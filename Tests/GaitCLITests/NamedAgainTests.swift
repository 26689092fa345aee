import Foundation
import Testing

/// A recording that is named twice, as by a pattern and by its name, is analyzed once.
struct NamedAgainTests {
  private let gait: GaitProcess

  init() throws {
    gait = try GaitProcess()
    try gait.done("simulate", "straight-walk", "--output", "walk.csv", "--quiet")
    try #"{"site": "lower_back", "height_m": 1.7}"#.write(
      toFile: gait.path("walk.json"), atomically: true, encoding: .utf8)
  }

  @Test(arguments: ["walk.csv", "./walk.csv"])
  func `its bouts are printed once, and it is said`(again: String) throws {
    let alone = try gait.done("analyze", "walk.csv", "--format", "csv")
    let twice = try gait.done("analyze", "walk.csv", again, "--format", "csv")
    #expect(twice.output == alone.output)
    #expect(twice.message.contains("\(again) is named before and is analyzed once"))
    let written = try gait.done("analyze", "walk.csv", again, "--output", "out")
    #expect(written.message.contains("is named before"), "\(written.message)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: gait.path("out")) == ["walk"])
  }

  @Test func `its start can be given, and it is kept once`() throws {
    let kept = try gait.done(
      "analyze", "walk.csv", "walk.csv", "walk.csv", "--store", "s.gait", "--participant", "P",
      "--start", "2026-05-04T09:30:00+02:00")
    #expect(
      kept.message.contains(
        "2 recordings are named before and are analyzed once: walk.csv, walk.csv"),
      "\(kept.message)")
    #expect(kept.message.components(separatedBy: "samples written").count == 2, "\(kept.message)")
  }
}
