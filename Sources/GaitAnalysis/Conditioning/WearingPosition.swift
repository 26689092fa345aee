import Foundation
import GaitModel
import Signals

/// Tells from the walking whether a device moves with the pelvis, where nobody said.
///
/// A limb is a pendulum: it swings once a stride, and is jerked at every step. The pelvis sways little and
/// turns through a few degrees. Two amplitudes, locked to step and stride, go into a logistic regression;
/// all walks since the device was put on count together. It needs a gyroscope: without one, a bag, a
/// chest or a still hand cannot be told from a pelvis, and the site stays unknown.
///
/// Source: own; stride and step content by body segment as in R. Moe-Nilssen, J. L. Helbostad, J.
/// Biomech. 37:121 (2004). Fitted by `Tools/fit/sites/position.py`.
struct WearingPosition: GaitMethod {
  /// Log-odds with both amplitudes at 1.
  var intercept = -0.89392
  /// Log-odds per unit of ln of the amplitude.
  var stepTurning = -2.55402
  /// As `stepTurning`.
  var strideSway = -2.27117
  /// The site is said when it is at least this likely.
  var leastConfidence = 0.95
  /// And only after so much walking, seconds: a few strides of one person are like many others'.
  var leastSeconds = 5.0
  /// Standard error of the speed that a recognized site adds, m/s: at most one site in twenty is wrong, and a
  /// speed is then off by about .25 m/s.
  var speedStandardError = 0.06
  /// Added to amplitudes before their logarithm: noise of a still sensor, rad/s and m/s².
  var floor = 0.05
  /// Smoothing of the demodulated motion, seconds: about a stride.
  var smoothingSeconds = 1.2
  /// A shorter stretch of gait is not looked at, seconds: less than two strides.
  var leastCoreSeconds = 2.0

  var provenance: Provenance {
    Provenance(
      method: "WearingPosition", question: "wearing position",
      citation: "Moe-Nilssen and Helbostad 2004 (step and stride content by segment)",
      doi: "10.1016/S0021-9290(03)00233-1",
      deviations: ["own logistic regression on turning and sway; says unknown below .95"],
      revision: 1)
  }

  /// How likely the device moves with the pelvis, 0-1; `nil` with too little walking.
  func pelvisProbability(_ evidence: WearingEvidence) -> Double? {
    guard evidence.seconds >= leastSeconds else { return nil }
    let logOdds =
      intercept + stepTurning * log(evidence.stepTurning + floor)
      + strideSway * log(evidence.strideSway + floor)
    return 1 / (1 + exp(-logOdds))
  }

  /// Whether the device moves with the pelvis, where that is likely enough either way.
  func isPelvis(_ evidence: WearingEvidence) -> Bool? {
    guard let probability = pelvisProbability(evidence) else { return nil }
    if probability >= leastConfidence { return true }
    return probability <= 1 - leastConfidence ? false : nil
  }

  /// What the cores of an excerpt look like.
  ///
  /// - Parameters:
  ///   - excerpt: a stretch with walking.
  ///   - rhythm: phase of the steps.
  /// - Returns: the evidence; `nil` without a gyroscope, or when all cores are short.
  func evidence(in excerpt: GaitExcerpt, rhythm: StepPhase) -> WearingEvidence? {
    guard let rate = excerpt.angularRate else { return nil }
    let stride = Carrier(radians: rhythm.radians.map { $0 / 2 })
    var sum: WearingEvidence?
    for core in excerpt.cores {
      let samples = excerpt.indices(core)
      guard samples.count > Int(leastCoreSeconds * UniformSampling.rateHertz) else { continue }
      let part = evidence(
        force: Array(excerpt.acceleration[samples]), rate: Array(rate[samples]),
        stride: stride[samples])
      sum = sum?.joined(part, floor: floor) ?? part
    }
    return sum
  }

  private func evidence(
    force: [SIMD3<Double>], rate: [SIMD3<Double>], stride: Carrier
  ) -> WearingEvidence {
    let up = force.reduce(.zero, +).unit
    let east = up.somePerpendicular
    let north = up.cross(east)
    return WearingEvidence(
      stepTurning: amplitude(of: rate, along: [up, east, north], stride.times(stride)),
      strideSway: amplitude(of: force, along: [east, north], stride),
      seconds: Double(force.count) / UniformSampling.rateHertz)
  }

  /// Root of the summed squares of a motion's amplitudes along some axes at a carrier's frequency.
  private func amplitude(
    of motion: [SIMD3<Double>], along axes: [SIMD3<Double>], _ carrier: Carrier
  ) -> Double {
    let mean = motion.reduce(.zero, +) / Double(motion.count)
    let power = axes.reduce(0.0) { sum, axis in
      let part = Demodulation(
        of: motion.map { ($0 - mean).dot(axis) }, carrier: carrier,
        sigma: smoothingSeconds * UniformSampling.rateHertz)
      return sum + part.power(with: part) / Double(part.real.count)
    }
    return 2 * power.squareRoot()
  }
}

extension WearingEvidence {
  /// This evidence and more of it: logarithms weighted by the walking behind each, a floor added.
  func joined(_ more: WearingEvidence, floor: Double) -> WearingEvidence {
    let total = seconds + more.seconds
    func mean(_ a: Double, _ b: Double) -> Double {
      exp((seconds * log(a + floor) + more.seconds * log(b + floor)) / total) - floor
    }
    return WearingEvidence(
      stepTurning: mean(stepTurning, more.stepTurning),
      strideSway: mean(strideSway, more.strideSway), seconds: total)
  }
}
