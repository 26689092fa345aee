import Foundation
import GaitModel
import GaitSimulation
import Testing

@testable import MobilityEstimates

/// Days that two clocks counted, side by side in one store.
struct OtherDaysTests {
  private func update(_ test: TestHistory, in zone: String) throws -> EstimateUpdate {
    var other = test.update
    other.calendar = DayCalendar(timeZone: try #require(TimeZone(identifier: zone)))
    return other
  }

  @Test(arguments: ["Asia/Tokyo", "America/Los_Angeles", "Africa/Lagos"])
  func `everything made again leaves the days of one clock`(zone: String) async throws {
    let test = try TestHistory(.kneeSurgery, seed: 3, days: 130)
    let other = try update(test, in: zone)
    try await test.run()
    let own = await test.store.estimates()
    #expect(try await !test.update.keepsOtherDays(in: test.store))
    // As if both had read before either wrote: a day later than the last one too.
    let last = test.lastDay.advanced(by: 1)
    let beside = try await other.changes(
      in: HistoryStore(test.history.samples), stale: .everything, through: last)
    await test.store.save(beside.saved)
    #expect(try await test.update.keepsOtherDays(in: test.store))
    #expect(try await other.keepsOtherDays(in: test.store))
    let healed = try await test.update.apply(
      in: test.store, stale: .everything, through: test.lastDay, at: now)
    #expect(await test.store.estimates() == own)
    #expect(try await !test.update.keepsOtherDays(in: test.store))
    // What is said of a week, an event or a change that stays is not withdrawn; that of one that only the other clock
    // saw is.
    let weeks = healed.changes.revisedWeeks(calendar: test.update.calendar)
    #expect(weeks.filter { $0.now == nil }.count <= 2, "\(weeks.count)")
  }

  @Test func `the same days under another zone's name are no others`() async throws {
    let test = try TestHistory(.kneeSurgery, seed: 3, days: 130)
    try await test.run()
    #expect(try await !update(test, in: "Europe/Paris").keepsOtherDays(in: test.store))
  }

  @Test func `a look back in another zone leaves nothing of later days`() async throws {
    let test = try TestHistory(.kneeSurgery, seed: 3, days: 130)
    let other = try update(test, in: "Asia/Tokyo")
    _ = try await other.apply(
      in: test.store, stale: .everything, through: test.lastDay, at: now)
    try await test.run(through: test.day(80))
    #expect(try await !test.update.keepsOtherDays(in: test.store))
    #expect(
      await test.store.estimates().allSatisfy {
        $0.end <= test.update.calendar.start(of: test.day(81))
      })
  }
}
