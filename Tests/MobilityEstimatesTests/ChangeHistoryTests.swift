import Foundation
import GaitModel
import GaitSimulation
import Testing

@testable import MobilityEstimates

/// Changes that the days show by themselves, on simulated lives.
struct ChangeHistoryTests {
  private func changes(_ test: TestHistory) -> [WalkingChange] {
    let summaries = test.update.settings.daily.summaries(
      of: test.history.samples, days: test.firstDay...test.lastDay, calendar: test.update.calendar)
    return test.update.settings.changes.changes(
      in: Dictionary(uniqueKeysWithValues: summaries.map { ($0.day, $0) }))
  }

  @Test func `an operation without any word is noticed within 7 days, and dated`() throws {
    var (noticed, dated) = (0, 0)
    for seed in 1...12 as ClosedRange<UInt64> {
      let test = try TestHistory(.kneeSurgery, seed: seed, days: 105)
      guard let change = changes(test).first(where: { $0.noticedOn >= test.day(90) }) else {
        continue
      }
      if test.day(90).distance(to: change.noticedOn) <= 7 { noticed += 1 }
      if abs(test.day(90).distance(to: change.day)) <= 1 { dated += 1 }
      #expect(change.effects.contains { $0.share < -0.1 })
    }
    #expect(noticed >= 11 && dated >= 9, "\(noticed), \(dated)")
  }

  /// A larger one is clear on its second day already.
  @Test(arguments: [16, 23, 40])
  func `a change of an eighth is noticed on its third day and dated to its first`(
    before: Int
  ) throws {
    let day = LocalDay(number: 20_000)
    let days = (0..<before + 6).map { i in
      let speed = (i < before ? 1.3 : 1.15) + (i % 2 == 0 ? 0.01 : -0.01)
      return ChangeDay(day.advanced(by: i), [.speed: speed])
    }
    let changes = WalkingChangeRule().changes(in: days)
    let change = try #require(changes.first)
    #expect(changes.count == 1)
    #expect(change.firstMeasuredDay == day.advanced(by: before))
    #expect(change.day == change.firstMeasuredDay)
    #expect(change.noticedOn == day.advanced(by: before + 2))
  }

  @Test func `a steady life is left alone`() throws {
    var false_ = 0
    for seed in 1...10 as ClosedRange<UInt64> {
      false_ += changes(try TestHistory(.steady, seed: seed, days: 120)).count
    }
    #expect(false_ <= 2, "3.3 years: at most .3 a year and the luck of two")
  }

  @Test func `the week after an operation the error is wide at once, and the two are told apart`()
    async throws
  {
    var (covered, count) = (0, 0)
    for seed in 1...12 as ClosedRange<UInt64> {
      let test = try TestHistory(.kneeSurgery, seed: seed, days: 105)
      try await test.run(through: test.day(97))
      guard let last = await test.weekly(.sixMinuteWalkDistance).last, last.day == 97 else {
        continue
      }
      let other = last.sample.metadata.other
      count += 1
      let interval = try #require(EstimateWords.interval(other[EstimateWords.interval95]))
      if interval.contains(test.truth(97)) { covered += 1 }
      guard other[EstimateWords.changedOn] != nil else { continue }
      let before = try #require(other[EstimateWords.beforeChange].flatMap(Double.init))
      let since = try #require(other[EstimateWords.sinceChange].flatMap(Double.init))
      #expect(before > since)
      #expect(try #require(last.sample.standardErrorWithinPerson) > 15)
    }
    #expect(covered >= count - 1 && count >= 10, "\(covered) of \(count)")
  }

  /// Within the 6 % that are told of a cadence it may be nearer to what the change brought.
  @Test func `as before the change is only what is nearer to that than to what it brought`()
    async throws
  {
    let test = try TestHistory(.steady, seed: 4, days: 60)
    try await test.run()
    var found = try await test.update.overview(in: test.store, through: test.lastDay)
    let settings = test.update.settings
    let now = try #require(
      found.mean(of: .cadence, endingOn: test.lastDay, by: settings.smoothing)?.value)
    for (before, since, isBack) in [
      (0.95, 1.025, false), (0.95, 1.2, true), (0.98, 1.1, true), (1.05, 0.99, false),
      (1.01, 0.9, true), (0.9, 1.3, false),
    ] {
      let change = test.lastDay.advanced(by: -10)
      found.walkingChanges = [
        WalkingChange(
          day: change, firstMeasuredDay: change, noticedOn: change,
          effects: [.init(measure: .cadence, before: before * now, since: since * now)])
      ]
      let words = try #require(found.presently(by: settings))
      #expect(words.contains("as before the change") == isBack, "\(before) \(since): \(words)")
    }
  }

  @Test func `a change is news once, moves silently, and is told when it is none`() async throws {
    let test = try TestHistory(.kneeSurgery, seed: 3, days: 120)
    let first = try await test.update.apply(
      in: test.store, stale: .everything, through: test.lastDay, at: now)
    let told = first.notices.filter { $0.word == "walking_change" }
    #expect(told.count >= 1)
    #expect(told.contains { $0.message.hasPrefix("something changed on ") })
    let again = try await test.update.apply(
      in: test.store, stale: .everything, through: test.lastDay, at: now)
    #expect(again.notices.isEmpty)
    let late = test.history.samples.filter {
      test.update.calendar.day(containing: $0.start) >= test.day(90)
    }
    await test.store.delete(late)
    let gone = try await test.update.apply(
      in: test.store, stale: Staleness(changed: late, calendar: test.update.calendar),
      through: test.lastDay, at: now)
    #expect(gone.notices.contains { $0.word == "withdrawn_walking_change" })
  }

  @Test func `a device that moves to a pocket changes no one's walking speed`() throws {
    for seed in 1...6 as ClosedRange<UInt64> {
      let test = try TestHistory(.changedPocket, seed: seed, days: 120)
      for change in changes(test) where change.day >= test.day(88) {
        #expect(!change.effects.contains { $0.measure == .speed || $0.measure == .stepLength })
      }
    }
  }

  @Test func `a second device in the pocket is set aside in the time in which both were worn`()
    throws
  {
    let test = try TestHistory(.twoDevices, seed: 3, days: 10)
    let worn = test.history.samples.filter { $0.kind == SampleKind.wearTime.erased }
    let devices = Dictionary(grouping: worn) { $0.source.device ?? "" }
    #expect(Set(devices.keys) == ["simulated", "second"])
    #expect(worn.allSatisfy { $0.source.recording != nil }, "each has recordings of its own")
  }

  @Test func `in a pocket a person who gets unsteady is delayed with the reason`() async throws {
    let test = try TestHistory(.pocketUnsteadiness, seed: 3, days: 120)
    try await test.run()
    #expect(await test.weekly(.walkingSteadiness).isEmpty)
    let found = try await test.update.overview(in: test.store, through: test.lastDay)
    #expect(found.steadinessDelay?.description.contains("no measured step length") == true)
  }

  @Test func `the truth of steadiness is in the simulator, and rises when walking gets unsteady`()
    throws
  {
    let truth = try TestHistory(.unsteadiness, seed: 3).history.truth.map(\.relativeFallRate)
    #expect(truth[110] > 3 * truth[50] && abs(truth[350] - truth[0]) < 1e-9)
  }
}

/// One call that lets an estimate begin anew.
struct RecalibrateTests {
  private let now = Date(timeIntervalSince1970: 1_780_000_000)

  @Test func `recalibrate is one call, and no stored estimate goes`() async throws {
    let test = try TestHistory(.kneeSurgery, seed: 3)
    try await test.run(through: test.day(110))
    let stored = await test.store.estimates()
    let request = try await test.store.recalibrate(
      .sixMinuteWalkDistance, from: test.day(90), of: "P07", calendar: test.update.calendar,
      askedAt: now, reason: "new knee")
    #expect(request.storedThrough == test.day(104) || request.storedThrough == test.day(110))
    let sample = try #require(await test.store.all(SampleKind.recalibration.erased).first)
    try await test.run(
      Staleness(changed: [sample], calendar: test.update.calendar), through: test.day(110))
    #expect(await test.store.estimates() == stored)
    try await test.run()
    let next = await test.weekly(.sixMinuteWalkDistance).first {
      $0.day > test.firstDay.distance(to: request.storedThrough ?? test.day(0))
    }
    #expect(next?.sample.metadata.other[EstimateWords.recalibratedFrom] == "2026-04-05")
  }

  @Test func `the reason and the time of asking are kept, and asking twice is one request`()
    async throws
  {
    let test = try TestHistory(.steady, days: 3)
    for _ in 0..<2 {
      _ = try await test.store.recalibrate(
        .sixMinuteWalkDistance, from: test.day(1), of: "P07", calendar: test.update.calendar,
        askedAt: now, reason: "new knee")
    }
    let kept = await test.store.all(SampleKind.recalibration.erased)
    #expect(kept.count == 1)
    let request = kept.first.flatMap { Recalibration($0, calendar: test.update.calendar) }
    #expect(request?.reason == "new knee" && request?.askedAt == now)
  }

  @Test func `no way of calling is retroactive`() async throws {
    let test = try TestHistory(.kneeSurgery, seed: 3, days: 111)
    try await test.run()
    let stored = await test.store.estimates()
    let careless = try Recalibration(.sixMinuteWalkDistance, from: test.day(90))
    let stale = await test.enter(
      careless.sample(participant: "P07", calendar: test.update.calendar))
    try await test.run(stale)
    #expect(await test.store.estimates() == stored)
    try await test.run(.everything)
    #expect(await test.store.estimates() == stored)
  }

  @Test func `it needs the grants of the estimate itself`() async throws {
    let store = HistoryStore(
      [], access: SampleAccess(reading: .everything, writing: [SampleKind.recalibration.erased]))
    let calendar = DayCalendar(timeZone: .gmt)
    await #expect(throws: SampleAccessError.cannotWrite(SampleKind.sixMinuteWalkDistance.erased)) {
      try await store.recalibrate(
        .sixMinuteWalkDistance, from: LocalDay(number: 1), of: "P07", calendar: calendar,
        askedAt: now)
    }
    await #expect(
      throws: SampleAccessError.notRecalibratable(SampleKind.walkingSteadiness.erased)
    ) {
      try await store.recalibrate(
        .walkingSteadiness, from: LocalDay(number: 1), of: "P07", calendar: calendar, askedAt: now)
    }
  }
}

/// What happened to a person, as somebody says.
struct PersonEventTests {
  @Test func `an event is entered, listed and deleted, and smoothing restarts there`() async throws
  {
    let test = try TestHistory(.ankleInjury, seed: 4, days: 90)
    try await test.run()
    let event = PersonEvent(day: test.day(60), kind: .injury, words: "left ankle")
    let sample = event.sample(participant: "P07", calendar: test.update.calendar)
    _ = await test.enter(sample)
    let found = try await test.update.overview(in: test.store, through: test.lastDay)
    #expect(found.personEvents == [event])
    let speeds = Dictionary(uniqueKeysWithValues: found.days.map { ($0.day, $0) })
    for measure in WeeklyMeasure.allCases {
      let restarts = [60] + found.walkingChanges.map { test.firstDay.distance(to: $0.day) }
      let begin = try #require(restarts.filter { $0 <= 64 }.max())
      let used = (max(begin, 58)...64).compactMap { day in
        speeds[test.day(day)].flatMap(measure.value(on:))
      }
      guard used.count >= 3 else { continue }
      let mean = used.reduce(0, +) / Double(used.count)
      let smoothed = try #require(found.smoothed[measure]?[test.day(64)])
      #expect(abs(smoothed.value - mean) < 1e-9, "\(measure)")
    }
    await test.store.delete([sample])
    #expect(
      try await test.update.overview(in: test.store, through: test.lastDay).personEvents.isEmpty)
  }

  @Test func `before and after say how much of the baseline is regained, with intervals`()
    async throws
  {
    let test = try TestHistory(.ankleInjury, seed: 4, days: 150)
    try await test.run()
    _ = await test.enter(
      PersonEvent(day: test.day(60), kind: .injury).sample(
        participant: "P07", calendar: test.update.calendar))
    let found = try await test.update.overview(in: test.store, through: test.lastDay)
    let speed = try #require(found.comparisons.first { $0.measure == .meanSpeed })
    #expect(try #require(speed.first).value < speed.before.value)
    #expect(abs(speed.shareOfBefore - 1) < 0.06, "healed by day 150")
    #expect(speed.shareInterval.contains(speed.shareOfBefore))
    #expect(speed.before.interval.contains(speed.before.value) && speed.before.days >= 20)
  }

  @Test func `one event more changes the comparison of no other`() async throws {
    let test = try TestHistory(.ankleInjury, seed: 4, days: 150)
    try await test.run()
    func found(_ event: PersonEvent) async throws -> [ComparedEvents] {
      _ = await test.enter(event.sample(participant: "P07", calendar: test.update.calendar))
      return try await test.update.overview(in: test.store, through: test.lastDay).comparedEvents
    }
    let one = try await found(PersonEvent(day: test.day(60), kind: .injury))
    let two = try await found(PersonEvent(day: test.day(75), kind: .medication))
    #expect(two.map(\.day) == [test.day(60), test.day(75)] && two.first == one.first)
    #expect(!two[1].comparisons.isEmpty && two[1].comparisons != two[0].comparisons)
    let same = try await found(PersonEvent(day: test.day(75), kind: .heatWave))
    #expect(same == two, "events of one day are compared at once")
    let early = try await found(PersonEvent(day: test.day(0), kind: .other))
    #expect(early.count == 3 && early.dropFirst() == two[...])
    #expect(early[0].comparisons.isEmpty, "nothing is known before it")
    let coming = try await found(PersonEvent(day: test.day(200), kind: .operation))
    #expect(coming == early, "it is still to come")
  }

  @Test func `every kind of event has a word and comes back from it`() {
    #expect(Set(LifeEvent.allCases.map(\.word)).count == 5)
    for event in LifeEvent.allCases { #expect(LifeEvent(word: event.word) == event) }
    #expect(LifeEvent(word: "war") == nil)
  }

  @Test func `two sources stand side by side`() async throws {
    let test = try TestHistory(.steady, seed: 2, days: 42)
    try await test.run()
    let own = await test.store.estimates()
    let phone = test.history.samples.map { sample in
      var sample = sample
      sample.source = SampleSource(name: "Phone")
      return sample
    }
    await test.store.save(phone)
    var other = test.update
    other.settings.source = "Phone"
    _ = try await other.apply(in: test.store, stale: .everything, through: test.lastDay, at: now)
    #expect(await test.store.estimates() == own, "ours are still there")
    let theirs = await test.store.all(SampleKind.sixMinuteWalkDistance.erased).filter {
      $0.source.name == "gait estimate from Phone"
    }
    #expect(!theirs.isEmpty)
    let again = try await test.run(.everything)
    #expect(again.saved.isEmpty && again.deleted.isEmpty, "nothing flips back")
  }
}
