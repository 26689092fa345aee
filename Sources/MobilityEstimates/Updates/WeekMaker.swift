import GaitModel
import Signals

/// Makes the samples of weeks from the summaries of days.
struct WeekMaker {
  let update: EstimateUpdate
  let requests: EstimateRequests
  let days: [LocalDay: DailySummary]
  /// All changes of the person's days.
  let changes: [WalkingChange]
  /// Whether any of the days holds a factor of the person's own.
  private let hasFactors: Bool

  /// Takes what a person's weeks are made of.
  init(
    update: EstimateUpdate, requests: EstimateRequests, days: [LocalDay: DailySummary],
    changes: [WalkingChange]
  ) {
    (self.update, self.requests, self.days, self.changes) = (update, requests, days, changes)
    hasFactors = days.values.contains { $0.personalFactor != nil }
  }

  /// The samples of weeks; a week without enough gives none.
  func samples(of weeks: [LocalWeek]) -> [Sample] {
    let kinds = EstimateUpdate.weeklyKinds.sorted()
    return weeks.flatMap { week in kinds.compactMap { sample($0, of: week) } }
  }

  /// The sample of a week; `nil` without enough.
  func sample(_ kind: AnySampleKind, of week: LocalWeek) -> Sample? {
    switch kind {
    case SampleKind.sixMinuteWalkDistance.erased:
      (try? sixMinuteWalkResult(of: week).get()).map(writer.sample(of:))
    case SampleKind.walkingSteadiness.erased: steadiness(of: week)
    case SampleKind.vo2Max.erased: cardioFitness(of: week)
    default: nil
    }
  }

  /// The six-minute walk of a week, or why there is none.
  func sixMinuteWalkResult(of week: LocalWeek) -> Result<SixMinuteWalkWeek, SixMinuteWalkDelay> {
    SixMinuteWalkWeeks(
      person: update.person, settings: update.settings, recalibrations: requests.recalibrations,
      tests: requests.tests, days: lookedBackOn(by: week), changes: changes
    ).result(of: week)
  }

  /// The steadiness of a week, or why there is none.
  func steadinessResult(of week: LocalWeek) -> Result<SteadinessScore, SteadinessDelay> {
    let days = sameFactorDays(of: week)
    let model = update.settings.steadiness
    return Result { () throws(SteadinessDelay) in
      try model.score(
        of: WalkingWeek(
          days: week.days.compactMap { days[$0] }, fewestDays: model.fewestDays),
        participant: update.person.participant(on: week.lastDay))
    }
  }

  /// The days of a week, with one personal factor.
  private func sameFactorDays(of week: LocalWeek) -> [LocalDay: DailySummary] {
    let known = week.days.compactMap { day in days[day].map { (day, $0) } }
    return Dictionary(uniqueKeysWithValues: known).withOneFactor(through: week.lastDay)
  }

  /// The days that a week's six-minute walk looks back on, with one personal factor: who is calibrated walks as before.
  private func lookedBackOn(by week: LocalWeek) -> [LocalDay: DailySummary] {
    guard hasFactors else { return days }
    let around = update.settings.calibration.daysAround
    var asked = Set(week.lastDay.advanced(by: -update.longestLookBack)...week.lastDay)
    for test in requests.tests where test.day <= week.lastDay {
      asked.formUnion(test.day.advanced(by: -around)...test.day.advanced(by: around))
    }
    let known = asked.compactMap { day in days[day].map { (day, $0) } }
    return Dictionary(uniqueKeysWithValues: known).withOneFactor(through: week.lastDay)
  }

  private var writer: WeeklySamples {
    WeeklySamples(
      participant: update.person.identifier, calendar: update.calendar,
      settings: update.settings)
  }

  private func steadiness(of week: LocalWeek) -> Sample? {
    guard let score = try? steadinessResult(of: week).get(),
      let earliest = week.days.first(where: { days[$0]?.walking != nil })
    else { return nil }
    return writer.sample(
      of: score, lastDay: week.lastDay, earliest: earliest,
      personalFactor: sameFactorDays(of: week).values.first(where: \.hasComparedSpeeds)?
        .personalFactor)
  }

  /// The latest medicine that slowed the heart on any of the days; `nil` where none did.
  private func medicine(on days: [LocalDay]) -> HeartMedication? {
    days.reversed().lazy.compactMap { update.person.participant(on: $0).heartMedication }
      .first(where: \.slowsHeart)
  }

  /// The median of the days of four weeks, at the end of every week that adds one.
  private func cardioFitness(of week: LocalWeek) -> Sample? {
    let window = week.lastDay.advanced(by: 1 - update.settings.cardioFitnessDays)...week.lastDay
    let known = window.compactMap { day in
      days[day]?.heart?.greatestUptake.map { (day: day, figure: $0) }
    }
    guard known.count >= update.settings.fewestCardioFitnessDays, let latest = known.last?.day,
      let earliest = known.first?.day, week.days.contains(latest),
      let median = Statistics.median(known.map(\.figure.value))
    else { return nil }
    let chance =
      (Statistics.sampleStandardDeviation(known.map(\.figure.value)) ?? 0)
      / Double(known.count).squareRoot()
    let own = median * update.settings.heart.fitness.standardErrorShare
    return writer.sample(
      ofUptake: median, standardError: (own * own + chance * chance).squareRoot(),
      lastDay: week.lastDay, earliest: earliest, medicine(on: known.map(\.day)))
  }
}

/// What people asked of a person's estimates.
struct EstimateRequests {
  var recalibrations: [Recalibration] = []
  /// What happened to the person, the earliest first.
  var events: [PersonEvent] = []
  /// All six-minute walks that somebody entered.
  var clinicTests: [Sample] = []
  /// The clinic tests that are to calibrate.
  var tests: [ClinicTest] = []

  /// What was entered for days through one.
  func entered(through day: LocalDay, _ calendar: DayCalendar) -> EstimateRequests {
    var requests = self
    requests.recalibrations.removeAll { $0.day > day }
    requests.events.removeAll { $0.day > day }
    requests.clinicTests.removeAll { calendar.day(ofEntry: $0) > day }
    requests.tests.removeAll { $0.day > day }
    return requests
  }
}

/// Makes summaries of days from rows of samples: walks and wear, and the heart where there is one.
struct DayMaker {
  let update: EstimateUpdate

  func summaries(
    of rows: [AnySampleKind: [SampleRow]], signs: [AnySampleKind: [SampleRow]], marks: StepMarks,
    days: ClosedRange<LocalDay>
  ) -> [DailySummary] {
    let daily = update.settings.daily
    // Asked on days with a heart rate alone.
    lazy var walks = DayRows(rows, days: days, calendar: update.calendar)
    let hearts = update.settings.heart.hearts(
      of: rows, calendar: update.calendar,
      measured: { daily.measuredWalks(walks, marks, on: $0) },
      ageYears: { update.person.participant(on: $0).ageYears })
    let summaries = daily.summaries(
      of: rows, signs: signs, marks: marks, days: days, calendar: update.calendar)
    return summaries.map { summary in
      var summary = summary
      summary.heart = hearts[summary.day]
      return summary
    }
  }
}
