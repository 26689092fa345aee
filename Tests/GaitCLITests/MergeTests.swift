import Foundation
import Testing

/// Stores that were merged hold the later word, in whatever order and however often they were merged, and keep what gave
/// way.
struct MergeTests {
  private let gait: GaitProcess
  private let walk = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("SampleData/straight-walk.csv").path
  private let morning = "2026-05-04T09:30:00+02:00"
  private let noon = "2026-05-04T12:00:00+02:00"

  init() throws { gait = try GaitProcess() }

  private func keep(
    in store: String, _ person: String = "P01", start: String, site: String = "lower_back",
    height: String = "1.72", _ more: String...
  ) throws {
    let ending = try gait.run(
      [
        "analyze", walk, "--store", store, "--participant", person, "--start", start, "--site",
        site,
        "--height", height,
      ] + more)
    #expect(ending.code == 0, "\(ending.message)")
  }

  private func copy(_ store: String, to other: String) throws {
    try FileManager.default.copyItem(atPath: gait.path(store), toPath: gait.path(other))
  }

  private func merge(_ stores: [String], into target: String) throws -> GaitProcess.Ending {
    try gait.run(["merge"] + stores + ["--into", target])
  }

  /// All that a store says, with when it was stored and what gave way.
  private func contents(_ store: String) throws -> String {
    let export = try gait("export", "--store", store, "--plain", "--output", "-")
    #expect(export.code == 0, "\(export.message)")
    return export.output
  }

  private func rows(_ words: String...) throws -> [String] {
    let ending = try gait.run(["query", "--format", "csv"] + words)
    #expect(ending.code == 0, "\(ending.message)")
    return ending.output.split(separator: "\n").dropFirst().map(String.init)
  }

  @Test func `an older copy puts nothing back, and what gave way is there to be looked at`() throws
  {
    try keep(in: "s.gait", start: morning)
    try copy("s.gait", to: "old.gait")
    try keep(in: "s.gait", start: noon)
    let (now, aside) = (try contents("s.gait"), try rows("--store", "s.gait", "--superseded"))
    #expect(!aside.isEmpty && aside.allSatisfy { $0.contains("a later analysis of the recording") })
    for _ in 1...2 {
      let again = try merge(["old.gait"], into: "s.gait")
      #expect(again.code == 0 && again.message.contains(" 0 samples written"), "\(again.message)")
      #expect(try contents("s.gait") == now)
    }
    // The other way round the copy becomes what the store is.
    #expect(try merge(["s.gait"], into: "old.gait").code == 0)
    #expect(try contents("old.gait") == now)
  }

  @Test func `stores that differ in start, site and height end the same in any order`() throws {
    try Data("label,start_s,end_s\nstroll,5,30\n".utf8)
      .write(to: URL(fileURLWithPath: gait.path("marks.csv")))
    try keep(in: "a.gait", start: morning, "--activities", "marks.csv")
    try keep(in: "b.gait", start: noon)
    try keep(in: "c.gait", start: morning, site: "hip")
    try keep(in: "c.gait", start: morning)
    try keep(in: "d.gait", start: morning, height: "1.9")
    let stores = ["a.gait", "b.gait", "c.gait", "d.gait"]
    var ends: Set<String> = []
    for (place, order) in [[0, 1, 2, 3], [3, 2, 1, 0], [1, 3, 0, 2], [2, 0, 3, 1]].enumerated() {
      let target = "m\(place).gait"
      // At once, one by one, and all of it again.
      let first = try merge(order.prefix(2).map { stores[$0] }, into: target)
      #expect(first.code == 0, "\(first.message)")
      for store in order.dropFirst(2) {
        #expect(try merge([stores[store]], into: target).code == 0)
      }
      let once = try contents(target)
      #expect(try merge(stores, into: target).code == 0)
      #expect(try contents(target) == once, "a repeated merge changes nothing")
      ends.insert(once)
      #expect(try rows("step-count", "--store", target).count == 1)
      let mark = try rows("activity", "--store", target)
      #expect(mark.count == 1 && mark[0].contains("stroll"))
    }
    #expect(ends.count == 1)
  }

  @Test func `what was deleted stays so, in any order, and everything is said`() throws {
    try keep(in: "old.gait", start: morning)
    let entered = try gait(
      "calibrate", "--six-minute-walk", "412", "--on", "2026-05-01", "--participant", "P01",
      "--store", "old.gait")
    #expect(entered.code == 0, "\(entered.message)")
    #expect(try gait("export", "--store", "old.gait", "--plain", "--output", "old.csv").code == 0)
    for (words, part) in [(["cadence"], "part"), (["--everything"], "all")] {
      try copy("old.gait", to: "\(part).gait")
      let deleted = try gait.run(
        ["delete", "--store", "\(part).gait", "--participant", "P01"] + words)
      #expect(deleted.code == 0, "\(deleted.message)")
      let now = try contents("\(part).gait")
      let count = words == ["cadence"] ? 1 : 15
      for _ in 1...2 {
        let merged = try merge(["old.gait"], into: "\(part).gait")
        #expect(
          merged.code == 0
            && merged.message.contains(
              count == 1
                ? "1 sample was deleted here" : "\(count) samples were deleted here")
            && merged.message.contains(" 0 samples written"), "\(merged.message)")
        #expect(try contents("\(part).gait") == now)
      }
      let read = try gait("import", "old.csv", "--store", "\(part).gait")
      #expect(read.code == 0 && read.message.contains("--with-deleted"), "\(read.message)")
      #expect(try contents("\(part).gait") == now)
      // In any order, and into the older one.
      #expect(try merge(["old.gait", "\(part).gait"], into: "\(part)1.gait").code == 0)
      #expect(try merge(["\(part).gait"], into: "\(part)2.gait").code == 0)
      #expect(try merge(["old.gait"], into: "\(part)2.gait").code == 0)
      try copy("old.gait", to: "\(part)3.gait")
      let there = try merge(["\(part).gait"], into: "\(part)3.gait")
      #expect(
        there.message.contains(
          count == 1
            ? "1 sample was deleted there after it was stored here"
            : "\(count) samples were deleted there after they were stored here"),
        "\(there.message)")
      for place in 1...3 { #expect(try contents("\(part)\(place).gait") == now) }
    }
    // Asked for, it comes back; and whoever analyzes the recording again has said so.
    #expect(try gait("merge", "old.gait", "--into", "all.gait", "--with-deleted").code == 0)
    let everything = ["--participant", "P01", "--everything", "--format", "csv"]
    let (back, old) = try (
      gait.run(["query", "--store", "all.gait"] + everything),
      gait.run(["query", "--store", "old.gait"] + everything)
    )
    #expect(back.output == old.output && !old.output.isEmpty)
    let read = try gait("import", "old.csv", "--store", "part.gait", "--with-deleted")
    #expect(read.code == 0, "\(read.message)")
    #expect(try rows("cadence", "--store", "part.gait").count == 1)
    try keep(in: "all3.gait", start: morning)
    #expect(try merge(["all1.gait", "all2.gait"], into: "all3.gait").code == 0)
    #expect(try rows("cadence", "--store", "all3.gait").count == 1)
  }

  @Test func `a stop that is taken over, and a person under a code, are said`() throws {
    try keep(in: "a.gait", start: morning)
    let stopped = try gait(
      "delete", "--store", "a.gait", "--participant", "P01", "--stop-collecting", "step-count")
    #expect(stopped.code == 0)
    for isFirst in [true, false] {
      let merged = try merge(["a.gait"], into: "m.gait")
      #expect(merged.code == 0, "\(merged.message)")
      #expect(merged.message.contains("step-count of P01 is not collected there") == isFirst)
    }
    try Data(repeating: 7, count: 32).write(to: URL(fileURLWithPath: gait.path("key")))
    #expect(try gait("export", "--store", "a.gait", "--key", "key", "--output", "x").code == 0)
    #expect(try gait("import", "x", "--key", "key", "--store", "coded.gait").code == 0)
    let both = try merge(["coded.gait"], into: "m.gait")
    #expect(both.message.contains("has the same samples as P01"), "\(both.message)")
  }

  @Test func `what was kept during a stop and came anew since was not deleted`() throws {
    let stop = ["delete", "--store", "m.gait", "--participant", "P01"]
    try gait.done(
      "simulate", "--history", "steady", "--participant", "P01", "--store", "m.gait", "--days", "1")
    #expect(try gait.run(stop + ["--stop-collecting", "step-count"]).code == 0)
    try keep(in: "b.gait", start: morning)
    let aside = try merge(["b.gait"], into: "m.gait")
    #expect(aside.message.contains("1 sample of step-count was stored after"), "\(aside.message)")
    #expect(try gait.run(stop + ["--resume-collecting", "step-count"]).code == 0)
    try keep(in: "m.gait", start: morning)
    #expect(
      try rows("step-count", "--store", "m.gait", "--recording", "straight-walk").count == 1)
    let again = try merge(["b.gait"], into: "m.gait")
    #expect(again.code == 0 && !again.message.contains("deleted"), "\(again.message)")
    #expect(try gait.run(["delete", "step-count"] + stop.dropFirst()).code == 0)
    let deleted = try merge(["b.gait"], into: "m.gait")
    #expect(deleted.message.contains("1 sample was deleted here"), "\(deleted.message)")
  }

  @Test func `a recording of two people is named, and the later word stays whoever is first`()
    throws
  {
    try keep(in: "a.gait", "P01", start: morning)
    try keep(in: "b.gait", "P02", start: morning)
    for (order, target) in [(["a.gait", "b.gait"], "ab.gait"), (["b.gait", "a.gait"], "ba.gait")] {
      let merged = try merge(order, into: target)
      #expect(
        merged.code == 1 && merged.message.contains("straight-walk is kept of P02"),
        "\(merged.message)")
      let steps = try rows("step-count", "--store", target)
      #expect(steps.count == 1 && steps[0].hasPrefix("P02,"))
      let aside = try rows("step-count", "--store", target, "--superseded")
      #expect(aside.count == 1 && aside[0].hasPrefix("P01,"))
    }
    #expect(try contents("ab.gait") == contents("ba.gait"))
  }

  @Test func `two values that were entered for one day are named, and the later one stays`() throws
  {
    for (store, meters) in [("a.gait", "412"), ("b.gait", "430")] {
      let entered = try gait(
        "calibrate", "--six-minute-walk", meters, "--on", "2026-05-01", "--participant", "P01",
        "--new-person", "--store", store)
      #expect(entered.code == 0, "\(entered.message)")
    }
    for (order, target) in [(["a.gait", "b.gait"], "ab.gait"), (["b.gait", "a.gait"], "ba.gait")] {
      let merged = try merge(order, into: target)
      #expect(
        merged.code == 1 && merged.message.contains("430.0 m was stored later"), "\(merged.message)"
      )
      let tests = try rows("six-minute-walk-distance", "--store", target)
      #expect(tests.count == 1 && tests[0].contains(",430"))
      #expect(try rows("--superseded", "--store", target).count == 1)
    }
  }

  @Test func `estimates that were replaced go with a copy, a merge and an export`() throws {
    let made = try gait(
      "simulate", "--history", "steady", "--days", "60", "--participant", "P07", "--store", "s.gait"
    )
    #expect(made.code == 0, "\(made.message)")
    #expect(try gait("estimate", "--store", "s.gait", "--quiet").code == 0)
    let corrected = try gait(
      "estimate", "--store", "s.gait", "--participant", "P07", "--height", "1.5", "--corrects", "-q"
    )
    #expect(corrected.code == 0, "\(corrected.message)")
    let aside = try rows("--superseded", "--store", "s.gait")
    #expect(aside.contains { $0.contains("gait estimate") })
    #expect(try gait("store", "copy", "--store", "s.gait", "--output", "copy.gait").code == 0)
    #expect(try merge(["s.gait"], into: "merged.gait").code == 0)
    try Data(repeating: 7, count: 32).write(to: URL(fileURLWithPath: gait.path("key")))
    #expect(
      try gait("export", "--store", "s.gait", "--key", "key", "--names", "--output", "x").code == 0)
    let read = try gait("import", "x", "--key", "key", "--store", "imported.gait")
    #expect(read.code == 0, "\(read.message)")
    for store in ["copy.gait", "merged.gait", "imported.gait"] {
      #expect(try Set(rows("--superseded", "--store", store)) == Set(aside), "\(store)")
    }
    // What was withdrawn or replaced does not come back from an older copy.
    let now = try rows("--everything", "--store", "s.gait")
    #expect(try merge(["copy.gait", "merged.gait", "imported.gait"], into: "s.gait").code == 0)
    #expect(try rows("--everything", "--store", "s.gait") == now)
    #expect(try rows("--superseded", "--store", "s.gait") == aside)
  }

  @Test func `an older export does not mix with a newer analysis`() throws {
    try keep(in: "s.gait", start: morning)
    #expect(try gait("export", "--store", "s.gait", "--plain", "--output", "old.csv").code == 0)
    try keep(in: "s.gait", start: noon, height: "1.6")
    let now = try contents("s.gait")
    let read = try gait("import", "old.csv", "--store", "s.gait")
    #expect(read.code == 0 && read.message.contains(" 0 samples written"), "\(read.message)")
    #expect(try contents("s.gait") == now)
  }

  @Test func `what an analysis replaces is said and kept aside, and may be deleted`() throws {
    try keep(in: "s.gait", start: morning)
    for (start, more, person) in [
      (morning, ["--site", "hip"], "P01"), (noon, [], "P01"),
      (morning, ["--move-from-others"], "P02"),
    ] {
      let ending = try gait.run(
        ["analyze", walk, "--store", "s.gait", "--participant", person, "--start", start] + more)
      #expect(ending.code == 0 && ending.message.contains("kept aside"), "\(ending.message)")
    }
    let sites = try rows("step-count", "--store", "s.gait", "--superseded")
    #expect(sites.count == 3)
    #expect(sites.contains { $0.contains("lower_back") } && sites.contains { $0.contains("hip") })
    let gone = try gait(
      "delete", "--superseded", "--store", "s.gait", "--participant", "P01")
    #expect(gone.code == 0, "\(gone.message)")
    #expect(try rows("--store", "s.gait", "--superseded").isEmpty)
    #expect(try rows("step-count", "--store", "s.gait").count == 1)
  }

  @Test(arguments: [("P02", "P03"), ("P03", "P02")])
  func `a recording that moved is named, whoever's name comes first`(
    before: String, after: String
  ) throws {
    try keep(in: "old.gait", before, start: morning)
    try copy("old.gait", to: "new.gait")
    try keep(in: "new.gait", after, start: morning, "--move-from-others")
    let merged = try merge(["new.gait"], into: "old.gait")
    #expect(merged.code == 1, "\(merged.message)")
    #expect(
      merged.message.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(
        "is kept of \(after), where it was stored later, and no more of \(before)"),
      "\(merged.message)")
    #expect(try contents("old.gait") == contents("new.gait"))
    let again = try merge(["new.gait"], into: "old.gait")
    #expect(again.code == 0, "\(again.message)")
  }

  @Test func `a store is known by its other names`() throws {
    try keep(in: "s.gait", start: morning)
    try FileManager.default.linkItem(atPath: gait.path("s.gait"), toPath: gait.path("hard.gait"))
    let into = try merge(["hard.gait"], into: "s.gait")
    #expect(
      into.code == 2 && into.message.contains("--into s.gait would be written over hard.gait"),
      "\(into.message)")
    let twice = try merge(["s.gait", "hard.gait"], into: "all.gait")
    #expect(
      twice.code == 2 && twice.message.contains("hard.gait is the same file as s.gait"),
      "\(twice.message)")
    #expect(!FileManager.default.fileExists(atPath: gait.path("all.gait")))
    try FileManager.default.removeItem(atPath: gait.path("hard.gait"))
    #expect(try rows("--store", "s.gait").isEmpty == false)
  }
}
