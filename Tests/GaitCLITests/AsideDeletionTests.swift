import Foundation
import Testing

/// What is kept aside goes by a merge where it was deleted after it was stored, and stays where it was stored again since.
struct AsideDeletionTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  private func analyze(_ store: String, _ more: String...) throws {
    let ending = try gait.run(
      ["analyze", "r.csv", "--store", store, "--participant", "P1", "--quiet"] + more)
    #expect(ending.code == 0, "\(ending.message)")
  }

  private func aside(_ store: String, _ kind: String = "--everything") throws -> Int {
    GaitProcess.rows(
      try gait.done(
        "query", kind, "--superseded", "--participant", "P1", "--store", store, "--format", "csv"
      ).output
    ).count
  }

  @Test func `what was deleted and analyzed again stays aside, however often stores are merged`()
    throws
  {
    try gait.done("simulate", "straight-walk", "--seed", "23", "--output", "r.csv", "--quiet")
    try analyze("a.gait", "--start", "2026-05-04T10:00:00+02:00", "--height", "1.7")
    try gait.done("delete", "--store", "a.gait", "--participant", "P1", "--everything", "--quiet")
    try analyze("a.gait", "--start", "2026-05-04T10:00:00+02:00", "--height", "1.7")
    try analyze("b.gait", "--start", "2026-05-04T10:10:00+02:00", "--height", "1.7")
    for (place, order) in [["a", "b", "a", "b"], ["b", "a", "b", "a"]].enumerated() {
      let target = "m\(place).gait"
      for (turn, name) in order.enumerated() {
        let merged = try gait.done("merge", name + ".gait", "--into", target)
        #expect(!merged.message.contains("deleted"), "\(order) \(turn): \(merged.message)")
        if turn > 0 { #expect(try aside(target) == 14, "\(order) \(turn)") }
      }
      let table = try gait.done("query", "--store", target, "--everything", "--format", "csv")
      #expect(GaitProcess.rows(table.output).count == 14)
    }
  }

  @Test func `a former analysis goes that was deleted after it was stored`() throws {
    try gait.done("simulate", "straight-walk", "--seed", "23", "--output", "r.csv", "--quiet")
    try analyze("a.gait", "--start", "2026-05-04T10:00:00+02:00", "--height", "1.7")
    try gait.done("merge", "a.gait", "--into", "c.gait")
    try gait.done("delete", "--store", "a.gait", "--participant", "P1", "--everything", "--quiet")
    try analyze("c.gait", "--start", "2026-05-04T10:10:00+02:00", "--height", "1.7")
    #expect(try aside("c.gait") == 14)
    let merged = try gait.done("merge", "a.gait", "--into", "c.gait")
    #expect(merged.message.contains("14 samples were deleted there"), "\(merged.message)")
    #expect(try aside("c.gait") == 0)
  }

  @Test func `a kind that was deleted before an analysis stays aside with it in any order`() throws
  {
    try gait.done("simulate", "stairs", "--seed", "4", "--output", "r.csv", "--quiet")
    let start = "2026-05-04T10:00:00+02:00"
    try analyze("b.gait", "--start", start)
    try gait.done("delete", "--store", "b.gait", "--participant", "P1", "wear-time", "--quiet")
    try analyze("a.gait", "--start", start, "--height", "1.9")
    try analyze("b.gait", "--start", start, "--height", "1.5")
    for (place, order) in [["a", "b", "a", "b"], ["b", "a", "a", "b"]].enumerated() {
      let target = "m\(place).gait"
      for (turn, name) in order.enumerated() {
        try gait.done("merge", name + ".gait", "--into", target)
        guard turn > 0 else { continue }
        #expect(try aside(target) == 63, "\(order) \(turn)")
        #expect(try aside(target, "wear-time") == 1, "\(order) \(turn)")
      }
    }
  }

  @Test func `estimates that were given out again after a deletion keep their history`() throws {
    try gait.done(
      "simulate", "--history", "unsteadiness", "--days", "40", "--participant", "P1", "--seed", "2",
      "--store", "life.gait", "--quiet")
    try gait.done("export", "--store", "life.gait", "--plain", "--output", "life.csv", "--quiet")
    try gait.done("import", "life.csv", "--store", "a.gait", "--quiet")
    try gait.done("estimate", "--store", "a.gait", "--quiet")
    let days = ["--from", "2026-01-20", "--to", "2026-01-22"]
    func delete(_ store: String, _ kinds: String) throws {
      let ending = try gait.run(
        ["delete", "--store", store, "--participant", "P1", kinds, "--quiet"] + days)
      #expect(ending.code == 0, "\(ending.message)")
    }
    try delete("a.gait", "--everything")
    try gait.done("import", "life.csv", "--store", "a.gait", "--with-deleted", "--quiet")
    try gait.done("estimate", "--store", "a.gait", "--quiet")
    try gait.done("merge", "a.gait", "--into", "c.gait", "--quiet")
    try delete("c.gait", "walking-speed")
    try gait.done("estimate", "--store", "c.gait", "--quiet")
    let before = try aside("c.gait")
    #expect(before > 10)
    let merged = try gait.done("merge", "a.gait", "--into", "c.gait")
    #expect(!merged.message.contains("deleted there"), "\(merged.message)")
    #expect(try aside("c.gait") == before)
  }

  @Test func `what gave way says in an export when it was stored`() throws {
    try gait.done("simulate", "straight-walk", "--seed", "23", "--output", "r.csv", "--quiet")
    for height in ["1.7", "1.9"] {
      try analyze("a.gait", "--start", "2026-05-04T10:00:00+02:00", "--height", height)
    }
    try gait.done("export", "--store", "a.gait", "--plain", "--output", "a.csv")
    let rows = GaitProcess.rows(try gait.text(of: "a.csv")).filter {
      $0["superseded_time"]?.isEmpty == false
    }
    #expect(!rows.isEmpty)
    for row in rows {
      #expect(row["stored_time"] ?? "" < row["superseded_time"] ?? "", "\(row)")
      #expect(row["stored_time"]?.isEmpty == false)
    }
  }
}
