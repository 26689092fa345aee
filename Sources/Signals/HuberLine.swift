/// A straight line through differences over time, on which strays pull no harder than others (P. J. Huber, Ann. Math. Stat.
/// 35:73, 1964).
package struct HuberLine {
  /// The line is `middle + slope * (time - center)`; all 0 for no pairs.
  package private(set) var (middle, slope, center) = (0.0, 0.0, 0.0)
  private var (count, spread, hasSlope) = (0.0, 0.0, false)

  /// Residuals beyond so many standard deviations count less: 95 % efficient where there are no strays.
  private static let bend = 1.345

  /// The line through pairs; a level one where their times span less than `leastSpan`.
  ///
  /// - Parameters:
  ///   - pairs: differences and the times at which they are, seconds.
  ///   - leastSpan: seconds.
  package init(_ pairs: [(difference: Double, time: Double)], leastSpan: Double) {
    guard !pairs.isEmpty else { return }
    let times = pairs.map(\.time)
    hasSlope = (times.max() ?? 0) - (times.min() ?? 0) >= leastSpan
    (count, middle) = (Double(pairs.count), Statistics.median(pairs.map(\.difference)) ?? 0)
    center = times.reduce(0, +) / count
    for _ in 0..<20 {
      let before = (middle, slope, center)
      improve(pairs)
      // From here on nothing would change.
      if (middle, slope, center) == before { break }
    }
  }

  private mutating func improve(_ pairs: [(difference: Double, time: Double)]) {
    let rests = pairs.map { $0.difference - middle - slope * ($0.time - center) }
    // The median of absolute residuals as a standard deviation; where half of them are none, a tenth of a millisecond.
    let deviation = max(1e-4, 1.4826 * (Statistics.median(rests.map(abs)) ?? 0))
    var (w, wt, wd, wtt, wtd) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for (place, pair) in pairs.enumerated() {
      let weight = min(1, Self.bend * deviation / max(abs(rests[place]), 1e-12))
      w += weight
      wt += weight * pair.time
      wd += weight * pair.difference
      wtt += weight * pair.time * pair.time
      wtd += weight * pair.time * pair.difference
    }
    center = wt / w
    middle = wd / w
    spread = wtt - wt * wt / w
    slope = hasSlope && spread > 0 ? (wtd - wt * wd / w) / spread : 0
  }

  /// The regression's own standard errors at time 0 and of the slope, where the pairs scatter with `deviation`.
  package func errors(deviation: Double) -> (offset: Double, drift: Double) {
    let drift = hasSlope && spread > 0 ? deviation / spread.squareRoot() : 0
    let offset = (deviation * deviation / max(count, 1) + drift * drift * center * center)
    return (offset.squareRoot(), drift)
  }
}
