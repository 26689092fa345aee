/// Gain and offset that bring the means of still epochs onto the sphere of 1 g: an iterative closest
/// point fit, weighted so that epochs far from the sphere count less.
///
/// Source: V. T. van Hees et al., J. Appl. Physiol. 117:738 (2014).
struct GravitySphere: Sendable {
  /// An epoch closer to the sphere than this counts no more than one at this distance, g.
  static let leastDistanceG = 0.01

  private(set) var gain = SIMD3<Double>(repeating: 1)
  /// Added after the gain, g.
  private(set) var offset = SIMD3<Double>.zero

  /// Mean distance of the calibrated points from the sphere, g; there is at least one point.
  func error(of points: [SIMD3<Double>]) -> Double {
    points.reduce(0) { $0 + abs(calibrated($1).norm - 1) } / Double(points.count)
  }

  /// Steps towards the best fit until nothing moves by more than `tolerance` (g, and gain), at most
  /// `limit` times.
  mutating func fit(_ points: [SIMD3<Double>], tolerance: Double, limit: Int) {
    for _ in 0..<limit {
      let (before, shift) = (gain, offset)
      step(towards: points)
      if max(largest(gain - before), largest(offset - shift)) < tolerance { return }
    }
  }

  private func calibrated(_ point: SIMD3<Double>) -> SIMD3<Double> { gain * point + offset }

  /// Draws the straight line of each axis from the points to their closest points on the sphere.
  private mutating func step(towards points: [SIMD3<Double>]) {
    var (weights, x, y) = (0.0, SIMD3<Double>.zero, SIMD3<Double>.zero)
    var (xx, xy) = (SIMD3<Double>.zero, SIMD3<Double>.zero)
    for point in points {
      let now = calibrated(point)
      let norm = now.norm
      let target = now / norm
      let weight = 1 / max(Self.leastDistanceG, abs(norm - 1))
      weights += weight
      x += weight * now
      y += weight * target
      xx += weight * now * now
      xy += weight * now * target
    }
    let slope = (weights * xy - x * y) / (weights * xx - x * x)
    let intercept = (y - slope * x) / weights
    gain *= slope
    offset = slope * offset + intercept
  }

  private func largest(_ change: SIMD3<Double>) -> Double {
    max(change.max(), -change.min())
  }
}
