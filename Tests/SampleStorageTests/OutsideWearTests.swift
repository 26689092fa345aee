import Foundation
import GaitModel
import SampleStorage
import Testing

/// Two devices at once, where their wear does not say so.
struct OutsideWearTests {
  private let folder: StoreFolder
  private let start = AnalyzedSamples.instant(day: 0)

  init() throws { folder = try StoreFolder() }

  /// A device that was worn for some stretches and found walks in others, seconds; each walk has a step a second and a speed.
  private func device(
    _ name: String, at site: WearingSite, worn: [Range<Double>], walks: [Range<Double>],
    speed: Double
  ) -> RecordingSamples {
    let recording = RecordingReference(name: name, start: start, content: name)
    let source = SampleSource(name: SampleSource.analysisName, recording: recording)
    let metadata = SampleMetadata(site: site, timeZoneIdentifier: "Europe/Berlin")
    func sample(_ kind: AnySampleKind, _ value: Double, _ seconds: Range<Double>) -> Sample {
      Sample(
        kind: kind, value: value, start: start + seconds.lowerBound,
        end: start + seconds.upperBound, participant: "P01", source: source, metadata: metadata)
    }
    return RecordingSamples(
      participant: "P01", recording: recording, revisions: ["Test": 1],
      samples: worn.map {
        sample(SampleKind.wearTime.erased, $0.upperBound - $0.lowerBound, $0)
      }
        + walks.flatMap {
          [
            sample(SampleKind.stepCount.erased, $0.upperBound - $0.lowerBound, $0),
            sample(SampleKind.walkingSpeed.erased, speed, $0),
          ]
        })
  }

  private func steps(_ store: SampleStore, mixing: Bool = false) async throws -> Double {
    var query = StatisticsQuery(.stepCount, every: .days(1), in: .berlin)
    query.mixesSources = mixing
    return try await store.statistics(query).compactMap(\.sum).reduce(0, +)
  }

  private func speeds(_ store: SampleStore) async throws -> [Double] {
    var query = SampleQuery(participant: "P01")
    query.countsOnce = true
    query.kinds = [SampleKind.walkingSpeed.erased]
    return try await store.samples(matching: query).map(\.value)
  }

  @Test func `a walk that outlasts the wear of two devices counts once`() async throws {
    let store = try folder.store()
    let walks = [100.0..<200, 3500..<3700]
    try await store.save([
      device("back", at: .lowerBack, worn: [0..<3600], walks: walks, speed: 1),
      device("wrist", at: .wrist, worn: [0..<3600], walks: walks, speed: 2),
    ])
    #expect(try await steps(store) == 300)
    #expect(try await speeds(store) == [1, 1])
    let asides = try await store.setAside(of: "P01")
    #expect(asides.allSatisfy { $0.recording.name == "wrist" && $0.counting.name == "back" })
    #expect(asides.map(\.interval) == [start..<start + 3600, start + 3600..<start + 3700])
  }

  @Test func `of two devices one counts also where nothing says that they were worn`() async throws
  {
    let store = try folder.store()
    let walks = [100.0..<200, 90_000..<90_100]
    // The wrist is worn longer on the whole; the site decides, as it does by wear.
    try await store.save([
      device("back", at: .lowerBack, worn: [0..<3600], walks: walks, speed: 1),
      device(
        "wrist", at: .wrist, worn: [0..<7200], walks: walks + [90_090..<90_290], speed: 2),
    ])
    // What adds up is divided where the first ends, and the walk counts by its middle.
    #expect(try await steps(store) == 100 + 100 + 190)
    #expect(try await speeds(store) == [1, 1, 2])
  }

  @Test func `wear comes before samples that no wear holds`() async throws {
    let store = try folder.store()
    let walks = [100.0..<200, 4000..<4100]
    try await store.save([
      device("back", at: .lowerBack, worn: [0..<3600], walks: walks, speed: 1),
      device("wrist", at: .wrist, worn: [0..<7200], walks: walks, speed: 2),
    ])
    #expect(try await steps(store) == 200)
    #expect(try await speeds(store) == [1, 2])
    // A phone at the same time comes after both.
    try await store.save(
      [100.0, 4000, 9000].map {
        Sample(
          .stepCount, Count(100), start: start + $0, end: start + $0 + 100, participant: "P01",
          source: SampleSource(name: "iPhone"))
      })
    #expect(try await steps(store, mixing: true) == 300)
  }

  @Test func `recordings one after the other, with walks beyond their wear, count whole`()
    async throws
  {
    let store = try folder.store()
    let walk = 3500.0..<3700
    try await store.save([
      device("morning", at: .wrist, worn: [0..<3600], walks: [walk], speed: 1),
      device("noon", at: .wrist, worn: [3800..<7200], walks: [3900..<4000], speed: 2),
    ])
    #expect(try await steps(store) == 300)
    #expect(try await speeds(store) == [1, 2])
    #expect(try await store.setAside(of: "P01").isEmpty)
  }

  @Test func `what adds up at an instant counts where nothing else does`() async throws {
    let store = try folder.store()
    try await store.save([
      device(
        "back", at: .lowerBack, worn: [0..<3600], walks: [100..<200], speed: 1),
      device("wrist", at: .wrist, worn: [0..<7200], walks: [100..<100, 5000..<5000], speed: 2),
    ])
    #expect(try await store.samples(of: .stepCount, participant: "P01").count == 3)
    var query = StatisticsQuery(.stepCount, every: .days(1), in: .berlin)
    query.samples.participant = "P01"
    #expect(try await store.statistics(query).map(\.count) == [2])
  }
}
