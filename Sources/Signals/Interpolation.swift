/// Values between samples.
///
/// Outside the first and the last sample the end value is held: a polynomial runs away there.
public enum Interpolation {
  /// Straight line between neighbors.
  /// - Parameters:
  ///   - y: evenly spaced samples.
  ///   - position: where, in samples; held within `0...y.count - 1`.
  /// - Returns: the value; not a number for an empty array.
  public static func linear(_ y: [Double], at position: Double) -> Double {
    guard let first = y.first, let last = y.last else { return .nan }
    if !(position > 0) { return first }
    if position >= Double(y.count - 1) { return last }
    let index = Int(position)
    return y[index] + (y[index + 1] - y[index]) * (position - Double(index))
  }

  /// A smooth curve through the samples that does not overshoot beside a corner: each slope is made
  /// of the five samples nearest to it. Akima 1970; SciPy's `Akima1DInterpolator`.
  /// - Parameters:
  ///   - times: times of the samples, rising strictly.
  ///   - values: as many values.
  ///   - queries: where, in the unit of `times`, in any order.
  /// - Returns: a value for each query; not a number where there are no samples.
  public static func akima(times: [Double], values: [Double], at queries: [Double]) -> [Double] {
    let slopes = AkimaSlopes.slopes(times: times, values: values)
    return PiecewiseCubic(times: times, values: values, slopes: slopes).values(at: queries)
  }

  /// A smooth curve through the samples; see the form for `Double`.
  public static func akima(times: [Double], values: [Float], at queries: [Double]) -> [Double] {
    akima(times: times, values: values.map { Double($0) }, at: queries)
  }

  /// What a spline does at its ends.
  public enum SplineEnds: Hashable, Sendable {
    /// No curvature.
    case natural
    /// The first two pieces are one polynomial, and so are the last two.
    case notAKnot
  }

  /// A curve through the samples whose second derivative is continuous. SciPy's `CubicSpline`.
  /// - Parameters:
  ///   - times: times of the samples, rising strictly.
  ///   - values: as many values.
  ///   - queries: where, in the unit of `times`, in any order.
  ///   - ends: what it does at its ends.
  /// - Returns: a value for each query; not a number where there are no samples.
  public static func cubicSpline(
    times: [Double], values: [Double], at queries: [Double], ends: SplineEnds = .notAKnot
  ) -> [Double] {
    let slopes = SplineSlopes.slopes(times: times, values: values, ends: ends)
    return PiecewiseCubic(times: times, values: values, slopes: slopes).values(at: queries)
  }
}
