import Foundation

/// What a frame looks like to the gait detector: numbers that do not depend on how the sensor is
/// turned, anchored at the step frequency that explains the frame best.
public struct GaitFrameFeatures: Sendable {
  /// ln RMS of the vector, m/s².
  public var level = 0.0
  /// ln of the step frequency that explains the frame best, Hz.
  public var logStepHertz = 0.0
  /// Autocorrelation of the vector at the step.
  public var vectorStepCorrelation = 0.0
  /// ln RMS of the vector, corrected for how hard people walk at the frame's own cadence.
  public var relativeLevel = 0.0
  /// ln RMS of the magnitude, m/s².
  public var magnitudeLevel = 0.0
  /// ln RMS of the vector over the middle 2.56 s, m/s²: a walk of a few steps.
  public var shortLevel = 0.0
  /// ln of the quietest quarter's share of the magnitude: 0 when all quarters are equal.
  public var steadiness = 0.0
  /// Share of samples below 4 m/s², 0-1: flight, in running and jumping.
  public var weightlessShare = 0.0
  /// Autocorrelation of the magnitude at the stride.
  public var strideCorrelation = 0.0
  /// How well the best step frequency explains the frame.
  public var utility = 0.0
  /// ln share of power below the slowest steps: posture.
  public var swayShare = 0.0
  /// ln share of the motion that is vertical.
  public var verticalShare = 0.0
  /// ln of 1 + the change of tilt between the halves of the frame in degrees.
  public var tilt = 0.0
  /// ln of how evenly the motion fills three directions: 0 when all move alike, far below when it keeps to
  /// a line or a plane.
  public var spread = 0.0
  /// ln RMS of the magnitude at one and two steps, m/s²: how hard the body bounces.
  public var bounce = 0.0

  private static let band = CumulativePower.bins(in: 0.4...9)
  private static let swayBand = CumulativePower.bins(in: 0.15...0.4999)
  /// Slow samples from the middle of a frame to the end of its short part.
  private static let shortHalf = 32
  /// People walk harder at a higher cadence: their acceleration grows with this power of it (own
  /// recordings; the harmonics measured at the pelvis grow with 1.3-1.6).
  private static let levelExponent = 1.5
  /// Below this the sensor is nearly weightless, m/s².
  private static let weightlessForce: Float = 4

  /// The relative level of a frame with this level, whatever its step frequency.
  var relativeLevels: ClosedRange<Double> {
    level + Self.relativeLevelReach.lowerBound...level + Self.relativeLevelReach.upperBound
  }

  /// What the slowest and the fastest step frequency leave of the level.
  private static let relativeLevelReach: ClosedRange<Double> = {
    let candidates = StepFrequencyEvidence.candidates
    func change(_ hertz: Double) -> Double {
      -levelExponent * log(hertz / StepFrequencyEvidence.usualHertz)
    }
    return change(candidates[candidates.count - 1])...change(candidates[0])
  }()

  /// A frame of which nothing is known yet.
  init() {}

  /// Reads how hard a frame moves: what needs no spectrum.
  mutating func readLevels(of slow: SlowAcceleration, spectra: FrameSpectra) {
    let energy = Self.energy(spectra)
    level = 0.5 * log(energy.vector + 1e-3)
    magnitudeLevel = 0.5 * log(energy.magnitude + 1e-3)
    steadiness = 0.5 * log((energy.quietest + 1e-3) / (energy.magnitude + 1e-3))
    verticalShare = log(energy.vertical + 1e-3) - log(energy.vector + 1e-3)
    shortLevel = 0.5 * log(Self.shortEnergy(slow) + 1e-3)
    weightlessShare = Self.weightless(slow)
    tilt = log1p(Self.tiltDegrees(slow))
  }

  /// Reads the rhythm of a frame whose levels are there.
  mutating func readRhythm(of spectra: FrameSpectra, scores: [Double]) {
    let best = scores.indices.max { scores[$0] < scores[$1] } ?? 0
    let hertz = StepFrequencyEvidence.candidates[best]
    logStepHertz = log(hertz)
    relativeLevel = level - Self.levelExponent * log(hertz / StepFrequencyEvidence.usualHertz)
    strideCorrelation = spectra.magnitudeCorrelation(
      atLag: 2 * SlowAcceleration.rateHertz / hertz)
    vectorStepCorrelation = spectra.vectorCorrelation(atLag: SlowAcceleration.rateHertz / hertz)
    utility = scores[best]
    let power = spectra.vectorSums
    swayShare = log(power[Self.swayBand] / (power[Self.band] + 1e-9) + 0.01)
    spread = Self.spread(spectra)
    bounce = 0.5 * log(Self.stepPower(spectra, stepHertz: hertz) + 1e-3)
  }

  /// Mean squares over the frame, (m/s²)²: of the vector, of the magnitude, of the vertical, and of
  /// the magnitude in its quietest quarter.
  private static func energy(
    _ spectra: FrameSpectra
  ) -> (vector: Double, magnitude: Double, vertical: Double, quietest: Double) {
    let up = spectra.mean / max(1e-6, (spectra.mean * spectra.mean).sum().squareRoot())
    let quarter = spectra.length / 4
    var (vector, vertical, magnitude): (Float, Float, Float) = (0, 0, 0)
    var quietest = Float.infinity
    for start in stride(from: 0, to: 4 * quarter, by: quarter) {
      var sum: Float = 0
      for i in start..<(start + quarter) {
        let d = SIMD3(spectra.x[i], spectra.y[i], spectra.z[i])
        vector += (d * d).sum()
        let v = (d * up).sum()
        vertical += v * v
        sum += spectra.magnitude[i] * spectra.magnitude[i]
      }
      magnitude += sum
      quietest = min(quietest, sum)
    }
    let n = Double(spectra.length)
    return (
      Double(vector) / n, Double(magnitude) / n, Double(vertical) / n,
      Double(quietest) / Double(quarter)
    )
  }

  /// Mean square of the vector over the middle of the frame, its own mean and trend removed.
  private static func shortEnergy(_ slow: SlowAcceleration) -> Double {
    let middle = SlowAcceleration.frameLength / 2
    let n = Float(2 * shortHalf)
    var total: Float = 0
    for axis in [slow.x, slow.y, slow.z] {
      var (sum, square, slope, ramp): (Float, Float, Float, Float) = (0, 0, 0, 0)
      for i in 0..<(2 * shortHalf) { sum += axis[middle - shortHalf + i] }
      let mean = sum / n
      for i in 0..<(2 * shortHalf) {
        let d = axis[middle - shortHalf + i] - mean
        let t = Float(i) - (n - 1) / 2
        square += d * d
        slope += d * t
        ramp += t * t
      }
      total += square - slope * slope / ramp
    }
    return Double(max(0, total) / n)
  }

  /// ln of the determinant of the motion's second moments over the cube of a third of their sum; neither
  /// depends on the axes.
  private static func spread(_ spectra: FrameSpectra) -> Double {
    var (squares, products) = (SIMD3<Float>.zero, SIMD3<Float>.zero)
    for i in 0..<spectra.length {
      let d = SIMD3(spectra.x[i], spectra.y[i], spectra.z[i])
      squares += d * d
      products += d * SIMD3(d.y, d.z, d.x)
    }
    let n = Double(spectra.length)
    let own = SIMD3<Double>(squares) / n + SIMD3(repeating: 1e-3)
    let shared = SIMD3<Double>(products) / n
    let determinant =
      own.x * own.y * own.z + 2 * shared.x * shared.y * shared.z
      - own.x * shared.y * shared.y - own.y * shared.z * shared.z - own.z * shared.x * shared.x
    return log(max(determinant, 1e-9)) - 3 * log(own.sum() / 3)
  }

  /// Mean square of the magnitude within 0.15 Hz of the step frequency and of twice it, (m/s²)².
  private static func stepPower(_ spectra: FrameSpectra, stepHertz: Double) -> Double {
    var sum = 0.0
    for hertz in [stepHertz, 2 * stepHertz] {
      for k in CumulativePower.bins(around: hertz, halfWidthHertz: bounceHalfWidthHertz) {
        sum += Double(spectra.magnitudePower[k])
      }
    }
    return 2 * sum / (Double(FrameSpectra.spectrumPoints) * taperEnergy)
  }

  /// As the ridge's evidence at a frequency: a bin and a half on each side.
  private static let bounceHalfWidthHertz = 0.15
  /// Sum of the squared Hann taper over a frame.
  private static let taperEnergy = 0.375 * Double(SlowAcceleration.frameLength)

  private static func weightless(_ slow: SlowAcceleration) -> Double {
    var count = 0
    for i in slow.x.indices {
      let square = slow.x[i] * slow.x[i] + slow.y[i] * slow.y[i] + slow.z[i] * slow.z[i]
      if square < weightlessForce * weightlessForce { count += 1 }
    }
    return Double(count) / Double(slow.x.count)
  }

  private static func tiltDegrees(_ slow: SlowAcceleration) -> Double {
    var (a, b) = (SIMD3<Double>.zero, SIMD3<Double>.zero)
    let half = SlowAcceleration.frameLength / 2
    for i in 0..<half {
      a += SIMD3(Double(slow.x[i]), Double(slow.y[i]), Double(slow.z[i]))
      b += SIMD3(Double(slow.x[half + i]), Double(slow.y[half + i]), Double(slow.z[half + i]))
    }
    let cosine = a.dot(b) / (a.norm * b.norm + 1e-6)
    return acos(max(-1, min(1, cosine))) * 180 / .pi
  }
}
