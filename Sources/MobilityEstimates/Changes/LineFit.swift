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
