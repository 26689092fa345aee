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
