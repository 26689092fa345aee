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

/// Slopes of Akima's curve at its knots.
enum AkimaSlopes {
  static func slopes(times: [Double], values: [Double]) -> [Double] {
    precondition(times.count == values.count, "a time for every value")
    guard times.count > 1 else { return values.map { _ in 0 } }
    let chords = extendedChords(times: times, values: values)
    return times.indices.map { slope(chords[$0], chords[$0 + 1], chords[$0 + 2], chords[$0 + 3]) }
  }

  /// Slopes of the straight pieces, with two more at each end that continue them.
  private static func extendedChords(times: [Double], values: [Double]) -> [Double] {
    var chords = [0.0, 0.0]
    for index in 1..<times.count {
      chords.append((values[index] - values[index - 1]) / (times[index] - times[index - 1]))
    }
    // Two samples are a straight line.
    let (second, secondLast) = chords.count > 3 ? (3, chords.count - 2) : (2, 2)
    let last = chords.count - 1
    chords[1] = 2 * chords[2] - chords[second]
    chords[0] = 2 * chords[1] - chords[2]
    chords.append(2 * chords[last] - chords[secondLast])
    chords.append(2 * chords[last + 1] - chords[last])
    return chords
  }

  /// The mean of the two chords that meet, each weighted by how straight the curve is on the other's
  /// far side. Between two straight lines any slope would do; the plain mean is taken. SciPy decides
  /// that by the greatest bend of the whole signal; by the neighbors alone the curve stays local.
  private static func slope(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
    let (before, after) = (abs(b - a), abs(d - c))
    let size = abs(a) + abs(b) + abs(c) + abs(d)
    guard before + after > 1e-9 * size else { return 0.5 * (a + d) }
    return b + before / (before + after) * (c - b)
  }
}

/// Slopes of a cubic spline at its knots.
enum SplineSlopes {
  static func slopes(times: [Double], values: [Double], ends: Interpolation.SplineEnds) -> [Double]
  {
    precondition(times.count == values.count, "a time for every value")
    let count = times.count
    guard count > 1 else { return values.map { _ in 0 } }
    let widths = (1..<count).map { times[$0] - times[$0 - 1] }
    let chords = (1..<count).map { (values[$0] - values[$0 - 1]) / widths[$0 - 1] }
    if count == 2 { return [chords[0], chords[0]] }
    if count == 3, ends == .notAKnot { return parabola(widths, chords) }
    var system = Tridiagonal(count: count)
    for row in 1..<(count - 1) {
      let (left, right) = (widths[row - 1], widths[row])
      system.set(
        row, below: right, on: 2 * (left + right), above: left,
        equals: 3 * (right * chords[row - 1] + left * chords[row]))
    }
    switch ends {
    case .natural:
      system.set(0, below: 0, on: 2, above: 1, equals: 3 * chords[0])
      system.set(count - 1, below: 1, on: 2, above: 0, equals: 3 * chords[count - 2])
    case .notAKnot:
      let first = end(widths[0], widths[1], chords[0], chords[1])
      system.set(0, below: 0, on: widths[1], above: first.sum, equals: first.equals)
      let last = end(
        widths[count - 2], widths[count - 3], chords[count - 2], chords[count - 3])
      system.set(
        count - 1, below: last.sum, on: widths[count - 3], above: 0, equals: last.equals)
    }
    return system.solved()
  }

  /// The not-a-knot condition, the outermost piece first.
  private static func end(_ outer: Double, _ inner: Double, _ chord: Double, _ next: Double)
    -> (sum: Double, equals: Double)
  {
    let sum = outer + inner
    return (sum, ((outer + 2 * sum) * inner * chord + outer * outer * next) / sum)
  }

  private static func parabola(_ widths: [Double], _ chords: [Double]) -> [Double] {
    let bend = (chords[1] - chords[0]) / (widths[0] + widths[1])
    return [
      chords[0] - bend * widths[0], chords[0] + bend * widths[0], chords[1] + bend * widths[1],
    ]
  }
}

/// Linear equations that each concern three neighbors.
private struct Tridiagonal {
  private var below: [Double]
  private var on: [Double]
  private var above: [Double]
  private var right: [Double]

  init(count: Int) {
    below = Array(repeating: 0, count: count)
    on = below
    above = below
    right = below
  }

  mutating func set(
    _ row: Int, below: Double, on: Double, above: Double, equals right: Double
  ) {
    self.below[row] = below
    self.on[row] = on
    self.above[row] = above
    self.right[row] = right
  }

  /// Gauss's elimination; without pivoting, which the equations of a spline do not need.
  func solved() -> [Double] {
    var (on, x) = (on, right)
    for row in 1..<x.count {
      let share = below[row] / on[row - 1]
      on[row] -= share * above[row - 1]
      x[row] -= share * x[row - 1]
    }
    x[x.count - 1] /= on[x.count - 1]
    for row in (0..<(x.count - 1)).reversed() {
      x[row] = (x[row] - above[row] * x[row + 1]) / on[row]
    }
    return x
  }
}

/// A curve given by values and slopes at its knots (Hermite).
struct PiecewiseCubic {
  private let times: [Double]
  private let values: [Double]
  private let slopes: [Double]

  init(times: [Double], values: [Double], slopes: [Double]) {
    precondition(times.count == values.count && values.count == slopes.count)
    self.times = times
    self.values = values
    self.slopes = slopes
  }

  func values(at queries: [Double]) -> [Double] {
    var piece = 0
    return queries.map { query in
      piece = index(of: query, near: piece)
      return value(at: query, piece: piece)
    }
  }

  /// The piece that a query lies in. Queries mostly rise, so the search begins at the last one.
  private func index(of query: Double, near hint: Int) -> Int {
    let last = max(0, times.count - 2)
    var piece = hint
    var step = 0
    while piece < last, times[piece + 1] <= query, step < 8 {
      (piece, step) = (piece + 1, step + 1)
    }
    if piece < times.count, times[piece] <= query, piece == last || query < times[piece + 1] {
      return piece
    }
    var (low, high) = (0, last)
    while low < high {
      let middle = (low + high + 1) / 2
      if times[middle] <= query { low = middle } else { high = middle - 1 }
    }
    return low
  }

  private func value(at query: Double, piece: Int) -> Double {
    guard let firstTime = times.first, let lastTime = times.last else { return .nan }
    if query <= firstTime { return values[0] }
    if query >= lastTime { return values[values.count - 1] }
    let width = times[piece + 1] - times[piece]
    let offset = query - times[piece]
    let slope = (values[piece + 1] - values[piece]) / width
    let bend = (slopes[piece] + slopes[piece + 1] - 2 * slope) / width
    let c2 = (slope - slopes[piece]) / width - bend
    return values[piece] + offset * (slopes[piece] + offset * (c2 + offset * (bend / width)))
  }
}
