import Foundation
import GaitModel
import SampleStorage
import Testing

@Suite(.timeLimit(.minutes(10)))
struct UpdateTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  @Test func `the feed from an anchor has what was added and deleted since`() async throws {
    let store = try folder.store()
    try await store.save([AnalyzedSamples.all[0]])
    let first = try await store.changes(since: .beginning)
    #expect(Set(first.added) == Set(AnalyzedSamples.all[0].samples) && first.deleted.isEmpty)
    try await store.save([AnalyzedSamples.all[1]])
    let gone = AnalyzedSamples.all[0].samples[0]
    try await store.delete([gone])
    let second = try await store.changes(since: first.anchor)
    #expect(Set(second.added) == Set(AnalyzedSamples.all[1].samples))
    #expect(second.deleted == [gone.id])
    #expect(try await store.changes(since: second.anchor).isEmpty)
  }

  @Test func `what was deleted and came back is added, and is not gone`() async throws {
    let store = try folder.store()
    let walk = AnalyzedSamples.all[0]
    try await store.save([walk])
    let anchor = try await store.currentAnchor()
    try await store.deleteEverything(of: "P01")
    var again = walk
    let last = again.samples.removeLast()
    try await store.save([again])
    let changes = try await store.changes(since: anchor)
    #expect(Set(changes.added) == Set(again.samples))
    #expect(changes.deleted == [last.id])
  }

  @Test func `the feed says from which days of whom something was deleted, and no more`()
    async throws
  {
    let store = try await folder.filledStore()
    let anchor = try await store.currentAnchor()
    let gone = try #require(
      AnalyzedSamples.all[0].samples.first { $0.kind == AnySampleKind(.walkingSpeed) })
    try await store.delete([gone])
    let thinned = try await store.changes(since: anchor).thinned
    #expect(thinned.map(\.participant) == ["P01"] && thinned.map(\.kind) == [gone.kind])
    let interval = try #require(thinned.first).interval
    #expect(interval.contains(gone.start) && interval.lowerBound != gone.start)
    #expect(interval.upperBound.timeIntervalSince(interval.lowerBound) == 86_400)
    try await store.delete(matching: SampleQuery(kinds: [gone.kind], includesLeftOut: true))
    #expect(try await store.changes(since: anchor).thinned.count == 2, "also of the last ones")
    try await store.deleteEverything(of: "P01")
    #expect(try await store.changes(since: anchor).thinned.map(\.participant) == ["P02"])
  }

  @Test func `the feed keeps to what is asked for`() async throws {
    let store = try await folder.filledStore()
    let query = SampleQuery(
      kinds: [AnySampleKind(.walkingSpeed)], participant: "P02", includesLeftOut: true)
    let changes = try await store.changes(since: .beginning, matching: query)
    #expect(changes.added == AnalyzedSamples.list.samples(matching: query))
  }

  @Test(arguments: [
    SampleQuery(kinds: [AnySampleKind(.walkingSpeed)]),
    SampleQuery(terrains: [.level], includesLeftOut: true),
    SampleQuery(other: ["aid": "cane"], includesLeftOut: true),
  ]) func `what is said otherwise and is not asked for any more is gone from the feed`(
    query: SampleQuery
  ) async throws {
    let store = try folder.store()
    func walk(_ metadata: SampleMetadata, day: Int = 0) -> Sample {
      Sample(
        .walkingSpeed, Speed(metersPerSecond: 1.1), start: AnalyzedSamples.instant(day: day),
        end: AnalyzedSamples.instant(day: day), participant: "P01", metadata: metadata)
    }
    let known = walk(SampleMetadata(terrain: .level, other: ["aid": "cane"]))
    try await store.save([known, walk(known.metadata, day: 1)])
    let before = try await store.changes(since: .beginning, matching: query)
    #expect(before.added.count == 2 && before.deleted.isEmpty)
    try await store.save([
      walk(SampleMetadata(leftOutReason: .unsteady, terrain: .stairsUp, other: ["aid": "none"]))
    ])
    let after = try await store.changes(since: before.anchor, matching: query)
    #expect(after.added.isEmpty && after.deleted == [known.id])
    #expect(try await store.samples(matching: query).map(\.id) == [before.added[1].id])
  }

  @Test func `results go on coming as another connection writes`() async throws {
    let store = try folder.store()
    let other = try folder.store()
    let query = SampleQuery(kinds: [AnySampleKind(.stepCount)], includesLeftOut: true)
    var results = store.updates(of: query, every: .milliseconds(10)).makeAsyncIterator()
    #expect(try await results.next() == [])
    try await other.save([AnalyzedSamples.all[0]])
    let list = SampleList(AnalyzedSamples.all[0].samples)
    #expect(try await results.next() == list.samples(matching: query))
    // What nobody asked for is no notice.
    try await other.save([
      Sample(
        .heartRate, HeartRate(beatsPerMinute: 60), start: AnalyzedSamples.instant(day: 0),
        end: AnalyzedSamples.instant(day: 0), participant: "P01")
    ])
    try await other.delete(matching: query)
    #expect(try await results.next() == [])
  }

  @Test func `changes come in order and none is lost`() async throws {
    let store = try folder.store()
    var changes = store.changes(after: .beginning, every: .milliseconds(5)).makeAsyncIterator()
    var seen: [Sample] = []
    for recording in AnalyzedSamples.all {
      try await store.save([recording])
      while seen.count
        < AnalyzedSamples.all.prefix(while: { $0 != recording }).reduce(
          recording.samples.count, { $0 + $1.samples.count })
      {
        seen += try await changes.next()?.added ?? []
      }
    }
    #expect(Set(seen) == Set(AnalyzedSamples.list.samples))
    #expect(seen.count == AnalyzedSamples.list.samples.count)
  }

  @Test func `a watch ends with its task`() async throws {
    let store = try await folder.filledStore()
    let watch = Task {
      var count = 0
      for try await _ in store.updates(of: SampleQuery(), every: .milliseconds(5)) { count += 1 }
      return count
    }
    try await Task.sleep(for: .milliseconds(50))
    watch.cancel()
    #expect(try await watch.value <= 1)
  }
}
