import Foundation
import GaitModel
import SampleStorage
import Synchronization
import Testing

/// A stop of collection and a deletion in one store, and what another store did without knowing of it.
final class StopMergeTests: Sendable {
  private let folder: StoreFolder
  private let time = Mutex(1_777_900_000.0)
  private static let kind = SampleKind.stepCount.erased

  init() throws { folder = try StoreFolder() }

  private func path(_ name: String) -> String {
    folder.url.appendingPathComponent(name + ".gait").path
  }

  private func store(_ name: String) throws -> SampleStore {
    try SampleStore.open(path(name), access: .everything) { [self] in
      Date(
        timeIntervalSince1970: time.withLock {
          $0 += 1
          return $0
        })
    }
  }

  private func walk(
    _ content: String, of person: String = "P01", later: Double = 0, steps: Double = 50,
    count: Int = 1
  ) -> RecordingSamples {
    let start = Date(timeIntervalSince1970: 1_777_879_800 + later)
    let recording = RecordingReference(name: content, start: start, content: content)
    let source = SampleSource(name: SampleSource.analysisName, recording: recording)
    let samples = (0..<count).flatMap { place -> [Sample] in
      let minute = start + Double(place) * 60
      return [(Self.kind, steps), (AnySampleKind(.cadence), 110)].map { kind, value -> Sample in
        Sample(
          kind: kind, value: value, start: minute, end: minute + 30, participant: person,
          source: source)
      }
    }
    return RecordingSamples(
      participant: person, recording: recording, revisions: ["M": 1], samples: samples)
  }

  private func steps(_ name: String) async throws -> [Double] {
    try await store(name).samples(of: .stepCount).map(\.sample.value)
  }

  private func aside(_ name: String) async throws -> [Double] {
    try await store(name).superseded(matching: SampleQuery(kinds: [Self.kind])).map(\.sample.value)
  }

  /// Merges stores in every order into a new one and into each of them, and looks at each end.
  private func everyOrder(
    of names: [String], _ look: (String) async throws -> Void
  ) async throws {
    for (place, order) in [names, names.reversed()].enumerated() {
      let target = "all\(place)-\(UUID())"
      for _ in 1...2 {
        for name in order { _ = try await store(target).merge(try store(name)) }
        try await look(target)
      }
    }
    for name in names {
      let target = "to-\(name)-\(UUID())"
      try await store(name).copy(to: path(target))
      for other in names where other != name {
        _ = try await store(target).merge(try store(other))
      }
      try await look(target)
    }
  }

  @Test func `what was stored before a stop stays, what came after it is kept aside`() async throws
  {
    try await store("a").save([walk("w1", steps: 50)])
    try await store("b").save([walk("w2", later: 86_400, steps: 60)])
    try await store("a").stopCollection(of: Self.kind, for: "P01")
    try await store("b").save([walk("w3", later: 172_800, steps: 70)])
    let outcome = try await store("said").merge(try store("b"))
    #expect(outcome.stopped.isEmpty)
    let second = try await store("said").merge(try store("a"))
    #expect(second.stopped == [Self.kind: 1] && second.stops.map(\.participant) == ["P01"])
    try await everyOrder(of: ["a", "b"]) { (name: String) async throws in
      #expect(try await steps(name) == [50, 60])
      #expect(try await aside(name) == [70])
      #expect(try await store(name).samples(of: .cadence).count == 3)
      #expect(try await store(name).collectionStops().map(\.kind) == [Self.kind])
    }
  }

  /// Expects that nothing of the kind is valid, and what is aside.
  private func expect(_ name: String, aside values: [Double]) async throws {
    #expect(try await aside(name) == values, "\(name)")
    #expect(try await steps(name).isEmpty, "\(name)")
  }

  private static let wholeKind = SampleQuery(kinds: [kind], participant: "P01")
  private static let window = SampleQuery(
    kinds: [kind], participant: "P01", from: Date(timeIntervalSince1970: 1_777_879_000),
    to: Date(timeIntervalSince1970: 1_777_889_000))

  @Test(arguments: [wholeKind, window])
  func `what was stored anew after a stop and a deletion is kept aside, both ways`(
    deleted: SampleQuery
  ) async throws {
    try await store("site").save([walk("w1", steps: 50)])
    try await store("site").copy(to: path("center"))
    try await store("center").stopCollection(of: Self.kind, for: "P01")
    try await store("center").delete(matching: deleted)
    try await store("site").save([walk("w1", steps: 60)])
    for name in ["site", "center"] { try await store(name).copy(to: path("\(name)1")) }
    let there = try await store("center").merge(try store("site"))
    #expect(there.stopped == [Self.kind: 1] && there.deletedHere == 0)
    try await expect("center", aside: [60])
    let here = try await store("site").merge(try store("center"))
    #expect(here.stopped == [Self.kind: 1] && here.deletedThere == 1, "50 is deleted")
    for _ in 1...2 {
      try await expect("site", aside: [60])
      for (from, to) in [("site", "center"), ("center", "site")] {
        let again = try await store(to).merge(try store(from))
        #expect(again.stopped.isEmpty && again.deletedThere == 0 && again.deletedHere == 0)
      }
      try await expect("center", aside: [60])
    }
    try await everyOrder(of: ["site1", "center1"]) { (name: String) async throws in
      try await expect(name, aside: [60])
    }
    // With the analysis it gives way, wherever that is learned: it was stored after the deletion.
    try await store("site1").copy(to: path("site2"))
    try await store("site2").save([walk("w1", steps: 70)])
    try await everyOrder(of: ["site1", "center1", "site2"]) { (name: String) async throws in
      try await expect(name, aside: [60, 70])
    }
    // What is aside since is deleted as anything else, and what was deleted before stays so.
    try await store("center").delete(matching: Self.wholeKind)
    try await everyOrder(of: ["site1", "center"]) { (name: String) async throws in
      try await expect(name, aside: [])
    }
  }

  @Test func `what is aside since a stop takes no deletion back when it goes`() async throws {
    try await store("site").save([walk("w1", steps: 50)])
    try await store("site").copy(to: path("center"))
    try await store("site").copy(to: path("old"))
    try await store("center").stopCollection(of: Self.kind, for: "P01")
    try await store("center").delete(matching: Self.window)
    try await store("site").save([walk("w1", steps: 60)])
    _ = try await store("center").merge(try store("site"))
    let count = try await store("center").deleteSuperseded(
      matching: SampleQuery(participant: "P01"))
    #expect(count == 1)
    _ = try await store("old").merge(try store("center"))
    try await expect("old", aside: [])
  }

  @Test func `what was stored between a stop and a deletion is said to be deleted`() async throws {
    try await store("site").save([walk("w1", steps: 50)])
    try await store("site").copy(to: path("center"))
    try await store("center").stopCollection(of: Self.kind, for: "P01")
    try await store("site").save([walk("w1", steps: 60)])
    try await store("center").delete(matching: Self.wholeKind)
    for name in ["site", "center"] { try await store(name).copy(to: path("\(name)1")) }
    let there = try await store("center").merge(try store("site"))
    #expect(there.stopped.isEmpty && there.deletedHere == 1)
    let here = try await store("site").merge(try store("center"))
    #expect(here.stopped.isEmpty && here.deletedThere == 1)
    try await everyOrder(of: ["site1", "center1"]) { (name: String) async throws in
      try await expect(name, aside: [])
    }
  }

  @Test func `collected again is a later word, and an older copy does not take it back`()
    async throws
  {
    try await store("a").save([walk("w1", steps: 50)])
    try await store("a").stopCollection(of: Self.kind, for: "P01")
    try await store("a").copy(to: path("old"))
    try await store("b").save([walk("w2", later: 86_400, steps: 60)])
    try await store("a").resumeCollection(of: Self.kind, for: "P01")
    try await store("a").save([walk("w3", later: 172_800, steps: 70)])
    try await everyOrder(of: ["a", "b", "old"]) { (name: String) async throws in
      #expect(try await store(name).collectionStops().isEmpty)
      #expect(try await steps(name) == [50, 70])
      #expect(try await aside(name) == [60])
    }
    let outcome = try await store("old").merge(try store("a"))
    #expect(outcome.resumed == [CollectionStop(participant: "P01", kind: Self.kind)])
    // Nothing of a name is left where nothing is stopped and nothing kept.
    let last = try store("a")
    try await last.deleteEverything(of: "P01")
    try await last.scrub()
    try last.close()
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: path("a"))).range(of: Data("P01".utf8)) == nil)
  }

  @Test func `an end of a stop that is learned late lets what was put aside be valid again`()
    async throws
  {
    try await store("a").stopCollection(of: Self.kind, for: "P01")
    try await store("a").copy(to: path("c"))
    try await store("c").resumeCollection(of: Self.kind, for: "P01")
    try await store("b").save([walk("w2", steps: 60)])
    try await everyOrder(of: ["a", "b", "c"]) { (name: String) async throws in
      #expect(try await steps(name) == [60])
      #expect(try await aside(name).isEmpty)
    }
  }

  @Test func `stops of an older schema keep what their store holds`() async throws {
    let old = try #require(
      Bundle.module.url(
        forResource: "stops-schema-4", withExtension: "gait", subdirectory: "Stores"))
    for name in ["a", "copy"] {
      try FileManager.default.copyItem(at: old, to: URL(fileURLWithPath: path(name)))
    }
    let before = try await steps("a").count
    #expect(before == 120)
    #expect(
      try await store("a").collectionStops().map(\.kind.name) == ["heart-rate", "step-count"])
    // Later than the seed was made.
    time.withLock { $0 = 1_900_000_000 }
    try await store("b").save([walk("w2", later: 864_000, steps: 60)])
    try await everyOrder(of: ["a", "b", "copy"]) { (name: String) async throws in
      #expect(try await steps(name).count == before)
      #expect(try await aside(name) == [60])
      #expect(try await store(name).collectionStops().count == 2)
    }
  }

  @Test
  func `a recording that was deleted stays so, with whatever start it was analyzed elsewhere`()
    async throws
  {
    try await store("b").save([walk("w1", later: 7200, steps: 60)])
    try await store("a").save([walk("w1", steps: 50), walk("w2", later: 86_400, steps: 55)])
    try await store("a").copy(to: path("c"))
    _ = try await store("a").delete(matching: SampleQuery(participant: "P01", recording: "w1"))
    try await everyOrder(of: ["a", "b", "c"]) { (name: String) async throws in
      #expect(try await steps(name) == [55])
      #expect(try await aside(name).isEmpty)
    }
    // Who analyzes it again has said so.
    try await store("a").save([walk("w1", steps: 51)])
    try await everyOrder(of: ["a", "b", "c"].reversed()) { (name: String) async throws in
      #expect(try await steps(name) == [51, 55])
    }
  }

  @Test func `one sample that was deleted takes no other analysis with it`() async throws {
    try await store("b").save([walk("w1", later: 7200, steps: 60, count: 3)])
    try await store("a").save([walk("w1", steps: 50)])
    try await store("a").copy(to: path("c"))
    let all = try await store("a").samples(matching: SampleQuery(includesLeftOut: true))
    try await store("a").delete(all)
    try await everyOrder(of: ["a", "b", "c"]) { (name: String) async throws in
      #expect(try await steps(name).isEmpty)
      #expect(try await aside(name) == [60, 60, 60], "the earlier analysis is not lost")
    }
  }

  @Test func `a person's deletion does not reach the same recording of another person`()
    async throws
  {
    try await store("b").save([walk("w1", of: "P02", steps: 60)])
    try await store("a").save([walk("w1", of: "P01", steps: 50)])
    try await store("a").deleteEverything(of: "P01")
    try await everyOrder(of: ["a", "b"]) { (name: String) async throws in
      #expect(try await aside(name) == [60])
    }
  }

  @Test func `what gave way is deleted here only, and is valid nowhere again`() async throws {
    func value(_ meters: Double) -> Sample {
      let start = Date(timeIntervalSince1970: 1_777_879_800)
      return Sample(
        .sixMinuteWalkDistance, Length(meters: meters), start: start, end: start + 360,
        participant: "P01", source: .estimates)
    }
    let now = Date(timeIntervalSince1970: 1_777_899_000)
    try await store("a").replace([], with: [value(400)], because: "estimated", at: now)
    try await store("a").save([walk("w1", steps: 50)])
    try await store("a").copy(to: path("b"))
    try await store("a").replace([value(400)], with: [], because: "withdrawn", at: now + 1)
    try await store("a").save([walk("w1", later: 600, steps: 51)])
    let count = try await store("a").deleteSuperseded(matching: SampleQuery(participant: "P01"))
    #expect(count == 3)
    try await everyOrder(of: ["a", "b"]) { (name: String) async throws in
      #expect(try await steps(name) == [51])
      #expect(try await aside(name) == [50], "it is not lost where nobody deleted it")
      let store = try store(name)
      #expect(try await store.samples(of: .sixMinuteWalkDistance).isEmpty)
      let old = SampleQuery(kinds: [SampleKind.sixMinuteWalkDistance.erased])
      #expect(try await store.superseded(matching: old).count == 1)
    }
  }
}
