import Foundation
import Testing

/// A code is corrected in one store as the program advises, by an export, a deletion and an import, and another store still has
/// the former code.
struct RenamedPersonTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  /// Kinds, times and values of a store, by person.
  private func rows(_ store: String) throws -> [String: [String]] {
    try gait.done("export", "--store", store, "--plain", "--output", "\(store).csv", "--force")
    var people: [String: [String]] = [:]
    for row in GaitProcess.rows(try gait.text(of: "\(store).csv")) {
      people[row["participant"] ?? "", default: []].append(
        ["kind", "start_time", "end_time", "value", "recording"].map { row[$0] ?? "" }
          .joined(separator: " "))
    }
    return people.mapValues { $0.sorted() }
  }

  /// A laptop, a center with the same of a person, and what the person's export says under the new code.
  private func prepare(_ person: String) throws {
    try gait.done(
      "simulate", "--history", "steady", "--days", "3", "--seed", "1", "--participant", person,
      "--store", "laptop.gait")
    try gait.done("store", "copy", "--store", "laptop.gait", "--output", "center.gait")
    try gait.done(
      "export", "--store", "center.gait", "--plain", "--participant", person, "--output", "own.csv")
    let text = try gait.text(of: "own.csv").replacingOccurrences(of: person, with: "P77")
    try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path("new.csv")))
  }

  private func rename(_ person: String) throws {
    try gait.done("delete", "--store", "center.gait", "--participant", person, "--everything")
    try gait.done("import", "new.csv", "--store", "center.gait")
  }

  @Test(arguments: ["P01", "P02", "Z9", "A01"])
  func `a corrected code stays in any order of the stores`(person: String) throws {
    try prepare(person)
    let before = try rows("laptop.gait")
    try rename(person)
    let all = try rows("center.gait")
    #expect(all["P77"]?.count == before[person]?.count && all.count == 1)
    let again = try gait.done("import", "new.csv", "--store", "center.gait")
    #expect(again.message.contains(": 0 samples written"), "\(again.message)")
    try gait.done("store", "copy", "--store", "laptop.gait", "--output", "old.gait")
    let orders = [
      ["laptop.gait": ["center.gait"]], ["n1.gait": ["old.gait", "center.gait"]],
      ["n2.gait": ["center.gait", "old.gait"]],
    ]
    for order in orders {
      for (store, sources) in order {
        for _ in 1...2 {
          let merged = try gait.run(["merge"] + sources + ["--into", store])
          #expect(merged.code == 0, "\(merged.message)")
          #expect(!merged.message.contains("kept aside"), "\(merged.message)")
          #expect(!merged.message.contains("later analysis"), "\(merged.message)")
          #expect(try rows(store) == all)
        }
      }
    }
  }

  @Test func `a corrected code stays also where the former one was analyzed again before`() throws {
    try prepare("P01")
    // Another analysis of the same recordings, which is stored later than the first.
    try gait.done("delete", "--store", "laptop.gait", "--participant", "P01", "--everything")
    try gait.done(
      "simulate", "--history", "steady", "--days", "3", "--seed", "1", "--participant", "P01",
      "--store", "laptop.gait")
    try rename("P01")
    let all = try rows("center.gait")
    try gait.done("store", "copy", "--store", "laptop.gait", "--output", "old.gait")
    for sources in [["old.gait", "center.gait"], ["center.gait", "old.gait"]] {
      let store = "of-\(sources[0])"
      for _ in 1...2 {
        #expect(try gait.run(["merge"] + sources + ["--into", store]).code == 0)
        #expect(try rows(store) == all)
      }
    }
  }

  @Test func `activities that were labelled under the former code go along`() throws {
    let walk = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("SampleData/straight-walk.csv").path
    let analyze = [
      "analyze", walk, "--store", "laptop.gait", "--participant", "P01", "--start",
      "2026-05-04T09:30:00+02:00", "--site", "lower_back", "--height", "1.72", "--output", "out",
    ]
    #expect(try gait.run(analyze).code == 0)
    try gait.done("store", "copy", "--store", "laptop.gait", "--output", "center.gait")
    try gait.done(
      "export", "--store", "center.gait", "--plain", "--participant", "P01", "--output", "own.csv")
    let text = try gait.text(of: "own.csv").replacingOccurrences(of: "P01", with: "P77")
    try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path("new.csv")))
    try Data("label,start_s,end_s\nbefore,0,15\n".utf8).write(
      to: URL(fileURLWithPath: gait.path("marks.csv")))
    #expect(try gait.run(analyze + ["--force", "--activities", "marks.csv"]).code == 0)
    try rename("P01")
    try gait.done("store", "copy", "--store", "laptop.gait", "--output", "old.gait")
    for sources in [["old.gait", "center.gait"], ["center.gait", "old.gait"]] {
      let store = "of-\(sources[0])"
      for _ in 1...2 {
        let merged = try gait.run(["merge"] + sources + ["--into", store])
        #expect(merged.code == 0, "\(merged.message)")
        let held = try rows(store)
        #expect(held.count == 1)
        #expect(held["P77"]?.filter { $0.hasPrefix("activity ") }.count == 1)
        #expect(held["P77"]?.filter { $0.hasPrefix("step-count ") }.count == 1)
      }
    }
  }
}
