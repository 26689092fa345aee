import Foundation
import GaitModel
import GaitResults
import MobilityEstimates

/// A person's days and weeks as `gait estimate --format json` writes them: what a report page draws.
struct EstimateDocument {
  let overview: EstimateOverview
  let update: EstimateUpdate

  /// The document.
  var value: JSONValue {
    .members([
      "participant": .string(update.person.identifier),
      "time_zone": .string(calendar.clock.name),
      "through": date(overview.lastDay),
      "person": person,
      "readiness": readiness,
      "six_minute_walk": sixMinuteWalk,
      "steadiness": steadiness,
      "vo2max": .array(overview.cardioFitness.map(uptake)),
      "vo2max_latest_week_missing": .optional(overview.cardioFitnessReason),
      "changes": .array(overview.changes.map(change)),
      "walking_changes": .array(overview.walkingChanges.map(walkingChange)),
      "personal_factor": personalFactor,
      "events": .array(
        overview.personEvents.map { event in
          .members([
            "date": date(event.day), "event": .string(event.kind.word),
            "words": .optional(event.words),
          ])
        }),
      "since_event": .array(overview.comparedEvents.reversed().flatMap(comparisons)),
      "days": .array(overview.days.map(day)),
      "methods": .array(methods.map(method)),
    ])
  }

  private var calendar: DayCalendar { update.calendar }

  private func date(_ day: LocalDay) -> JSONValue { .string(calendar.text(of: day)) }

  private func date(_ instant: Date?) -> JSONValue {
    instant.map { date(calendar.day(containing: $0)) } ?? .null
  }

  private var person: JSONValue {
    let facts = update.person.participant(on: overview.lastDay)
    return .members([
      "height_m": .optional(facts.height?.meters, decimals: 3),
      "mass_kg": .optional(facts.mass?.kilograms, decimals: 1),
      // Whole years that are over: more is not known.
      "age_years": .optional(facts.ageYears?.rounded(.down), decimals: 0),
      "sex": .optional(facts.sex?.rawValue),
      "heart_medication": .optional(
        facts.heartMedication.flatMap {
          SampleWords.word($0.baseValue, of: SampleKind.heartMedication.erased)
        }),
    ])
  }

  private var readiness: JSONValue {
    .members([
      "is_ready": .flag(overview.readiness.isReady),
      "missing": .array(
        overview.readiness.lacks.map { lack in
          .members([
            "what": .string(lack.word), "message": .string(overview.words(of: lack)),
            "is_needed": .flag(lack.isNeeded),
          ])
        }),
    ])
  }

  private var sixMinuteWalk: JSONValue {
    .members([
      "weeks": .array(overview.sixMinuteWalks.map(walk)),
      "latest_week_missing": .optional(overview.sixMinuteWalkReason),
      "clinic_tests": .array(
        overview.clinicTests.map { test in
          .members([
            "date": date(calendar.day(ofEntry: test)), "meters": .number(test.value, decimals: 1),
            "calibrates": .flag(test.metadata.other[EstimateWords.calibrates] == "true"),
          ])
        }),
      "recalibrations": .array(
        overview.recalibrations.map { request in
          .members([
            "from": date(request.day), "stored_through": request.storedThrough.map(date) ?? .null,
            "reason": .optional(request.reason), "asked_on": date(request.askedAt),
          ])
        }),
    ])
  }

  private func walk(_ sample: Sample) -> JSONValue {
    guard case .object(var members) = weekly(sample, "meters", decimals: 1) else { return .null }
    let other = sample.metadata.other
    members += [
      .init(key: "latest_data_used", value: date(sample.end - 0.001)),
      .init(key: "is_capped", value: .flag(other[EstimateWords.isCapped] != nil)),
      .init(key: "is_calibrated", value: .flag(sample.metadata.isCalibrated ?? false)),
      .init(key: "recalibrated_from", value: .optional(other[EstimateWords.recalibratedFrom])),
      .init(key: "uncapped_m", value: number(other[EstimateWords.uncapped])),
      .init(key: "interval_68_m", value: interval(other[EstimateWords.interval68], decimals: 1)),
      .init(key: "interval_95_m", value: interval(other[EstimateWords.interval95], decimals: 1)),
      .init(key: "predicted_m", value: number(other[EstimateWords.predicted])),
      .init(
        key: "lower_limit_of_normal_m", value: number(other[EstimateWords.lowerLimitOfNormal])),
      .init(key: "changed_on", value: .optional(other[EstimateWords.changedOn])),
      .init(key: "before_change_m", value: number(other[EstimateWords.beforeChange])),
      .init(key: "since_change_m", value: number(other[EstimateWords.sinceChange])),
      .init(key: "no_reference", value: .optional(other[EstimateWords.noReference])),
      .init(
        key: "clinic_test_scatter",
        value: .optional(other[EstimateWords.testScatter].flatMap(Double.init), decimals: 2)),
    ]
    return .object(members)
  }

  private func uptake(_ sample: Sample) -> JSONValue {
    guard case .object(var members) = weekly(sample, "ml_per_kg_min", decimals: 2) else {
      return .null
    }
    let medicine = sample.metadata.other[EstimateWords.heartMedication]
    members.append(.init(key: "heart_medication", value: .optional(medicine)))
    return .object(members)
  }

  private func number(_ text: String?) -> JSONValue {
    .optional(text.flatMap(Double.init), decimals: 1)
  }

  private func interval(_ text: String?, decimals: Int) -> JSONValue {
    EstimateWords.interval(text).map {
      .array([
        .number($0.lowerBound, decimals: decimals), .number($0.upperBound, decimals: decimals),
      ])
    } ?? .null
  }

  private func walkingChange(_ change: WalkingChange) -> JSONValue {
    .members([
      "date": date(change.day), "measured_from": date(change.firstMeasuredDay),
      "noticed_on": date(change.noticedOn), "message": .string(change.message),
      "measures": .array(
        change.effects.map { effect in
          .members([
            "measure": .string(effect.measure.rawValue),
            "before": .number(effect.before, decimals: 4),
            "since": .number(effect.since, decimals: 4),
          ])
        }),
    ])
  }

  /// The days from which on speeds and step lengths hold another personal factor; null where all hold the same or none.
  private var personalFactor: JSONValue {
    guard let words = overview.personalFactorWords else { return .null }
    return .members([
      "message": .string(words),
      "changes": .array(
        overview.personalFactorChanges.map { change in
          .members([
            "from": date(change.day), "factor": .optional(change.since, decimals: 4),
            "factor_before": .optional(change.before, decimals: 4),
          ])
        }),
    ])
  }

  /// What is compared before and since each event of a day.
  private func comparisons(_ events: ComparedEvents) -> [JSONValue] {
    overview.personEvents.filter { $0.day == events.day }.flatMap { event in
      events.comparisons.map { comparison($0, about: event) }
    }
  }

  private func comparison(_ row: EventComparison, about event: PersonEvent) -> JSONValue {
    func mean(_ mean: EventComparison.Mean) -> JSONValue {
      .members([
        "mean": .number(mean.value, decimals: 4), "days": .integer(mean.days),
        "from": .number(mean.interval.lowerBound, decimals: 4),
        "to": .number(mean.interval.upperBound, decimals: 4),
      ])
    }
    return .members([
      "date": date(event.day), "event": .string(event.kind.word),
      "words": .optional(event.words),
      "measure": .string(row.measure.rawValue), "before": mean(row.before),
      "first_two_weeks": row.first.map(mean) ?? .null, "latest_two_weeks": mean(row.latest),
      "share_of_before": .number(row.shareOfBefore, decimals: 3),
      "share_from": .number(row.shareInterval.lowerBound, decimals: 3),
      "share_to": .number(row.shareInterval.upperBound, decimals: 3),
    ])
  }

  /// A weekly sample with the Sunday of its week, its errors and the earliest data that it used. What it was made of may
  /// end sooner, with the last day worn.
  private func weekly(_ sample: Sample, _ name: String, decimals: Int) -> JSONValue {
    let week = LocalWeek(containing: calendar.day(containing: sample.end - 0.001))
    return .object([
      .init(key: "week_ending", value: date(week.lastDay)),
      .init(key: name, value: .number(sample.value, decimals: decimals)),
      .init(
        key: "standard_error", value: .optional(sample.standardError, decimals: decimals + 1)),
      .init(
        key: "standard_error_within_person",
        value: .optional(sample.standardErrorWithinPerson, decimals: decimals + 1)),
      .init(key: "earliest_data_used", value: date(sample.metadata.earliestDataUsed)),
    ])
  }

  private var steadiness: JSONValue {
    let limits = update.settings.steadinessLimits
    return .members([
      "limits": .members([
        "low": .number(limits.low, decimals: 4), "very_low": .number(limits.veryLow, decimals: 4),
        "version": .integer(SteadinessLimits.version),
      ]),
      "weeks": .array(overview.steadiness.map(score)),
      "latest_week_missing": .optional(overview.steadinessReason),
      "trend": overview.steadinessTrend.map(trend) ?? .null,
      "events": .array(
        overview.events.map { event in
          let day = calendar.day(containing: event.sample.end - 0.001)
          return .members([
            "week_ending": date(day),
            "event": .string(event.value.word),
            "number": .optional(event.sample.metadata.other[EstimateWords.eventNumber]),
          ])
        }),
    ])
  }

  private func score(_ sample: Sample) -> JSONValue {
    guard case .object(var members) = weekly(sample, "score", decimals: 4) else { return .null }
    let other = sample.metadata.other
    func parts(_ key: (SteadinessComponent) -> String) -> JSONValue {
      .object(
        SteadinessComponent.allCases.map { component in
          JSONValue.Member(
            key: component.rawValue,
            value: .optional(other[key(component)].flatMap(Double.init), decimals: 4))
        })
    }
    members += [
      .init(key: "class", value: .optional(other[EstimateWords.steadinessClass])),
      .init(key: "lost_by", value: parts(EstimateWords.lost(by:))),
      .init(key: "variability_of", value: .optional(other[EstimateWords.variabilityOf])),
      .init(
        key: "relative_rate_of_falls",
        value: .optional(other[EstimateWords.relativeRate].flatMap(Double.init), decimals: 3)),
      .init(
        key: "relative_rate_interval_95",
        value: interval(other[EstimateWords.relativeRateInterval], decimals: 3)),
      .init(key: "log_rate_of", value: parts(EstimateWords.logRate(of:))),
    ]
    return .object(members)
  }

  private func trend(_ trend: Trend) -> JSONValue {
    func slope(_ slope: Trend.Slope) -> JSONValue {
      .members([
        "per_week": .number(slope.perWeek, decimals: 5),
        "from": .optional(slope.interval?.lowerBound, decimals: 5),
        "to": .optional(slope.interval?.upperBound, decimals: 5),
      ])
    }
    return .members([
      "weeks": .integer(trend.count), "best_fit": slope(trend.bestFit),
      "robust": slope(trend.robust),
      "is_declining": .flag(update.settings.trend.isDeclining(trend)),
      "masses_kg": overview.steadinessTrendMasses.map {
        .array([.number($0.lowerBound, decimals: 1), .number($0.upperBound, decimals: 1)])
      } ?? .null,
    ])
  }

  private func change(_ change: MeasureChange) -> JSONValue {
    .members([
      "measure": .string(change.measure.rawValue), "week_ending": date(change.week.lastDay),
      "baseline": .number(change.change.baseline, decimals: 4),
      "change": .number(change.change.change, decimals: 4),
      "minimal_detectable": .number(change.change.minimalDetectable, decimals: 4),
      "is_detectable": .flag(change.change.isDetectable),
    ])
  }

  private func day(_ day: DailySummary) -> JSONValue {
    let walking = day.walking
    return .members([
      "date": date(day.day),
      "worn_h": .optional(day.wornSeconds.map { $0 / 3600 }, decimals: 2),
      "steps": .optional(day.stepCount, decimals: 0),
      "walking_min": .optional(day.walkingSeconds.map { $0 / 60 }, decimals: 1),
      // Who took no step had no bout.
      "bouts": .optional(walking?.boutCount ?? (day.stepCount == 0 ? 0 : nil)),
      "walking_speed_mps": .optional(walking?.meanSpeed.value),
      "walking_speed_time_weighted_p95_mps": .optional(walking?.fastSpeed.value),
      "walking_speed_time_weighted_p95_7_days_mps": smoothed(.fastSpeed, day),
      "step_length_m": .optional(walking?.stepLength?.value),
      "cadence_spm": .optional(walking?.cadence?.value, decimals: 2),
      "double_support_fraction": .optional(walking?.doubleSupport?.value),
      "asymmetry_fraction": .optional(walking?.asymmetry?.value),
      "stride_time_variation": .optional(walking?.strideTimeVariation?.value),
      "vo2max_ml_per_kg_min": .optional(day.heart?.greatestUptake?.value, decimals: 2),
      "heart_rate_recovery_bpm": .optional(day.heart?.recovery?.fall, decimals: 1),
      "heart_rate_recovery_from_bpm": .optional(day.heart?.recovery?.peakRate, decimals: 1),
      "heart_rate_recovery_after_s": .optional(day.heart?.recovery?.seconds, decimals: 0),
      "heart_rate_recovery_activity": .optional(day.heart?.recovery?.activity?.rawValue),
      "seven_days": sevenDays(day),
      "measures_steps": walking.map { _ in JSONValue.flag(day.measuresSteps) } ?? .null,
      "personal_factor": .optional(day.personalFactor, decimals: 4),
    ])
  }

  /// The measures of `seven_days`, in their order.
  private static let smoothedMeasures: [(key: String, measure: WeeklyMeasure)] = [
    ("walking_speed_mps", .meanSpeed), ("step_length_m", .stepLength), ("cadence_spm", .cadence),
    ("double_support_fraction", .doubleSupport), ("asymmetry_fraction", .asymmetry),
    ("stride_time_variation", .strideTimeVariation), ("steps", .steps),
  ]

  /// The means of the seven days that end with one, since when days can be in them, and of how many days with a value each
  /// is, since when.
  private func sevenDays(_ day: DailySummary) -> JSONValue {
    func members(_ value: (WeeklyMeasure) -> JSONValue) -> [JSONValue.Member] {
      Self.smoothedMeasures.map { JSONValue.Member(key: $0.key, value: value($0.measure)) }
    }
    let first = overview.firstDay(ofMeanEndingOn: day.day, by: update.settings.smoothing)
    let days = members { measure in
      guard let mean = overview.smoothed[measure]?[day.day] else { return .null }
      return .members(["count": .integer(mean.dayCount), "from": date(mean.firstDay)])
    }
    let means = members { smoothed($0, day) }
    return .object(
      [JSONValue.Member(key: "from", value: date(first))] + means
        + [JSONValue.Member(key: "days", value: .object(days))])
  }

  /// The seven-day mean, which begins anew at events.
  private func smoothed(_ measure: WeeklyMeasure, _ day: DailySummary) -> JSONValue {
    .optional(overview.smoothed[measure]?[day.day]?.value, decimals: 4)
  }

  private var methods: [Provenance] {
    let settings = update.settings
    return [
      settings.daily.provenance, settings.sixMinuteWalk.provenance, settings.steadiness.provenance,
      settings.heart.fitness.provenance,
    ]
  }

  private func method(_ method: Provenance) -> JSONValue {
    .members([
      "question": .string(method.question), "method": .string(method.method),
      "revision": .integer(method.revision), "citation": .string(method.citation),
      "doi": .optional(method.doi), "deviations": .array(method.deviations.map { .string($0) }),
    ])
  }
}
