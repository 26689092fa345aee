import Foundation
import GaitModel

/// Brings a person's daily and weekly estimates up to date.
///
/// ```swift
/// let update = EstimateUpdate(person: person, calendar: calendar)
/// let changes = try await update.changes(
///   in: store, stale: Staleness(changed: newSamples, calendar: calendar), through: today)
/// try await store.save(changes.saved)
/// ```
/// It reads samples and returns samples. What it returns depends on what is kept and asked, not on
/// the order in which that came.
public struct EstimateUpdate: Sendable {
  /// The person.
  public var person: EstimatedPerson
  /// The person's calendar.
  public var calendar: DayCalendar
  /// Rules and models.
  public var settings: EstimateSettings
  /// Kinds of estimates of which what is kept is not all that the samples say: nobody keeps them, or nobody did for a time.
  /// Where figures of days are among them, the days that weeks and changes are made of are made from their samples: these
  /// do not depend on which days were kept before.
  public var notCollected: Set<AnySampleKind> = []
  /// Figures of days that are collected again, and that days may lack which were made before: these have them added, and
  /// nothing else is made anew for that.
  public var resumed: Set<AnySampleKind> = []
  /// Samples that somebody deleted: they are not added to days that lack them.
  public var deleted: Set<UUID> = []

  /// Makes an update.
  public init(
    person: EstimatedPerson, calendar: DayCalendar, settings: EstimateSettings = EstimateSettings()
  ) {
    self.person = person
    self.calendar = calendar
    self.settings = settings
  }

  /// A recording is no longer than this, so that wear that began before a day is found. Our choice:
  /// no device of the kinds that are read lasts longer on a charge.
  public static let longestRecordingDays = 60

  /// The kinds that days are made of: walks, wear and heart rates.
  public static let readKinds = DayRows.kinds.union(DailyHeartRule.kinds)

  /// The kinds among them that count on every day that they cover, each with so many days before which none begins that
  /// reaches into a day: a device is worn for weeks, and nobody walks as long.
  public static let coveringKinds: [(kinds: Set<AnySampleKind>, longestDays: Int)] = [
    ([SampleKind.wearTime.erased], longestRecordingDays),
    (DayRows.summedKinds, DayRows.longestWalkDays),
  ]

  /// What is to be kept and removed.
  /// - Parameters:
  ///   - store: Where samples are read: a store or a list.
  ///   - stale: What must be made again.
  ///   - lastDay: The last day that is over; weeks that end later wait.
  /// - Returns: The changes; empty when everything is up to date.
  /// - Throws: What the store throws.
  public func changes(
    in store: some SampleReading, stale: Staleness, through lastDay: LocalDay
  ) async throws -> EstimateChanges {
    var changes = EstimateChanges()
    let reading = EstimateReading(store: store, update: self)
    changes.fill(try await lackingFigures(besides: stale, reading, through: lastDay))
    guard !stale.isNothing else { return changes }
    let stale = try await reading.settled(stale, through: lastDay)
    if stale.isEverything {
      changes.reconcile(kept: try await reading.daily(before: stale.begin), made: [])
      if stale.begin != nil {
        changes.reconcile(kept: try await reading.daily(ofOtherDaysAfter: lastDay), made: [])
      }
    }
    guard let first = stale.firstDay else {
      if stale.isEverything {
        let kept = try await reading.allWeekly() + reading.changes()
        changes.reconcile(
          kept: kept.filter {
            stale.begin == nil || !isKnown($0, after: lastDay) || !calendar.hasDays(of: $0)
          }, made: [])
      }
      return changes
    }
    var days = try await madeDays(stale, reading, changes: &changes)
    let found = try await updateChanges(
      made: days, stale, reading, through: lastDay, changes: &changes)
    let weeks = weeksToEstimate(stale, moved: found.moved, through: lastDay)
    changes.weeksEstimated = weeks.count
    let requests = try await reading.requests()
    if !stale.isEverything {
      let earliest = min(first, weeks.first?.firstDay ?? first).advanced(by: -longestLookBack)
      let asked = reading.stretches(of: earliest...lastDay, tests: requests.tests)
      let known =
        keepsWholeDays
        ? try await reading.summaries(in: asked)
        : try await madeDays(in: asked, without: stale.days, reading)
      days.merge(known.filter { !stale.days.contains($0.key) }) { made, _ in made }
    }
    let made = WeekMaker(update: self, requests: requests, days: days, changes: found.all)
      .samples(of: weeks)
    let kept = try await reading.weekly(
      of: weeks, orEverythingThrough: stale.isEverything ? lastDay : nil)
    changes.reconcile(kept: kept, made: made, in: calendar)
    try await updateEvents(
      made: made, madeWeeks: weeks, reading, through: lastDay, changes: &changes)
    return changes
  }

  /// The kinds of what may change what is said of a person: what days are made of, what is known of the person, and what
  /// somebody entered.
  public static let heardKinds = Staleness.kinds.union(EstimatedPerson.kinds)
    .union([SampleKind.event.erased])

  /// The kinds of everything that is made: days, weeks, events and changes.
  public static let madeKinds = EstimateReading<SampleList>.kinds

  /// The kinds of what is made of days, with recoveries of heart rates, which weeks are not made of.
  public static let kindsOfDays = DailySamples.kinds

  /// The kinds of what is made of days.
  public static let dailyKinds = DailySamples.figureKinds

  /// The daily figures that a day lacks without a kind of sample; empty where none is made of that kind alone.
  public static func dailyKinds(madeFrom kind: AnySampleKind) -> Set<AnySampleKind> {
    DailySamples.sources[kind] ?? []
  }

  /// The kinds of what is made of weeks.
  public static let weeklyKinds = EstimateReading<SampleList>.weeklyKinds

  /// Whether estimates are kept that lie on other days than those of the calendar.
  ///
  /// Each clock has days of its own. Where two commands at once counted by two clocks, or a store in which another
  /// one was used was merged in, days and weeks stand there twice and count twice. Make everything again then:
  /// what lies on other days gives way.
  /// - Parameters:
  ///   - store: Where the estimates are.
  ///   - stopped: Kinds that nobody keeps: what is there of them gives way to nothing.
  /// - Returns: `true` when some do.
  /// - Throws: What the store throws.
  public func keepsOtherDays(
    in store: some SampleReading, besides stopped: Set<AnySampleKind> = []
  ) async throws -> Bool {
    try await EstimateReading(store: store, update: self).holdsOtherDays(besides: stopped)
  }

  /// Days before a week that its estimates look back on.
  var longestLookBack: Int {
    max(settings.sixMinuteWalkDays, settings.cardioFitnessDays)
      + max(
        settings.calibration.daysAround,
        settings.changes.baselineDays + settings.changes.longestDays)
  }

  private func madeDays(
    _ stale: SettledStaleness, _ reading: EstimateReading<some SampleReading>,
    changes: inout EstimateChanges
  ) async throws -> [LocalDay: DailySummary] {
    let codec = DailySamples(
      participant: person.identifier, calendar: calendar, settings: settings)
    var days: [LocalDay: DailySummary] = [:]
    for made in try await summaries(of: stale.stretches, reading) {
      changes.daysRead += made.stretch.count
      for summary in made.summaries { days[summary.day] = summary }
      changes.daysMade.formUnion(made.summaries.map(\.day))
      changes.reconcile(
        kept: try await reading.daily(in: made.stretch),
        made: made.summaries.flatMap(codec.samples(of:)))
    }
    return days
  }

  /// The summaries of some stretches, each with its own, in time order. They are made side by side: a
  /// life of one person is most of what a run costs.
  func summaries(
    of stretches: [ClosedRange<LocalDay>], _ reading: EstimateReading<some SampleReading>
  ) async throws -> [(stretch: ClosedRange<LocalDay>, summaries: [DailySummary])] {
    try await withThrowingTaskGroup(of: (ClosedRange<LocalDay>, [DailySummary]).self) { group in
      for stretch in stretches {
        group.addTask {
          let rows = try await reading.walks(in: stretch)
          let signs = try await reading.signs(beside: rows, in: stretch)
          let marks = try await reading.marks(beside: rows, in: stretch)
          return (
            stretch,
            DayMaker(update: self).summaries(of: rows, signs: signs, marks: marks, days: stretch)
          )
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }.sorted {
        $0.0.lowerBound < $1.0.lowerBound
      }
    }
  }

  /// Finds the changes of the person's days again, and keeps them; returns all of them, and the days of
  /// those that came, went or became another.
  private func updateChanges(
    made: [LocalDay: DailySummary], _ stale: SettledStaleness,
    _ reading: EstimateReading<some SampleReading>, through lastDay: LocalDay,
    changes: inout EstimateChanges
  ) async throws -> (all: [WalkingChange], moved: Set<LocalDay>) {
    let known = try await changeDays(besides: stale, reading, through: lastDay)
    let codec = ChangeSamples(
      participant: person.identifier, calendar: calendar, settings: settings)
    let all = settings.changes.changes(in: known + made.values.map(ChangeDay.init))
    let samples = all.map(codec.sample(of:))
    // Who makes everything again through an earlier day says nothing of what was noticed later, by the same clock.
    let kept = try await reading.changes().filter { sample in
      !stale.isEverything || !isKnown(sample, after: lastDay) || !calendar.hasDays(of: sample)
    }
    let moved = Set(kept).symmetricDifference(samples).map {
      calendar.day(containing: $0.start)
    }
    changes.reconcile(kept: kept, made: samples, in: calendar)
    return (all, Set(moved))
  }

  /// The weeks that are over and use a stale day, or a change that moved.
  private func weeksToEstimate(
    _ stale: SettledStaleness, moved: Set<LocalDay>, through lastDay: LocalDay
  ) -> [LocalWeek] {
    let used = stale.days.union(moved)
    guard let first = [stale.firstDay, moved.min()].compactMap(\.self).min() else { return [] }
    let begin = LocalWeek(containing: first)
    let end = LocalWeek(containing: lastDay.advanced(by: 1)).advanced(by: -1)
    guard begin <= end else { return [] }
    // A week's last days are held against those before them, and these against a day further back.
    let reach = max(
      settings.sixMinuteWalkDays, settings.cardioFitnessDays,
      settings.changes.baselineDays + settings.changes.longestDays + 1)
    return (begin...end).filter { week in
      if let from = stale.estimatesFrom, week.lastDay >= from { return true }
      return (week.lastDay.advanced(by: 1 - reach)...week.lastDay).contains(
        where: used.contains)
    }
  }

  /// A score as far as events need it.
  func steadinessWeek(_ score: Sample) -> SteadinessWeek {
    SteadinessWeek(
      lastDay: WeeklySamples.lastDay(of: score, calendar: calendar), score: score.value,
      error: score.standardErrorWithinPerson ?? 0, limits: settings.steadinessLimits)
  }

  /// Events follow from the weeks that are over on a day; those of later weeks stay as they are.
  private func updateEvents(
    made: [Sample], madeWeeks: [LocalWeek], _ reading: EstimateReading<some SampleReading>,
    through lastDay: LocalDay, changes: inout EstimateChanges
  ) async throws {
    func week(_ sample: Sample) -> LocalWeek {
      LocalWeek(containing: WeeklySamples.lastDay(of: sample, calendar: calendar))
    }
    let renewed = Set(madeWeeks)
    let scores = try await reading.steadiness().filter {
      calendar.hasDays(of: $0) && week($0).lastDay <= lastDay && !renewed.contains(week($0))
    }
    let own = made.filter { $0.kind == SampleKind.walkingSteadiness.erased }
    let weeks = (scores + own).map(steadinessWeek)
    let writer = WeeklySamples(
      participant: person.identifier, calendar: calendar, settings: settings)
    changes.reconcile(
      kept: try await reading.events().filter {
        week($0).lastDay <= lastDay || !calendar.hasDays(of: $0)
      },
      made: settings.events.events(of: weeks).map(writer.sample(of:)), in: calendar)
  }
}
