import Foundation
import GaitModel

/// Weekly estimates as samples.
struct WeeklySamples {
  let participant: String
  let calendar: DayCalendar
  let settings: EstimateSettings

  /// The six-minute walk of a week, through the estimate's last day.
  func sample(of week: SixMinuteWalkWeek) -> Sample {
    let estimate = week.estimate
    var other = [
      "reference": estimate.reference.rawValue,
      EstimateWords.calibratingTests: String(estimate.calibratingTests),
      EstimateWords.uncapped: EstimateWords.decimal(estimate.uncappedMeters),
      EstimateWords.interval68: EstimateWords.interval(estimate.interval68),
      EstimateWords.interval95: EstimateWords.interval(estimate.interval95),
    ]
    if estimate.isCapped { other[EstimateWords.isCapped] = "true" }
    other[EstimateWords.predicted] = estimate.predictedMeters.map(EstimateWords.decimal)
    other[EstimateWords.lowerLimitOfNormal] =
      estimate.lowerLimitOfNormal.map(EstimateWords.decimal)
    other[EstimateWords.noReference] = estimate.noReference
    if estimate.testScatter > 1 {
      other[EstimateWords.testScatter] = EstimateWords.decimal(estimate.testScatter)
    }
    other[EstimateWords.changedOn] = week.change.map { calendar.text(of: $0.day) }
    other[EstimateWords.beforeChange] = week.metersBefore.map(EstimateWords.decimal)
    other[EstimateWords.sinceChange] = week.metersSince.map(EstimateWords.decimal)
    if let request = week.window.recalibration {
      other[EstimateWords.recalibratedFrom] = calendar.text(of: request.day)
    }
    return sample(
      .sixMinuteWalkDistance, Length(meters: estimate.meters), lastDay: week.lastDay,
      metadata(
        settings.sixMinuteWalk.provenance, isCalibrated: estimate.isCalibrated,
        earliest: week.earliestDay, other: other),
      error: estimate.standardError, own: estimate.errorWithinPerson)
  }

  /// What a score of steadiness was made of, in words that differ where its components do.
  static func components(of score: Sample) -> [String?] {
    [missing, EstimateWords.variabilityOf, CalibrationWords.factor].map {
      score.metadata.other[$0]
    }
  }

  /// The key of the components that were not measured.
  private static let missing = "missing"

  /// The steadiness of the week that ends with a day, and the person's own factor in its speeds; `nil` for none.
  func sample(
    of score: SteadinessScore, lastDay: LocalDay, earliest: LocalDay, personalFactor: Double?
  ) -> Sample {
    let limits = settings.steadinessLimits
    var other = [
      EstimateWords.steadinessClass: limits.classification(of: score.value).rawValue,
      EstimateWords.limits:
        "\(EstimateWords.decimal(limits.low)) \(EstimateWords.decimal(limits.veryLow))",
      "limits_version": String(SteadinessLimits.version),
      EstimateWords.relativeRate: EstimateWords.decimal(score.relativeRate),
      EstimateWords.relativeRateInterval: EstimateWords.interval(score.relativeRateInterval),
    ]
    for part in score.parts {
      other[EstimateWords.lost(by: part.component)] = EstimateWords.decimal(part.scoreLost)
      other[EstimateWords.logRate(of: part.component)] = EstimateWords.decimal(part.logRate)
    }
    other[CalibrationWords.factor] = personalFactor.flatMap { DecimalText.text($0, decimals: 4) }
    if !score.missing.contains(.variability) {
      other[EstimateWords.variabilityOf] = score.hasStrideTimes ? "stride_time" : "step_length"
    }
    if !score.missing.isEmpty {
      other[Self.missing] = score.missing.map(\.rawValue).joined(separator: " ")
    }
    return sample(
      .walkingSteadiness, Fraction(score.value), lastDay: lastDay,
      metadata(settings.steadiness.provenance, isCalibrated: nil, earliest: earliest, other: other),
      error: score.standardError, own: score.errorWithinPerson)
  }

  /// Cardio fitness of the week that ends with a day.
  func sample(
    ofUptake uptake: Double, standardError: Double, lastDay: LocalDay, earliest: LocalDay,
    _ medicine: HeartMedication?
  ) -> Sample {
    var other: [String: String] = [:]
    if let medicine {
      other[EstimateWords.heartMedication] =
        SampleWords.word(medicine.baseValue, of: SampleKind.heartMedication.erased)
    }
    return sample(
      .vo2Max, OxygenUptake(millilitersPerKilogramMinute: uptake), lastDay: lastDay,
      metadata(
        settings.heart.fitness.provenance, isCalibrated: nil, earliest: earliest, other: other),
      error: standardError, own: nil)
  }

  /// An event, on the last day of the week that brought it.
  func sample(of due: DueSteadinessEvent) -> Sample {
    let day = calendar.interval(of: due.day)
    return Sample(
      .steadinessEvent, due.event, start: day.lowerBound, end: day.upperBound,
      participant: participant,
      source: settings.estimateSource,
      metadata: metadata(
        settings.steadiness.provenance, isCalibrated: nil, earliest: nil,
        other: [
          "week_ending": calendar.text(of: due.day), "since": calendar.text(of: due.since),
          EstimateWords.eventNumber: "\(due.number.spell).\(due.number.event)",
        ]))
  }

  /// The last day that a weekly sample stands for: by the clock by which it was made, as days may be counted by
  /// another one since.
  static func lastDay(of sample: Sample, calendar: DayCalendar) -> LocalDay {
    calendar.inZone(of: sample).day(containing: sample.end - 1)
  }

  /// A sample of the days of a week through its last: it begins with its week, so that whoever counts by weeks finds it
  /// there.
  private func sample<Value>(
    _ kind: SampleKind<Value>, _ value: Value, lastDay: LocalDay, _ metadata: SampleMetadata,
    error: Double, own: Double?
  ) -> Sample {
    Sample(
      kind, value, start: calendar.start(of: LocalWeek(containing: lastDay).firstDay),
      end: calendar.interval(of: lastDay).upperBound, participant: participant,
      source: settings.estimateSource, metadata: metadata, standardError: error,
      standardErrorWithinPerson: own)
  }

  private func metadata(
    _ provenance: Provenance, isCalibrated: Bool?, earliest: LocalDay?, other: [String: String]
  ) -> SampleMetadata {
    calendar.clock.marked(
      SampleMetadata(
        isCalibrated: isCalibrated, earliestDataUsed: earliest.map(calendar.start(of:)),
        method: provenance.method, revision: provenance.revision, other: other))
  }
}

/// The words under which an estimate's samples say what has no place of its own.
public enum EstimateWords {
  /// `true` where the six-minute walk was cut off at 500 m.
  public static let isCapped = "capped"
  /// The six-minute walk without the limit of what is reported, m.
  public static let uncapped = "uncapped_m"
  /// The ends, m, between which it lies in 68 of 100 cases, as `312 398`.
  public static let interval68 = "interval_68_m"
  /// The ends, m, between which it lies in 95 of 100 cases.
  public static let interval95 = "interval_95_m"
  /// What healthy people of that age, sex, height and mass walk, m.
  public static let predicted = "predicted_m"
  /// How many clinic tests calibrate the six-minute walk.
  public static let calibratingTests = "calibrating_tests"
  /// 95 of 100 such people walk farther, m.
  public static let lowerLimitOfNormal = "lower_limit_of_normal_m"
  /// Why there is neither of both, in words; absent where there is, and where age or sex is not known.
  public static let noReference = "no_reference"
  /// How many times as much the calibrating clinic tests differ as their errors explain; absent where they explain it.
  public static let testScatter = "clinic_test_scatter"
  /// The date of a change within the days used, `2026-04-05`.
  public static let changedOn = "changed_on"
  /// What the days before the change say alone, m.
  public static let beforeChange = "before_change_m"
  /// What the days since the change say alone, m; absent as long as they say nothing.
  public static let sinceChange = "since_change_m"
  /// The date from which on data were used, `2026-03-29`.
  public static let recalibratedFrom = "recalibrated_from"
  /// The class of a steadiness score.
  public static let steadinessClass = "class"
  /// What varies in a steadiness score: `stride_time` within walks, or `step_length` from walk to walk.
  public static let variabilityOf = "variability_of"
  /// The rate of falls that a steadiness score stands for, over that of people at every norm.
  public static let relativeRate = "relative_rate_of_falls"
  /// The ends between which it lies in 95 of 100 cases.
  public static let relativeRateInterval = "relative_rate_interval_95"
  /// On cardio fitness: the medicine that slows the person's heart, so that the greatest heart rate of the
  /// age is not theirs and the estimate is too high; absent without one.
  public static let heartMedication = "heart_medication"
  /// The number of a steadiness event: that of its spell, and that of the event in it, as `2.1`. An
  /// event that moves keeps it.
  public static let eventNumber = "event_number"
  /// The scores of the two limits.
  public static let limits = "limits"
  /// On a clinic test: `true` when it is to calibrate the person's estimates.
  public static let calibrates = "calibrates"
  /// On a recalibration: the last day of the latest estimate that was stored when it was made.
  public static let storedThrough = "stored_through"

  /// On a recalibration: when it was asked, milliseconds since 1970 UTC.
  public static let askedAt = "asked_at"

  /// On a recalibration: the days of the clinic tests before it that calibrated when it was asked, blanks between.
  public static let testDays = "clinic_tests"

  /// What a component costs the score, 0-1: by how much it would be higher with this one at its norm.
  public static func lost(by component: SteadinessComponent) -> String {
    "lost_by_" + component.rawValue
  }

  /// What a component adds to the logarithm of the rate of falls; negative where it is better than its norm.
  public static func logRate(of component: SteadinessComponent) -> String {
    "log_rate_of_" + component.rawValue
  }

  /// The two ends of an interval.
  static func interval(_ ends: ClosedRange<Double>) -> String {
    "\(decimal(ends.lowerBound)) \(decimal(ends.upperBound))"
  }

  /// The ends of an interval that was written so; `nil` when it is none.
  public static func interval(_ text: String?) -> ClosedRange<Double>? {
    let ends = (text ?? "").split(separator: " ").compactMap { Double($0) }
    guard ends.count == 2, ends[0] <= ends[1] else { return nil }
    return ends[0]...ends[1]
  }

  /// A number with four decimals at most, the same on every machine.
  static func decimal(_ value: Double) -> String { String((value * 10_000).rounded() / 10_000) }
}
