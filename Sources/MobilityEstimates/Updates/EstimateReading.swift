import Foundation
import GaitModel

/// The questions that an update asks a store, all about one person.
struct EstimateReading<Store: SampleReading> {
  let store: Store
  let update: EstimateUpdate

  /// Walks, wear and heart rates of days by kind; wear, and what adds up, that began before them too.
  func walks(in days: ClosedRange<LocalDay>) async throws -> [AnySampleKind: [SampleRow]] {
    let wearTime = SampleKind.wearTime.erased
    var walks = query(DayRows.kinds.subtracting(DayRows.summedKinds.union([wearTime])), in: days)
    walks.clock = update.calendar.ownClock
    walks.source = update.settings.source
    walks.countsOnce = true
    var sums = walks
    sums.kinds = DayRows.summedKinds
    sums.needsErrors = false
    sums.from = update.calendar.start(of: days.lowerBound.advanced(by: -DayRows.longestWalkDays))
    var wear = query([wearTime], in: days)
    wear.clock = update.calendar.ownClock
    wear.source = update.settings.source
    (wear.countsOnce, wear.needsErrors) = (true, false)
    wear.from = update.calendar.start(
      of: days.lowerBound.advanced(by: -EstimateUpdate.longestRecordingDays))
    // Whoever measured it and whoever says it: hearts of two devices are one heart.
    var heart = query(DailyHeartRule.kinds, in: days)
    heart.isEnteredByHand = nil
    heart.clock = update.calendar.ownClock
    var rows = try await store.rows(matching: walks).merging(store.rows(matching: sums)) { $1 }
    rows[wearTime] = try await store.rows(matching: wear)[wearTime]
    return rows.merging(try await store.rows(matching: heart)) { $1 }
  }

  /// Whatever shows that somebody walked or ran, steadily or not, on the days that walks leave in doubt, by kind.
  func signs(
    beside walks: [AnySampleKind: [SampleRow]], in days: ClosedRange<LocalDay>
  ) async throws -> [AnySampleKind: [SampleRow]] {
    let inDoubt = DayRows(walks, days: days, calendar: update.calendar).daysInDoubt
    var signs: [AnySampleKind: [SampleRow]] = [:]
    for stretch in SettledStaleness(days: inDoubt, isEverything: false).stretches {
      var query = query(DayRows.signKinds, in: stretch)
      query.from = update.calendar.start(
        of: stretch.lowerBound.advanced(by: -DayRows.longestWalkDays))
      query.clock = update.calendar.ownClock
      query.source = update.settings.source
      (query.countsOnce, query.includesLeftOut, query.needsErrors) = (true, true, false)
      let found = try await store.rows(matching: query)
      signs.merge(found) { $0 + $1 }
    }
    return signs.mapValues { $0.sorted() }
  }

  /// Which step lengths say that they were not measured, on the days whose lengths do not show it, and in which speeds
  /// a factor of the person's own is.
  func marks(
    beside walks: [AnySampleKind: [SampleRow]], in days: ClosedRange<LocalDay>
  ) async throws -> StepMarks {
    guard StepMarks.isAnalysis(update.settings.source) else {
      return StepMarks(areElsewhere: true)
    }
    let told = update.settings.daily.daysToldByMarks(
      in: walks, days: days, calendar: update.calendar)
    var marks = StepMarks()
    marks.takeFactors(of: try await factored(in: days)) {
      update.calendar.clock.reading(of: $0).start
    }
    for stretch in SettledStaleness(days: told, isEverything: false).stretches {
      var query = query([SampleKind.stepLength.erased], in: stretch)
      query.source = update.settings.source
      query.clock = update.calendar.ownClock
      let assumed = try await store.samples(matching: query).filter(\.isAssumedStepLength)
      marks.assumed.formUnion(
        assumed.map { update.calendar.clock.reading(of: $0).start.millisecondsSince1970 })
    }
    return marks
  }

  /// The walking speeds of days in which a factor of the person's own is.
  private func factored(in days: ClosedRange<LocalDay>) async throws -> [Sample] {
    var query = query([SampleKind.walkingSpeed.erased], in: days)
    query.source = update.settings.source
    query.clock = update.calendar.ownClock
    query.countsOnce = true
    query.otherKey = CalibrationWords.factor
    return try await store.samples(matching: query)
  }

  /// The daily samples that are kept of days.
  func daily(in days: ClosedRange<LocalDay>) async throws -> [Sample] {
    try await store.samples(matching: own(DailySamples.kinds, in: days))
  }

  /// Some days, and those before them that are about clinic tests.
  func stretches(
    of days: ClosedRange<LocalDay>, tests: [ClinicTest]
  ) -> [ClosedRange<LocalDay>] {
    let around = update.settings.calibration.daysAround
    let before = tests.filter { $0.day.advanced(by: -around) < days.lowerBound }
    return [days]
      + before.map { test in
        let last = min(test.day.advanced(by: around), days.lowerBound.advanced(by: -1))
        return test.day.advanced(by: -around)...last
      }
  }

  /// The summaries that are kept of days.
  func summaries(
    in stretches: [ClosedRange<LocalDay>]
  ) async throws -> [LocalDay: DailySummary] {
    var found: [LocalDay: DailySummary] = [:]
    for days in stretches {
      let kept = try await summaries(matching: own(DailySamples.kinds, in: days))
      found.merge(kept) { first, _ in first }
    }
    return found
  }

  /// The summaries that are kept of days before one.
  func summaries(before day: LocalDay) async throws -> [LocalDay: DailySummary] {
    try await summaries(matching: daily(before: day))
  }

  /// The summaries of daily samples. Plain numbers are enough for all but recoveries, and cost a third.
  private func summaries(matching query: SampleQuery) async throws -> [LocalDay: DailySummary] {
    var (figures, recoveries) = (query, query)
    figures.kinds = DailySamples.figureKinds
    recoveries.kinds = [SampleKind.heartRateRecovery.erased]
    let codec = DailySamples(
      participant: update.person.identifier, calendar: update.calendar,
      settings: update.settings)
    return codec.summaries(
      of: try await store.rows(matching: figures),
      recoveries: try await store.samples(matching: recoveries))
  }

  /// Recalibrations, and clinic tests that are to calibrate.
  func requests() async throws -> EstimateRequests {
    let clinicTests = try await clinicTests()
    return EstimateRequests(
      recalibrations: try await recalibrations(),
      events: try await entered(SampleKind.event.erased).compactMap {
        PersonEvent($0, calendar: update.calendar)
      }.sorted(), clinicTests: clinicTests,
      tests: clinicTests.filter { $0.metadata.other[EstimateWords.calibrates] == "true" }
        .compactMap { ClinicTest($0, calendar: update.calendar) })
  }

  /// What was asked to begin anew. A request that does not say what was stored when it was made is held to what
  /// is stored now and does not heed it: no way of asking deletes an estimate.
  private func recalibrations() async throws -> [Recalibration] {
    let requests = try await entered(SampleKind.recalibration.erased).compactMap {
      Recalibration($0, calendar: update.calendar)
    }
    guard requests.contains(where: { $0.storedThrough == nil }) else { return requests }
    let kept = try await store.samples(
      matching: own([SampleKind.sixMinuteWalkDistance.erased], in: nil)
    ).filter { $0.metadata.other[EstimateWords.recalibratedFrom] == nil }.map(lastDay(of:))
    return requests.map { request in
      // An estimate of a later day looks back on the usual days in any case, and does not show whether it heeds the request.
      let window = request.day...request.day.advanced(by: update.settings.sixMinuteWalkDays - 2)
      return request.storedThrough == nil
        ? request.storing(
          through: kept.filter(window.contains).max().map { LocalWeek(containing: $0).lastDay })
        : request
    }
  }

  /// All six-minute walks that somebody entered.
  func clinicTests() async throws -> [Sample] {
    try await entered(SampleKind.sixMinuteWalkDistance.erased)
  }

  private func entered(_ kind: AnySampleKind) async throws -> [Sample] {
    try await store.samples(
      matching: SampleQuery(
        kinds: [kind], participant: update.person.identifier, isEnteredByHand: true))
  }

  /// The daily samples that are kept of days before one; of all days when there is none.
  func daily(before day: LocalDay?) async throws -> [Sample] {
    try await store.samples(matching: daily(before: day))
  }

  private func daily(before day: LocalDay?) -> SampleQuery {
    var query = own(DailySamples.kinds, in: nil)
    query.to = day.map(update.calendar.start(of:))
    return query
  }

  /// The daily samples after a day that are not of this calendar's days: another clock's days were counted.
  func daily(ofOtherDaysAfter day: LocalDay) async throws -> [Sample] {
    var query = own(DailySamples.kinds, in: nil)
    query.from = update.calendar.interval(of: day).upperBound
    return try await store.samples(matching: query).filter { !update.calendar.hasDays(of: $0) }
  }

  /// Everything that is kept of what is made and may be of later days than one; of days, which are years of samples, nothing
  /// that ends before.
  func everything(after day: LocalDay) async throws -> [Sample] {
    let others = own(Self.kinds.subtracting(DailySamples.kinds), in: nil)
    var daily = own(DailySamples.kinds, in: nil)
    // The day before has ended, by whichever clock it is counted.
    daily.from = update.calendar.start(of: day.advanced(by: -2))
    return others.arranged(
      try await store.samples(matching: daily) + store.samples(matching: others))
  }

  /// Everything that is kept of what is made and begins on a day or later.
  func everything(from day: LocalDay) async throws -> [Sample] {
    var query = own(Self.kinds, in: nil)
    query.from = update.calendar.start(of: day)
    return try await store.samples(matching: query)
  }

  /// Whether anything is kept that is not of this calendar's days, besides some kinds.
  func holdsOtherDays(besides stopped: Set<AnySampleKind>) async throws -> Bool {
    var query = own(Self.kinds.subtracting(stopped), in: nil)
    query.needsErrors = false
    let rows = try await store.rows(matching: query)
    // A day has a score of samples, and the end of one is the start of the next: each instant is looked at once.
    var seen: Set<Int64> = []
    return rows.values.joined().contains { row in
      [row.start, row.start + row.duration].contains { instant in
        seen.insert(instant).inserted
          && !update.calendar.isStartOfDay(Date(millisecondsSince1970: instant))
      }
    }
  }

  /// All weekly samples and events that are kept.
  func allWeekly() async throws -> [Sample] {
    try await store.samples(
      matching: own(Self.weeklyKinds.union([SampleKind.steadinessEvent.erased]), in: nil))
  }

  /// The kinds of everything that is made.
  static var kinds: Set<AnySampleKind> {
    DailySamples.kinds.union(weeklyKinds).union([
      SampleKind.steadinessEvent.erased, SampleKind.walkingChange.erased,
    ])
  }

  /// The weekly samples that are kept of weeks, or of all weeks through a day and of those that another clock counted.
  func weekly(of weeks: [LocalWeek], orEverythingThrough day: LocalDay?) async throws -> [Sample] {
    if let day {
      return try await store.samples(matching: own(Self.weeklyKinds, in: nil)).filter {
        !update.isKnown($0, after: day) || !update.calendar.hasDays(of: $0)
      }
    }
    guard let first = weeks.first, let last = weeks.last else { return [] }
    let asked = Set(weeks)
    // Older versions let an estimate in the middle of its week begin in the week before.
    return try await store.samples(
      matching: own(Self.weeklyKinds, in: first.firstDay.advanced(by: -6)...last.lastDay)
    ).filter { asked.contains(LocalWeek(containing: lastDay(of: $0))) }
  }

  /// The kinds of what is made of weeks.
  static var weeklyKinds: Set<AnySampleKind> {
    [
      SampleKind.sixMinuteWalkDistance.erased, SampleKind.walkingSteadiness.erased,
      SampleKind.vo2Max.erased,
    ]
  }

  private func lastDay(of sample: Sample) -> LocalDay {
    WeeklySamples.lastDay(of: sample, calendar: update.calendar)
  }

  /// All changes of the days that are kept.
  func changes() async throws -> [Sample] {
    try await store.samples(matching: own([SampleKind.walkingChange.erased], in: nil))
  }

  /// The figures of days in which changes are sought.
  private static var changeMeasures: [DailyMeasure: AnySampleKind] {
    [
      .speed: SampleKind.dailyWalkingSpeedMean.erased,
      .cadence: SampleKind.dailyCadenceMean.erased,
      .stepLength: SampleKind.dailyStepLengthMean.erased,
      .volume: SampleKind.dailyStepCount.erased,
    ]
  }

  /// They and the figures that say of them whether they were measured, and with which factor.
  static var changeKinds: Set<AnySampleKind> {
    Set(changeMeasures.values).union([
      SampleKind.dailyStepLengthVariability.erased, SampleKind.dailyPersonalFactor.erased,
    ])
  }

  /// The measures of all kept days in which changes are sought, without some of them.
  func changeDays(without days: Set<LocalDay>) async throws -> [ChangeDay] {
    var query = own(Self.changeKinds, in: nil)
    query.needsErrors = false
    let rows = try await store.rows(matching: query)
    func byDay(_ kind: AnySampleKind) -> [LocalDay: Double] {
      Dictionary(
        (rows[kind] ?? []).map {
          (update.calendar.day(containing: Date(millisecondsSince1970: $0.start)), $0.value)
        }, uniquingKeysWith: { $1 })
    }
    let measured = byDay(SampleKind.dailyStepLengthVariability.erased)
    var found: [LocalDay: [DailyMeasure: Double]] = [:]
    for (measure, kind) in Self.changeMeasures {
      let needsSteps = measure.weekly.needsSteps
      for (day, value) in byDay(kind) where value > 0 && !days.contains(day) {
        if !needsSteps || measured[day] != nil { found[day, default: [:]][measure] = value }
      }
    }
    let factors = byDay(SampleKind.dailyPersonalFactor.erased)
    return found.map { ChangeDay($0.key, $0.value, personalFactor: factors[$0.key]) }
  }

  /// All steadiness scores that are kept.
  func steadiness() async throws -> [Sample] {
    try await store.samples(matching: own([SampleKind.walkingSteadiness.erased], in: nil))
  }

  /// All that is kept of which notices are made.
  func noticed() async throws -> [Sample] {
    try await store.samples(matching: own(EstimateUpdate.noticedKinds, in: nil))
  }

  /// All events that are kept.
  func events() async throws -> [Sample] {
    try await store.samples(matching: own([SampleKind.steadinessEvent.erased], in: nil))
  }

  /// The day of the earliest walk or wear; `nil` when there is none.
  func earliestDay() async throws -> LocalDay? {
    var query = query(DayRows.kinds, in: nil)
    query.source = update.settings.source
    query.limit = 1
    let first = try await store.samples(matching: query).first
    guard let first, let clock = update.calendar.ownClock else {
      return first.map { update.calendar.day(containing: $0.start) }
    }
    // By their own clocks another one may come before.
    (query.limit, query.to) = (nil, first.start + DayClock.greatestShiftSeconds)
    return try await store.samples(matching: query).map {
      update.calendar.day(containing: clock.reading($0.start, of: $0))
    }.min()
  }

  private func own(_ kinds: Set<AnySampleKind>, in days: ClosedRange<LocalDay>?) -> SampleQuery {
    var query = query(kinds, in: days)
    query.source = update.settings.estimateSource.name
    return query
  }

  private func query(_ kinds: Set<AnySampleKind>, in days: ClosedRange<LocalDay>?) -> SampleQuery {
    SampleQuery(
      kinds: kinds, participant: update.person.identifier,
      from: days.map { update.calendar.start(of: $0.lowerBound) },
      to: days.map { update.calendar.interval(of: $0.upperBound).upperBound },
      isEnteredByHand: false)
  }
}
