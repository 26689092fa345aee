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
  /// Autocorrelation of the magnitude at the step.
  public var stepCorrelation = 0.0
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
    let all = log(spectra.vectorEnergy + 1e-3)
    let magnitude = log(spectra.magnitudeEnergy + 1e-3)
    level = 0.5 * all
    magnitudeLevel = 0.5 * magnitude
    steadiness = 0.5 * (log(spectra.quietestEnergy() + 1e-3) - magnitude)
    verticalShare = log(spectra.verticalEnergy + 1e-3) - all
    shortLevel = 0.5 * log(spectra.middleEnergy(slow) + 1e-3)
    weightlessShare = Self.weightless(spectra)
    tilt = log1p(Self.tiltDegrees(slow))
  }

  /// Reads the rhythm of a frame whose levels are there.
  mutating func readRhythm(of spectra: FrameSpectra, scores: [Double]) {
    let best = scores.indices.max { scores[$0] < scores[$1] } ?? 0
    let hertz = StepFrequencyEvidence.candidates[best]
    logStepHertz = log(hertz)
    relativeLevel = level - Self.levelExponent * log(hertz / StepFrequencyEvidence.usualHertz)
    stepCorrelation = spectra.magnitudeCorrelation(atLag: SlowAcceleration.rateHertz / hertz)
    strideCorrelation = spectra.magnitudeCorrelation(
      atLag: 2 * SlowAcceleration.rateHertz / hertz)
    vectorStepCorrelation = spectra.vectorCorrelation(atLag: SlowAcceleration.rateHertz / hertz)
    utility = scores[best]
    swayShare = Self.swayShare(spectra)
    spread = Self.spread(spectra)
    bounce = 0.5 * log(Self.stepPower(spectra, stepHertz: hertz) + 1e-3)
  }

  static func swayShare(_ spectra: FrameSpectra) -> Double {
    let power = spectra.vectorSums
    return log(power[swayBand] / (power[band] + 1e-9) + 0.01)
  }

  /// ln of the determinant of the motion's second moments over the cube of a third of their sum; neither
  /// depends on the axes.
  private static func spread(_ spectra: FrameSpectra) -> Double {
    let (squares, shared) = spectra.secondMoments()
    let own = squares + SIMD3(repeating: 1e-3)
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

  private static func weightless(_ spectra: FrameSpectra) -> Double {
    var count = 0
    for i in 0..<spectra.length where spectra.force[i] < weightlessForce { count += 1 }
    return Double(count) / Double(spectra.length)
  }

  private static func tiltDegrees(_ slow: SlowAcceleration) -> Double {
    let half = SlowAcceleration.frameLength / 2
    let (a, b) = slow.x.withUnsafeBufferPointer { x in
      slow.y.withUnsafeBufferPointer { y in
        slow.z.withUnsafeBufferPointer { z in
          // Six sums side by side, because each waits for its own last addition; no vectors are put together on the way.
          var (aX, aY, aZ, bX, bY, bZ) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
          for i in 0..<half {
            aX += Double(x[i])
            bX += Double(x[half + i])
            aY += Double(y[i])
            bY += Double(y[half + i])
            aZ += Double(z[i])
            bZ += Double(z[half + i])
          }
          return (SIMD3(aX, aY, aZ), SIMD3(bX, bY, bZ))
        }
      }
    }
    let cosine = a.dot(b) / (a.norm * b.norm + 1e-6)
    return acos(max(-1, min(1, cosine))) * 180 / .pi
  }
}
