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
      perWeek: Spread.median(slopes) ?? 0,
      interval: Self.interval(of: slopes, points: points.count))
  }

  /// Kendall's statistic of n values has the variance n (n - 1) (2n + 5) / 18; so many slopes from
  /// either end leave 95 % between them (Sen 1968).
  private static func interval(of sorted: [Double], points: Int) -> ClosedRange<Double>? {
    let count = Double(points)
    let variance = count * (count - 1) * (2 * count + 5) / 18
    let reach = NormalDistribution.reach95 * variance.squareRoot()
    let low = Int(((Double(sorted.count) - reach) / 2).rounded(.down))
    let high = Int(((Double(sorted.count) + reach) / 2).rounded(.up))
    guard low >= 0, high < sorted.count, low <= high else { return nil }
    return sorted[low]...sorted[high]
  }
}
