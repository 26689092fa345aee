import Foundation
import GaitModel
import GaitSimulation
import Testing

@testable import MobilityEstimates

/// When estimates are made in tests.
let now = Date(timeIntervalSince1970: 1_800_000_000)

/// A simulated person in a store, with what brings their estimates up to date.
struct TestHistory {
  let history: SimulatedHistory
  let store: HistoryStore
  let update: EstimateUpdate
  let firstDay: LocalDay

  init(
    _ scenario: HistoryScenario, seed: UInt64 = 1, days: Int? = nil, zone: String = "Europe/Berlin",
    samples: (SimulatedHistory) -> [Sample] = { $0.samples },
    change: (inout EstimateUpdate) -> Void = { _ in }
  ) throws {
    let timeZone = try #require(TimeZone(identifier: zone))
    let calendar = DayCalendar(timeZone: timeZone)
    firstDay = try #require(calendar.day("2026-01-05"))
    history = scenario.history(
      participant: "P07", seed: seed, firstDay: calendar.start(of: firstDay), days: days,
      timeZone: timeZone)
    store = HistoryStore(samples(history))
    var update = EstimateUpdate(
      person: EstimatedPerson(
        identifier: "P07", facts: history.person.participant, ageKnownOn: firstDay),
      calendar: calendar)
    change(&update)
    self.update = update
  }

  /// The day so many days after the history's first.
  func day(_ index: Int) -> LocalDay { firstDay.advanced(by: index) }

  var lastDay: LocalDay { day(history.truth.count - 1) }

  /// Brings everything up to date and keeps it.
  @discardableResult
  func run(_ stale: Staleness = .everything, through day: LocalDay? = nil) async throws
    -> EstimateChanges
  {
    let changes = try await update.changes(in: store, stale: stale, through: day ?? lastDay)
    await store.delete(changes.deleted)
    await store.save(changes.saved)
    return changes
  }

  /// Keeps a sample that a person entered, and says what it makes stale.
  func enter(_ sample: Sample) async -> Staleness {
    await store.save([sample])
    return Staleness(changed: [sample], calendar: update.calendar)
  }

  /// The kept estimates of a kind with the last day of each, counted from the history's first.
  func weekly<Value>(_ kind: SampleKind<Value>) async -> [(day: Int, sample: Sample)] {
    await store.all(kind.erased).filter { $0.source == .estimates }.map {
      (
        firstDay.distance(to: WeeklySamples.lastDay(of: $0, calendar: update.calendar)), $0
      )
    }
  }

  /// What the clinic's test would have given on a day.
  func truth(_ day: Int) -> Double { history.truth[day].sixMinuteWalkMeters }
}
