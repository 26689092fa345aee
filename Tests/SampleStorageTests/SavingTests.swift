import Foundation
import GaitModel
import SampleStorage
import Testing

struct SavingTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  @Test func `what analyze found comes back as it went in`() async throws {
    let store = try await folder.filledStore()
    let kept = try await store.samples(matching: SampleQuery(includesLeftOut: true))
    #expect(Set(kept) == Set(AnalyzedSamples.list.samples))
    #expect(kept.count > 100)
  }

  @Test func `the same recording twice changes nothing`() async throws {
    let store = try await folder.filledStore()
    let before = try await store.currentAnchor()
    let outcome = try await store.save(AnalyzedSamples.all)
    #expect(outcome.written == 0 && outcome.deleted == 0)
    #expect(outcome.unchanged == AnalyzedSamples.list.samples.count)
    #expect(try await store.currentAnchor() == before)
  }

  @Test func `samples that name a zone have its offset then, whatever an older program wrote`()
    async throws
  {
    // In November Berlin is an hour ahead of UTC; the start of the recording was said to be two.
    let right = AnalyzedSamples.samples(AnalyzedSamples.straight, of: "P01", day: 200)
    #expect(right.samples.allSatisfy { $0.metadata.utcOffsetSeconds == 3600 })
    var old = right
    for index in old.samples.indices { old.samples[index].metadata.utcOffsetSeconds = 7200 }
    let store = try folder.store()
    try await store.save([old])
    func kept() async throws -> Set<Sample> {
      Set(try await store.samples(matching: SampleQuery(includesLeftOut: true)))
    }
    #expect(try await kept() == Set(right.samples))
    let before = try await store.currentAnchor()
    // Neither of the same analyses says anything new.
    for again in [right, old] {
      let outcome = try await store.save([again])
      #expect(outcome.written == 0 && outcome.unchanged == right.samples.count)
    }
    #expect(try await store.currentAnchor() == before)
    // A store that a newer program filled holds the same recording, once.
    let other = try SampleStore.open(
      folder.url.appendingPathComponent("other.gait").path, access: .everything)
    try await other.save([right])
    _ = try await store.merge(other)
    #expect(try await store.superseded(matching: SampleQuery()).isEmpty)
    #expect(try await kept() == Set(right.samples))
  }

  @Test func `a newer analysis replaces the older one and keeps what people entered`() async throws
  {
    let store = try await folder.filledStore()
    let clinic = Sample(
      .walkingSpeed, Speed(metersPerSecond: 1.31), start: AnalyzedSamples.instant(day: 0),
      end: AnalyzedSamples.instant(day: 0, seconds: 10), participant: "P01",
      metadata: SampleMetadata(isEnteredByHand: true))
    try await store.save([clinic])
    var newer = AnalyzedSamples.all[0]
    newer.samples.removeFirst()
    newer.samples[0].value *= 1.1
    newer.revisions = newer.revisions.mapValues { $0 + 1 }
    let outcome = try await store.save([newer])
    #expect(outcome.written == 1 && outcome.deleted == 1)
    let kept = try await store.samples(
      matching: SampleQuery(
        participant: "P01", to: AnalyzedSamples.instant(day: 1), includesLeftOut: true))
    #expect(Set(kept) == Set(newer.samples + [clinic]))
  }

  @Test func `an older analysis does not replace a newer one`() async throws {
    let store = try await folder.filledStore()
    var older = AnalyzedSamples.all[0]
    older.revisions = older.revisions.mapValues { $0 - 1 }
    older.samples = []
    let outcome = try await store.save([older])
    #expect(outcome.olderRecordings == [older.recording])
    #expect(outcome.deleted == 0)
  }

  @Test func `two recordings of one name and person on two days are both kept`() async throws {
    let store = try folder.store()
    try await store.save([
      AnalyzedSamples.samples(AnalyzedSamples.straight, of: "P01", day: 0),
      AnalyzedSamples.samples(AnalyzedSamples.straight, of: "P01", day: 1),
    ])
    let walks = try await store.samples(of: .stepCount, participant: "P01")
    #expect(walks.count == 2 * AnalyzedSamples.straight.bouts.count)
  }

  @Test func `a sample with a known identity takes the place of the known one`() async throws {
    let store = try folder.store()
    let visit = AnalyzedSamples.instant(day: 0)
    func test(_ meters: Double) -> Sample {
      Sample(
        .sixMinuteWalkDistance, Length(meters: meters), start: visit, end: visit + 360,
        participant: "P01", metadata: SampleMetadata(isEnteredByHand: true))
    }
    try await store.save([test(402)])
    try await store.save([test(412)])
    #expect(try await store.samples(of: .sixMinuteWalkDistance).map(\.value.meters) == [412])
  }

  @Test func `a stopped kind is not collected, what is kept of it stays`() async throws {
    let store = try await folder.filledStore()
    let kind = AnySampleKind(.walkingSpeed)
    let before = try await store.samples(of: .walkingSpeed, participant: "P01")
    try await store.stopCollection(of: kind, for: "P01")
    var again = AnalyzedSamples.all[0]
    for index in again.samples.indices { again.samples[index].value += 1 }
    let outcome = try await store.save([again])
    #expect(outcome.stopped == [kind: again.samples.count { $0.kind == kind }])
    #expect(outcome.deleted == 0)
    #expect(try await store.samples(of: .walkingSpeed, participant: "P01") == before)
    #expect(try await store.collectionStops().map(\.participant) == ["P01"])
    try await store.resumeCollection(of: kind, for: "P01")
    #expect(try await store.save([again]).stopped.isEmpty)
  }

  @Test func `unknown kinds are kept under their name with their unit`() async throws {
    let store = try folder.store()
    let water = Sample(
      kind: AnySampleKind("HKQuantityTypeIdentifierDietaryWater"), value: 250,
      start: AnalyzedSamples.instant(day: 0), end: AnalyzedSamples.instant(day: 0),
      participant: "P01", source: SampleSource(name: "Health"),
      metadata: SampleMetadata(unit: "mL", other: ["HKWasUserEntered": "1"]))
    try await store.save([water])
    #expect(try await store.samples(matching: SampleQuery()) == [water])
  }
}
