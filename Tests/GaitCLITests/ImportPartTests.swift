import Foundation
import Testing

/// Parts of an export come together in any order, and a part takes the place of nothing.
struct ImportPartTests {
  private let gait: GaitProcess
  private let walk = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("SampleData/straight-walk.csv").path
  private let morning = "2026-05-04T09:30:00+02:00"
  private let noon = "2026-05-04T12:00:00+02:00"

  init() throws { gait = try GaitProcess() }

  private func keep(
    in store: String, _ person: String = "P01", start: String? = nil, height: String = "1.72"
  ) throws {
    _ = try gait.done(
      "analyze", walk, "--store", store, "--participant", person, "--start", start ?? morning,
      "--site", "lower_back", "--height", height, "-q")
  }

  /// All that a store says, with when it was stored and what gave way.
  private func contents(_ store: String) throws -> String {
    try gait.done("export", "--store", store, "--plain", "--output", "-").output
  }

  private func export(_ store: String, to file: String, _ words: String...) throws {
    let ending = try gait.run(
      ["export", "--store", store, "--plain", "--output", file, "-q"] + words)
    #expect(ending.code == 0, "\(ending.message)")
  }

  /// Rows of a plain export without the count of those that follow, as a spreadsheet filters them.
  private func filter(
    _ file: String, to other: String, _ isKept: (_ row: [String: Substring]) -> Bool
  ) throws {
    let lines = try gait.text(of: file).split(separator: "\n")
    func fields(_ line: Substring) -> [Substring] {
      line.split(separator: ",", omittingEmptySubsequences: false)
    }
    let header = fields(lines[0]).map(String.init)
    let kept = lines.dropFirst().map(fields).filter { row in
      isKept(Dictionary(uniqueKeysWithValues: zip(header, row)))
    }
    let rows = [header.map { Substring($0) }] + kept
    let text = rows.map { $0.dropLast().joined(separator: ",") }.joined(separator: "\n") + "\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path(other)))
  }

  @Test func `a part of a colleague's analysis wipes nothing`() throws {
    try keep(in: "main.gait")
    try keep(in: "colleague.gait", height: "1.8")
    try export("colleague.gait", to: "part.csv", "walking-speed")
    let before = try contents("main.gait")
    for _ in 1...2 {
      let read = try gait("import", "part.csv", "--store", "main.gait")
      #expect(read.code == 1, "\(read.message)")
      #expect(
        read.message.contains("straight-walk of P01, 1 sample: a part of another analysis")
          && read.message.contains("0 samples written"), "\(read.message)")
      #expect(try contents("main.gait") == before)
    }
    // The whole of it was stored later, and replaces the first.
    try export("colleague.gait", to: "whole.csv")
    let whole = try gait.done("import", "whole.csv", "--store", "main.gait")
    #expect(whole.message.contains("gave way"), "\(whole.message)")
    let rows = try gait.done("query", "--everything", "--format", "csv", "--store", "main.gait")
      .output
    #expect(
      try rows
        == gait.done("query", "--everything", "--format", "csv", "--store", "colleague.gait").output
    )
    // A part of the earlier one is older than what is there.
    try keep(in: "main.gait", height: "1.9")
    let now = try contents("main.gait")
    _ = try gait.done("import", "part.csv", "--store", "main.gait")
    #expect(try contents("main.gait") == now)
  }

  @Test func `the same values of another analysis are there already`() throws {
    try keep(in: "main.gait")
    try keep(in: "colleague.gait")
    try export("colleague.gait", to: "part.csv", "walking-speed")
    let before = try contents("main.gait")
    let read = try gait.done("import", "part.csv", "--store", "main.gait")
    #expect(read.message.contains("0 samples written, 1 was there already"), "\(read.message)")
    #expect(try contents("main.gait") == before)
  }

  @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 0, 2], [1, 2, 0]])
  func `months of a history in sealed files are the history, in any order`(order: [Int]) throws {
    _ = try gait.done(
      "simulate", "-q", "--history", "steady", "--participant", "A", "--days", "60", "--store",
      "all.gait")
    try Data((0..<32).map { UInt8($0) }).write(to: URL(fileURLWithPath: gait.path("k.key")))
    let limits = [
      ["--to", "2026-01-20"], ["--from", "2026-01-20", "--to", "2026-02-10"],
      ["--from", "2026-02-10"],
    ]
    for (place, limit) in limits.enumerated() {
      let sealed = try gait.run(
        ["export", "--key", "k.key", "--names", "--store", "all.gait", "-o", "\(place).sealed"]
          + limit)
      #expect(sealed.code == 0, "\(sealed.message)")
    }
    for place in order {
      let read = try gait.done("import", "\(place).sealed", "--key", "k.key", "--store", "n.gait")
      #expect(!read.message.contains("gave way") && !read.message.contains("later analysis"))
    }
    let again = try gait.done("import", "1.sealed", "--key", "k.key", "--store", "n.gait")
    #expect(again.message.contains(": 0 samples written"), "\(again.message)")
    // Also the store knows that all of it is there now.
    #expect(try contents("n.gait") == contents("all.gait"))
  }

  private static let kinds = ["walking-speed", "step-count", "cadence", "distance", "wear-time"]

  @Test(arguments: ["export", "query"])
  func `a kind in each file makes the whole, in any order`(command: String) throws {
    try keep(in: "s.gait")
    for kind in Self.kinds {
      if command == "export" {
        try export("s.gait", to: "\(kind).csv", kind)
      } else {
        let rows = try gait.done(
          "query", kind, "--left-out", "--format", "csv", "--store", "s.gait")
        try Data(rows.output.utf8).write(to: URL(fileURLWithPath: gait.path("\(kind).csv")))
      }
    }
    let wanted = try Self.kinds.flatMap { try values($0, "s.gait") }
    for (place, kinds) in [Self.kinds, Self.kinds.reversed()].enumerated() {
      for kind in kinds { _ = try gait.done("import", "\(kind).csv", "--store", "n\(place).gait") }
      #expect(try Self.kinds.flatMap { try values($0, "n\(place).gait") } == wanted)
      // Back into the store they are there already.
      let back = try gait.done("import", "\(kinds[0]).csv", "--store", "s.gait")
      #expect(back.message.contains(": 0 samples written"), "\(back.message)")
    }
  }

  private func values(_ kind: String, _ store: String) throws -> [Substring] {
    let table = try gait.done("query", kind, "--left-out", "--format", "csv", "--store", store)
      .output
    return Array(table.split(separator: "\n").dropFirst())
  }

  @Test func `what a spreadsheet sorted and filtered joins the rest`() throws {
    try keep(in: "s.gait", "P01")
    _ = try gait.done(
      "simulate", "-q", "--history", "steady", "--participant", "A", "--days", "3", "--store",
      "s.gait")
    try export("s.gait", to: "all.csv")
    try filter("all.csv", to: "steps.csv") { $0["kind"] == "step-count" }
    try filter("all.csv", to: "rest.csv") { $0["kind"] != "step-count" }
    var lines = try gait.text(of: "rest.csv").split(separator: "\n")
    let header = lines.removeFirst()
    // By time and backward: rows of both people and of all kinds among each other.
    let sorted = lines.sorted { first, second in
      first.split(separator: ",", omittingEmptySubsequences: false)[4]
        > second.split(separator: ",", omittingEmptySubsequences: false)[4]
    }
    let text = ([header] + sorted).joined(separator: "\n") + "\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path("rest.csv")))
    for (place, order) in [["steps.csv", "rest.csv"], ["rest.csv", "steps.csv"]].enumerated() {
      _ = try gait.run(["import", "-q"] + order + ["--store", "n\(place).gait"])
      #expect(try contents("n\(place).gait") == contents("s.gait"))
    }
  }

  @Test func `walks around midnight in two files count as in one`() throws {
    _ = try gait.done(
      "simulate", "-q", "daily-life", "--seed", "3", "--seconds", "200", "-o", "d.csv")
    _ = try gait.done(
      "analyze", "-q", "d.csv", "--participant", "P", "--start", "2026-05-04T23:58:30+02:00",
      "--store", "s.gait")
    try export("s.gait", to: "a.csv", "--to", "2026-05-05T00:00:00+02:00")
    try export("s.gait", to: "b.csv", "--from", "2026-05-05T00:00:00+02:00")
    for (place, order) in [["a.csv", "b.csv"], ["b.csv", "a.csv"]].enumerated() {
      _ = try gait.run(["import"] + order + ["--store", "n\(place).gait"])
      #expect(try contents("n\(place).gait") == contents("s.gait"))
    }
  }

  @Test func `an import gives nobody's recording to somebody else`() throws {
    try keep(in: "s.gait", "P01")
    try keep(in: "other.gait", "P02")
    try export("other.gait", to: "other.csv")
    try export("other.gait", to: "part.csv", "walking-speed")
    let before = try contents("s.gait")
    for file in ["other.csv", "part.csv"] {
      let read = try gait("import", file, "--store", "s.gait")
      #expect(
        read.code == 1 && read.message.contains("the same recording is kept of P01")
          && read.message.contains("--move-from-others")
          && read.message.contains("gait delete --participant P01 --recording"), "\(read.message)")
      #expect(try contents("s.gait") == before)
    }
  }

  @Test func `a value that was edited does not stand in an analysis`() throws {
    try keep(in: "s.gait")
    try export("s.gait", to: "all.csv")
    let before = try contents("s.gait")
    for limits in [[], ["step-count"]] {
      _ = try gait.run(
        ["export", "--store", "s.gait", "--plain", "--force", "--output", "edited.csv", "-q"]
          + limits)
      let text = try gait.text(of: "edited.csv")
      let steps = try #require(try values("step-count", "s.gait").first)
        .split(separator: ",")[2]
      let edited = text.replacing("step-count,\(steps)", with: "step-count,7.0")
      try Data(edited.utf8).write(to: URL(fileURLWithPath: gait.path("edited.csv")))
      #expect(edited.contains("step-count,7.0"))
      let read = try gait("import", "edited.csv", "--store", "s.gait")
      #expect(read.code == 1 && read.message.contains("with other values"), "\(read.message)")
      #expect(try contents("s.gait") == before)
    }
  }

  @Test
  func `what gave way elsewhere gives nothing up here where its successor is not in the file`()
    throws
  {
    try keep(in: "s.gait")
    try FileManager.default.copyItem(
      atPath: gait.path("s.gait"), toPath: gait.path("colleague.gait"))
    try keep(in: "colleague.gait", start: noon)
    try export("colleague.gait", to: "all.csv")
    try filter("all.csv", to: "aside.csv") { $0["superseded_time"] != "" }
    let before = try contents("s.gait")
    let read = try gait.done("import", "aside.csv", "--store", "s.gait")
    #expect(read.message.contains("what they gave way to is not here"), "\(read.message)")
    #expect(try contents("s.gait") == before)
    // The store is still whole for others.
    _ = try gait.done("merge", "s.gait", "--into", "m.gait")
    #expect(try contents("m.gait") == before)
    // With it, the later word stays, and the earlier one is aside.
    _ = try gait.done("import", "all.csv", "--store", "s.gait")
    #expect(try contents("s.gait") == contents("colleague.gait"))
  }

  @Test func `a store that holds a part is named where another analysis gives way to it`() throws {
    try keep(in: "old.gait")
    try keep(in: "new.gait", height: "1.8")
    try export("new.gait", to: "part.csv", "walking-speed")
    _ = try gait.done("import", "part.csv", "--store", "part.gait")
    // What is older and whole does not push it aside, nor the other way round.
    try export("old.gait", to: "old.csv")
    let read = try gait("import", "old.csv", "--store", "part.gait")
    #expect(
      read.code == 1 && read.message.contains("a part of a later analysis is kept"),
      "\(read.message)")
    for (place, order) in [["old.gait", "part.gait"], ["part.gait", "old.gait"]].enumerated() {
      let merged = try gait.run(["merge"] + order + ["--into", "m\(place).gait"])
      #expect(merged.code == 1 && merged.message.contains("perhaps not all"), "\(merged.message)")
      // The rest of it makes it whole.
      _ = try gait.done("merge", "new.gait", "--into", "m\(place).gait")
      #expect(try values("step-count", "m\(place).gait") == values("step-count", "new.gait"))
    }
    #expect(try contents("m0.gait") == contents("m1.gait"))
  }
}
