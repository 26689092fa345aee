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
