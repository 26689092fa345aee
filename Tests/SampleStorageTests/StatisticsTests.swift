import Foundation
import GaitModel
import SampleStorage
import Signals
import Testing

struct StatisticsTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  /// The slow way: all samples, one by one.
  private func speeds(_ person: String, day: Int) -> [Double] {
    let query = SampleQuery(
      kinds: [AnySampleKind(.walkingSpeed)], participant: person,
      from: AnalyzedSamples.instant(day: day), to: AnalyzedSamples.instant(day: day + 1))
    return AnalyzedSamples.list.samples(matching: query).map(\.value)
  }

  @Test func `a day's 95th percentile, mean and extremes are those of its bouts`() async throws {
    let store = try await folder.filledStore()
    var query = StatisticsQuery(.walkingSpeed, every: .days(1), in: .berlin)
    query.percentiles = [0.5, 0.95]
    let days = try await store.statistics(query)
    #expect(days.map(\.participant) == ["P01", "P01", "P01", "P02"])
    for (index, day) in days.enumerated() {
      let values = index < 3 ? speeds("P01", day: index) : speeds("P02", day: 1)
      #expect(day.count == values.count && day.count > 0)
      #expect(day.percentiles[0.95] == Statistics.percentile(values, 0.95))
      #expect(day.percentiles[0.5] == Statistics.median(values))
      #expect(abs(try #require(day.mean) - (try #require(Statistics.mean(values)))) < 1e-12)
      #expect(day.minimum == values.min() && day.maximum == values.max())
      #expect(day.sum == nil)
      #expect(day.interval.start == Calendar.berlin.startOfDay(for: day.interval.start))
      #expect(day.interval.duration == 86_400)
    }
  }

  @Test func `steps of a week are the sum of its days'`() async throws {
    let store = try await folder.filledStore()
    var query = StatisticsQuery(.stepCount, every: .weeks(1), in: .berlin)
    query.samples.participant = "P01"
    let weeks = try await store.statistics(query)
    query.step = .days(1)
    let days = try await store.statistics(query)
    #expect(weeks.count == 1 && days.count == 3)
    let sum = days.reduce(0) { $0 + ($1.sum ?? 0) }
    #expect(weeks.first?.sum == sum && sum > 0)
    #expect(weeks.first?.interval.start == Calendar.berlin.startOfDay(for: days[0].interval.start))
  }

  @Test func `everybody's figures are those of one heap of samples`() async throws {
    let store = try await folder.filledStore()
    var query = StatisticsQuery(.walkingSpeed, every: .days(1), in: .berlin)
    query.grouping = .everybody
    query.percentiles = [0.5]
    let tuesday = try await store.statistics(query)[1]
    let values = speeds("P01", day: 1) + speeds("P02", day: 1)
    #expect(tuesday.participant == nil && tuesday.count == values.count)
    #expect(tuesday.percentiles[0.5] == Statistics.median(values))
  }

  @Test func `the mean weighted by time is that of long bouts`() async throws {
    let store = try folder.store()
    let noon = AnalyzedSamples.instant(day: 0)
    func bout(_ speed: Double, _ start: Double, _ seconds: Double) -> Sample {
      Sample(
        .walkingSpeed, Speed(metersPerSecond: speed), start: noon + start,
        end: noon + start + seconds, participant: "P01")
    }
    try await store.save([bout(1, 0, 30), bout(1.4, 100, 10)])
    let day = try await store.statistics(
      StatisticsQuery(.walkingSpeed, every: .days(1), in: .berlin))
    #expect(abs(try #require(day.first?.timeWeightedMean) - 1.1) < 1e-12)
    #expect(day.first?.mean == 1.2)
  }

  @Test func `days of 23 and 25 hours are days`() async throws {
    let store = try folder.store()
    // The clocks of Berlin went forward on 29 March and back on 25 October 2026.
    for (year, month, day, hours) in [(2026, 3, 29, 23.0), (2026, 10, 25, 25.0)] {
      let parts = DateComponents(year: year, month: month, day: day)
      let midnight = try #require(Calendar.berlin.date(from: parts))
      let worn = Sample(
        .wearTime, .seconds(hours * 3600), start: midnight, end: midnight + hours * 3600,
        participant: "P01")
      try await store.save([worn])
    }
    let days = try await store.statistics(
      StatisticsQuery(.wearTime, every: .days(1), in: .berlin))
    let seconds: [Double] = [23 * 3600, 25 * 3600]
    #expect(days.map(\.sum) == seconds)
    #expect(days.map(\.interval.duration) == seconds)
  }

  @Test func `what is counted across midnight is divided by time`() async throws {
    let store = try folder.store()
    let midnight = Calendar.berlin.startOfDay(for: AnalyzedSamples.instant(day: 1))
    let walk = Sample(
      .stepCount, Count(300), start: midnight - 20, end: midnight + 40, participant: "P01")
    let week = Sample(
      .wearTime, .seconds(7 * 86_400), start: midnight, end: midnight + 7 * 86_400,
      participant: "P01")
    try await store.save([walk, week])
    let steps = try await store.statistics(
      StatisticsQuery(.stepCount, every: .days(1), in: .berlin))
    #expect(steps.map(\.sum) == [100, 200])
    #expect(steps.map(\.count) == [1, 0])
    var query = StatisticsQuery(.wearTime, every: .days(1), in: .berlin)
    #expect(try await store.statistics(query).map(\.sum) == Array(repeating: 86_400, count: 7))
    query.samples.from = midnight + 86_400
    query.samples.to = midnight + 2 * 86_400
    #expect(try await store.statistics(query).map(\.sum) == [86_400])
  }

  @Test func `a phone and a sensor that counted the same steps do not count them twice`()
    async throws
  {
    let store = try await folder.filledStore()
    let start = AnalyzedSamples.instant(day: 0)
    try await store.save([
      Sample(
        .stepCount, Count(140), start: start, end: start + 120, participant: "P01",
        source: SampleSource(name: "iPhone"))
    ])
    var query = StatisticsQuery(.stepCount, every: .days(1), in: .berlin)
    query.samples.participant = "P01"
    query.samples.to = AnalyzedSamples.instant(day: 1)
    let ours = AnalyzedSamples.dailyLife.bouts.reduce(0) { $0 + $1.stepCount }
    let days = try await store.statistics(query)
    #expect(days.map(\.source) == ["gait", "iPhone"])
    #expect(days.map(\.sum) == [Double(ours), 140])
    // Put together, each moment is counted by one of the two: the sensor, and the phone before it was worn.
    query.mixesSources = true
    let mixed = try #require(try await store.statistics(query).first?.sum)
    #expect(mixed >= Double(ours) && mixed < Double(ours) + 2, "\(mixed) of \(ours)")
  }

  @Test func `months that begin on the 31st do not creep`() async throws {
    let store = try folder.store()
    let anchor = try #require(
      Calendar.berlin.date(from: DateComponents(year: 2026, month: 1, day: 31)))
    let march = try #require(
      Calendar.berlin.date(from: DateComponents(year: 2026, month: 3, day: 31, hour: 12)))
    try await store.save([
      Sample(.stepCount, Count(1), start: march, end: march, participant: "P01")
    ])
    var query = StatisticsQuery(.stepCount, every: .months(1), in: .berlin)
    query.anchor = anchor
    let month = try await store.statistics(query).first?.interval
    #expect(Calendar.berlin.component(.day, from: try #require(month?.start)) == 31)
  }

  @Test func `figures come in any unit`() async throws {
    let store = try await folder.filledStore()
    let days = try await store.statistics(
      StatisticsQuery(.walkingSpeed, every: .days(1), in: .berlin))
    let day = try #require(days.first)
    let (converted, mean) = try (
      #require(day.converted(to: .kilometersPerHour).mean), #require(day.mean)
    )
    #expect(abs(converted / (3.6 * mean) - 1) < 1e-12, "\(converted) km/h, \(mean) m/s")
  }

  @Test func `an interval without samples is absent, not zero`() async throws {
    let store = try await folder.filledStore()
    var query = StatisticsQuery(.walkingSpeed, every: .hours(1), in: .berlin)
    query.samples.participant = "P01"
    #expect(try await store.statistics(query).count == 3)
  }
}
