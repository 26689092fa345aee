import Foundation
import GaitModel
import Signals

/// Recognizes from the walking what a device moves with, if no site was given.
public protocol WearingRecognizer: ConfigurableMethod {
  /// What some gait sequences look like to the recognition.
  ///
  /// - Parameters:
  ///   - recording: sequences of walking.
  ///   - cycle: the cycle of their steps.
  /// - Returns: the evidence; `nil` where there is none.
  func evidence(in recording: SequenceRecording, cycle: StepCycle) -> WearingEvidence?

  /// Evidence of the same wearing, taken together.
  func joined(_ evidence: WearingEvidence, _ more: WearingEvidence) -> WearingEvidence

  /// How likely the device moves with the pelvis, 0-1; `nil` with too little walking.
  func pelvisProbability(_ evidence: WearingEvidence) -> Double?

  /// Whether the device moves with the pelvis, where that is likely enough either way.
  func isPelvis(_ evidence: WearingEvidence) -> Bool?

  /// Standard error of the speed that a recognized site adds, m/s.
  var speedStandardErrorMetersPerSecond: Double { get }
}

/// Recognizes from the walking whether a device moves with the pelvis, if no site was given.
///
/// A limb is a pendulum: it swings once a stride, and is jerked at every step. The pelvis sways little and
/// turns through a few degrees. Two amplitudes, locked to step and stride, go into a logistic regression;
/// all walks since the device was put on count together. It needs a gyroscope: without one, a bag, a
/// chest or a still hand looks like a pelvis, and the site stays unknown.
///
/// Source: own; stride and step content by body segment as in R. Moe-Nilssen, J. L. Helbostad, J.
/// Biomech. 37:121 (2004). Fitted by `Tools/fit/sites/position.py`.
public struct WearingPosition: WearingRecognizer {
  /// What was fitted.
  var model = Model.fitted
  /// The site is said when it is at least this likely.
  public var leastConfidenceShare = 0.95
  /// And only after so much walking, seconds: a few strides of one person are like many others'.
  public var leastSeconds = 5.0
  /// Standard error of the speed that a recognized site adds, m/s: at most one site in twenty is wrong, and a
  /// speed is then off by about .25 m/s.
  public var speedStandardErrorMetersPerSecond = 0.06
  /// Added to amplitudes before their logarithm: noise of a still sensor, rad/s and m/s².
  public var floor = 0.05
  /// Smoothing of the demodulated motion, seconds: about a stride.
  public var smoothingSeconds = 1.2
  /// A shorter gait sequence is not looked at, seconds: less than two strides.
  public var leastSequenceSeconds = 2.0

  /// The fitted numbers: log-odds with both amplitudes at 1, and per unit of ln of each amplitude.
  struct Model: Hashable, Sendable {
    var intercept: Double
    var stepTurning: Double
    var strideSway: Double
  }

  /// The method with its settings as they were measured best.
  public init() {}

  /// Where the method comes from.
  public var provenance: Provenance {
    Provenance(
      method: "WearingPosition", question: "wearing position",
      citation: "Moe-Nilssen and Helbostad 2004 (step and stride content by segment)",
      doi: "10.1016/S0021-9290(03)00233-1",
      deviations: ["own logistic regression on turning and sway; says unknown below .95"],
      revision: 1)
  }

  /// How likely the device moves with the pelvis, 0-1; `nil` with too little walking.
  public func pelvisProbability(_ evidence: WearingEvidence) -> Double? {
    guard evidence.seconds >= leastSeconds else { return nil }
    let logOdds =
      model.intercept + model.stepTurning * log(evidence.stepTurning + floor)
      + model.strideSway * log(evidence.strideSway + floor)
    return 1 / (1 + exp(-logOdds))
  }

  /// Whether the device moves with the pelvis, where that is likely enough either way.
  public func isPelvis(_ evidence: WearingEvidence) -> Bool? {
    guard let probability = pelvisProbability(evidence) else { return nil }
    if probability >= leastConfidenceShare { return true }
    return probability <= 1 - leastConfidenceShare ? false : nil
  }

  /// What the sequences look like; `nil` without a gyroscope, or when all are short.
  public func evidence(in recording: SequenceRecording, cycle: StepCycle) -> WearingEvidence? {
    guard let rate = recording.angularRate else { return nil }
    var sum: WearingEvidence?
    for sequence in recording.sequences {
      let samples = recording.indices(sequence)
      guard samples.count > Int(leastSequenceSeconds * SampleGrid.rateHertz) else { continue }
      let part = evidence(
        force: recording.acceleration[samples], rate: rate[samples],
        stride: cycle.strideCarrier[samples])
      sum = sum.map { joined($0, part) } ?? part
    }
    return sum
  }

  private func evidence(
    force: GridSignal<SIMD3<Double>>, rate: GridSignal<SIMD3<Double>>, stride: Carrier
  ) -> WearingEvidence {
    let up = force.values.reduce(.zero, +).unit
    let east = up.somePerpendicular
    let north = up.cross(east)
    return WearingEvidence(
      stepTurning: amplitude(of: rate, along: [up, east, north], stride.times(stride)),
      strideSway: amplitude(of: force, along: [east, north], stride),
      seconds: Double(force.count) / SampleGrid.rateHertz)
  }

  /// Root of the summed squares of a motion's amplitudes along some axes at a carrier's frequency.
  private func amplitude(
    of motion: GridSignal<SIMD3<Double>>, along axes: [SIMD3<Double>], _ carrier: Carrier
  ) -> Double {
    let mean = motion.values.reduce(.zero, +) / Double(motion.count)
    let power = axes.reduce(0.0) { sum, axis in
      let part = Demodulation(
        of: motion.each { ($0 - mean).dot(axis) }, carrier: carrier,
        sigma: smoothingSeconds * SampleGrid.rateHertz)
      return sum + part.power(with: part) / Double(part.real.count)
    }
    return 2 * power.squareRoot()
  }

  /// Logarithms weighted by the walking behind each, a floor added.
  public func joined(_ evidence: WearingEvidence, _ more: WearingEvidence) -> WearingEvidence {
    let total = evidence.seconds + more.seconds
    func mean(_ a: Double, _ b: Double) -> Double {
      exp((evidence.seconds * log(a + floor) + more.seconds * log(b + floor)) / total) - floor
    }
    return WearingEvidence(
      stepTurning: mean(evidence.stepTurning, more.stepTurning),
      strideSway: mean(evidence.strideSway, more.strideSway), seconds: total)
  }
}
