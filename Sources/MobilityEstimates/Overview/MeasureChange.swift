/// A measure of walking that is watched week by week. The raw value is the word used in files.
public enum WeeklyMeasure: String, CaseIterable, Hashable, Sendable {
  /// The days' 95th percentiles of speed, m/s.
  case fastSpeed = "walking_speed_p95_mps"
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

  /// The measure's value on a day; `nil` when it has none.
  public func value(on day: DailySummary) -> Double? {
    switch self {
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
    let weeks = [week] + (rule.lastWeekBack...rule.firstWeekBack).map { week.advanced(by: -$0) }
    return WeeklyMeasure.allCases.compactMap { measure in
      var means: [LocalWeek: Double] = [:]
      var chance = 0.0
      for other in weeks {
        let values = other.days.compactMap { days[$0].flatMap(measure.value(on:)) }
        guard values.count >= fewestDays else { continue }
        means[other] = Spread.mean(values)
        let error = (Spread.deviation(values) ?? 0) / Double(values.count).squareRoot()
        chance = max(chance, error)
      }
      return rule.change(in: week, of: means, chanceError: chance).map {
        MeasureChange(measure: measure, week: week, change: $0)
      }
    }
  }
}
