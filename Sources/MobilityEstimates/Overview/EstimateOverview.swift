import GaitModel
import Signals

/// Everything that is known of a person over days and weeks, as a report draws it.
public struct EstimateOverview: Hashable, Sendable {
  /// The last day that is over.
  public var lastDay: LocalDay
  /// Every day with anything, in time order.
  public var days: [DailySummary]
  /// The days as weeks are made of them: ``days``, with the figures that nobody collects.
  public var wholeDays: [LocalDay: DailySummary]
  /// The seven-day mean of every measure of the days, in its unit; it begins anew at events,
  /// recalibrations and changes that the days show, and that of speeds and step lengths with another personal factor.
  public var smoothed: [WeeklyMeasure: [LocalDay: SmoothedMean]]
  /// Six-minute-walk estimates, the earliest first.
  public var sixMinuteWalks: [Sample]
  /// Why the latest week has none, or `nil` when it has one.
  public var sixMinuteWalkDelay: SixMinuteWalkDelay?
  /// The latest week that is over.
  public var latestWeek: LocalWeek
  /// Clinic tests, entered by hand, the earliest first.
  public var clinicTests: [Sample]
  /// What happened to the person, as somebody entered it, the earliest first.
  public var personEvents: [PersonEvent]
  /// Before and after each day with such events that is over, the earliest first.
  public var comparedEvents: [ComparedEvents]
  /// Before and after the latest of them, measure by measure; empty without one.
  public var comparisons: [EventComparison] { comparedEvents.last?.comparisons ?? [] }
  /// Days left out of ``comparisons``, as ``ComparedEvents/assumedDays``.
  public var assumedDaysAboutEvent: Int { comparedEvents.last?.assumedDays ?? 0 }
  /// The same, as ``ComparedEvents/assumedDaysWithFirst``.
  public var assumedDaysWithFirst: Int { comparedEvents.last?.assumedDaysWithFirst ?? 0 }
  /// Changes that the days show, the earliest first.
  public var walkingChanges: [WalkingChange]
  /// Recalibrations, the earliest first.
  public var recalibrations: [Recalibration]
  /// Steadiness scores, the earliest first.
  public var steadiness: [Sample]
  /// Why the latest week has none, or `nil` when it has one.
  public var steadinessDelay: SteadinessDelay?
  /// Where the scores are heading; `nil` with too few.
  public var steadinessTrend: Trend?
  /// The least and the greatest mass in the weeks of the trend, kilograms, where they move the norm that scores are held
  /// against; `nil` where they do not.
  public var steadinessTrendMasses: ClosedRange<Double>?
  /// Steadiness events, the earliest first.
  public var events: [TypedSample<SteadinessEvent>]
  /// Whether steadiness is low now as events have it; `nil` when it never was.
  public var steadinessStanding: SteadinessStanding?
  /// Cardio fitness, the earliest first.
  public var cardioFitness: [Sample]
  /// The latest week's measures against the person's own past.
  public var changes: [MeasureChange]
  /// Whether the person carries the device enough.
  public var readiness: Readiness
  /// Estimates that are not made, and samples that they miss, because somebody stopped their collection.
  public var notCollected: Set<AnySampleKind> = []
  /// Weeks, in time order, of which an estimate of a kind could be made and none is kept, because nobody collected the
  /// kind when they were over or last changed; without kinds that have no such week.
  public var unmade: [AnySampleKind: [LocalWeek]] = [:]
  /// Of kinds that are collected again, the last days of estimates that stayed as they were while nobody collected
  /// them, though what they are made of changed.
  public var leftAlone: [AnySampleKind: Set<LocalDay>] = [:]

  /// Days with walks in the weeks of ``changes`` that are left out so.
  public var assumedDaysOfWeeks = 0
  /// Days that the latest week's cardio fitness looks back on with a heart rate and walks without a measured step length; 0
  /// where it has one.
  public var assumedHeartDays = 0

  /// Why the latest week has no six-minute walk, in words; `nil` when it has one.
  public var sixMinuteWalkReason: String? {
    reason(
      SampleKind.sixMinuteWalkDistance.erased,
      sixMinuteWalkDelay.map { stop(of: $0.missing) ?? $0.description })
  }

  /// Why the latest week has no steadiness score, in words; `nil` when it has one.
  public var steadinessReason: String? {
    reason(
      SampleKind.walkingSteadiness.erased,
      steadinessDelay.map { stop(of: $0.missing) ?? $0.description })
  }

  /// Whether the latest week could have an estimate of a kind and has none.
  public func isLatestUnmade(_ kind: AnySampleKind) -> Bool {
    unmade[kind]?.last == latestWeek
  }

  private func reason(_ kind: AnySampleKind, _ delay: String?) -> String? {
    guard !notCollected.contains(kind) else { return Self.stop }
    return delay ?? (isLatestUnmade(kind) ? "not made, as it was not collected" : nil)
  }

  /// What is missing and what it is needed for, in words.
  public func words(of lack: Readiness.Lack) -> String {
    switch lack {
    case .height, .mass, .age, .sex: lack.description
    case .walkingDays:
      stop(of: [SampleKind.walkingSpeed.erased]).map { "\($0): steadiness needs it" }
        ?? lack.description
    case .measuredSteps:
      stop(of: [SampleKind.stepLength.erased]).map { "\($0): steadiness needs it" }
        ?? lack.description
    case .sustainedWalking:
      stop(of: SixMinuteWalkDelay.noSustainedWalking.missing).map {
        "\($0): the six-minute walk needs them"
      } ?? lack.description
    case .measuredWalking:
      stop(of: SixMinuteWalkDelay.unmeasuredWalking.missing).map {
        "\($0): the six-minute walk needs one of them"
      } ?? lack.description
    case .wear:
      stop(of: [SampleKind.wearTime.erased]).map { "\($0): the six-minute walk needs it" }
        ?? lack.description
    }
  }

  /// That some of the kinds are not collected: whatever else their absence looks like is not the reason. `nil` where all are.
  public func stop(of kinds: Set<AnySampleKind>) -> String? {
    let names = kinds.intersection(notCollected).map(\.name).sorted()
    guard !names.isEmpty else { return nil }
    return
      "\(names.joined(separator: " and ")) \(names.count == 1 ? "is" : "are") \(Self.stop)"
  }

  private static let stop = "not collected, as was asked"
}

extension SixMinuteWalkDelay {
  /// The kinds of which there is too little.
  fileprivate var missing: Set<AnySampleKind> {
    switch self {
    case .wear: [SampleKind.wearTime.erased]
    case .noSustainedWalking: [SampleKind.walkingSpeed.erased, SampleKind.cadence.erased]
    case .unmeasuredWalking: [SampleKind.stepLength.erased, SampleKind.cadence.erased]
    }
  }
}

extension SteadinessDelay {
  /// The kinds of which there is too little.
  fileprivate var missing: Set<AnySampleKind> {
    switch self {
    case .heightUnknown: [SampleKind.height.erased]
    case .noNorm: []
    case .tooFewDays: [SampleKind.walkingSpeed.erased]
    case .tooFewMeasuredDays: [SampleKind.stepLength.erased]
    case .tooFewComponents:
      [
        SampleKind.walkingSpeed.erased, SampleKind.stepLength.erased, SampleKind.cadence.erased,
        SampleKind.doubleSupport.erased, SampleKind.walkingAsymmetry.erased,
        SampleKind.strideTimeVariability.erased,
      ]
    }
  }
}

extension EstimateUpdate {
  /// What is kept of the person, as a report draws it; bring it up to date before.
  /// - Parameters:
  ///   - store: Where it is kept.
  ///   - lastDay: The last day that is over.
  ///   - hasLaterEntries: Whether events, clinic tests and recalibrations of later days are in it; `false` shows what was known
  ///     on that day.
  /// - Returns: The overview; empty lists where nothing is kept.
  /// - Throws: What the store throws.
  public func overview(
    in store: some SampleReading, through lastDay: LocalDay, hasLaterEntries: Bool = true
  ) async throws -> EstimateOverview {
    let reading = EstimateReading(store: store, update: self)
    let days = try await reading.summaries(before: lastDay.advanced(by: 1))
    let weekly = Dictionary(
      grouping: try await reading.allWeekly().filter {
        WeeklySamples.lastDay(of: $0, calendar: calendar) <= lastDay
      }, by: \.kind)
    let requests = try await reading.requests()
    let entries = hasLaterEntries ? requests : requests.entered(through: lastDay, calendar)
    let changeCodec = ChangeSamples(
      participant: person.identifier, calendar: calendar, settings: settings)
    let walkingChanges = try await reading.changes().compactMap(changeCodec.change).filter {
      $0.noticedOn <= lastDay
    }
    let whole = try await wholeDays(days, reading, through: lastDay)
    let maker = WeekMaker(update: self, requests: requests, days: whole, changes: walkingChanges)
    let week = LocalWeek(containing: lastDay.advanced(by: 1)).advanced(by: -1)
    let scores = weekly[SampleKind.walkingSteadiness.erased] ?? []
    let scored = scoredWeeks(scores)
    let trend = steadinessTrend(of: scored, endingOn: week.lastDay)
    let compared = days.withOneFactor(through: lastDay)
    let distances = weekly[SampleKind.sixMinuteWalkDistance.erased] ?? []
    return EstimateOverview(
      lastDay: lastDay, days: days.values.sorted { $0.day < $1.day }, wholeDays: whole,
      smoothed: smoothed(
        days,
        restartingOn: entries.recalibrations.map(\.day) + entries.events.map(\.day)
          + walkingChanges.map(\.day)),
      sixMinuteWalks: distances,
      sixMinuteWalkDelay: hasEstimate(of: week, in: distances)
        ? nil : Self.failure(maker.sixMinuteWalkResult(of: week)), latestWeek: week,
      clinicTests: entries.clinicTests, personEvents: entries.events,
      comparedEvents: comparedEvents(entries.events, through: lastDay, compared),
      walkingChanges: walkingChanges,
      recalibrations: entries.recalibrations,
      steadiness: scores,
      steadinessDelay: hasEstimate(of: week, in: scores)
        ? nil : Self.failure(maker.steadinessResult(of: week)),
      steadinessTrend: trend,
      steadinessTrendMasses: trend.flatMap { _ in trendMasses(of: scored, endingOn: week.lastDay) },
      events: (weekly[SampleKind.steadinessEvent.erased] ?? []).compactMap {
        TypedSample(.steadinessEvent, $0)
      }, steadinessStanding: settings.events.standing(after: scores.map(steadinessWeek)),
      cardioFitness: weekly[SampleKind.vo2Max.erased] ?? [],
      changes: MeasureChange.all(
        in: week, days: compared, rule: settings.baseline,
        fewestDays: settings.steadiness.fewestDays),
      readiness: settings.readiness.readiness(
        on: lastDay, summaries: Array(whole.values), participant: person.participant(on: lastDay),
        recalibrations: requests.recalibrations),
      unmade: unmade(weekly, by: maker, through: week),
      assumedDaysOfWeeks: assumed(
        Set(settings.baseline.weeks(of: week).flatMap(\.days)), days),
      assumedHeartDays: try await assumedHeartDays(
        of: week, in: store, days, weekly[SampleKind.vo2Max.erased] ?? []))
  }

  private func comparedEvents(
    _ events: [PersonEvent], through lastDay: LocalDay, _ days: [LocalDay: DailySummary]
  ) -> [ComparedEvents] {
    let rule = settings.comparison
    return Set(events.map(\.day)).filter { $0 <= lastDay }.sorted().map { day in
      func assumed(withFirst: Bool) -> Int {
        self.assumed(rule.days(since: day, until: lastDay, withFirst: withFirst), days)
      }
      return ComparedEvents(
        day: day, comparisons: rule.comparisons(since: day, until: lastDay, days: days),
        assumedDays: assumed(withFirst: false), assumedDaysWithFirst: assumed(withFirst: true))
    }
  }

  /// Whether one of some kept estimates is of a week.
  func hasEstimate(of week: LocalWeek, in kept: [Sample]) -> Bool {
    kept.contains {
      LocalWeek(containing: WeeklySamples.lastDay(of: $0, calendar: calendar)) == week
    }
  }

  /// The weeks of each kind that would be made and are not kept.
  private func unmade(
    _ weekly: [AnySampleKind: [Sample]], by maker: WeekMaker, through week: LocalWeek
  ) -> [AnySampleKind: [LocalWeek]] {
    guard let first = maker.days.keys.min().map(LocalWeek.init(containing:)), first <= week else {
      return [:]
    }
    var unmade: [AnySampleKind: [LocalWeek]] = [:]
    for kind in Self.weeklyKinds {
      let made = Set(
        (weekly[kind] ?? []).map {
          LocalWeek(containing: WeeklySamples.lastDay(of: $0, calendar: calendar))
        })
      let weeks = (first...week).filter {
        !made.contains($0) && maker.sample(kind, of: $0) != nil
      }
      if !weeks.isEmpty { unmade[kind] = weeks }
    }
    return unmade
  }

  /// How many of some days have walks whose speeds cannot be held against those of other days.
  private func assumed(_ asked: Set<LocalDay>, _ days: [LocalDay: DailySummary]) -> Int {
    asked.count { days[$0].map { $0.walking != nil && !$0.comparesSpeeds } ?? false }
  }

  private func smoothed(
    _ days: [LocalDay: DailySummary], restartingOn restarts: [LocalDay]
  ) -> [WeeklyMeasure: [LocalDay: SmoothedMean]] {
    let factors = PersonalFactorChange.all(in: days.values.sorted { $0.day < $1.day }).map(\.day)
    return Dictionary(
      uniqueKeysWithValues: WeeklyMeasure.allCases.map { measure in
        let means = settings.smoothing.smoothed(
          days.compactMapValues(measure.value(on:)),
          restartingOn: restarts + (measure.needsSteps ? factors : []))
        return (measure, Dictionary(uniqueKeysWithValues: means.map { ($0.lastDay, $0) }))
      })
  }

  private static func failure<Value, Reason>(_ result: Result<Value, Reason>) -> Reason? {
    if case .failure(let reason) = result { reason } else { nil }
  }
}

/// A measure of walking that is watched week by week. The raw value is the word used in files.
public enum WeeklyMeasure: String, CaseIterable, Hashable, Sendable {
  /// The days' walking-time-weighted 95th percentiles of speed, m/s.
  case fastSpeed = "walking_speed_time_weighted_p95_mps"
  /// Mean speed, m/s.
  case meanSpeed = "walking_speed_mps"
  /// Mean step length, m.
  case stepLength = "step_length_m"
  /// Mean cadence, steps/min.
  case cadence = "cadence_spm"
  /// Double support, share of the stride.
  case doubleSupport = "double_support_fraction"
  /// Share of uneven steps.
  case asymmetry = "asymmetry_fraction"
  /// Standard deviation of stride times over their mean, within walks.
  case strideTimeVariation = "stride_time_variation"
  /// Steps of a day.
  case steps = "steps_per_day"

  /// Whether it is made of step lengths, which are assumed where the device is worn in a pocket or on the wrist.
  public var needsSteps: Bool {
    switch self {
    case .fastSpeed, .meanSpeed, .stepLength: true
    case .cadence, .doubleSupport, .asymmetry, .strideTimeVariation, .steps: false
    }
  }

  /// The measure's value on a day; `nil` when it has none, or only one that is assumed: a device that moves into a pocket
  /// changes nobody's speed.
  public func value(on day: DailySummary) -> Double? {
    guard day.comparesSpeeds || !needsSteps else { return nil }
    return switch self {
    case .fastSpeed: day.walking?.fastSpeed.value
    case .meanSpeed: day.walking?.meanSpeed.value
    case .stepLength: day.walking?.stepLength?.value
    case .cadence: day.walking?.cadence?.value
    case .doubleSupport: day.walking?.doubleSupport?.value
    case .asymmetry: day.walking?.asymmetry?.value
    case .strideTimeVariation: day.walking?.strideTimeVariation?.value
    case .steps: day.stepCount
    }
  }
}

/// A measure of a week against the person's own past.
public struct MeasureChange: Hashable, Sendable {
  /// The measure.
  public var measure: WeeklyMeasure
  /// The week.
  public var week: LocalWeek
  /// The comparison, in the measure's unit.
  public var change: BaselineChange

  /// Makes a change.
  public init(measure: WeeklyMeasure, week: LocalWeek, change: BaselineChange) {
    self.measure = measure
    self.week = week
    self.change = change
  }

  /// Every measure of a week that has a baseline.
  /// - Parameters:
  ///   - week: The week.
  ///   - days: Summaries by day, the baseline's weeks among them.
  ///   - rule: Which weeks are the baseline.
  ///   - fewestDays: Fewer days with a value make no weekly mean.
  /// - Returns: The comparisons; measures without a baseline are absent.
  public static func all(
    in week: LocalWeek, days: [LocalDay: DailySummary], rule: BaselineRule, fewestDays: Int
  ) -> [MeasureChange] {
    let weeks = rule.weeks(of: week)
    return WeeklyMeasure.allCases.compactMap { measure in
      var means: [LocalWeek: Double] = [:]
      var chance = 0.0
      for other in weeks {
        let values = other.days.compactMap { days[$0].flatMap(measure.value(on:)) }
        guard values.count >= fewestDays else { continue }
        means[other] = Statistics.mean(values)
        let error =
          (Statistics.sampleStandardDeviation(values) ?? 0) / Double(values.count).squareRoot()
        chance = max(chance, error)
      }
      return rule.change(in: week, of: means, chanceError: chance).map {
        MeasureChange(measure: measure, week: week, change: $0)
      }
    }
  }
}
