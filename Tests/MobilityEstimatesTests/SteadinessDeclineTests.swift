import Foundation
import GaitModel
import Testing

@testable import MobilityEstimates

/// A decline is told once, in whichever order its weeks come, and taken back when it is none.
struct SteadinessDeclineTests {
  private let update: EstimateUpdate
  private let monday: LocalDay

  init() throws {
    let calendar = DayCalendar(timeZone: try #require(TimeZone(identifier: "Europe/Berlin")))
    update = EstimateUpdate(
      person: EstimatedPerson(identifier: "P07", facts: Participant()), calendar: calendar)
    monday = try #require(calendar.day("2026-01-05"))
  }

  /// Scores of weeks: so many at .9, and some others.
  private func weeks(_ high: Int, _ others: [Int: Double]) -> [Sample] {
    let values = Dictionary(uniqueKeysWithValues: (0..<high).map { ($0, 0.9) })
    return values.merging(others) { $1 }.sorted { $0.key < $1.key }.map { week, value in
      Sample(
        .walkingSteadiness, Fraction(value),
        start: update.calendar.start(of: monday.advanced(by: 7 * week)),
        end: update.calendar.interval(of: sunday(week)).upperBound, participant: "P07",
        source: update.settings.estimateSource)
    }
  }

  private func sunday(_ week: Int) -> LocalDay { monday.advanced(by: 7 * week + 6) }

  /// What is told, each word with the number of its week.
  private func told(
    _ before: [Sample], _ now: [Sample], known: [ClosedRange<LocalDay>]? = nil
  ) -> [String] {
    var changes = EstimateChanges()
    changes.reconcile(kept: before, made: now)
    return update.notices(in: changes, kept: now, known: KnownNotices(declines: known)).map {
      "\($0.word) \(monday.distance(to: $0.day) / 7)"
    }
  }

  private func known(_ samples: [Sample]) async throws -> [ClosedRange<LocalDay>] {
    try await update.declines(keptIn: SampleList(samples))
  }

  @Test func `a late week that makes the trend of a later one steep is no secret`() async throws {
    let (before, now) = (weeks(6, [7: 0.65]), weeks(6, [6: 0.6, 7: 0.65]))
    #expect(told([], before).isEmpty)
    #expect(told(before, now) == ["declining_trend 7"])
    #expect(try await told(before, now, known: known(before)) == ["declining_trend 7"])
    // The next week is of the same decline.
    #expect(told(now, weeks(6, [6: 0.6, 7: 0.65, 8: 0.6])).isEmpty)
  }

  @Test func `a decline that begins with a late week is the one that was told`() {
    let (before, now) = (weeks(6, [7: 0.5]), weeks(6, [6: 0.5, 7: 0.5]))
    #expect(told([], before) == ["declining_trend 7"])
    #expect(told(before, now).isEmpty)
    #expect(told([], now) == ["declining_trend 6"])
    // It moved on by a week.
    #expect(told(weeks(6, [6: 0.5]), weeks(6, [6: 0.65, 7: 0.6])).isEmpty)
  }

  @Test func `one that is none any more is withdrawn, and told when it comes back`() throws {
    let (fallen, steady) = (weeks(6, [6: 0.5]), weeks(7, [:]))
    #expect(told(fallen, steady) == ["withdrawn_declining_trend 6"])
    #expect(told(steady, fallen) == ["declining_trend 6"])
    #expect(told(fallen, fallen).isEmpty)
    let withdrawn = EstimateNotice.withdrawnDecline(day: sunday(6))
    #expect(withdrawn.isOfWeek && withdrawn.isWithdrawal && withdrawn.day == sunday(6))
    #expect(
      withdrawn.message
        == "no longer true, by what is stored now: walking steadiness falls by more than 5 points a week (22 February 2026)"
    )
  }

  @Test func `what a deletion did to the scores is seen by what was known`() async throws {
    let fallen = try await known(weeks(6, [6: 0.5]))
    #expect(fallen == [sunday(6)...sunday(6)])
    // The week went, and its score with it.
    #expect(told(weeks(6, [:]), weeks(6, [:]), known: fallen) == ["withdrawn_declining_trend 6"])
    // A week between went, and what is left falls more steeply.
    let left = weeks(6, [7: 0.5])
    #expect(told(left, left, known: []) == ["declining_trend 7"])
    #expect(told(left, left, known: fallen).isEmpty)
  }

  @Test func `of a decline that moved before it was heard the notice stands`() {
    func standing(_ kept: [Sample], _ withdrawn: [Sample] = []) -> Set<String> {
      Set(
        update.notices(ofKept: kept, withdrawn: withdrawn).map {
          "\($0.word) \(monday.distance(to: $0.day) / 7)"
        })
    }
    let moved = standing(weeks(6, [6: 0.65, 7: 0.6]))
    #expect(moved.isSuperset(of: ["declining_trend 6", "declining_trend 7"]))
    #expect(!moved.contains("withdrawn_declining_trend 7"))
    let steady = standing(weeks(6, [:]), weeks(0, [6: 0.5]))
    #expect(steady.contains("withdrawn_declining_trend 6"))
    #expect(steady.allSatisfy { $0.hasPrefix("withdrawn") })
  }

  @Test(arguments: 0..<11)
  func `whichever week is late by one, one decline is left told`(late: Int) async throws {
    let all = weeks(6, Dictionary(uniqueKeysWithValues: (6..<12).map { ($0, 0.5) }))
    var order = Array(all.indices)
    order.swapAt(late, late + 1)
    var kept: [Sample] = []
    var news: [String] = []
    for week in order {
      let now = kept + [all[week]]
      news += try await told(kept, now, known: known(kept))
      kept = now
    }
    #expect(news.map { $0.prefix(15) } == ["declining_trend"], "\(news)")
  }

  @Test func `weeks without a score part no decline, and weeks that are not steep do`() async throws
  {
    #expect(
      try await known(weeks(6, [6: 0.5, 8: 0.4, 9: 0.3])) == [sunday(6)...sunday(9)])
    #expect(
      try await known(weeks(6, [6: 0.5, 7: 0.9, 8: 0.9, 9: 0.9, 10: 0.2])) == [
        sunday(6)...sunday(6), sunday(10)...sunday(10),
      ])
  }
}
