import Foundation
import Testing

/// Somebody's samples are deleted in one store, and another one holds the same recording under a corrected code.
struct ReturningPersonTests {
  private let gait: GaitProcess

  init() throws {
    gait = try GaitProcess()
    try analyze("P01")
    try gait.done("merge", "site.gait", "--into", "center.gait")
  }

  @discardableResult
  private func done(_ words: [String]) throws -> GaitProcess.Ending {
    let ending = try gait.run(words)
    #expect(ending.code == 0, "\(words): \(ending.message)")
    return ending
  }

  private func analyze(_ person: String) throws {
    let walk = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("SampleData/straight-walk.csv").path
    try gait.done(
      "analyze", walk, "--store", "site.gait", "--participant", person, "--start",
      "2026-05-04T09:30:00+02:00", "--site", "lower_back", "--height", "1.72", "--output", "out",
      "--force", "--move-from-others")
  }

  /// Deletes of the person at the center, before or after the code is corrected at the site.
  private func delete(_ words: [String], afterCorrection isAfter: Bool) throws {
    if isAfter { try analyze("P77") }
    try done(["delete", "--store", "center.gait", "--participant", "P01"] + words)
    if !isAfter { try analyze("P77") }
    for name in ["site", "center"] {
      try gait.done("store", "copy", "--store", "\(name).gait", "--output", "\(name)1.gait")
    }
  }

  /// How many samples a store holds of the corrected code.
  private func count(in store: String) throws -> Int {
    try gait.done("export", "--store", store, "--plain", "--output", "\(store).csv", "--force")
    return GaitProcess.rows(try gait.text(of: "\(store).csv")).count { $0["participant"] == "P77" }
  }

  /// Takes what the site holds into a center, and again; returns what is said first, without line breaks.
  private func take(_ words: [String]) throws -> String {
    let said = try gait.run(words)
    #expect(said.code == 1, "\(said.message)")
    let again = try gait.run(words)
    #expect(again.code == 0 && !again.message.contains("deleted"), "\(again.message)")
    return said.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test(arguments: [false, true])
  func `who was deleted and comes back under a corrected code is named`(isAfter: Bool) throws {
    try delete(["--everything"], afterCorrection: isAfter)
    try gait.done("export", "--store", "site.gait", "--plain", "--output", "site.csv")
    for words in [
      ["merge", "site.gait", "--into", "center.gait"],
      ["import", "site.csv", "--store", "center1.gait"],
    ] {
      let said = try take(words)
      #expect(
        said.contains(
          "straight-walk is kept of P77, and was deleted here of somebody else: the same samples have one person"
        ), "\(said)")
      let count = try count(in: "site.gait")
      #expect(
        said.contains("\(count) samples of recordings of which samples were deleted here come"),
        "\(said)")
      #expect(said.contains("hold what was deleted, or may: gait delete takes"), "\(said)")
      // What was deleted does not come back as what gave way to that.
      let former = try gait.run(
        ["query", "--superseded", "--participant", "P01", "--store", words[words.count - 1]])
      #expect(former.message.contains("there is no person P01"), "\(former.output)")
    }
    // Where the center heard first, and the other way nothing is to be said.
    try gait.done("merge", "center1.gait", "--into", "site1.gait")
    #expect(try count(in: "site1.gait") == count(in: "site.gait"))
    // Deleted under that code, it is gone both ways.
    try gait.done(
      "delete", "--store", "center.gait", "--participant", "P77", "--everything")
    let merged = try gait.done("merge", "center.gait", "--into", "site.gait")
    #expect(merged.message.contains("deleted here, too"), "\(merged.message)")
    let left = try gait.run(["query", "step-count", "--store", "site.gait", "--format", "csv"])
    #expect(!left.output.contains("P77"), "\(left.output)")
  }

  @Test(arguments: [false, true])
  func `a kind that was deleted and comes back under a corrected code is counted`(isAfter: Bool)
    throws
  {
    let count = GaitProcess.rows(
      try gait.done(
        "query", "step-count", "--store", "center.gait", "--left-out", "--format", "csv"
      ).output
    ).count
    try delete(["step-count"], afterCorrection: isAfter)
    let said = try take(["merge", "site.gait", "--into", "center.gait"])
    #expect(said.contains("is kept of P77, where it was stored later"), "\(said)")
    #expect(!said.contains("of somebody else"), "\(said)")
    let samples = count == 1 ? "1 sample" : "\(count) samples"
    #expect(
      said.contains("\(samples) of recordings of which samples were deleted here"), "\(said)")
  }
}
