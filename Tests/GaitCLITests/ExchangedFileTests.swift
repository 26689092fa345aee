import Foundation
import Testing

/// A file of a study that holds another recording than before, beside a store that does not know it.
struct ExchangedFileTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  private func batch() throws -> String {
    try gait.done("batch", "s.csv", "--store", "s.gait", "--output", "out").message
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// How many walks the store counts.
  private func walks() throws -> Int {
    try gait.done("query", "step-count", "--store", "s.gait", "--format", "csv").output
      .split(separator: "\n").count - 1
  }

  @Test(arguments: [true, false])
  func `what an older copy of the store or of the results holds beside it is named`(
    isStore: Bool
  ) throws {
    for seed in ["1", "2"] {
      try gait.done(
        "simulate", "straight-walk", "--seed", seed, "--seconds", "60", "--output", "w\(seed).csv")
    }
    func study(_ seed: String, hour: String) throws {
      try FileManager.default.createDirectory(
        atPath: gait.path("A"), withIntermediateDirectories: true)
      let walk = try Data(contentsOf: URL(fileURLWithPath: gait.path("w\(seed).csv")))
      try walk.write(to: URL(fileURLWithPath: gait.path("A/walk.csv")))
      let row = "A/walk.csv,A,2026-03-02T\(hour):00:00,Europe/Berlin\n"
      try "path,participant,start,time_zone\n\(row)".write(
        toFile: gait.path("s.csv"), atomically: true, encoding: .utf8)
    }
    try study("1", hour: "09")
    let first = try batch()
    #expect(!first.contains("both count"), "\(first)")
    try gait.done("store", "copy", "--store", "s.gait", "--output", "old.gait")
    try study("2", hour: "12")
    let second = try batch()
    #expect(second.contains("another recording than before") && !second.contains("both count"))
    #expect(try walks() == 1)
    if isStore {
      try gait.done("store", "copy", "--store", "old.gait", "--output", "s.gait", "--force")
    } else {
      try FileManager.default.removeItem(atPath: gait.path("out"))
      try study("1", hour: "15")
    }
    let plan = try gait.done("batch", "s.csv", "--store", "s.gait", "--output", "out", "--dry-run")
      .output
    #expect(
      plan.contains(
        isStore
          ? "A/walk.csv: the store holds another recording walk of A, too, which is in no file of this study, and both count"
          : "A/walk.csv: new; the store holds a recording of this name, and whether it is that of the file"
      ), "\(plan)")
    let third = try batch()
    #expect(
      third.contains("A/walk.csv: the store holds another recording walk of A, too")
        && third.contains("both count there"), "\(third)")
    #expect(try walks() == 2)
    try gait.done(
      "delete", "--store", "s.gait", "--participant", "A", "--recording", "walk", "--everything")
    let last = try batch()
    #expect(!last.contains("both count"), "\(last)")
    #expect(try walks() == 1)
  }
}
