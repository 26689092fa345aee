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
    flights: [Range<Double>] = [], speed: Double, zone: String? = "Europe/Berlin"
  ) -> RecordingSamples {
    let recording = RecordingReference(name: name, start: start, content: name)
    let source = SampleSource(name: SampleSource.analysisName, recording: recording)
    var metadata = SampleMetadata(site: site, timeZoneIdentifier: zone)
    metadata.isLocalClock = zone == nil
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
        } + flights.map { sample(SampleKind.flightsClimbed.erased, 1, $0) })
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

  @Test func `of two devices without any wear that at the better site counts, of every kind`()
    async throws
  {
    let store = try folder.store()
    try await store.save([
      device("back", at: .lowerBack, worn: [], walks: [100..<200], speed: 1),
      device("wrist", at: .wrist, worn: [], walks: [100..<210], flights: [100..<110], speed: 2),
    ])
    #expect(try await steps(store) == 100 + 10)
    #expect(try await speeds(store) == [1])
    let asides = try await store.setAside(of: "P01")
    #expect(asides.map(\.recording.name) == ["wrist"])
    #expect(asides.map(\.interval) == [start + 100..<start + 200])
  }

  @Test func `a local clock without wear lies beside one that says its offset`() async throws {
    let store = try folder.store()
    // The same walk: Berlin is an hour ahead of UTC in winter.
    let ahead = Double(TimeZone(identifier: "Europe/Berlin")?.secondsFromGMT(for: start) ?? 0)
    let back = device("back", at: .lowerBack, worn: [], walks: [100..<200], speed: 1)
    let wrist = device(
      "wrist", at: .wrist, worn: [], walks: [100 + ahead..<200 + ahead], speed: 2, zone: nil)
    try await store.save([back, wrist])
    #expect(ahead > 0)
    #expect(try await steps(store) == 100)
    let asides = try await store.setAside(of: "P01")
    #expect(asides.map(\.recording.name) == ["wrist"])
    #expect(asides.map(\.isLocalClock) == [true])
    #expect(asides.map(\.interval) == [start + 100 + ahead..<start + 200 + ahead])
  }

  @Test func `which device counts on a day does not change with what is recorded later`()
    async throws
  {
    let store = try folder.store()
    let walk = 100.0..<200
    try await store.save([
      device("left", at: .wrist, worn: [0..<7200], walks: [walk], speed: 1),
      device("right", at: .wrist, worn: [0..<3600, 90_000..<140_000], walks: [walk], speed: 2),
    ])
    #expect(try await speeds(store) == [1])
    // Another one joins both days, in which the right wrist was worn longer on the whole.
    try await store.save([
      device("third", at: .wrist, worn: [3500..<100_000], walks: [], speed: 3)
    ])
    #expect(try await speeds(store) == [1])
  }

  @Test func `flights at one time count once, and each as one`() async throws {
    let store = try folder.store()
    try await store.save([
      device("back", at: .lowerBack, worn: [], walks: [], flights: [100..<112], speed: 1),
      device("wrist", at: .wrist, worn: [], walks: [], flights: [101..<113, 200..<212], speed: 2),
    ])
    var query = StatisticsQuery(.flightsClimbed, every: .days(1), in: .berlin)
    query.samples.participant = "P01"
    #expect(try await store.statistics(query).compactMap(\.sum) == [2])
  }

  @Test func `what two programs count at one instant counts once`() async throws {
    let store = try folder.store()
    try await store.save(
      [("Phone", 100.0), ("Watch", 100), ("Watch", 300)].map { name, second in
        Sample(
          .flightsClimbed, Count(1), start: start + second, end: start + second,
          participant: "P01", source: SampleSource(name: name))
      })
    var query = StatisticsQuery(.flightsClimbed, every: .days(1), in: .berlin)
    query.mixesSources = true
    #expect(try await store.statistics(query).compactMap(\.sum) == [2])
  }
}
