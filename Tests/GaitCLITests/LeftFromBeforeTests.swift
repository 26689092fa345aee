import Foundation
import Testing

/// What an earlier run left in a folder of results is not to be taken for what the last one found.
struct LeftFromBeforeTests {
  private let gait: GaitProcess

  init() throws {
    gait = try GaitProcess()
    try FileManager.default.createDirectory(
      atPath: gait.path("lab"), withIntermediateDirectories: true)
    for (name, seed) in [("a", "3"), ("b", "4")] {
      let made = try gait(
        "simulate", "straight-walk", "--seed", seed, "--seconds", "40", "--output",
        "lab/\(name).csv")
      #expect(made.code == 0, "\(made.message)")
    }
  }

  private func isThere(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: gait.path(name))
  }

  private func words(_ ending: GaitProcess.Ending) -> String {
    ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func `a copy of a recording and its truth counts once`() throws {
    let truth = try gait("validate", "lab", "--format", "csv")
    #expect(truth.code == 0, "\(truth.message)")
    try copy("lab/a", to: "lab/c")
    let found = try gait("validate", "lab", "--format", "csv", "--output", "out")
    #expect(found.code == 0 && found.output == truth.output, "\(found.message)")
    #expect(
      words(found).contains(
        "lab/c: left out, because its samples and its truth are those of lab/a"),
      "\(found.message)")
    #expect(isThere("out/lab/a") && isThere("out/lab/b") && !isThere("out/lab/c"))
  }

  @Test func `a copy of a recording with another truth counts once, too`() throws {
    let truth = try gait("validate", "lab", "--format", "csv")
    try copy("lab/a", to: "lab/c")
    try Data("{\"step_count\": 30}".utf8)
      .write(to: URL(fileURLWithPath: gait.path("lab/c.reference.json")))
    let found = try gait("validate", "lab", "--format", "csv", "--output", "out")
    #expect(found.code == 1 && found.output == truth.output, "\(found.message)")
    #expect(
      words(found).contains(
        "lab/c: left out, because its samples are those of lab/a and its truth is another"),
      "\(found.message)")
    #expect(isThere("out/lab/a") && !isThere("out/lab/c"))
  }

  /// Copies a recording with its description and truth.
  private func copy(_ name: String, to other: String) throws {
    for end in ["csv", "json", "reference.json"] {
      try FileManager.default.copyItem(
        atPath: gait.path("\(name).\(end)"), toPath: gait.path("\(other).\(end)"))
    }
  }

  @Test func `results of what does not count any more go`() throws {
    // What older versions of the program wrote of a copy, which no report names.
    try copy("lab/a", to: "lab/c")
    #expect(try gait("analyze", "lab/c.csv", "--output", "out/lab").code == 0)
    #expect(try gait("validate", "lab", "--output", "out").code == 0)
    #expect(isThere("out/lab/b") && !isThere("out/lab/c"))
    // A recording that cannot be read any more, and a copy that somebody changed the results of.
    try Data("x\n".utf8).write(to: URL(fileURLWithPath: gait.path("lab/b.csv")))
    #expect(try gait("analyze", "lab/c.csv", "--output", "out/lab").code == 0)
    try Data("mine".utf8).write(to: URL(fileURLWithPath: gait.path("out/lab/c/turns.csv")))
    let broken = try gait("validate", "lab", "--output", "out")
    #expect(isThere("out/lab/a") && !isThere("out/lab/b") && isThere("out/lab/c/turns.csv"))
    #expect(words(broken).contains("removed from out"), "\(broken.message)")
  }

  @Test func `a validation leaves no page, stages and recordings of the run before`() throws {
    let first = try gait("validate", "lab", "--output", "out", "--html", "--stages")
    #expect(first.code == 0, "\(first.message)")
    #expect(isThere("out/validation.html") && isThere("out/stages.csv") && isThere("out/lab/b"))
    try FileManager.default.createDirectory(
      atPath: gait.path("out/lab/mine"), withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: URL(fileURLWithPath: gait.path("out/lab/mine/summary.json")))
    for end in ["csv", "json", "reference.json"] {
      try FileManager.default.removeItem(atPath: gait.path("lab/b.\(end)"))
    }
    let second = try gait("validate", "lab", "--output", "out")
    #expect(second.code == 0, "\(second.message)")
    for name in ["out/validation.html", "out/stages.csv", "out/lab/b"] {
      #expect(!isThere(name), "\(name)")
    }
    #expect(isThere("out/lab/a/bouts.csv") && isThere("out/lab/mine/summary.json"))
    #expect(words(second).contains("validation.html, stages.csv, lab/b"), "\(second.message)")
  }

  @Test func `a comparison stays beside no figures but its own`() throws {
    try gait.done("validate", "lab", "--output", "first")
    let against = ["validate", "lab", "--output", "out", "--against", "first/validation.json"]
    #expect(try gait.run(against).code == 0 && isThere("out/comparison.csv"))
    let alone = try gait("validate", "lab", "--output", "out")
    #expect(alone.code == 0 && !isThere("out/comparison.csv"), "\(alone.message)")
    #expect(words(alone).contains("comparison.csv"), "\(alone.message)")
    // Two settings compared have no figures of their own: those that are there stay, and are told.
    try Data("{}".utf8).write(to: URL(fileURLWithPath: gait.path("ours.json")))
    let two = try gait(
      "validate", "lab", "--output", "out", "--settings", "ours.json", "--settings", "ours.json")
    #expect(two.code == 0 && isThere("out/validation.csv") && isThere("out/comparison.csv"))
    #expect(
      words(two).contains("holds figures of an earlier run, which are not of these settings"),
      "\(two.message)")
  }

  @Test func `figures of other recordings alone are not written over`() throws {
    #expect(try gait("validate", "lab", "--output", "out").code == 0)
    let before = try gait.text(of: "out/validation.json")
    try FileManager.default.createDirectory(
      atPath: gait.path("other"), withIntermediateDirectories: true)
    try copy("lab/a", to: "other/a")
    let refused = try gait("validate", "other", "--output", "out")
    #expect(
      refused.code != 0 && words(refused).contains("holds the figures of 2 other recordings"),
      "\(refused.message)")
    #expect(try gait.text(of: "out/validation.json") == before && isThere("out/lab/b"))
    #expect(try gait("validate", "other", "--output", "out", "--force").code == 0)
    #expect(isThere("out/other/a") && !isThere("out/lab/b"))
  }

  @Test func `Parquet of tables that a study writes anew goes with them`() throws {
    try Data("path,participant\nlab/a.csv,A\n".utf8).write(
      to: URL(fileURLWithPath: gait.path("study.csv")))
    #expect(try gait("batch", "study.csv", "--output", "out").code == 0)
    // The first and last bytes of what pyarrow writes.
    let parquet = Data("PAR1…parquet-cpp-arrow version 21.0.0PAR1".utf8)
    for name in ["bouts", "failures", "mine"] {
      try parquet.write(to: URL(fileURLWithPath: gait.path("out/tables/\(name).parquet")))
    }
    try Data("mine".utf8).write(
      to: URL(fileURLWithPath: gait.path("out/tables/days.parquet")))
    let same = try gait("batch", "study.csv", "--output", "out")
    #expect(same.code == 0 && isThere("out/tables/bouts.parquet"), "\(same.message)")
    try Data("path,participant\nlab/b.csv,A\n".utf8).write(
      to: URL(fileURLWithPath: gait.path("study.csv")))
    let other = try gait("batch", "study.csv", "--output", "out")
    #expect(other.code == 0, "\(other.message)")
    #expect(!isThere("out/tables/bouts.parquet"), "its table has other rows now")
    #expect(isThere("out/tables/failures.parquet"), "its table is the same")
    #expect(isThere("out/tables/mine.parquet") && isThere("out/tables/days.parquet"))
    #expect(
      words(other).contains("removed from out/tables: bouts.parquet"), "\(other.message)")
  }
}
