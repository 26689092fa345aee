import Foundation
import GaitModel
import SampleStorage
import Testing

/// Recordings that stores analyzed differently, deleted in part or whole; stops of collection, and their ends.
extension MergeOrderTests {
  private static let kinds = [SampleKind.stepCount.erased, AnySampleKind(.cadence)]

  /// An analysis with two kinds, whose name, start, person and walks are by chance.
  private func walk(_ dice: inout some RandomNumberGenerator) -> RecordingSamples {
    var walk = analysis(&dice)
    let cadences = walk.samples.filter { _ in Bool.random(using: &dice) }.map { step in
      Sample(
        kind: Self.kinds[1], value: step.value + 90, start: step.start, end: step.end,
        participant: step.participant, source: step.source)
    }
    walk.samples += cadences
    return walk
  }

  /// Does something to a store, as people and commands do: everything there is.
  private func live(in name: String, _ dice: inout some RandomNumberGenerator) async throws {
    let now = Date(
      timeIntervalSince1970: time.withLock {
        $0 += 1
        return $0
      })
    let store = try store(name)
    let person = "P0\(Int.random(in: 1...2, using: &dice))"
    let kind = Self.kinds.randomElement(using: &dice) ?? Self.kinds[0]
    switch Int.random(in: 0...14, using: &dice) {
    case 0...4:
      // What was deleted could be among walks that are others, which are refused.
      do {
        try await store.save([walk(&dice)], movingFromOthers: true)
      } catch StoreError.deletedInPart {}
    case 5:
      if let kept = try await store.keptRecordings().randomElement(using: &dice) {
        try await store.giveUp(kept.recording, of: kept.participant, because: "gone")
      }
    case 6: try await store.replace([], with: [entry(&dice)], because: "estimated again", at: now)
    case 7:
      let old = try await store.samples(of: .sixMinuteWalkDistance).map(\.sample)
      try await store.replace(old, with: [], because: "withdrawn", at: now)
    case 8...9:
      let all = try await store.samples(matching: SampleQuery(includesLeftOut: true))
      if let one = all.randomElement(using: &dice) { try await store.delete([one]) }
    case 10: try await store.delete(matching: SampleQuery(kinds: [kind], participant: person))
    case 11:
      try await store.deleteEverything(of: person, keepingStops: Bool.random(using: &dice))
    case 12:
      try await store.deleteSuperseded(matching: SampleQuery(participant: person))
    case 13: try await store.stopCollection(of: kind, for: person)
    default: try await store.resumeCollection(of: kind, for: person)
    }
    try store.close()
  }

  private struct State: Equatable {
    var valid: [String]
    var aside: Set<String>
    var stops: [CollectionStop]
  }

  private func state(_ name: String) async throws -> State {
    let (valid, aside) = try await contents(name)
    return State(valid: valid, aside: aside, stops: try await store(name).collectionStops())
  }

  private static let orders = [
    ["a", "b", "c"], ["a", "c", "b"], ["b", "a", "c"], ["b", "c", "a"], ["c", "a", "b"],
    ["c", "b", "a"],
  ]

  @Test(arguments: 0..<24) func `whatever was done, any order ends the same`(seed: UInt64)
    async throws
  {
    var dice = SeededDice(state: seed &* 0x9E37_79B9_7F4A_7C15 &+ 11)
    for _ in 0..<3 { try await live(in: "a", &dice) }
    for name in ["b", "c"] {
      if Bool.random(using: &dice) {
        try FileManager.default.copyItem(atPath: path("a"), toPath: path(name))
      }
    }
    for _ in 0..<12 {
      try await live(in: ["a", "b", "c"].randomElement(using: &dice) ?? "a", &dice)
    }
    var first: State?
    for (place, order) in Self.orders.enumerated() {
      try await merge(order, into: "m\(place)")
      let once = try await state("m\(place)")
      first = first ?? once
      #expect(once == first, "\(order)")
      try await merge(order.reversed(), into: "m\(place)")
      #expect(try await state("m\(place)") == once, "\(order) again")
    }
    // Into each of them, one by one, and by way of the others.
    for order in Self.orders {
      let target = "into-" + order.joined()
      try FileManager.default.copyItem(atPath: path(order[0]), toPath: path(target))
      try await merge([order[1], order[2]], into: target)
      #expect(try await state(target) == first, "\(target)")
      let way = "by-" + order.joined()
      try FileManager.default.copyItem(atPath: path(order[1]), toPath: path(way))
      try await merge([order[2]], into: way)
      try FileManager.default.copyItem(atPath: path(order[0]), toPath: path("end-" + way))
      try await merge([way], into: "end-" + way)
      #expect(try await state("end-" + way) == first, "\(way)")
    }
  }
}
