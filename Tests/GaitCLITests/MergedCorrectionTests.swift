import Foundation
import Testing

/// Corrections of one entry in two stores: which of them stays, and that they contradict each other, does not depend on
/// which store is merged into which.
struct MergedCorrectionTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  /// Two copies of one store.
  private func copies() throws {
    try gait.done(
      "simulate", "--history", "knee-surgery", "--participant", "P01", "--seed", "1", "--days",
      "30",
      "--store", "a", "--quiet")
    try copy("a", "b")
  }

  private func copy(_ store: String, _ other: String) throws {
    try FileManager.default.copyItem(atPath: gait.path(store), toPath: gait.path(other))
  }

  private func enter(_ fact: String, _ value: String, _ store: String) throws {
    try gait.done(
      "estimate", "--store", store, "--participant", "P01", "--\(fact)", value, "--corrects",
      "--quiet")
  }

  private func value(_ kind: String, _ store: String) throws -> Double? {
    GaitProcess.rows(
      try gait.done("query", kind, "--by-hand", "--store", store, "--format", "csv").output
    ).first?["value"].flatMap(Double.init)
  }

  @Test(arguments: [["height", "height", "1.70", "1.68"], ["mass", "body-mass", "80", "70"]])
  func `two corrections of one value are named both ways`(words: [String]) throws {
    let (fact, kind) = (words[0], words[1])
    try copies()
    try enter(fact, words[2], "a")
    try enter(fact, words[3], "b")
    for (from, to) in [("b", "a"), ("a", "b")] {
      try copy(to, "all-\(to)")
      let merged = try gait("merge", from, "--into", "all-\(to)")
      #expect(merged.code == 1, "\(from) into \(to): \(merged.message)")
      #expect(merged.message.contains("\(kind) of P01, entered by hand"), "\(merged.message)")
      #expect(try value(kind, "all-\(to)") == Double(words[3]))
      // What was named once is not named again.
      #expect(try gait("merge", from, "--into", "all-\(to)").code == 0)
      try copy(to, "file-\(to)")
      try gait.done("export", "--store", from, "--plain", "--names", "--output", "\(from).csv")
      let imported = try gait("import", "\(from).csv", "--store", "file-\(to)")
      #expect(imported.code == 1, "\(from) into \(to): \(imported.message)")
      #expect(try value(kind, "file-\(to)") == Double(words[3]))
    }
  }

  @Test(arguments: [[], ["1.70"]])
  func `a correction of what the other store holds is no contradiction`(before: [String]) throws {
    try copies()
    for height in before {
      try enter("height", height, "a")
      try FileManager.default.removeItem(atPath: gait.path("b"))
      try copy("a", "b")
    }
    try enter("height", "1.68", "b")
    for (from, to) in [("b", "a"), ("a", "b")] {
      try copy(to, "all-\(to)")
      let merged = try gait("merge", from, "--into", "all-\(to)")
      #expect(merged.code == 0, "\(from) into \(to): \(merged.message)")
      #expect(try value("height", "all-\(to)") == 1.68)
    }
  }
}
