import Foundation
import GaitModel
import SampleStorage
import Testing

/// The ends of a period are instants or what clocks show, each for itself.
struct PeriodEndTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private static let berlin = "Europe/Berlin"
  /// 2026-07-06, 08:00 in UTC.
  private static let eight = Date(timeIntervalSince1970: 1_783_324_800)

  /// A step count of a minute every half hour about eight o'clock, by the clock of a phone.
  private static func samples(_ phone: Int, _ metadata: SampleMetadata) -> [Sample] {
    (-24...24).map { place in
      let start = eight + Double(place) * 1800
      return Sample(
        kind: SampleKind.stepCount.erased, value: Double(100 + place), start: start,
        end: start + (metadata.isEnteredByHand ? 0 : 60), participant: "P01",
        source: SampleSource(name: "phone \(phone)"), metadata: metadata)
    }
  }

  /// Everything that a clock can say of a sample.
  private static let all: [Sample] = {
    var local = SampleMetadata()
    local.isLocalClock = true
    return [
      SampleMetadata(utcOffsetSeconds: 3600), SampleMetadata(utcOffsetSeconds: 7200),
      SampleMetadata(timeZoneIdentifier: "Asia/Tokyo"),
      SampleMetadata(isEnteredByHand: true, timeZoneIdentifier: "America/New_York"), local,
    ].enumerated().flatMap(samples)
  }()

  private static let meanings: [SampleQuery.DateMeaning] = [
    .reading, .instant(utcOffsetSeconds: 7200), .instant(utcOffsetSeconds: 0),
  ]

  private static func clocks() throws -> [DayClock?] {
    let zone = try #require(TimeZone(identifier: berlin))
    return [nil, .local, DayClock(zone), DayClock(zone, .own), DayClock(zone, .asked)]
  }

  @Test func `a store answers as a list does, whatever ends a period`() async throws {
    let store = try folder.store()
    try await store.save(Self.all)
    let list = SampleList(Self.all)
    for clock in try Self.clocks() {
      for from in Self.meanings {
        for to in Self.meanings {
          var query = SampleQuery(from: Self.eight, to: Self.eight + 7200)
          (query.clock, query.fromMeaning, query.toMeaning) = (clock, from, to)
          let found = try await store.samples(matching: query)
          let listed = list.samples(matching: query)
          #expect(found == listed, "\(clock?.name ?? "") \(from) \(to)")
          let count = try await store.holdings(matching: query).map(\.count).reduce(0, +)
          #expect(count == found.count)
        }
      }
    }
  }

  @Test func `an instant is one by every clock`() async throws {
    let store = try folder.store()
    try await store.save(Self.all)
    let instants = Self.all.filter {
      !$0.metadata.isLocalClock && Self.eight <= $0.start && $0.start < Self.eight + 7200
    }
    for clock in try Self.clocks() {
      var query = SampleQuery(from: Self.eight, to: Self.eight + 7200)
      (query.clock, query.fromMeaning) = (clock, .instant(utcOffsetSeconds: 7200))
      query.toMeaning = query.fromMeaning
      let found = try await store.samples(matching: query)
      let ids = Set(found.filter { !$0.metadata.isLocalClock }.map(\.id))
      #expect(ids == Set(instants.map(\.id)), "\(clock?.name ?? "none")")
      // Eight in UTC is ten in Berlin in July, and a local clock is taken by what was said.
      let local = found.filter(\.metadata.isLocalClock).map(\.start)
      #expect(local == (0..<4).map { Self.eight + 7200 + Double($0) * 1800 })
      guard let clock else { continue }
      var figures = StatisticsQuery(.stepCount, every: .days(1), in: .berlin)
      figures.calendar.timeZone = clock.zone
      figures.samples = query
      let sum = try await store.statistics(figures).compactMap(\.sum).reduce(0, +)
      #expect(abs(sum - found.map(\.value).reduce(0, +)) < 0.001, "\(clock.name)")
    }
  }
}
