import Foundation
import Testing

/// What was deleted by mistake and is taken back is a later word than its deletion, and travels like one.
struct RestoredTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  private func rows(_ store: String) throws -> [String] {
    let ending = try gait(
      "query", "--store", store, "--participant", "P09", "--everything", "--format", "csv")
    return ending.output.split(separator: "\n").dropFirst().map(String.init)
  }

  /// A center, a store that feeds it, and copies of what that held, as a store and as an export.
  private func prepare() throws {
    try gait.done(
      "simulate", "--history", "steady", "--days", "3", "--participant", "P09", "--store",
      "center.gait")
    try gait.done(
      "event", "operation", "--store", "center.gait", "--participant", "P09", "--on", "2026-01-05",
      "--words", "new knee")
    try gait.done("merge", "center.gait", "--into", "own.gait")
    try gait.done("store", "copy", "--store", "own.gait", "--output", "copy.gait")
    try Data(repeating: 7, count: 32).write(to: URL(fileURLWithPath: gait.path("key")))
    try gait.done(
      "export", "--store", "own.gait", "--key", "key", "--names", "--output", "copy.sealed")
  }

  @Test(
    arguments: [["--everything"], ["walking-speed"]],
    [
      ["merge", "copy.gait", "--into", "own.gait"],
      ["import", "copy.sealed", "--key", "key", "--store", "own.gait"],
    ])
  func `what is taken back stays, and comes back where its deletion had gone`(
    deleted: [String], restoring: [String]
  ) throws {
    try prepare()
    let all = try rows("own.gait")
    #expect(!all.isEmpty)
    let delete = ["delete", "--store", "own.gait", "--participant", "P09"] + deleted
    #expect(try gait.run(delete).code == 0)
    try gait.done("merge", "own.gait", "--into", "center.gait")
    let rest = try rows("center.gait")
    #expect(rest.count < all.count)
    let back = try gait.run(restoring + ["--with-deleted"])
    #expect(back.code == 0, "\(back.message)")
    #expect(try rows("own.gait") == all)

    let routine = try gait.done("merge", "center.gait", "--into", "own.gait")
    #expect(!routine.message.contains("deleted there"), "\(routine.message)")
    #expect(try rows("own.gait") == all)
    // Twice changes nothing, and an older copy neither.
    for source in ["own.gait", "copy.gait"] {
      let there = try gait.done("merge", source, "--into", "center.gait")
      #expect(
        there.message.contains("not taken over") == (source == "copy.gait"), "\(there.message)")
      #expect(try rows("center.gait") == all)
    }
    // What is deleted after that is gone again.
    #expect(try gait.run(delete).code == 0)
    try gait.done("merge", "own.gait", "--into", "center.gait")
    #expect(try rows("center.gait") == rest)
  }
}
