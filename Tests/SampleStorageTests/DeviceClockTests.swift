import Foundation
import GaitModel
import SampleStorage
import Testing

/// Two devices at once whose clocks tell time in different ways.
struct DeviceClockTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  /// What a device recorded by the clock of a zone, or by a local clock: each stretch, from a date with time on and so many
  /// seconds long, is a walk with a step a second, and worn unless it says otherwise.
  private func device(
    _ name: String, at site: WearingSite, in zone: String?, isWorn: Bool = true,
    _ stretches: (String, Double)...
  ) throws -> RecordingSamples {
    var metadata = SampleMetadata(site: site, timeZoneIdentifier: zone)
    metadata.isLocalClock = zone == nil
    let starts = try stretches.map { try instant($0.0, in: zone) }
    let recording = RecordingReference(
      name: name, start: try #require(starts.first), content: name)
    let source = SampleSource(name: SampleSource.analysisName, recording: recording)
    func sample(_ kind: AnySampleKind, _ start: Date, _ seconds: Double) -> Sample {
      Sample(
        kind: kind, value: seconds, start: start, end: start + seconds, participant: "P01",
        source: source, metadata: metadata)
    }
    let samples = zip(starts, stretches).flatMap { start, stretch in
      [sample(SampleKind.stepCount.erased, start, stretch.1)]
        + (isWorn ? [sample(SampleKind.wearTime.erased, start, stretch.1)] : [])
    }
    return RecordingSamples(
      participant: "P01", recording: recording, revisions: ["Test": 1], samples: samples)
  }

  private func instant(_ text: String, in zone: String?) throws -> Date {
    let format = Date.ISO8601FormatStyle(
      timeZone: try #require(TimeZone(identifier: zone ?? "GMT")))
    return try format.year().month().day().time(includingFractionalSeconds: false).parse(text)
  }

  private func steps(
    _ store: SampleStore, _ kind: SampleKind<Count> = .stepCount, mixing: Bool = false
  ) async throws -> Double {
    var query = StatisticsQuery(kind, every: .days(1), in: .berlin)
    query.mixesSources = mixing
    return try await store.statistics(query).compactMap(\.sum).reduce(0, +)
  }

  @Test(arguments: [true, false])
  func `a local clock goes by the other's offset of its day, not of its beginning`(
    isWorn: Bool
  ) async throws {
    let store = try folder.store()
    // Berlin goes over to summer time on 29 March 2026.
    try await store.save([
      try device(
        "hip", at: .hip, in: "Europe/Berlin", isWorn: isWorn, ("2026-03-28T20:00:00", 1800),
        ("2026-03-29T09:00:00", 3600)),
      try device("back", at: .lowerBack, in: nil, isWorn: isWorn, ("2026-03-29T09:00:00", 3600)),
    ])
    #expect(try await steps(store) == 1800 + 3600)
    let asides = try await store.setAside(of: "P01")
    #expect(asides.map(\.recording.name) == ["hip"])
  }

  @Test func `one stretch over the change of clocks has both offsets`() async throws {
    let store = try folder.store()
    try await store.save([
      try device("hip", at: .hip, in: "Europe/Berlin", ("2026-03-28T20:00:00", 86_400)),
      try device(
        "back", at: .lowerBack, in: nil, ("2026-03-28T21:00:00", 3600),
        ("2026-03-29T09:00:00", 3600)),
    ])
    #expect(try await steps(store) == 86_400)
    let asides = try await store.setAside(of: "P01")
    let evening = try instant("2026-03-28T21:00:00", in: "Europe/Berlin")
    let morning = try instant("2026-03-29T09:00:00", in: "Europe/Berlin")
    #expect(
      asides.map(\.interval) == [evening..<evening + 3600, morning..<morning + 3600])
  }

  @Test func `a recording of a later day with another offset moves no local clock`() async throws {
    let store = try folder.store()
    try await store.save([
      try device(
        "hip", at: .hip, in: "Europe/Berlin", ("2026-03-20T20:00:00", 600),
        ("2026-03-27T09:00:00", 3600)),
      try device("back", at: .lowerBack, in: nil, ("2026-03-27T09:00:00", 3600)),
    ])
    #expect(try await steps(store) == 600 + 3600)
    try await store.save([
      try device("later", at: .hip, in: "Asia/Tokyo", ("2026-03-27T12:00:00", 60))
    ])
    #expect(try await steps(store) == 600 + 3600 + 60)
  }

  @Test func `a phone's day begins at its own midnight, too`() async throws {
    let store = try folder.store()
    // In Tokyo the morning before nine is the day before in UTC.
    try await store.save([
      try device("back", at: .lowerBack, in: "Asia/Tokyo", ("2026-05-04T07:00:00", 7200))
    ])
    let start = try instant("2026-05-04T07:00:00", in: "Asia/Tokyo")
    try await store.save([
      Sample(
        .stepCount, Count(10_000), start: start, end: start + 7200, participant: "P01",
        source: SampleSource(name: "iPhone"),
        metadata: SampleMetadata(timeZoneIdentifier: "Asia/Tokyo"))
    ])
    #expect(try await steps(store, mixing: true) == 7200)
  }

  @Test func `samples outside wear stand on the day of their own offset`() async throws {
    let store = try folder.store()
    // Of the same site the one counts whose samples reach further over the day: on 30 March the right one.
    try await store.save([
      try device(
        "left", at: .wrist, in: "Europe/Berlin", isWorn: false, ("2026-03-27T12:00:00", 60),
        ("2026-03-30T00:10:00", 600)),
      try device(
        "right", at: .wrist, in: "Europe/Berlin", isWorn: false, ("2026-03-27T13:00:00", 60),
        ("2026-03-30T00:10:00", 300), ("2026-03-30T20:00:00", 60)),
    ])
    let asides = try await store.setAside(of: "P01")
    #expect(asides.map(\.recording.name) == ["left"])
    #expect(try await steps(store) == 60 + 60 + 600 + 60)
  }
}
