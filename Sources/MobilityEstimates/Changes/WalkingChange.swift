import Foundation
import GaitModel
import Signals

/// A day from which on a person walks differently from before, as the days themselves say.
public struct WalkingChange: Hashable, Sendable {
  /// What changed in a measure.
  public struct Effect: Hashable, Sendable {
    /// The measure.
    public var measure: DailyMeasure
    /// Its mean over the days before, in the measure's unit.
    public var before: Double
    /// Its mean over the first days of the new time, in the measure's unit.
    public var since: Double

    /// Makes an effect.
    public init(measure: DailyMeasure, before: Double, since: Double) {
      self.measure = measure
      self.before = before
      self.since = since
    }

    /// By how much it changed, as a share of what it was.
    public var share: Double { since / before - 1 }
  }

  /// The first day that may belong to the new time: the day after the last one that was as before.
  public var day: LocalDay
  /// The first day that was measured and differs; later than `day` where days in between say nothing.
  public var firstMeasuredDay: LocalDay
  /// The day at whose end it was noticed.
  public var noticedOn: LocalDay
  /// What changed, in the order of ``DailyMeasure``; never empty.
  public var effects: [Effect]

  /// Makes a change.
  public init(
    day: LocalDay, firstMeasuredDay: LocalDay, noticedOn: LocalDay, effects: [Effect]
  ) {
    self.day = day
    self.firstMeasuredDay = firstMeasuredDay
    self.noticedOn = noticedOn
    self.effects = effects
  }
}

/// A measure of a day in which changes are sought. The raw value is the word used in files.
public enum DailyMeasure: String, CaseIterable, Hashable, Sendable {
  /// Mean speed of the day's walks, m/s.
  case speed = "walking_speed"
  /// Mean cadence, steps/min.
  case cadence
  /// Mean step length, m.
  case stepLength = "step_length"
  /// Steps of the day.
  case volume = "steps"

  /// The same measure as it is watched week by week.
  public var weekly: WeeklyMeasure {
    switch self {
    case .speed: .meanSpeed
    case .cadence: .cadence
    case .stepLength: .stepLength
    case .volume: .steps
    }
  }

  /// The measure's value on a day; `nil` when it has none, or only one that is assumed.
  public func value(on day: DailySummary) -> Double? {
    let value: Double? =
      switch self {
      case .speed: day.measuresSteps ? day.walking?.meanSpeed.value : nil
      case .cadence: day.walking?.cadence?.value
      case .stepLength: day.measuresSteps ? day.walking?.stepLength?.value : nil
      case .volume: day.stepCount
      }
    return value.flatMap { $0 > 0 ? $0 : nil }
  }
}

/// A week against the person's own past.
public struct BaselineChange: Hashable, Sendable {
  /// The mean of the baseline's weeks.
  public var baseline: Double
  /// This week minus the baseline.
  public var change: Double
  /// The minimal detectable change: beyond it in either direction, 95 of 100 times it is not chance.
  public var minimalDetectable: Double

  /// Makes a change; all in the measure's unit.
  public init(baseline: Double, change: Double, minimalDetectable: Double) {
    self.baseline = baseline
    self.change = change
    self.minimalDetectable = minimalDetectable
  }

  /// Whether the change is more than chance.
  public var isDetectable: Bool { change.magnitude > minimalDetectable }
}

/// Which weeks are a person's baseline, and when a week differs from it.
///
/// ```
///   weeks back   12 11 10  9  8  7  6  5 | 4  3  2  1 | 0
///                |------- baseline ------|   left out |  compared
/// ```
public struct BaselineRule: Hashable, Sendable {
  /// The baseline begins so many weeks back.
  public var firstWeekBack = 12
  /// The baseline ends so many weeks back: a change that is under way is not to be its own baseline.
  public var lastWeekBack = 5
  /// Fewer weeks make no baseline.
  public var fewestWeeks = 4

  /// The usual rule; the weeks are our choice.
  public init() {}

  /// The weeks of the baseline of a week, and itself.
  func weeks(of week: LocalWeek) -> [LocalWeek] {
    [week] + (lastWeekBack...firstWeekBack).map { week.advanced(by: -$0) }
  }

  /// How a week compares.
  /// - Parameters:
  ///   - week: The week.
  ///   - values: The measure's mean of every week that has one.
  ///   - chanceError: Standard error of a weekly mean by chance; a smaller one is not used.
  /// - Returns: The comparison, or `nil` without enough baseline or without the week.
  public func change(
    in week: LocalWeek, of values: [LocalWeek: Double], chanceError: Double
  ) -> BaselineChange? {
    guard let now = values[week] else { return nil }
    let past = (lastWeekBack...firstWeekBack).compactMap { values[week.advanced(by: -$0)] }
    guard past.count >= fewestWeeks, let mean = Statistics.mean(past),
      let deviation = Statistics.sampleStandardDeviation(past),
      let reach = StudentT.reach95(degreesOfFreedom: past.count - 1)
    else { return nil }
    // The difference of one new week and the mean of n: Student's prediction interval.
    let own = max(deviation, chanceError)
    let minimal = reach * own * (1 + 1 / Double(past.count)).squareRoot()
    return BaselineChange(baseline: mean, change: now - mean, minimalDetectable: minimal)
  }
}

/// Where weekly values are heading: two straight lines through the last of them.
public struct Trend: Hashable, Sendable {
  /// A slope with the interval that holds the true one in 95 of 100 cases.
  public struct Slope: Hashable, Sendable {
    /// Change per week, in the values' unit.
    public var perWeek: Double
    /// The interval's ends, in the same unit; `nil` with too few values for one.
    public var interval: ClosedRange<Double>?

    /// Makes a slope.
    public init(perWeek: Double, interval: ClosedRange<Double>?) {
      self.perWeek = perWeek
      self.interval = interval
    }
  }

  /// How many values are in it.
  public var count: Int
  /// The best-fit line: least squares, with Student's interval.
  public var bestFit: Slope
  /// The median of the slopes of all pairs, which one odd week does not move (Theil 1950; Sen, J Am
  /// Stat Assoc 63:1379, 1968), with Sen's interval.
  public var robust: Slope

  /// Makes a trend from its parts.
  public init(count: Int, bestFit: Slope, robust: Slope) {
    self.count = count
    self.bestFit = bestFit
    self.robust = robust
  }
}

/// How a trend is made of weekly values, and when it is worth a flag.
public struct TrendRule: Hashable, Sendable {
  /// Weeks that a trend looks back on.
  public var weeks = 6
  /// Fewer values make no trend.
  public var fewestValues = 4
  /// A best-fit fall of more than this in a week is a flag; 5 points of a hundred, as a share. A
  /// convention, without a published source.
  public var steepestFall = 0.05

  /// The rule of the mission.
  public init() {}

  /// The trend that ends with a day.
  /// - Parameters:
  ///   - values: Last day and value of weeks, in any order; those outside the six weeks do not count.
  ///   - lastDay: The last day of the latest week.
  /// - Returns: The trend, or `nil` when too few weeks have a value.
  public func trend(of values: [(lastDay: LocalDay, value: Double)], endingOn lastDay: LocalDay)
    -> Trend?
  {
    let first = lastDay.advanced(by: -7 * weeks)
    let points =
      values
      .filter { $0.lastDay > first && $0.lastDay <= lastDay }
      .map { (x: Double(first.distance(to: $0.lastDay)) / 7, y: $0.value) }
      .sorted { $0 < $1 }
    guard points.count >= fewestValues, let line = LineFit(points) else { return nil }
    return Trend(count: points.count, bestFit: line.slope, robust: RobustLine(points).slope)
  }

  /// Whether the fall is steep enough for a flag.
  public func isDeclining(_ trend: Trend) -> Bool { trend.bestFit.perWeek < -steepestFall }
}
