import Foundation
import GaitModel
import SampleStorage
import Testing

/// Every question is put to the store and to a list that looks at each sample in turn.
struct QueryTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  static let queries: [SampleQuery] = [
    SampleQuery(),
    SampleQuery(includesLeftOut: true),
    SampleQuery(kinds: [AnySampleKind(.walkingSpeed)]),
    SampleQuery(kinds: [AnySampleKind(.stepCount), AnySampleKind(.distance)], participant: "P01"),
    SampleQuery(participant: "nobody"),
    SampleQuery(kinds: [AnySampleKind("no-such-kind")]),
    SampleQuery(
      from: AnalyzedSamples.instant(day: 1), to: AnalyzedSamples.instant(day: 1, seconds: 60)),
    SampleQuery(source: "gait"), SampleQuery(source: "person"),
    SampleQuery(recording: "daily-life"),
    SampleQuery(isEnteredByHand: true), SampleQuery(isEnteredByHand: false),
    SampleQuery(terrains: [.level, .unknown]), SampleQuery(terrains: [.stairsUp]),
    SampleQuery(other: ["test": "ten meters"]),
    SampleQuery(order: .newestFirst), SampleQuery(order: .smallestFirst),
    SampleQuery(order: .greatestFirst, limit: 5), SampleQuery(limit: 7),
    SampleQuery(order: .newestFirst, limit: 3), SampleQuery(order: .oldestFirst, limit: 0),
    SampleQuery(kinds: [AnySampleKind(.cadence)], order: .newestFirst, limit: 2),
    saying("test"), saying("tes"), saying("ten meters"), saying("a/b"), saying("\"quoted\""),
  ]

  private static func saying(_ key: String) -> SampleQuery {
    var query = SampleQuery()
    query.otherKey = key
    return query
  }

  static let clinic = Sample(
    .walkingSpeed, Speed(metersPerSecond: 1.31), start: AnalyzedSamples.instant(day: 0),
    end: AnalyzedSamples.instant(day: 0, seconds: 10), participant: "P01",
    metadata: SampleMetadata(
      isEnteredByHand: true, other: ["test": "ten meters", "a/b": "c", "\"quoted\"": "word"]))

  @Test(arguments: queries) func `a store answers as a list does`(query: SampleQuery) async throws {
    let store = try await folder.filledStore()
    try await store.save([Self.clinic])
    let list = SampleList(AnalyzedSamples.list.samples + [Self.clinic])
    #expect(try await store.samples(matching: query) == list.samples(matching: query))
  }

  @Test func `values come in their type and in any unit`() async throws {
    let store = try await folder.filledStore()
    let speeds = try await store.samples(of: .walkingSpeed, participant: "P02")
    let found = AnalyzedSamples.dailyLife.bouts.filter(\.isSteady).compactMap(\.walkingSpeed.value)
    #expect(speeds.map(\.value) == found)
    let unit = try #require(SampleUnit(symbol: "mph"))
    let mph = try #require(speeds.first).value.baseValue / 0.44704
    #expect(unit.value(fromBase: try #require(found.first).metersPerSecond) == mph)
  }

  @Test func `bouts that are not flat and steady are left out unless asked for`() async throws {
    let store = try await folder.filledStore()
    var query = SampleQuery(kinds: [AnySampleKind(.cadence)])
    let steady = try await store.samples(matching: query)
    query.includesLeftOut = true
    let all = try await store.samples(matching: query)
    #expect(steady == all.filter { $0.metadata.leftOutReason == nil })
  }

  @Test func `categories are asked for by their words`() async throws {
    let store = try folder.store()
    let event = Sample(
      .steadinessEvent, .initialLow, start: AnalyzedSamples.instant(day: 0),
      end: AnalyzedSamples.instant(day: 7), participant: "P01", source: .estimates)
    try await store.save([event])
    #expect(try await store.samples(of: .steadinessEvent).map(\.value) == [.initialLow])
  }

  @Test func `a store lists the people and what it holds on them`() async throws {
    let store = try await folder.filledStore()
    #expect(try await store.participants() == ["P01", "P02"])
    let query = SampleQuery(participant: "P02", includesLeftOut: true)
    let steps = try await store.holdings(matching: query).first {
      $0.kind == AnySampleKind(.stepCount)
    }
    #expect(steps?.count == AnalyzedSamples.dailyLife.bouts.count)
  }

  @Test func `samples as plain numbers are those of the samples, in their order`() async throws {
    let store = try await folder.filledStore()
    for includesLeftOut in [true, false] {
      for source in [nil, SampleSource.analysisName, "nobody"] {
        var query = SampleQuery(
          kinds: [AnySampleKind(.walkingSpeed), AnySampleKind(.stepCount)], source: source)
        query.includesLeftOut = includesLeftOut
        query.from = AnalyzedSamples.instant(day: 1)
        let samples = try await store.samples(matching: query)
        let expected = Dictionary(grouping: samples, by: \.kind).mapValues {
          $0.map(\.row).sorted()
        }
        #expect(try await store.rows(matching: query) == expected)
        #expect(samples.isEmpty == (source == "nobody"))
        query.needsErrors = false
        let plain = expected.mapValues { rows in
          rows.map { SampleRow(start: $0.start, duration: $0.duration, value: $0.value) }.sorted()
        }
        #expect(try await store.rows(matching: query) == plain)
        #expect(try await SampleList(samples).rows(matching: query) == plain)
      }
    }
  }

  @Test func `the span of some kinds is that of their samples`() async throws {
    let store = try await folder.filledStore()
    let kinds: Set = [AnySampleKind(.walkingSpeed), AnySampleKind(.wearTime)]
    let starts = AnalyzedSamples.list.samples.filter {
      kinds.contains($0.kind) && $0.participant == "P01"
    }.map(\.start)
    let span = try await store.span(of: kinds, participant: "P01")
    #expect(span?.lowerBound == starts.min() && span?.upperBound == starts.max())
    #expect(try await store.span(of: [AnySampleKind(.vo2Max)]) == nil)
  }
}
