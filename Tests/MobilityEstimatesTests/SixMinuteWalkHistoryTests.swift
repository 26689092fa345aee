import Foundation
import GaitModel
import GaitSimulation
import Testing

@testable import MobilityEstimates

/// Rows 13 and 14 of what estimates must do, on simulated months.
struct SixMinuteWalkHistoryTests {
  @Test func `once a week there is an estimate, with the earliest date used`() async throws {
    let test = try TestHistory(.steady, days: 84)
    try await test.run()
    let weeks = await test.weekly(.sixMinuteWalkDistance)
    #expect(
      weeks.map(\.day) == Array(stride(from: 13, through: 83, by: 7)), "from the second Sunday")
    for (day, sample) in weeks {
      let earliest = try #require(sample.metadata.earliestDataUsed)
      #expect(test.update.calendar.day(containing: earliest) == test.day(max(0, day - 27)))
      #expect(sample.metadata.isCalibrated == false)
      #expect(try #require(sample.standardError) > 10)
      #expect(EstimateWords.interval(sample.metadata.other[EstimateWords.interval95]) != nil)
      #expect(sample.metadata.other[EstimateWords.predicted] != nil)
      #expect(sample.source == .estimates)
    }
  }

  @Test func `an estimate stands on the last day of its week on which the device was worn`()
    async throws
  {
    let whole = try TestHistory(.steady, days: 56)
    let calendar = whole.update.calendar
    let sunday = whole.day(48)
    let test = try TestHistory(
      .steady, days: 56,
      samples: { $0.samples.filter { calendar.day(containing: $0.start) != sunday } })
    try await test.run()
    #expect(await test.weekly(.sixMinuteWalkDistance).map(\.day).contains(47))
    #expect(await !test.weekly(.sixMinuteWalkDistance).map(\.day).contains(48))
    let late = whole.history.samples.filter { calendar.day(containing: $0.start) == sunday }
    await test.store.save(late)
    let changes = try await test.run(Staleness(changed: late, calendar: calendar))
    try await whole.run()
    #expect(await test.store.estimates() == whole.store.estimates())
    let revised = changes.revisedWeeks(calendar: calendar).first {
      $0.before.kind == SampleKind.sixMinuteWalkDistance.erased
    }
    #expect(revised?.now != nil, "the week's estimate moved to its Sunday, and was not lost")
  }

  @Test func `two of three errors are within their standard error`() async throws {
    var (within, within2, count) = (0, 0, 0)
    for seed in 1...24 {
      let test = try TestHistory(.steady, seed: UInt64(seed), days: 28)
      try await test.run()
      let last = try #require(await test.weekly(.sixMinuteWalkDistance).last)
      if last.sample.metadata.other[EstimateWords.isCapped] != nil { continue }
      let miss = abs(last.sample.value - test.truth(last.day)) / (last.sample.standardError ?? 0)
      count += 1
      if miss <= 1 { within += 1 }
      if miss <= 2 { within2 += 1 }
    }
    #expect(Double(within) / Double(count) > 0.55, "\(within) of \(count)")
    #expect(Double(within2) / Double(count) > 0.88, "\(within2) of \(count)")
  }

  @Test func `it needs 8 hours of wear on 3 of the last 7 days and on 10 of the last 28`()
    async throws
  {
    let test = try TestHistory(.holidays, days: 84)
    try await test.run()
    // Away on days 42-55; weeks end on days 6, 13, ….
    let days = await test.weekly(.sixMinuteWalkDistance).map(\.day)
    #expect(!days.contains(48) && !days.contains(55), "no wear in the week")
    #expect(days.contains(62), "seven days since and seven before make more than ten of 28")
  }

  @Test func `a phone left at home on one day of three is worn enough`() async throws {
    let test = try TestHistory(.phoneAtHome, days: 84)
    try await test.run()
    #expect(await test.weekly(.sixMinuteWalkDistance).count >= 8)
  }

  @Test func `after an operation, without any word, the estimate dips within two weeks`()
    async throws
  {
    for seed in [2, 3, 5, 8] as [UInt64] {
      let test = try TestHistory(.kneeSurgery, seed: seed)
      try await test.run()
      let weeks = await test.weekly(.sixMinuteWalkDistance)
      let before = try #require(weeks.last { $0.day < 90 })
      let lowest = try #require(
        weeks.filter { $0.day >= 90 }.min { $0.sample.value < $1.sample.value })
      let fall = before.sample.value - lowest.sample.value
      #expect(lowest.day <= 111, "the truth is lowest on day 90")
      #expect(fall > 0.25 * (test.truth(89) - test.truth(92)))
    }
  }

  @Test func `with it the first new estimate comes within 14 days and lies within its error`()
    async throws
  {
    var (within, count) = (0, 0)
    for seed in 1...20 {
      let test = try TestHistory(.kneeSurgery, seed: UInt64(seed), days: 140)
      try await test.run(through: test.day(89))
      let stored = await test.weekly(.sixMinuteWalkDistance)
      let request = try Recalibration(
        .sixMinuteWalkDistance, from: test.day(90),
        storedThrough: stored.last.map { test.day($0.day) })
      _ = await test.enter(request.sample(participant: "P07", calendar: test.update.calendar))
      try await test.run()
      let first = try #require(
        await test.weekly(.sixMinuteWalkDistance).first {
          $0.sample.metadata.other[EstimateWords.recalibratedFrom] != nil
        })
      #expect(first.day - 90 <= 17, "within 14 days where the device is not forgotten")
      #expect(
        test.update.calendar.day(
          containing: try #require(first.sample.metadata.earliestDataUsed)) >= test.day(90))
      #expect(first.sample.metadata.other[EstimateWords.recalibratedFrom] == "2026-04-05")
      count += 1
      let miss = abs(first.sample.value - test.truth(first.day))
      if miss <= (first.sample.standardError ?? 0) { within += 1 }
    }
    #expect(Double(within) / Double(count) >= 0.5, "\(within) of \(count)")
  }

  @Test func `four weeks later the normal window is back`() async throws {
    let test = try TestHistory(.kneeSurgery, seed: 3)
    let request = try Recalibration(.sixMinuteWalkDistance, from: test.day(90))
    _ = await test.enter(request.sample(participant: "P07", calendar: test.update.calendar))
    try await test.run()
    let without = try TestHistory(.kneeSurgery, seed: 3)
    try await without.run()
    let (a, b) = (
      await test.weekly(.sixMinuteWalkDistance), await without.weekly(.sixMinuteWalkDistance)
    )
    func same(_ range: Range<Int>) -> Bool {
      a.filter { range.contains($0.day) }.map(\.sample)
        == b.filter { range.contains($0.day) }.map(\.sample)
    }
    #expect(same(0..<90), "not retroactive")
    #expect(!same(90..<117))
    #expect(same(118..<182), "from the first week whose 28 days begin after the date")
  }

  @Test func `already stored estimates stay untouched`() async throws {
    let test = try TestHistory(.kneeSurgery, seed: 3)
    try await test.run(through: test.day(110))
    let stored = await test.store.estimates()
    let last = try #require(await test.weekly(.sixMinuteWalkDistance).last?.day)
    let request = try Recalibration(
      .sixMinuteWalkDistance, from: test.day(90), storedThrough: test.day(last))
    let stale = await test.enter(request.sample(participant: "P07", calendar: test.update.calendar))
    try await test.run(stale, through: test.day(110))
    #expect(await test.store.estimates() == stored)
    try await test.run()
    let next = try #require(await test.weekly(.sixMinuteWalkDistance).first { $0.day > last })
    #expect(next.sample.metadata.other[EstimateWords.recalibratedFrom] == "2026-04-05")
  }

  @Test func `later weeks do not depend on when a recalibration was asked`() async throws {
    func weeks(askedAfter known: Int?) async throws -> [Sample] {
      let test = try TestHistory(.kneeSurgery, seed: 8)
      var stored: LocalDay?
      if let known {
        try await test.run(through: test.day(known))
        stored = await test.weekly(.sixMinuteWalkDistance).last.map { test.day($0.day) }
      }
      let request = try Recalibration(
        .sixMinuteWalkDistance, from: test.day(90), storedThrough: stored)
      _ = await test.enter(request.sample(participant: "P07", calendar: test.update.calendar))
      try await test.run(through: test.day(130))
      return await test.weekly(.sixMinuteWalkDistance).filter { $0.day > 105 }.map(\.sample)
    }
    let atOnce = try await weeks(askedAfter: nil)
    #expect(atOnce.count >= 3)
    // There was enough again before: no week stands on its first day.
    #expect(try await weeks(askedAfter: 105) == atOnce)
  }

  @Test func `a recalibration is listed and can be taken back`() async throws {
    let test = try TestHistory(.kneeSurgery, seed: 3)
    try await test.run()
    let before = await test.store.estimates()
    let request = try Recalibration(.sixMinuteWalkDistance, from: test.day(90))
    let sample = request.sample(participant: "P07", calendar: test.update.calendar)
    try await test.run(await test.enter(sample))
    #expect(await test.store.estimates() == before, "what is stored stays")
    #expect(Recalibration(sample, calendar: test.update.calendar) == request)
    await test.store.delete([sample])
    try await test.run(Staleness(changed: [sample], calendar: test.update.calendar))
    #expect(await test.store.estimates() == before)
  }

  @Test func `a clinic value is kept apart, and calibrates when asked`() async throws {
    let test = try TestHistory(.steady, seed: 4, days: 120)
    try await test.run()
    let before = await test.weekly(.sixMinuteWalkDistance).map(\.sample)
    let clinic = ClinicTest(day: test.day(60), meters: 300)
    let apart = clinic.sample(
      participant: "P07", calibrates: false, calendar: test.update.calendar)
    #expect(apart.metadata.isEnteredByHand)
    try await test.run(await test.enter(apart))
    #expect(await test.weekly(.sixMinuteWalkDistance).map(\.sample) == before)
    let asked = clinic.sample(participant: "P07", calibrates: true, calendar: test.update.calendar)
    try await test.run(await test.enter(asked))
    let after = await test.weekly(.sixMinuteWalkDistance)
    for ((day, sample), old) in zip(after, before) {
      #expect(sample.metadata.isCalibrated == (day >= 60))
      if day >= 60 {
        #expect(abs(sample.value - 300) < abs(old.value - 300))
        #expect(try #require(sample.standardError) < #require(old.standardError))
      } else {
        #expect(sample == old)
      }
    }
  }

  @Test func `tests count as sure as they agree`() async throws {
    let test = try TestHistory(.steady, seed: 4, days: 84)
    try await test.run()
    let (settings, day) = (test.update.settings, test.day(60))
    let reading = EstimateReading(store: test.store, update: test.update)
    let days = try await reading.summaries(before: test.lastDay)
    let usual = settings.sixMinuteWalk.usualRatio
    func ratio(_ meters: [Double]) -> WalkRatio {
      settings.calibration.ratio(
        from: usual, tests: meters.map { ClinicTest(day: day, meters: $0) }, until: test.day(80),
        since: nil, testErrorShare: settings.sixMinuteWalk.testErrorShare, days: days)
    }
    let (one, two, apart) = (ratio([300]), ratio([300, 303]), ratio([200, 450]))
    #expect(one.testScatter == 1 && two.testScatter == 1 && two.deviation < one.deviation)
    // Each is one more test of the same error, to the last bit.
    let walks = FastWalking(days: days, in: day.advanced(by: -14)...day.advanced(by: 14))
    let speed = try #require(walks.speed)
    let chance = walks.chanceError / speed
    let share = (0.05 * 0.05 + chance * chance).squareRoot()
    let device = walks.deviceErrorShare
    let begin = WalkRatio(
      logarithm: usual.logarithm,
      deviation: (usual.deviation * usual.deviation + device * device).squareRoot())
    let known = begin.knowing(speed: 300.0 / 360, fastSpeed: speed, errorShare: share)
    #expect(one == known)
    #expect(two == known.knowing(speed: 303.0 / 360, fastSpeed: speed, errorShare: share))
    // Two tests whose mean is known no better than they differ: half of what lies between them.
    #expect(abs(apart.testScatter - log(450.0 / 200) / share / 2.0.squareRoot()) < 1e-9)
    #expect(apart.deviation > one.deviation && apart.deviation < begin.deviation)
  }

  @Test func `a calibration older than the recalibration's date is dropped`() async throws {
    let test = try TestHistory(.steady, seed: 4, days: 150)
    let clinic = ClinicTest(day: test.day(40), meters: 300)
    _ = await test.enter(
      clinic.sample(participant: "P07", calibrates: true, calendar: test.update.calendar))
    let request = try Recalibration(.sixMinuteWalkDistance, from: test.day(90))
    _ = await test.enter(request.sample(participant: "P07", calendar: test.update.calendar))
    try await test.run()
    for (day, sample) in await test.weekly(.sixMinuteWalkDistance) {
      #expect(sample.metadata.isCalibrated == (40..<90).contains(day), "day \(day)")
    }
  }

  @Test(arguments: [7, 9, 12])
  func `what was asked before any estimate holds when samples change later`(from: Int) async throws
  {
    let test = try TestHistory(.steady, seed: 4, days: 60)
    let request = try Recalibration(.sixMinuteWalkDistance, from: test.day(from))
    _ = await test.enter(request.sample(participant: "P07", calendar: test.update.calendar))
    try await test.run()
    let asked = await test.weekly(.sixMinuteWalkDistance)
    #expect(asked.contains { $0.sample.metadata.other[EstimateWords.recalibratedFrom] != nil })
    // The estimate of the 28th day since is that of the usual days.
    try await test.run(Staleness(days: [test.day(15)]))
    #expect(await test.weekly(.sixMinuteWalkDistance).map(\.sample) == asked.map(\.sample))
    try await test.run(.everything)
    #expect(await test.weekly(.sixMinuteWalkDistance).map(\.sample) == asked.map(\.sample))
  }

  @Test func `who walks far is capped at 500 m and flagged`() async throws {
    let test = try TestHistory(
      .steady, seed: 4, days: 28, change: { $0.settings.sixMinuteWalk.longestReported = 300 })
    try await test.run()
    let last = try #require(await test.weekly(.sixMinuteWalkDistance).last)
    #expect(
      last.sample.value == 300 && last.sample.metadata.other[EstimateWords.isCapped] == "true")
    #expect(EstimateSettings().sixMinuteWalk.longestReported == 500)
  }
}
