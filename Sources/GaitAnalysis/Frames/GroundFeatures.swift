import Foundation
import SignalKernels
import Signals

/// What a frame of 4 s says about the ground: numbers that do not depend on how the sensor is turned,
/// anchored at the step frequency that explains the frame best.
///
/// On stairs every step lifts or lowers the whole body by a riser, so the sensor moves harder than
/// on the flat at the same cadence; climbing swings thigh and trunk at the stride.
struct GroundFeatures: Sendable {
  /// ln share of the horizontal power that lies at the stride: trunk and thigh swing.
  var strideSwing: Double
  /// ln share of the horizontal power that lies at the step.
  var stepSwing: Double
  /// ln of the vertical RMS in m/s², corrected for how hard people walk at the frame's own cadence.
  var relativeLift: Double
  /// ln share of the vertical power that lies at the step: one push for each riser.
  var stepLift: Double
  /// ln share of the vertical power that lies at twice the step rate: a short push with a flight behind it has more of
  /// it than a long one, also where a sensor cuts its height off.
  var shortPush: Double
  /// ln share of the motion that is vertical.
  var verticalShare: Double
  /// Autocorrelation of the vector at two steps.
  var strideCorrelation: Double
  /// 97th percentile of the vertical over its RMS: short pushes or blows between long quiet.
  var crest: Double
  /// ln of horizontal over vertical RMS.
  var horizontalOverVertical: Double
  /// ln of 1 + the largest angle in degrees between a quarter's mean force and the frame's.
  var tiltSpread: Double
  /// ln RMS of the change of force per second over the RMS of the motion, 1/s: hard landings.
  var jerk: Double
}

/// Reads the features of the ground from a frame whose spectra are there.
struct GroundFeatureReader {
  private var spectrum = PairSpectrum(count: FrameSpectra.spectrumPoints)
  private static let taper = Spectrum.hann(SlowAcceleration.frameLength).map { Float($0) }
  private var power = [Float](repeating: 0, count: FrameSpectra.spectrumPoints / 2 + 1)
  private var sparePower: [Float]
  private var sums = [Double](repeating: 0, count: FrameSpectra.spectrumPoints / 2 + 2)

  private static let band = CumulativePower.bins(in: 0.3...9)
  /// Half of the width of a harmonic, Hz.
  private static let halfWidthHertz = 0.2
  /// Each share is at least this: what is a share of noise is all one.
  private static let leastShare = 0.003
  /// RMS below which a ratio says nothing, m/s².
  private static let leastLevel = 1e-2
  /// As in `GaitFrameFeatures`: people walk harder at a higher cadence.
  private static let levelExponent = 1.5

  init() { sparePower = power }

  /// The features of the frame that `spectra` was transformed from.
  mutating func features(
    of slow: SlowAcceleration, spectra: FrameSpectra, gait: GaitFrameFeatures
  ) -> GroundFeatures {
    let level = readVertical(spectra)
    let hertz = exp(gait.logStepHertz)
    power.withUnsafeBufferPointer { power in
      sums.withUnsafeMutableBufferPointer { sums in
        for k in power.indices { sums[k + 1] = sums[k] + Double(power[k]) }
      }
    }
    let all = spectra.vectorSums
    func up(_ bins: Range<Int>) -> Double { sums[bins.upperBound] - sums[bins.lowerBound] }
    func around(_ steps: Double, _ width: Double) -> Range<Int> {
      CumulativePower.bins(around: steps * hertz, halfWidthHertz: width)
    }
    func swing(_ steps: Double) -> Double {
      let place = around(steps, Self.halfWidthHertz)
      let total = all[Self.band] - up(Self.band) + 1e-6
      return log(max(0, all[place] - up(place)) / total + Self.leastShare)
    }
    func lifting(_ steps: Double) -> Double {
      log(up(around(steps, Self.halfWidthHertz)) / (up(Self.band) + 1e-6) + Self.leastShare)
    }
    let lift = log(level.vertical)
    return GroundFeatures(
      strideSwing: swing(0.5), stepSwing: swing(1),
      relativeLift: lift - Self.levelExponent * log(hertz / StepFrequencyEvidence.usualHertz),
      stepLift: lifting(1), shortPush: lifting(2),
      verticalShare: gait.verticalShare,
      strideCorrelation: spectra.vectorCorrelation(atLag: 2 * SlowAcceleration.rateHertz / hertz),
      crest: Self.crest(spectra) / level.vertical,
      horizontalOverVertical: log(level.horizontal) - lift,
      tiltSpread: log1p(Self.tiltDegrees(slow, mean: spectra.mean)),
      jerk: log(Self.jerk(slow) / hypot(level.vertical, level.horizontal)))
  }

  /// RMS of the change of force from sample to sample, m/s³.
  private static func jerk(_ slow: SlowAcceleration) -> Double {
    let count = SlowAcceleration.frameLength
    let sum = signal_kernels_squared_steps(slow.x, slow.y, slow.z, count)
    return (Double(sum) / Double(count - 1)).squareRoot() * SlowAcceleration.rateHertz + 1e-6
  }

  /// Makes the spectrum of what is vertical; returns the RMS along and across the mean force.
  private mutating func readVertical(
    _ spectra: FrameSpectra
  ) -> (vertical: Double, horizontal: Double) {
    let vertical = UnsafeBufferPointer(rebasing: spectra.vertical[..<spectra.length])
    Self.taper.withUnsafeBufferPointer { taper in
      power.withUnsafeMutableBufferPointer { p in
        sparePower.withUnsafeMutableBufferPointer {
          spectrum.powers(vertical, vertical, weights: taper, into: p, $0)
        }
      }
    }
    let across = max(0, spectra.vectorEnergy - spectra.verticalEnergy)
    return (
      spectra.verticalEnergy.squareRoot() + Self.leastLevel, across.squareRoot() + Self.leastLevel
    )
  }

  /// The 97th percentile of a frame's 100 vertical values: just above the fourth largest.
  private static func crest(_ spectra: FrameSpectra) -> Double {
    var largest = SIMD4<Float>.zero
    withUnsafeMutableBytes(of: &largest) {
      signal_kernels_four_largest(
        spectra.vertical.baseAddress, spectra.length, $0.bindMemory(to: Float.self).baseAddress)
    }
    return Double(largest.w) + 0.03 * Double(largest.z - largest.w)
  }

  private static func tiltDegrees(_ slow: SlowAcceleration, mean: SIMD3<Float>) -> Double {
    let whole = SIMD3<Double>(mean)
    let quarter = SlowAcceleration.frameLength / 4
    // The quarters side by side: a sum waits for its own last addition.
    func sums(_ axis: [Float]) -> (a: Double, b: Double, c: Double, d: Double) {
      axis.withUnsafeBufferPointer { axis in
        var (a, b, c, d) = (0.0, 0.0, 0.0, 0.0)
        for i in 0..<quarter {
          a += Double(axis[i])
          b += Double(axis[quarter + i])
          c += Double(axis[2 * quarter + i])
          d += Double(axis[3 * quarter + i])
        }
        return (a, b, c, d)
      }
    }
    let (x, y, z) = (sums(slow.x), sums(slow.y), sums(slow.z))
    func cosine(_ sum: SIMD3<Double>) -> Double {
      sum.dot(whole) / (sum.norm * whole.norm + 1e-6)
    }
    let (a, b) = (cosine(SIMD3(x.a, y.a, z.a)), cosine(SIMD3(x.b, y.b, z.b)))
    let (c, d) = (cosine(SIMD3(x.c, y.c, z.c)), cosine(SIMD3(x.d, y.d, z.d)))
    let smallest = min(min(min(min(1.0, a), b), c), d)
    return acos(max(-1, smallest)) * 180 / .pi
  }
}

/// How far the direction of the force swings in a frame, without what is faster than a stride: a trunk
/// that leans and sways.
///
/// The sum over the few lowest harmonics of the frame is written out: it costs less than a transform.
struct DirectionSpread {
  /// What is faster is no sway, Hz: strides of a run are slower.
  private static let fastestHertz = 1.6
  /// What is added to the spread before its logarithm, degrees: the noise of a sensor.
  private static let leastDegrees = 0.3
  private static let cosines = waves(cos)
  private static let sines = waves(sin)

  private static func waves(_ wave: (Double) -> Double) -> [[Double]] {
    let n = SlowAcceleration.frameLength
    let highest = Int(fastestHertz * Double(n) / SlowAcceleration.rateHertz)
    return (1...highest).map { k in
      (0..<n).map { wave(2 * .pi * Double(k * $0 % n) / Double(n)) }
    }
  }

  /// ln of the RMS angle to the mean direction, in degrees.
  func callAsFunction(_ slow: SlowAcceleration) -> Double {
    let (x, y, z) = (swayed(slow.x), swayed(slow.y), swayed(slow.z))
    let mean = SIMD3(x.mean, y.mean, z.mean)
    var sum = 0.0
    for i in x.values.indices {
      let force = SIMD3(x.values[i], y.values[i], z.values[i])
      let cosine = force.dot(mean) / max(force.norm * mean.norm, 1e-6)
      let degrees = acos(max(-1, min(1, cosine))) * 180 / .pi
      sum += degrees * degrees
    }
    return log((sum / Double(x.values.count)).squareRoot() + Self.leastDegrees)
  }

  /// One axis without what is fast, and its mean.
  private func swayed(_ axis: [Float]) -> (mean: Double, values: [Double]) {
    let n = Double(axis.count)
    let mean = axis.reduce(0) { $0 + Double($1) } / n
    var values = [Double](repeating: mean, count: axis.count)
    for (cosine, sine) in zip(Self.cosines, Self.sines) {
      var (even, odd) = (0.0, 0.0)
      for i in axis.indices {
        even += Double(axis[i]) * cosine[i]
        odd += Double(axis[i]) * sine[i]
      }
      for i in values.indices { values[i] += 2 / n * (even * cosine[i] + odd * sine[i]) }
    }
    return (mean, values)
  }
}

/// A frame of the acceleration below 8 Hz at a quarter of the engine's rate: all that is needed to see
/// walking and to track its cadence.
///
/// Frame `j` of an uninterrupted run of samples is centered on the slow sample `10 j` and holds 100 samples (4 s). At
/// both ends of a run the samples are mirrored, so that every frame is whole.
public struct SlowAcceleration: Sendable {
  /// Every so many grid samples.
  static let factor = 4
  /// Samples per second: gait's harmonics up to the fourth fit below half of it.
  public static let rateHertz = SampleGrid.rateHertz / Double(factor)
  /// The low-pass before it. Passes 8 Hz; what would fold back, from 12.5 Hz on, is stopped.
  static let filter = FiniteImpulseResponse.lowPass(
    passHertz: 8, stopHertz: 12, attenuationDecibels: 50,
    samplingRateHertz: SampleGrid.rateHertz)
  /// Slow samples in a frame: 4 s, at least two strides of a very slow walk.
  public static let frameLength = 100
  /// Slow samples from frame to frame: 0.4 s, less than a step.
  static let hop = 10
  /// Seconds from frame to frame.
  static var hopSeconds: Double { Double(hop) / rateHertz }

  /// Specific force along the sensor's axes, m/s².
  public internal(set) var x: [Float]
  /// As `x`.
  public internal(set) var y: [Float]
  /// As `x`.
  public internal(set) var z: [Float]

  init() {
    x = Array(repeating: 0, count: Self.frameLength)
    (y, z) = (x, x)
  }
}
