import Foundation
import GaitModel
import GaitSimulation
import Testing

@testable import MobilityEstimates

struct DailySummaryTests {
  private let calendar: DayCalendar
  private let day: LocalDay

  init() throws {
    calendar = DayCalendar(timeZone: try #require(TimeZone(identifier: "Europe/Berlin")))
    day = try #require(calendar.day("2026-03-29"))
  }

  /// A speed in m/s of a walk that begins so many hours after the day's first instant.
  private func walk(
    _ speed: Double, hour: Double, seconds: Double, leftOut: LeftOutReason? = nil,
    byHand: Bool = false
  ) -> Sample {
    let start = calendar.start(of: day) + hour * 3600
    return Sample(
      .walkingSpeed, Speed(metersPerSecond: speed), start: start, end: start + seconds,
      participant: "P", source: SampleSource(name: "gait"),
      metadata: SampleMetadata(isEnteredByHand: byHand, leftOutReason: leftOut))
  }

  private func wear(from hour: Double, to end: Double) -> Sample {
    let start = calendar.start(of: day) + hour * 3600
    return Sample(
      .wearTime, .seconds((end - hour) * 3600), start: start, end: start + (end - hour) * 3600,
      participant: "P", source: SampleSource(name: "gait"))
  }

  private func summary(_ samples: [Sample], on asked: LocalDay? = nil) -> DailySummary? {
    let days = day.advanced(by: -1)...day.advanced(by: 1)
    return DailySummaryRule().summaries(of: samples, days: days, calendar: calendar)
      .first { $0.day == asked ?? day }
  }

  @Test func `means are weighted by walking time, and P95 is the fastest comfortable speed`() throws
  {
    let walks = [
      walk(0.8, hour: 8, seconds: 60), walk(1.0, hour: 9, seconds: 300),
      walk(1.4, hour: 10, seconds: 40),
    ]
    let found = try #require(summary(walks)?.walking)
    #expect(abs(found.meanSpeed.value - (0.8 * 60 + 1.0 * 300 + 1.4 * 40) / 400) < 1e-12)
    #expect(found.medianSpeed == 1.0)
    #expect(found.fastSpeed.value == 1.4)
    #expect(found.boutCount == 3)
  }

  @Test func `a day without enough data is absent, not zero`() {
    #expect(summary([]) == nil)
    #expect(
      summary([walk(1, hour: 8, seconds: 20), walk(1, hour: 9, seconds: 20)])?.walking == nil)
    let short = (0..<5).map { walk(1, hour: Double($0), seconds: 8) }
    #expect(summary(short)?.walking == nil)
    let worn = summary([wear(from: 8, to: 18)])
    #expect(worn?.walking == nil && worn?.wornHours == 10)
    #expect(worn?.stepCount == 0, "worn all day without a step is a zero that was measured")
    #expect(summary([wear(from: 8, to: 12)])?.stepCount == nil, "half a day is no day")
  }

  @Test func `walks that are not flat and steady, or entered by hand, do not count`() throws {
    let walks = (0..<3).map { walk(1, hour: Double($0), seconds: 60) }
    let others = [
      walk(3, hour: 5, seconds: 900, leftOut: .turning),
      walk(3, hour: 6, seconds: 900, byHand: true),
    ]
    #expect(summary(walks + others) == summary(walks))
  }

  @Test func `a walk belongs to the day on which it begins, on the person's clock`() throws {
    let late = (0..<3).map { walk(1, hour: 22.99 + Double($0) * 0.001, seconds: 600) }
    #expect(summary(late)?.walking != nil, "the day of the change to summer time has 23 hours")
    let next = (0..<3).map { walk(1, hour: 23.001 + Double($0) * 0.001, seconds: 600) }
    #expect(summary(next) == nil)
    #expect(summary(next, on: day.advanced(by: 1))?.walking != nil)
  }

  @Test func `wear over midnight is shared among its days`() {
    let night = [wear(from: 20, to: 30)]
    #expect(summary(night)?.wornHours == 3, "a day of 23 hours")
    #expect(summary(night, on: day.advanced(by: 1))?.wornHours == 7)
    #expect(summary([wear(from: -20, to: 50)])?.wornHours == 23)
  }

  @Test func `two devices at once are worn once`() {
    #expect(summary([wear(from: 8, to: 12), wear(from: 9, to: 13)])?.wornHours == 5)
    #expect(summary([wear(from: 8, to: 18), wear(from: 9, to: 10)])?.wornHours == 10)
  }

  /// A sample from one hour of the day to another.
  private func sample<Value>(
    _ kind: SampleKind<Value>, _ value: Double, from hour: Double, to end: Double
  ) -> Sample {
    let midnight = calendar.start(of: day)
    return Sample(
      kind: kind.erased, value: value, start: midnight + hour * 3600, end: midnight + end * 3600,
      origin: Sample.Origin(
        participant: "P", source: SampleSource(name: "gait"), metadata: SampleMetadata()))
  }

  @Test(arguments: [SampleKind.stepCount.erased, SampleKind.walkingTime.erased])
  func `a kind that is not there is unknown, and changes nothing else`(kind: AnySampleKind) throws {
    let test = try TestHistory(.steady, days: 6)
    func summaries(_ samples: [Sample]) -> [DailySummary] {
      DailySummaryRule().summaries(
        of: samples, days: test.day(0)...test.lastDay, calendar: test.update.calendar)
    }
    let all = summaries(test.history.samples)
    let found = summaries(test.history.samples.filter { $0.kind != kind })
    #expect(all.count == 6)
    #expect(all.allSatisfy { ($0.stepCount ?? 0) > 0 && ($0.walkingSeconds ?? 0) > 0 })
    let expected = all.map { day in
      var day = day
      if kind == SampleKind.stepCount.erased { day.stepCount = nil }
      if kind == SampleKind.walkingTime.erased { day.walkingSeconds = nil }
      return day
    }
    #expect(found == expected)
    let codec = DailySamples(
      participant: "P07", calendar: test.update.calendar, settings: EstimateSettings())
    let back = codec.summaries(of: found.flatMap(codec.samples(of:)))
    #expect(back.values.sorted { $0.day < $1.day } == expected, "nor does it come back as 0")
  }

  @Test func `a walk that is left out shows that somebody walked, one entered by hand does not`() {
    let worn = wear(from: 8, to: 18)
    let turning = summary([worn, walk(1, hour: 9, seconds: 60, leftOut: .turning)])
    #expect(turning?.wornHours == 10)
    #expect(turning?.stepCount == nil && turning?.walkingSeconds == nil)
    let entered = summary([worn, walk(1, hour: 9, seconds: 60, byHand: true)])
    #expect(entered?.stepCount == 0 && entered?.walkingSeconds == 0)
  }

  @Test func `who only ran walked for 0 s`() {
    let run = [wear(from: 8, to: 18), sample(.stepCount, 900, from: 9, to: 9.1)]
    let ran = summary(run + [sample(.runningTime, 360, from: 9, to: 9.1)])
    #expect(ran?.stepCount == 900 && ran?.walkingSeconds == 0)
    let unknown = summary(run)
    #expect(unknown?.stepCount == 900 && unknown?.walkingSeconds == nil)
    let steps = summary([run[0], sample(.runningTime, 360, from: 9, to: 9.1)])
    #expect(steps?.stepCount == nil && steps?.walkingSeconds == 0)
  }

  @Test func `a walk over midnight shows both days that somebody walked`() {
    let night = [wear(from: 8, to: 18), sample(.walkingTime, 720, from: -0.1, to: 0.1)]
    let found = summary(night)
    #expect(found?.stepCount == nil && found?.walkingSeconds == 360)
    let whole = summary(night + [sample(.stepCount, 1200, from: -0.1, to: 0.1)])
    #expect(whole?.stepCount == 600 && whole?.walkingSeconds == 360)
  }

  @Test func `steps that are deleted leave the day's estimates, and others stay`() async throws {
    let test = try TestHistory(.steady, days: 21)
    try await test.run()
    let kept = await test.store.all(SampleKind.dailyStepCount.erased)
    let interval = test.update.calendar.interval(of: test.day(5))
    let gone = await test.store.all(SampleKind.stepCount.erased).filter {
      interval.contains($0.start)
    }
    await test.store.delete(gone)
    let stale = Staleness(changed: gone, calendar: test.update.calendar)
    try await test.run(stale)
    let left = await test.store.all(SampleKind.dailyStepCount.erased)
    #expect(!gone.isEmpty && left == kept.filter { $0.start != interval.lowerBound })
    #expect(left.count == kept.count - 1)
    let overview = try await test.update.overview(in: test.store, through: test.lastDay)
    let day = try #require(overview.days.first { $0.day == test.day(5) })
    #expect(day.stepCount == nil && day.walking != nil && (day.walkingSeconds ?? 0) > 0)
    let estimates = await test.store.estimates()
    try await test.run()
    #expect(await test.store.estimates() == estimates, "as if everything were made again")
  }

  @Test func `samples in any order give the same bits`() throws {
    let history = try TestHistory(.kneeSurgery, days: 12).history
    let days = LocalDay(number: 20_000)...LocalDay(number: 21_000)
    let rule = DailySummaryRule()
    let ordered = rule.summaries(of: history.samples, days: days, calendar: calendar)
    var dice = SystemDice(seed: 2)
    let shuffled = rule.summaries(
      of: history.samples.shuffled(using: &dice), days: days, calendar: calendar)
    #expect(ordered == shuffled && ordered.count == 12)
  }

  @Test func `a summary that is kept as samples comes back as it was`() async throws {
    let test = try TestHistory(.fitness, days: 20)
    let days = test.day(0)...test.day(19)
    let reading = EstimateReading(store: test.store, update: test.update)
    let rows = try await reading.walks(in: days)
    let summaries = DayMaker(update: test.update).summaries(
      of: rows, signs: try await reading.signs(beside: rows, in: days),
      marks: try await reading.marks(beside: rows, in: days), days: days)
    let codec = DailySamples(
      participant: "P07", calendar: test.update.calendar,
      settings: EstimateSettings())
    let back = codec.summaries(of: summaries.flatMap(codec.samples(of:)))
    #expect(back.values.sorted { $0.day < $1.day } == summaries)
    #expect(summaries.contains { $0.heart != nil })
  }
}

struct SmoothingTests {
  private func values(_ list: [Double?]) -> [LocalDay: Double] {
    var values: [LocalDay: Double] = [:]
    for (index, value) in list.enumerated() { values[LocalDay(number: index)] = value }
    return values
  }

  @Test func `the mean is that of the last seven days`() {
    let found = SmoothingRule().smoothed(values([1, 2, 3, 4, 5, 6, 7, 8]))
    #expect(found.map(\.lastDay.number) == [2, 3, 4, 5, 6, 7])
    #expect(found.last?.value == 5)
  }

  @Test func `it restarts at an event, so that before and after never blend`() {
    let found = SmoothingRule().smoothed(
      values([10, 10, 10, 10, 1, 1, 1, 1]), restartingOn: [LocalDay(number: 4)])
    #expect(found.map(\.lastDay.number) == [2, 3, 6, 7])
    #expect(found.map(\.value) == [10, 10, 1, 1])
  }

  @Test func `days without a value are not counted as zero`() {
    let found = SmoothingRule().smoothed(values([4, nil, nil, 4, nil, 4, nil]))
    #expect(found.map(\.lastDay.number) == [5] && found.map(\.value) == [4])
  }

  @Test func `a mean says of how many days it is, and between which they lie`() throws {
    let rule = SmoothingRule()
    func mean(_ list: [Double?], since day: Int? = nil) -> SmoothedMean? {
      rule.mean(
        of: values(list), endingOn: LocalDay(number: list.count - 1),
        restartingOn: day.map { [LocalDay(number: $0)] } ?? [])
    }
    let whole = try #require(mean([1, 2, 3, 4, 5, 6, 7, 8]))
    #expect(whole.days(by: rule) == "7 days to 8 January 1970")
    let parted = try #require(mean([1, 2, 3, 4, 5, nil, 7, 8], since: 2))
    #expect(parted.dayCount == 5 && parted.value == 27 / 5)
    #expect(
      parted.days(by: rule) == "5 days with a value, from 3 January 1970 to 8 January 1970")
    // The days about them have none: the event's own, and the last.
    let short = try #require(mean([1, 2, nil, 4, 5, 6, nil], since: 2))
    #expect(short.days(by: rule) == "3 days, from 4 January 1970 to 6 January 1970")
    #expect(mean([1, 2, nil, 4, 5, nil], since: 2) == nil)
  }
}

struct ReadinessTests {
  private let person = Participant(
    height: Length(meters: 1.7), mass: Mass(kilograms: 70), ageYears: 70, sex: .female)

  private func days(_ count: Int, hours: Double = 12) -> [DailySummary] {
    (0..<count).map { index in
      let speed = DailySummary.Figure(value: 1)
      return DailySummary(
        day: LocalDay(number: 100 - index), wornSeconds: hours * 3600,
        walking: DailySummary.Walking(
          boutCount: 10, meanSpeed: speed, medianSpeed: 1, fastSpeed: speed, speedVariation: 0.1,
          stepLengthVariation: 0.05),
        sustained: DailySummary.Sustained(seconds: 300, fastSpeed: speed, fastCadence: 110))
    }
  }

  @Test func `walks that are all short are too little for a six-minute walk`() {
    let short = days(14).map { day in
      var day = day
      day.sustained = nil
      return day
    }
    #expect(lacks(short).lacks == [.sustainedWalking(days: 28)] && !lacks(short).isReady)
    #expect(lacks(days(1) + short.dropFirst()).isReady)
  }

  @Test func `walks of assumed steps without a cadence are not said to be missing`() throws {
    let assumed = days(14).map { day in
      var day = day
      day.sustained?.fastCadence = nil
      day.walking?.stepLengthVariation = nil
      return day
    }
    let found = lacks(assumed)
    #expect(found.lacks == [.measuredSteps(0, needed: 3), .measuredWalking(days: 28)])
    #expect(found.lacks.map(\.word) == ["measured_steps", "measured_walking"] && !found.isReady)
    let words = try #require(found.lacks.last).description
    #expect(words.contains("there is no cadence") && !words.contains("there is none"), "\(words)")
  }

  private func lacks(_ days: [DailySummary], _ person: Participant? = nil) -> Readiness {
    ReadinessRule().readiness(
      on: LocalDay(number: 100), summaries: days, participant: person ?? self.person)
  }

  @Test func `two weeks of consistent walking are enough`() {
    #expect(lacks(days(14)).isReady && lacks(days(14)).lacks.isEmpty)
    #expect(lacks(days(10)).isReady)
  }

  @Test func `what is missing is said, in words and as values`() {
    let found = lacks(days(2, hours: 5), Participant())
    #expect(!found.isReady)
    #expect(
      found.lacks == [
        .height, .mass, .age, .sex, .walkingDays(2, needed: 3),
        .wear(
          WearShortage(
            daysOfWeek: 0, neededOfWeek: 3, daysOfWindow: 0, neededOfWindow: 10, hoursOfDay: 8)),
      ])
    #expect(
      found.lacks.map(\.description).contains(
        "2 of the last 7 days have enough walking of known speed; steadiness needs 3"))
    #expect(
      found.lacks.map(\.word) == ["height", "mass", "age", "sex", "walking_days", "worn_days"])
  }

  @Test func `days of assumed steps are no days of walking for steadiness`() {
    let assumed = days(14).map { day in
      var day = day
      day.walking?.stepLengthVariation = nil
      return day
    }
    let found = lacks(assumed)
    #expect(found.lacks == [.measuredSteps(0, needed: 3)] && !found.isReady)
    #expect(found.lacks.map(\.word) == ["measured_steps"])
    #expect(lacks(days(3) + assumed.dropFirst(3)).isReady)
    #expect(lacks(days(2) + assumed.dropFirst(2)).lacks == [.measuredSteps(2, needed: 3)])
  }

  @Test func `what is asked for is what the estimate asks for`() {
    let shortage = WearRule().shortage(
      worn: [:], in: LocalDay(number: 73)...LocalDay(number: 100))
    #expect(shortage.map { lacks([]).lacks.contains(.wear($0)) } == true)
    #expect(lacks(days(10)).isReady, "10 of 28 days, as the six-minute walk needs")
  }

  @Test func `what only sharpens the estimates does not hold them up`() {
    #expect(lacks(days(14), Participant(height: Length(meters: 1.7))).isReady)
    #expect(!lacks(days(14), Participant(ageYears: 70, sex: .male)).isReady)
  }
}
