import Foundation
import Testing

/// A center collects steps no more, and a site that does not know it analyzes a recording again which both have: the steps of
/// before give way with their analysis, and that is said.
struct StoppedMergeTests {
  private let gait: GaitProcess
  private let walk = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("SampleData/straight-walk.csv").path
  private static let words =
    "1 sample of step-count was stored before the kind's collection was stopped, and is kept aside with the former analysis"

  init() throws {
    gait = try GaitProcess()
    try analyze("site.gait", height: "1.72")
    try gait.done("merge", "site.gait", "--into", "center.gait")
    try gait.done(
      "delete", "--store", "center.gait", "--participant", "P01", "--stop-collecting", "step-count")
    try analyze("site.gait", height: "1.80")
  }

  private func analyze(_ store: String, height: String) throws {
    try gait.done(
      "analyze", walk, "--store", store, "--participant", "P01", "--start",
      "2026-05-04T09:30:00+02:00", "--height", height)
  }

  private func steps(in store: String, _ words: String...) throws -> Int {
    let table = try gait.run(["query", "step-count", "--store", store, "--format", "csv"] + words)
    return GaitProcess.rows(table.output).count
  }

  @Test(arguments: [["center.gait", "site.gait"], ["site.gait", "center.gait"]])
  func `steps that give way are said, in any order and once`(stores: [String]) throws {
    #expect(try steps(in: "center.gait") == 1)
    let said = try gait.done("merge", stores[0], stores[1], "--into", "all.gait")
    #expect(said.message.contains(Self.words), "\(said.message)")
    #expect(try steps(in: "all.gait") == 0)
    #expect(try steps(in: "all.gait", "--superseded") == 1)
    let again = try gait.done("merge", stores[0], stores[1], "--into", "all.gait")
    #expect(!again.message.contains("with the former analysis"), "\(again.message)")
    // What it says to do brings them back.
    try gait.done(
      "delete", "--store", "all.gait", "--participant", "P01", "--resume-collecting", "step-count")
    try analyze("all.gait", height: "1.80")
    #expect(try steps(in: "all.gait") == 1)
  }

  @Test(arguments: ["csv", "json"])
  func `an import that takes them says so`(format: String) throws {
    try gait.done("export", "--store", "site.gait", "--plain", "--output", "site.\(format)")
    let said = try gait.done("import", "site.\(format)", "--store", "center.gait")
    #expect(said.message.contains(Self.words), "\(said.message)")
    #expect(try steps(in: "center.gait") == 0)
    let again = try gait.done("import", "site.\(format)", "--store", "center.gait")
    #expect(!again.message.contains("with the former analysis"), "\(again.message)")
  }

  @Test func `where the center analyzes it itself they stay, and nothing is said`() throws {
    try gait.done("merge", "center.gait", "--into", "copy.gait")
    try analyze("center.gait", height: "1.85")
    let said = try gait.done("merge", "center.gait", "--into", "copy.gait")
    #expect(!said.message.contains("with the former analysis"), "\(said.message)")
    #expect(try steps(in: "copy.gait") == 1)
  }
}
