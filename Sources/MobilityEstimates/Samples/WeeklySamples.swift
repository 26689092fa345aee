import Foundation
import GaitModel

/// Weekly estimates as samples.
struct WeeklySamples {
  let participant: String
  let calendar: DayCalendar
  let settings: EstimateSettings

  /// The six-minute walk of the seven days that end with the estimate's last.
  func sample(of week: SixMinuteWalkWeek) -> Sample {
    let estimate = week.estimate
    var other = [
      "reference": estimate.reference.rawValue,
      "calibrating_tests": String(estimate.calibratingTests),
    ]
    if estimate.isCapped { other[EstimateWords.isCapped] = "true" }
    if let wish = week.window.recalibration {
      other[EstimateWords.recalibratedFrom] = calendar.text(of: wish.day)
    }
    return sample(
      .sixMinuteWalkDistance, Length(meters: estimate.meters), lastDay: week.lastDay,
      metadata(
        settings.sixMinuteWalk.provenance, isCalibrated: estimate.isCalibrated,
        earliest: week.earliestDay, other: other),
      error: estimate.standardError, own: estimate.errorWithinPerson)
  }

  /// The steadiness of the seven days that end with a day.
  func sample(of score: SteadinessScore, lastDay: LocalDay, earliest: LocalDay) -> Sample {
    let limits = settings.steadinessLimits
    var other = [
      EstimateWords.steadinessClass: limits.classification(of: score.value).rawValue,
      EstimateWords.limits:
        "\(EstimateWords.decimal(limits.low)) \(EstimateWords.decimal(limits.veryLow))",
      "limits_version": String(SteadinessLimits.version),
    ]
    for part in score.parts {
      other[EstimateWords.lost(by: part.component)] = EstimateWords.decimal(part.scoreLost)
    }
    if !score.missing.contains(.variability) {
      other[EstimateWords.variabilityOf] = score.hasStrideTimes ? "stride_time" : "step_length"
    }
    if !score.missing.isEmpty {
      other["missing"] = score.missing.map(\.rawValue).joined(separator: " ")
    }
    return sample(
      .walkingSteadiness, Fraction(score.value), lastDay: lastDay,
      metadata(settings.steadiness.provenance, isCalibrated: nil, earliest: earliest, other: other),
      error: score.standardError, own: score.errorWithinPerson)
  }

  /// Cardio fitness of the seven days that end with a day.
  func sample(
    ofUptake uptake: Double, standardError: Double, lastDay: LocalDay, earliest: LocalDay
  ) -> Sample {
    sample(
      .vo2Max, OxygenUptake(millilitersPerKilogramMinute: uptake), lastDay: lastDay,
      metadata(
        settings.heart.fitness.provenance, isCalibrated: nil, earliest: earliest, other: [:]),
      error: standardError, own: nil)
  }

  /// An event, at the end of the week that brought it.
  func sample(of event: SteadinessEvent, on day: LocalDay) -> Sample {
    let end = calendar.interval(of: day).upperBound
    return Sample(
      .steadinessEvent, event, start: end, end: end, participant: participant,
      source: .estimates,
      metadata: metadata(
        settings.steadiness.provenance, isCalibrated: nil, earliest: nil,
        other: ["week_ending": calendar.text(of: day)]))
  }

  /// The last day that a weekly sample stands for.
  static func lastDay(of sample: Sample, calendar: DayCalendar) -> LocalDay {
    calendar.day(containing: sample.end - 1)
  }

  private func sample<Value>(
    _ kind: SampleKind<Value>, _ value: Value, lastDay: LocalDay, _ metadata: SampleMetadata,
    error: Double, own: Double?
  ) -> Sample {
    Sample(
      kind, value, start: calendar.start(of: lastDay.advanced(by: -6)),
      end: calendar.interval(of: lastDay).upperBound, participant: participant,
      source: .estimates, metadata: metadata, standardError: error,
      standardErrorWithinPerson: own)
  }

  private func metadata(
    _ provenance: Provenance, isCalibrated: Bool?, earliest: LocalDay?, other: [String: String]
  ) -> SampleMetadata {
    SampleMetadata(
      isCalibrated: isCalibrated, earliestDataUsed: earliest.map(calendar.start(of:)),
      method: provenance.method, revision: provenance.revision,
      timeZoneIdentifier: calendar.calendar.timeZone.identifier, other: other)
  }
}

/// The words under which an estimate's samples say what has no place of its own.
public enum EstimateWords {
  /// `true` where the six-minute walk was cut off at 500 m.
  public static let isCapped = "capped"
  /// The date from which on data were used, `2026-03-29`.
  public static let recalibratedFrom = "recalibrated_from"
  /// The class of a steadiness score.
  public static let steadinessClass = "class"
  /// What varies in a steadiness score: `stride_time` within walks, or `step_length` from walk to walk.
  public static let variabilityOf = "variability_of"
  /// The scores of the two limits.
  public static let limits = "limits"
  /// On a clinic test: `true` when it is to calibrate the person's estimates.
  public static let calibrates = "calibrates"
  /// On a recalibration: the last day of the latest estimate that was stored when it was made.
  public static let storedThrough = "stored_through"

  /// What a component costs the score, 0-1.
  public static func lost(by component: SteadinessComponent) -> String {
    "lost_by_" + component.rawValue
  }

  /// A number with four decimals at most, the same on every machine.
  static func decimal(_ value: Double) -> String { String((value * 10_000).rounded() / 10_000) }
}
