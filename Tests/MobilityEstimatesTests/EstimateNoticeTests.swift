import Foundation
import GaitModel
import GaitSimulation
import Testing

@testable import MobilityEstimates

struct EstimateNoticeTests {
  @Test func `a subscription tells when an event or a declining trend appears, once`() async throws
  {
    let test = try TestHistory(.unsteadiness, seed: 6, days: 200, samples: { _ in [] })
    let calendar = test.update.calendar
    let byWeek = Dictionary(grouping: test.history.samples) {
      LocalWeek(containing: calendar.day(containing: $0.start))
    }
    let (stream, feed) = AsyncStream.makeStream(of: [Sample].self)
    for week in byWeek.keys.sorted() { feed.yield(byWeek[week] ?? []) }
    feed.finish()
    await test.store.save(test.history.samples)
    let lastDay = test.lastDay
    var told: [EstimateNotice] = []
    for try await notice in test.update.notices(
      in: test.store, after: stream, through: { lastDay }, at: { now })
    {
      told.append(notice)
    }
    #expect(told.contains { $0.word == "declining_trend" })
    #expect(told.contains { $0.word == "initial_low" || $0.word == "initial_very_low" })
    let events = told.filter { $0.word.contains("low") }
    #expect(Set(events).count == events.count)
    #expect(
      try await test.update.apply(in: test.store, stale: .everything, through: lastDay, at: now)
        .notices.isEmpty
    )
  }

  @Test func `other people's samples are no business of a subscription`() async throws {
    let test = try TestHistory(.unsteadiness, seed: 6, days: 200)
    let others = test.history.samples.prefix(50).map { sample in
      var sample = sample
      sample.participant = "P08"
      return sample
    }
    let (stream, feed) = AsyncStream.makeStream(of: [Sample].self)
    feed.yield(Array(others))
    feed.finish()
    for try await notice in test.update.notices(
      in: test.store, after: stream, through: { test.lastDay }, at: { now })
    {
      Issue.record("told \(notice)")
    }
    #expect(await test.store.estimates().isEmpty)
  }
}
