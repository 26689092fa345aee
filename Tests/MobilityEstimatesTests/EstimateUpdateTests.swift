import Foundation
import GaitModel
import GaitSimulation
import Testing

@testable import MobilityEstimates

struct EstimateUpdateTests {
  @Test func `running it again changes nothing`() async throws {
    let test = try TestHistory(.kneeSurgery, seed: 3, days: 130)
    #expect(try await !test.run().saved.isEmpty)
    let again = try await test.run()
    #expect(again.saved.isEmpty && again.deleted.isEmpty)
    #expect(try await test.run(.nothing) == EstimateChanges())
  }

  @Test func `recordings in whatever order give the same estimates`() async throws {
    let inOrder = try TestHistory(.kneeSurgery, seed: 3, days: 120)
    try await inOrder.run()
    let expected = await inOrder.store.estimates()
    for seed in 1...3 as ClosedRange<UInt64> {
      let test = try TestHistory(.kneeSurgery, seed: 3, days: 120, samples: { _ in [] })
      var dice = SystemDice(seed: seed)
      // A recording holds ten days or so; they come in any order, and estimates are made in between.
      let recordings = Dictionary(grouping: test.history.samples) {
        test.firstDay.distance(to: test.update.calendar.day(containing: $0.start)) / 10
      }
      for key in recordings.keys.sorted().shuffled(using: &dice) {
        let samples = recordings[key] ?? []
        await test.store.save(samples)
        try await test.run(Staleness(changed: samples, calendar: test.update.calendar))
      }
      #expect(await test.store.estimates() == expected)
    }
  }

  @Test func `a new day costs a day, not a year`() async throws {
    let test = try TestHistory(.ageing, seed: 3, days: 372)
    try await test.run(through: test.day(370))
    let before = await test.store.samplesRead
    let yesterday = test.day(371)
    let changes = try await test.run(Staleness(days: [yesterday]))
    #expect(changes.daysRead == 1)
    let read = await test.store.samplesRead - before
    #expect(read < 5000, "\(read) samples; a year has \(test.history.samples.count)")
  }

  @Test func `only what new data make stale is made again, and equals making everything`()
    async throws
  {
    let whole = try TestHistory(.unsteadiness, seed: 6, days: 170)
    try await whole.run()
    let late = (80..<84).map { whole.day($0) }
    let test = try TestHistory(
      .unsteadiness, seed: 6, days: 170,
      samples: { history in
        history.samples.filter { sample in
          !late.contains(whole.update.calendar.day(containing: sample.start))
        }
      })
    try await test.run()
    #expect(await test.store.estimates() != whole.store.estimates())
    let missing = test.history.samples.filter { sample in
      late.contains(whole.update.calendar.day(containing: sample.start))
    }
    await test.store.save(missing)
    let changes = try await test.run(Staleness(changed: missing, calendar: test.update.calendar))
    let days = Set(missing.map { test.update.calendar.day(containing: $0.start) })
    #expect(changes.daysRead == days.count)
    #expect(changes.weeksEstimated <= 11, "of 24")
    #expect(await test.store.estimates() == whole.store.estimates())
  }

  @Test func `deleted walks take their estimates with them`() async throws {
    let test = try TestHistory(.steady, days: 60)
    try await test.run()
    let gone = test.history.samples.filter {
      test.update.calendar.day(containing: $0.start) >= test.day(40)
    }
    await test.store.delete(gone)
    try await test.run(Staleness(changed: gone, calendar: test.update.calendar))
    let short = try TestHistory(.steady, days: 40)
    try await short.run(through: test.lastDay)
    #expect(await test.store.estimates() == short.store.estimates())
    await test.store.delete(test.history.samples)
    try await test.run(.everything)
    #expect(await test.store.estimates().isEmpty)
  }

  @Test func `the week that is not over waits`() async throws {
    let test = try TestHistory(.steady, days: 60)
    try await test.run(through: test.day(33))
    #expect(await test.weekly(.walkingSteadiness).last?.day == 27)
    try await test.run(through: test.day(34))
    #expect(await test.weekly(.walkingSteadiness).last?.day == 34)
  }

  @Test func `asking for an earlier day deletes nothing of later ones`() async throws {
    let test = try TestHistory(.unsteadiness, seed: 6, days: 200)
    try await test.run()
    let before = await test.store.estimates()
    try await test.run(.everything, through: test.day(100))
    #expect(await test.store.estimates() == before)
  }

  @Test(arguments: ["America/Los_Angeles", "Asia/Kathmandu", "Australia/Lord_Howe"])
  func `days and weeks are those of the person's time zone`(zone: String) async throws {
    let test = try TestHistory(.steady, days: 100, zone: zone)
    try await test.run()
    let worn = await test.store.all(SampleKind.dailyWearTime.erased)
    #expect(worn.count == test.history.truth.count { $0.wornHours > 0 })
    #expect(worn.allSatisfy { $0.value > 9 * 3600 }, "no day's wear spills over midnight")
    let weeks = await test.weekly(.walkingSteadiness)
    #expect(weeks.map(\.day) == Array(stride(from: 6, through: 97, by: 7)))
  }

  @Test func `what is known of a person is kept and read as samples`() async throws {
    let test = try TestHistory(.steady, days: 3)
    let samples = test.update.person.samples(on: test.day(0), calendar: test.update.calendar)
    await test.store.save(samples)
    let read = try await EstimatedPerson("P07", in: test.store, calendar: test.update.calendar)
    #expect(read.facts == test.update.person.facts && read.ageKnownOn == test.day(0))
    // What holds for each day is part of the setting that estimates were made with, not of what is stale.
    #expect(!Staleness(changed: samples, calendar: test.update.calendar).isEverything)
    let older = read.participant(on: test.day(3653)).ageYears
    #expect(abs(try #require(older) - #require(read.facts.ageYears) - 10) < 0.01)
  }

  @Test
  func `nothing rewrites the past: what was given out gives way and is kept, with the reason`()
    async throws
  {
    let test = try TestHistory(.steady, seed: 4, days: 60)
    var without = test.update
    without.person.facts.height = nil
    _ = try await without.apply(in: test.store, stale: .everything, through: test.lastDay, at: now)
    let given = await test.weekly(.sixMinuteWalkDistance).map(\.sample)
    #expect(!given.isEmpty)
    #expect(await test.store.superseded.isEmpty, "a first run has no past")
    let found = try await test.update.apply(
      in: test.store, stale: .everything, through: test.lastDay,
      because: "the height is known now (1.68 m)", at: now)
    let revised = found.changes.revisedWeeks(calendar: test.update.calendar)
    let walks = revised.filter { $0.before.kind == SampleKind.sixMinuteWalkDistance.erased }
    #expect(walks.map(\.before) == given, "every week that was told, as it was told")
    let stored = await test.weekly(.sixMinuteWalkDistance).map(\.sample)
    #expect(walks.compactMap(\.now) == stored)
    let kept = await test.store.superseded
    let distances = kept.map(\.sample)
      .filter { $0.kind == SampleKind.sixMinuteWalkDistance.erased }
      .sorted { $0.start < $1.start }
    #expect(distances == given)
    #expect(kept.allSatisfy { $0.reason.contains("1.68 m") && $0.instant == now })
    let again = try await test.update.apply(
      in: test.store, stale: .everything, through: test.lastDay, at: now)
    #expect(!again.changes.supersedes)
    #expect(await test.store.superseded.count == kept.count)
  }

  @Test func `a week that two stores told, to another day each, is said anew once`() async throws {
    let test = try TestHistory(.steady, seed: 4, days: 60)
    try await test.run()
    let given = await test.weekly(.sixMinuteWalkDistance).map(\.sample)
    let others = given.map { week in
      Sample(
        kind: week.kind, value: week.value + 10, start: week.start, end: week.end - 86_400,
        participant: week.participant, source: week.source, metadata: week.metadata)
    }
    var update = test.update
    update.person.facts.height = nil
    await test.store.save(others)
    let found = try await update.apply(
      in: test.store, stale: .everything, through: test.lastDay, at: now)
    let revised = found.changes.revisedWeeks(calendar: test.update.calendar)
      .filter { $0.before.kind == SampleKind.sixMinuteWalkDistance.erased }
    #expect(revised.map(\.before) == given)
    #expect(revised.compactMap(\.now).count == given.count)
  }

  @Test func `other programs' walks stand beside ours and are not mixed with them`() async throws {
    let test = try TestHistory(.steady, days: 20)
    try await test.run()
    let before = await test.store.estimates()
    let others = test.history.samples.map { sample in
      var sample = sample
      sample.source = SampleSource(name: "Health")
      sample.value *= 2
      return sample
    }
    await test.store.save(others)
    try await test.run(.everything)
    #expect(await test.store.estimates() == before)
  }
}
