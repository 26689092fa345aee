/// Sums over a run of three-axis samples, enough for its mean, its spread and its range. They are
/// taken in the order of the samples, so that they do not depend on how the run was cut.
struct AxisMoments: Sendable {
  private(set) var count = 0
  private var sum = SIMD3<Double>.zero
  private var squares = SIMD3<Double>.zero
  private var least = SIMD3<Float>(repeating: .infinity)
  private var greatest = SIMD3<Float>(repeating: -.infinity)

  /// Mean of each axis; there is at least one sample.
  var mean: SIMD3<Double> { sum / Double(count) }

  /// Variance of each axis: squares over count.
  var variance: SIMD3<Double> { squares / Double(count) - mean * mean }

  /// Greatest less least value of each axis; there is at least one sample.
  var range: SIMD3<Double> { SIMD3<Double>(greatest) - SIMD3<Double>(least) }

  /// Whether no axis varies by more than this, standard deviation in the unit of the samples.
  func isStill(deviation: Double) -> Bool { variance.max() < deviation * deviation }

  /// Adds some of the samples of three columns of one length.
  mutating func append(_ x: [Float], _ y: [Float], _ z: [Float], _ samples: Range<Int>) {
    var (sum, squares, least, greatest) = (sum, squares, least, greatest)
    x.withUnsafeBufferPointer { x in
      y.withUnsafeBufferPointer { y in
        z.withUnsafeBufferPointer { z in
          for i in samples {
            let sample = SIMD3(x[i], y[i], z[i])
            let wide = SIMD3<Double>(sample)
            sum += wide
            squares += wide * wide
            least = pointwiseMin(least, sample)
            greatest = pointwiseMax(greatest, sample)
          }
        }
      }
    }
    (self.sum, self.squares, self.least, self.greatest) = (sum, squares, least, greatest)
    count += samples.count
  }

  /// Adds the sums over a run that follows.
  mutating func append(_ next: AxisMoments) {
    count += next.count
    sum += next.sum
    squares += next.squares
    least = pointwiseMin(least, next.least)
    greatest = pointwiseMax(greatest, next.greatest)
  }
}
