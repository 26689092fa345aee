import Foundation
import GaitModel
import SampleStorage
import Testing

/// Exports that were cut by chance: the parts are the whole again in any order, and a part wipes nothing.
extension MergeOrderTests {
  /// Takes rows into a store, as they come from a file.
  private func take(_ rows: [ExportedRow], into name: String) async throws -> MergeOutcome {
    var rest: [ExportedRow]? = rows
    let store = try store(name)
    let outcome = try await store.take(
      RowFeed(isByPerson: { false }) {
        defer { rest = nil }
        return rest
      }, because: "imported")
    try store.close()
    return outcome
  }

  /// What a store exports.
  private func rows(of name: String) async throws -> [ExportedRow] {
    let store = try store(name)
    let file = path(name) + ".rows"
    try await store.export(
      SampleQuery(includesLeftOut: true), to: file, ExportSettings(seal: nil, code: nil))
    try store.close()
    var reader = try ExportReader(file)
    var rows: [ExportedRow] = []
    do { while let next = try reader.nextRows() { rows += next } } catch is ImportError {}
    return rows
  }

  /// Analyses, estimates and what gave way to them.
  private func fill(_ name: String, _ dice: inout some RandomNumberGenerator) async throws {
    for _ in 0..<6 {
      let now = time.withLock {
        $0 += 1
        return $0
      }
      let store = try store(name)
      if Int.random(in: 0...2, using: &dice) == 0 {
        try await store.replace(
          [], with: [entry(&dice)], because: "estimated again",
          at: Date(timeIntervalSince1970: now))
      } else {
        try await store.save([analysis(&dice)], movingFromOthers: true)
      }
      try store.close()
    }
  }

  @Test(arguments: 0..<16) func `the parts of an export are the whole in any order`(seed: UInt64)
    async throws
  {
    var dice = SeededDice(state: seed &* 0x9E37_79B9_7F4A_7C15 &+ 19)
    try await fill("a", &dice)
    let all = try await rows(of: "a")
    let whole = try await take(all, into: "whole")
    #expect(whole.conflicts.isEmpty && whole.saved.historyLeft == 0, "\(whole)")
    #expect(try await contents("whole") == contents("a"))
    let cut = all.map { (part: Int.random(in: 0...2, using: &dice), row: $0) }
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
      let name = "parts-" + order.map(String.init).joined()
      func takeAll() async throws {
        for part in order {
          let some = cut.filter { $0.part == part }.map(\.row).shuffled(using: &dice)
          #expect(try await take(some, into: name).conflicts.isEmpty)
        }
      }
      try await takeAll()
      #expect(try await contents(name).valid == contents("a").valid, "\(order)")
      // What gave way is taken where its successor is there.
      try await takeAll()
      #expect(try await contents(name) == contents("a"), "\(order)")
      // The store knows that nothing is missing.
      #expect(
        try await Set(rows(of: name).map(\.analysisSamples))
          == Set(rows(of: "a").map(\.analysisSamples)))
    }
  }

  @Test(arguments: 0..<16) func `a part of another store wipes nothing`(seed: UInt64) async throws {
    var dice = SeededDice(state: seed &* 0x9E37_79B9_7F4A_7C15 &+ 23)
    try await fill("mine", &dice)
    try await fill("theirs", &dice)
    let mine = try await rows(of: "mine").filter { $0.superseded == nil }.map(\.sample)
      .filter { $0.kind == SampleKind.stepCount.erased }
    // Of every analysis a row is missing, and nothing says what gave way to what.
    var seen: Set<RecordingReference> = []
    let part = try await rows(of: "theirs").filter { row in
      guard row.superseded == nil, let recording = row.sample.source.recording else { return true }
      return !seen.insert(recording).inserted
    }
    for _ in 1...2 {
      _ = try await take(part.shuffled(using: &dice), into: "mine")
      let now = try await rows(of: "mine").filter { $0.superseded == nil }.map(\.sample)
      #expect(Set(now).isSuperset(of: mine))
    }
    // And it stays so where the store is merged into another.
    let now = try await contents("mine")
    try await merge(["mine"], into: "new")
    #expect(try await contents("new") == now)
  }
}
