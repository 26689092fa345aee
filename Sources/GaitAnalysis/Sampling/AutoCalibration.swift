import GaitModel

/// Finds gain and offset of an accelerometer from the moments in which it lay still: whichever side
/// is up, it must then feel 1 g.
///
/// ```swift
/// var excerpts = try SensorFile.excerpts(of: "week.cwa")
/// let calibration = try AutoCalibration().calibration(of: &excerpts)
/// print(calibration.errorBeforeG, calibration.errorAfterG)
/// ```
///
/// Source: V. T. van Hees et al., J. Appl. Physiol. 117:738 (2014). The deviations are listed in
/// `provenance`.
public struct AutoCalibration: ConfigurableMethod {
  /// Stillness is judged over so many seconds, as in the paper.
  public var epochSeconds = 10.0
  /// An epoch is still when each axis varies by less than this, standard deviation in g: above the
  /// noise of the sensors in use, as in the paper.
  public var stillDeviationG = StillEpochs.deviationG
  /// A still sensor feels gravity: epochs outside of this, in g, come from a broken or parked sensor.
  /// Data sheets allow a gain 10 % and an offset 0.25 g off on one axis.
  public var plausibleNormG = 0.5...1.5
  /// On every axis some epoch must lie below minus and some above plus this, g, as in the paper:
  /// otherwise gain and offset cannot be told apart.
  public var leastReachG = 0.3
  /// Fewer still epochs than this (five minutes in all) prove nothing: six numbers are fitted, and an
  /// epoch on a body that breathes is some milli-g off.
  public var leastEpochCount = 30
  /// No more is looked at than this, hours, where a source gives that much: enough in the paper.
  public var longestHours = 72.0
  /// A calibration that leaves a larger error, g, is refused, as in the paper.
  public var largestErrorG = 0.01
  /// The fit ends when no gain and no offset (g) moves by more than this: far below any sensor.
  public var tolerance = 1e-8
  /// Most steps of the fit, as in the authors' implementation.
  public var longestFit = 1000

  /// A recording shorter than this, seconds, cannot hold enough still epochs.
  public var shortestSeconds: Double { Double(leastEpochCount) * epochSeconds }

  /// Makes the method with the settings of the paper.
  public init() {}

  /// Where the method comes from, and how it departs from there.
  public var provenance: Provenance {
    Provenance(
      method: "AutoCalibration", question: "gain and offset of the accelerometer",
      citation: "van Hees et al. 2014, J. Appl. Physiol. 117:738",
      doi: "10.1152/japplphysiol.00421.2014",
      deviations: [
        "no coefficient for temperature: not enough recordings here to show that it helps",
        "long recordings are looked at in evenly spread excerpts, to save time",
        "at least 30 still epochs, so that a short recording is left as it is",
        "epochs whose mean is not 0.5 to 1.5 g are left out: that is not gravity",
      ], revision: 1)
  }

  /// Looks through a recording, or evenly spread excerpts of it, for its still epochs.
  ///
  /// - Parameter source: where the samples come from; read to its end, or to `longestHours`.
  /// - Returns: gain and offset, or the obstacle to finding them.
  /// - Throws: what the source throws.
  public func calibration(
    of source: inout any RecordingSource
  ) throws -> AccelerometerCalibration {
    var epochs = StillEpochs(settings: self, samplingRateHertz: source.facts.samplingRateHertz)
    while Double(epochs.epochCount) * epochSeconds < longestHours * 3600,
      let block = try source.nextBlock()
    {
      epochs.append(block)
    }
    epochs.finish()
    return calibration(stillMeans: epochs.means)
  }

  /// Gain and offset from the mean specific force of still epochs, g.
  func calibration(stillMeans means: [SIMD3<Double>]) -> AccelerometerCalibration {
    var sphere = GravitySphere()
    let before = means.isEmpty ? nil : sphere.error(of: means)
    func refused(
      _ obstacle: AccelerometerCalibration.Obstacle, after: Double? = nil
    ) -> AccelerometerCalibration {
      AccelerometerCalibration(
        obstacle: obstacle, errorBeforeG: before, errorAfterG: after, stillEpochCount: means.count)
    }
    guard let before, means.count >= leastEpochCount else { return refused(.tooFewStillEpochs) }
    guard isSpread(means) else { return refused(.orientationsNotSpread) }
    sphere.fit(means, tolerance: tolerance, limit: longestFit)
    let after = sphere.error(of: means)
    // Written so that a fit that went astray (not a number) is refused.
    guard after < before else {
      return refused(.errorNotReduced, after: after.isFinite ? after : nil)
    }
    guard after < largestErrorG else { return refused(.errorTooLarge, after: after) }
    return AccelerometerCalibration(
      gain: sphere.gain, offsetG: sphere.offset, errorBeforeG: before, errorAfterG: after,
      stillEpochCount: means.count)
  }

  /// Whether every axis pointed well up and well down.
  private func isSpread(_ means: [SIMD3<Double>]) -> Bool {
    guard var least = means.first else { return false }
    var greatest = least
    for mean in means {
      least = pointwiseMin(least, mean)
      greatest = pointwiseMax(greatest, mean)
    }
    return least.max() < -leastReachG && greatest.min() > leastReachG
  }
}

extension AccelerometerCalibration {
  /// Specific force as it would have been without the sensor's errors, m/s².
  func applied(to force: Axes) -> Axes {
    let offset = offsetG * standardGravity
    return Axes(
      x: Self.line(force.x, gain.x, offset.x), y: Self.line(force.y, gain.y, offset.y),
      z: Self.line(force.z, gain.z, offset.z))
  }

  private static func line(_ values: [Float], _ gain: Double, _ offset: Double) -> [Float] {
    let (factor, summand) = (Float(gain), Float(offset))
    return [Float](unsafeUninitializedCapacity: values.count) { out, count in
      values.withUnsafeBufferPointer { values in
        for i in values.indices { out[i] = factor * values[i] + summand }
      }
      count = values.count
    }
  }
}

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

  /// The sum of the squares of the vectors' lengths.
  var squareSum: Double { squares.sum() }

  /// Variance of each axis: squares over count.
  var variance: SIMD3<Double> { squares / Double(count) - mean * mean }

  /// Greatest less least value of each axis; there is at least one sample.
  var range: SIMD3<Double> { SIMD3<Double>(greatest) - SIMD3<Double>(least) }

  /// Whether no axis varies by more than this, standard deviation in the unit of the samples.
  func isStill(deviation: Double) -> Bool { variance.max() < deviation * deviation }

  /// Adds some of the samples of three columns of one length. The axes go side by side: each waits for its own last sum.
  mutating func append(_ x: [Float], _ y: [Float], _ z: [Float], _ samples: Range<Int>) {
    x.withUnsafeBufferPointer { x in
      y.withUnsafeBufferPointer { y in
        z.withUnsafeBufferPointer { z in
          addSums(x, y, z, samples)
          for (axis, values) in [x, y, z].enumerated() { addRange(values[samples], axis) }
        }
      }
    }
    count += samples.count
  }

  /// Nothing else is done in this loop, and no vectors are put together: so it takes a third of the time.
  private mutating func addSums(
    _ x: UnsafeBufferPointer<Float>, _ y: UnsafeBufferPointer<Float>,
    _ z: UnsafeBufferPointer<Float>, _ samples: Range<Int>
  ) {
    var (sumX, sumY, sumZ) = (sum.x, sum.y, sum.z)
    var (squaresX, squaresY, squaresZ) = (squares.x, squares.y, squares.z)
    for i in samples {
      let (u, v, w) = (Double(x[i]), Double(y[i]), Double(z[i]))
      sumX += u
      sumY += v
      sumZ += w
      squaresX += u * u
      squaresY += v * v
      squaresZ += w * w
    }
    (sum, squares) = (SIMD3(sumX, sumY, sumZ), SIMD3(squaresX, squaresY, squaresZ))
  }

  private mutating func addRange(_ values: Slice<UnsafeBufferPointer<Float>>, _ axis: Int) {
    var low = SIMD8(repeating: least[axis])
    var high = SIMD8(repeating: greatest[axis])
    let bytes = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: values))
    let width = MemoryLayout<SIMD8<Float>>.size
    let whole = bytes.count / width * width
    for place in stride(from: 0, to: whole, by: width) {
      let eight = bytes.loadUnaligned(fromByteOffset: place, as: SIMD8<Float>.self)
      low.replace(with: eight, where: eight .< low)
      high.replace(with: eight, where: eight .> high)
    }
    (least[axis], greatest[axis]) = (low.min(), high.max())
    for value in values.suffix((bytes.count - whole) / MemoryLayout<Float>.size) {
      if value < least[axis] { least[axis] = value }
      if value > greatest[axis] { greatest[axis] = value }
    }
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
