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

  @Test func `estimates that give way to values that were aside are counted`() throws {
    try gait.done(
      "simulate", "--history", "knee-surgery", "--participant", "P01", "--seed", "1", "--days",
      "60",
      "--store", "a", "--quiet")
    let since = ["--since", "2026-02-10"]
    func enter(_ mass: String, _ more: [String]) throws {
      let ending = try gait.run(
        ["estimate", "--store", "a", "--participant", "P01", "--mass", mass, "--quiet"] + more)
      #expect(ending.code == 0, "\(ending.message)")
    }
    func aside(_ store: String) throws -> Set<String> {
      let rows = try gait.done("query", "--superseded", "--store", store, "--format", "csv").output
        .split(separator: "\n").dropFirst()
      // Without when and why: these may change where nothing gives way.
      return Set(rows.map { $0.split(separator: ",").prefix(6).joined(separator: ",") })
    }
    try enter("80", since)
    try enter("75", ["--corrects"])
    try copy("a", "b")
    try enter("80", since)
    let before = try aside("b")
    let merged = try gait("merge", "a", "--into", "b")
    let new = try aside("b").subtracting(before).count
    #expect(new > 1)
    let said = merged.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(said.contains("\(new) other samples gave way"), "\(new): \(said)")
  }
}
