import Foundation
import GaitModel
import GaitSimulation
import Testing

@testable import MobilityEstimates

/// Rows 15 to 18 of what estimates must do, on simulated months.
struct SteadinessHistoryTests {
  @Test func `once a week there is a score between 0 and 1 with its parts`() async throws {
    let test = try TestHistory(.steady, seed: 2, days: 42)
    try await test.run()
    let weeks = await test.weekly(.walkingSteadiness)
    #expect(weeks.map(\.day) == [6, 13, 20, 27, 34, 41])
    for (_, sample) in weeks {
      #expect((0...1).contains(sample.value))
      #expect(sample.standardError != nil && sample.standardErrorWithinPerson != nil)
      #expect(sample.metadata.earliestDataUsed != nil)
      #expect(sample.metadata.other[EstimateWords.steadinessClass] != nil)
      for component in SteadinessComponent.allCases {
        #expect(sample.metadata.other[EstimateWords.lost(by: component)] != nil)
        #expect(sample.metadata.other[EstimateWords.logRate(of: component)] != nil)
      }
    }
  }

  @Test func `a week without data is delayed, not guessed`() async throws {
    let test = try TestHistory(.holidays, days: 84)
    try await test.run()
    let days = await test.weekly(.walkingSteadiness).map(\.day)
    #expect(!days.contains(48) && !days.contains(55) && days.contains(41) && days.contains(62))
  }

  @Test func `getting unsteady is told a month after the drop, repeated, and reset by recovery`()
    async throws
  {
    let test = try TestHistory(.unsteadiness, seed: 6)
    try await test.run()
    let scores = await test.weekly(.walkingSteadiness)
    let drop = try #require(scores.first { $0.sample.metadata.other["class"] != "ok" }?.day)
    #expect((60...110).contains(drop))
    let events = await test.store.all(SampleKind.steadinessEvent.erased).compactMap {
      TypedSample(.steadinessEvent, $0)
    }
    let days = events.map {
      test.firstDay.distance(to: test.update.calendar.day(containing: $0.sample.end - 1))
    }
    let first = try #require(days.first)
    #expect((28...35).contains(first - drop), "drop on \(drop), told on \(first)")
    #expect(events.first?.value == .initialLow || events.first?.value == .initialVeryLow)
    #expect(events.contains { $0.value == .repeatLow || $0.value == .repeatVeryLow })
    #expect(days.allSatisfy { $0 < 310 }, "steady again after day 298")
  }

  @Test func `nobody who walks as ever is told anything`() async throws {
    for scenario in [HistoryScenario.steady, .holidays, .phoneAtHome] {
      let test = try TestHistory(scenario, seed: 2)
      try await test.run()
      let scores = await test.weekly(.walkingSteadiness).map(\.sample.value)
      guard scores.allSatisfy({ $0 >= SteadinessLimits.standard.low }) else { continue }
      #expect(await test.store.all(SampleKind.steadinessEvent.erased).isEmpty)
    }
  }

  @Test func `a fall of the score is a declining trend once`() async throws {
    let test = try TestHistory(.unsteadiness, seed: 6, days: 180)
    let changes = try await test.run()
    let scores = await test.store.all(SampleKind.walkingSteadiness.erased)
    let notices = test.update.notices(in: changes, kept: scores)
    let declines = notices.filter { if case .decliningTrend = $0 { true } else { false } }
    #expect((1...3).contains(declines.count))
    #expect(declines.allSatisfy { (60...125).contains(test.firstDay.distance(to: $0.day)) })
  }

  @Test func `a decline is beyond the person's own scatter, and a steady life is not`() async throws
  {
    let decline = try TestHistory(.unsteadiness, seed: 6, days: 105)
    try await decline.run()
    let found = try await decline.update.overview(in: decline.store, through: decline.lastDay)
    #expect(found.changes.contains { $0.measure == .fastSpeed && $0.change.isDetectable })
    #expect(found.changes.allSatisfy { $0.week.lastDay <= decline.lastDay })
    let steady = try TestHistory(.steady, seed: 2, days: 105)
    try await steady.run()
    let same = try await steady.update.overview(in: steady.store, through: steady.lastDay)
    let flagged = same.changes.filter(\.change.isDetectable)
    #expect(same.changes.count >= 6 && flagged.count <= 2, "\(flagged.map(\.measure))")
  }

  @Test func `without a height there is no score, and the overview says why`() async throws {
    let test = try TestHistory(
      .steady, seed: 2, days: 42, change: { $0.person.facts.height = nil })
    try await test.run()
    #expect(await test.weekly(.walkingSteadiness).isEmpty)
    let found = try await test.update.overview(in: test.store, through: test.lastDay)
    #expect(found.steadinessDelay == .heightUnknown)
    #expect(found.readiness.lacks == [.height])
  }
}

/// Row 20, on a simulated training.
struct CardioFitnessHistoryTests {
  @Test func `training shows in the greatest uptake and in the heart's recovery`() async throws {
    let test = try TestHistory(.fitness, seed: 5)
    try await test.run()
    let weeks = await test.weekly(.vo2Max)
    let (first, last) = (try #require(weeks.first), try #require(weeks.last))
    #expect(last.sample.value > first.sample.value * 1.06)
    for (day, sample) in [first, last] {
      let earliest = try #require(sample.metadata.earliestDataUsed)
      #expect((0..<28 * 86_400.0).contains(sample.end.timeIntervalSince(earliest) - 1))
      let truth = test.history.truth[day].greatestUptake
      #expect(
        abs(sample.value - truth) <= 2 * (sample.standardError ?? 0), "\(sample.value), \(truth)")
    }
    // A fitter heart rises less, so that it has less to fall: of what it rose it gives back more.
    let resting = Dictionary(
      test.history.samples.filter { $0.kind == SampleKind.restingHeartRate.erased }.map {
        (test.update.calendar.day(containing: $0.start), $0.value)
      }, uniquingKeysWith: { $1 })
    let shares = try await test.store.all(SampleKind.heartRateRecovery.erased).map { sample in
      let peak = try #require(sample.metadata.other[RecoveryWords.peakRate].flatMap(Double.init))
      let day = test.update.calendar.day(containing: sample.start)
      return sample.value / (peak - (try #require(resting[day])))
    }
    let (before, after) = (
      shares.prefix(30).reduce(0, +) / 30, shares.suffix(30).reduce(0, +) / 30
    )
    #expect(before > 0.5 && after > 1.03 * before, "\(before), \(after)")
  }

  @Test func `without a heart rate there is none`() async throws {
    let test = try TestHistory(.steady, days: 42)
    try await test.run()
    #expect(await test.weekly(.vo2Max).isEmpty)
  }
}
