import Signals

/// The line that goes by the median of the slopes of all pairs.
struct RobustLine {
  /// Its slope with Sen's 95 % interval; 0 without pairs.
  let slope: Trend.Slope

  init(_ points: [(x: Double, y: Double)]) {
    var slopes: [Double] = []
    for (index, first) in points.enumerated() {
      for second in points[(index + 1)...] where second.x != first.x {
        slopes.append((second.y - first.y) / (second.x - first.x))
      }
    }
    slopes.sort()
    slope = Trend.Slope(
      perWeek: Statistics.median(slopes) ?? 0,
      interval: Self.interval(of: slopes, points: points.count))
  }

  /// Kendall's statistic of n values has the variance n (n - 1) (2n + 5) / 18; so many slopes from
  /// either end leave 95 % between them (Sen 1968): with N slopes and 1.96 standard deviations C the one of rank
  /// (N - C) / 2, rounded down, from below and from above.
  private static func interval(of sorted: [Double], points: Int) -> ClosedRange<Double>? {
    let count = Double(points)
    let variance = count * (count - 1) * (2 * count + 5) / 18
    let reach = NormalDistribution.reach95 * variance.squareRoot()
    let rank = Int(((Double(sorted.count) - reach) / 2).rounded(.down))
    guard rank >= 1 else { return nil }
    return sorted[rank - 1]...sorted[sorted.count - rank]
  }
}

/// The line with the least squares.
struct LineFit {
  /// Its slope with Student's 95 % interval.
  let slope: Trend.Slope

  /// Fits the line; `nil` when all x are one.
  init?(_ points: [(x: Double, y: Double)]) {
    let count = Double(points.count)
    guard count > 1 else { return nil }
    let meanX = points.reduce(0) { $0 + $1.x } / count
    let meanY = points.reduce(0) { $0 + $1.y } / count
    let squares = points.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
    guard squares > 0 else { return nil }
    let products = points.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) }
    let slope = products / squares
    let rest = points.reduce(0) { sum, point in
      let miss = point.y - meanY - slope * (point.x - meanX)
      return sum + miss * miss
    }
    let interval = StudentT.reach95(degreesOfFreedom: points.count - 2).map { reach in
      let error = (rest / (count - 2) / squares).squareRoot() * reach
      return slope - error...slope + error
    }
    self.slope = Trend.Slope(perWeek: slope, interval: interval)
  }
}
