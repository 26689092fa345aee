import Foundation
import GaitModel
import GaitSimulation
import Testing

@testable import MobilityEstimates

/// A person who is calibrated in the middle of a study: lengths and speeds hold a factor from then on, and nobody walks
/// otherwise.
struct PersonalFactorTests {
  private static let factored: Set<AnySampleKind> = [
    SampleKind.walkingSpeed.erased, SampleKind.stepLength.erased, SampleKind.strideLength.erased,
    SampleKind.distance.erased,
  ]
  /// A Monday.
  private static let firstDay = 70

  /// A life whose lengths and speeds hold a factor of 1.1 from a day on.
  private static func history(
    _ scenario: HistoryScenario, from day: Int, days: Int = 126
  ) throws -> TestHistory {
    try TestHistory(
      scenario, seed: 4, days: days,
      samples: { history in
        let begin = history.samples.map(\.start).min() ?? .distantPast
        return history.samples.map { sample in
          guard factored.contains(sample.kind),
            sample.start.timeIntervalSince(begin) > 86_400 * (Double(day) - 0.1)
          else { return sample }
          var metadata = sample.metadata
          metadata.other[CalibrationWords.factor] = "1.1000"
          return Sample(
            kind: sample.kind, value: 1.1 * sample.value, start: sample.start, end: sample.end,
            origin: Sample.Origin(
              participant: sample.participant, source: sample.source, metadata: metadata),
            standardError: sample.standardError.map { 1.1 * $0 },
            standardErrorWithinPerson: sample.standardErrorWithinPerson.map { 1.1 * $0 },
            distinction: sample.distinction)
        }
      })
  }

  private static func overview(_ test: TestHistory) async throws -> EstimateOverview {
    try await test.run()
    let event = PersonEvent(day: test.day(firstDay), kind: .operation)
    await test.store.save([event.sample(participant: "P07", calendar: test.update.calendar)])
    return try await test.update.overview(in: test.store, through: test.lastDay)
  }

  @Test func `who is calibrated did not change, and the day of the factor is told`() async throws {
    let test = try Self.history(.steady, from: Self.firstDay)
    let found = try await Self.overview(test)
    let plain = try await Self.overview(Self.history(.steady, from: 1000))
    #expect(plain.personalFactorWords == nil && plain.personalFactorChanges.isEmpty)
    #expect(found.walkingChanges.isEmpty, "\(found.walkingChanges.map(\.message))")
    let words = try #require(found.personalFactorWords)
    #expect(
      words.contains(
        "hold a personal factor of 1.10 from \(test.day(Self.firstDay).words) on, and none before"),
      "\(words)")
    #expect(
      found.personalFactorChanges == [
        PersonalFactorChange(day: test.day(Self.firstDay), before: nil, since: 1.1)
      ])
    // What is compared differs by as much as without a factor, in the measure of today.
    #expect(found.changes.count == plain.changes.count && !plain.changes.isEmpty)
    for (own, other) in zip(found.changes, plain.changes) {
      let factor = own.measure.needsSteps ? 1.1 : 1
      #expect(own.change.isDetectable == other.change.isDetectable, "\(own.measure)")
      #expect(abs(own.change.baseline - factor * other.change.baseline) < 1e-6, "\(own.measure)")
    }
    #expect(found.comparisons.count == plain.comparisons.count && !plain.comparisons.isEmpty)
    for (own, other) in zip(found.comparisons, plain.comparisons) {
      #expect(abs(own.shareOfBefore - other.shareOfBefore) < 1e-6, "\(own.measure)")
    }
    // A mean of seven days is of one factor.
    let means = try #require(found.smoothed[.meanSpeed])
    for (day, mean) in means where day >= test.day(Self.firstDay) {
      #expect(mean.firstDay >= test.day(Self.firstDay))
    }
  }

  @Test func `a six-minute walk is of one factor, that of its own week`() async throws {
    let half = try Self.history(.steady, from: Self.firstDay)
    let plain = try Self.history(.steady, from: 1000)
    let all = try Self.history(.steady, from: 0)
    for test in [half, plain, all] { try await test.run() }
    let walks = await half.weekly(.sixMinuteWalkDistance)
    let (without, with) = (
      await plain.weekly(.sixMinuteWalkDistance), await all.weekly(.sixMinuteWalkDistance)
    )
    #expect(walks.count == without.count && walks.count == with.count && walks.count > 10)
    for place in walks.indices {
      let other = walks[place].day < Self.firstDay ? without[place] : with[place]
      #expect(abs(walks[place].sample.value - other.sample.value) < 1e-6, "\(walks[place].day)")
    }
    let scores = await half.weekly(.walkingSteadiness)
    for (day, score) in scores {
      #expect(
        score.metadata.other[CalibrationWords.factor] == (day < Self.firstDay ? nil : "1.1000"))
    }
  }

  @Test func `a trend of steadiness begins anew with a factor`() async throws {
    for (days, hasTrend) in [(Self.firstDay + 14, false), (Self.firstDay + 35, true)] {
      let found = try await Self.overview(
        Self.history(.steady, from: Self.firstDay, days: days))
      #expect((found.steadinessTrend != nil) == hasTrend, "\(days)")
    }
  }

  @Test func `a change is noticed beside a factor that begins a week before it`() async throws {
    let plain = try Self.history(.stroke, from: 1000, days: 182)
    try await plain.run()
    let codec = ChangeSamples(
      participant: "P07", calendar: plain.update.calendar, settings: plain.update.settings)
    let before = await plain.store.all(SampleKind.walkingChange.erased).compactMap(codec.change)
    let first = try #require(before.first)
    let day = plain.firstDay.distance(to: first.day)
    let test = try Self.history(.stroke, from: day - 7, days: 182)
    try await test.run()
    let found = await test.store.all(SampleKind.walkingChange.erased).compactMap(codec.change)
    #expect(found.map(\.day) == before.map(\.day))
    for (own, other) in zip(found, before) {
      #expect(own.effects.map(\.measure) == other.effects.map(\.measure))
      for (mine, theirs) in zip(own.effects, other.effects) {
        let factor = mine.measure.weekly.needsSteps ? 1.1 : 1
        #expect(abs(mine.before - factor * theirs.before) < 1e-3, "\(mine) \(theirs)")
        #expect(abs(mine.since - factor * theirs.since) < 1e-3, "\(mine) \(theirs)")
      }
    }
  }

  @Test func `days one after the other give what all at once give`() async throws {
    let (once, daily) = (
      try Self.history(.steady, from: Self.firstDay), try Self.history(.steady, from: Self.firstDay)
    )
    try await once.run()
    try await daily.run(through: daily.day(Self.firstDay - 3))
    for first in stride(from: Self.firstDay - 2, to: 126, by: 5) {
      let end = min(first + 4, 125)
      try await daily.run(
        Staleness(days: Set(daily.day(first)...daily.day(end))), through: daily.day(end))
    }
    for kind in EstimateUpdate.madeKinds {
      func kept(_ test: TestHistory) async -> [Sample] {
        await test.store.all(kind).filter { $0.source == .estimates }.sorted { $0.start < $1.start }
      }
      #expect(await kept(once) == kept(daily), "\(kind)")
    }
  }

  @Test func `walks with and without a factor on one day have one of their mean`() throws {
    let calendar = DayCalendar(timeZone: .gmt)
    let day = try #require(calendar.day("2026-04-06"))
    let samples = (0..<4).map { walk in
      let start = calendar.start(of: day) + 3600 * Double(9 + walk)
      return Sample(
        .walkingSpeed, Speed(metersPerSecond: walk < 2 ? 1.1 : 1), start: start, end: start + 60,
        participant: "P07", source: SampleSource(name: SampleSource.analysisName),
        metadata: SampleMetadata(other: walk < 2 ? [CalibrationWords.factor: "1.1000"] : [:]))
    }
    let summary = try #require(
      DailySummaryRule().summaries(of: samples, days: day...day, calendar: calendar).first)
    #expect(summary.personalFactor == 1.05)
    let plain = try #require(summary.with(personalFactor: 1).walking)
    #expect(abs(plain.meanSpeed.value - 1) < 1e-9)
  }
}
