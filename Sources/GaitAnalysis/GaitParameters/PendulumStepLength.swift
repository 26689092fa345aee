import Foundation
import GaitModel
import Signals

/// An inverted pendulum whose swing is shortened where the oscillation is not sagittal and step-locked.
///
/// In straight steady walking the body vaults over a stiff leg: a rise of `h` over a leg of length
/// `l` gives a step of `z = 2 √(2lh - h²)`; the step is `K z`, tempered by `(z / z₀)^-0.15`: a power
/// found in the recordings, not derived; the plain pendulum reads short steps too short. In slow, turning and shuffling gait much of what the
/// sensor feels is weight shifting, locked to the stride and sideways; the pendulum must shrink by
/// the share that is in the plane of progression and locked to the step. Above a hinge nothing
/// changes, so that straight walking keeps the plain pendulum.
///
/// Source: W. Zijlstra, A. L. Hof, Gait Posture 18:1 (2003) for the pendulum; the shortening is own.
/// Constants: `Tools/fit/parameters`.
struct PendulumStepLength: StepLengthEstimator {
  /// Multiplies the pendulum; the literature has 1.15-1.25 (fold spread 0.6 %, 13 people).
  var factor = 1.24977
  /// Exponent of the shortening.
  var shorteningExponent = 2.9404
  /// Where the shortening begins: mean logarithm of the two shares.
  var hinge = -0.12316
  /// The factor when forward and sideways are not told apart.
  var unheadedFactor = 1.24681
  /// The exponent when forward and sideways are not told apart.
  var unheadedExponent = 2.6312
  /// The hinge when forward and sideways are not told apart.
  var unheadedHinge = -0.14515
  /// How much longer steps are tempered; fitted freely it is -0.18.
  var temper = -0.15
  /// The step that needs no tempering, as a share of stature.
  var neutralStepShare = 0.35
  /// How sharp the hinge is; a large value is a corner.
  var hingeSharpness = 40.0
  /// Stature that is taken when it was not given, meters: between the means of women and men (NCD Risk
  /// Factor Collaboration, eLife 5:e13410, 2016, adults of Europe). The step grows with its root only.
  var assumedHeightMeters = 1.70
  /// Standard error of the speed for a stature that was not given, as a share: half of 0.10 m / 1.70 m.
  var assumedHeightErrorShare = 0.03
  /// Leg length as a share of stature: the sensor's pivot height at the fifth lumbar vertebra.
  var legShareOfHeight = 0.53
  /// A longer stride hides a pause or a missed contact, seconds; the one before is looked at instead.
  var longestStrideSeconds = 2.6
  /// Step-locked share of the oscillation where none can be measured: straight walking of ordinary
  /// speed.
  var usualStepLockedShare = 0.85
  /// No step lifts the pelvis more than this, m.
  var largestRiseMeters = 0.12
  /// Standard error: share of the speed that differs from person to person; fitted .059, wider so that it
  /// covers parts of bouts too.
  var personErrorShare = 0.065
  /// Standard error: m/s per unit of shortening.
  var shorteningError = 0.06
  /// Standard error: m/s of a single step.
  var stepError = 0.12

  /// Standard error: share of the speed that differs from walk to walk of one person. With `stepError` it
  /// is .036 of the speed for a walk of 28 steps (measured .035, 10 people).
  var walkErrorShare = 0.03
  /// The part of `personErrorShare` that a personal factor takes the place of: spread of the model's
  /// error between people, as in ``KnownDistanceCalibration``.
  var personalShare = 0.045

  /// Harmonics of the stride that its oscillation is told by; every second one is locked to the step.
  private static let harmonics = 8

  var provenance: Provenance {
    Provenance(
      method: "PendulumStepLength", question: "step length",
      citation: "Zijlstra and Hof 2003, Gait Posture 18:1", doi: "10.1016/S0966-6362(02)00190-X",
      deviations: [
        "shortened where the oscillation is not sagittal and step-locked",
        "tempered for long steps", "leg length as .53 of stature",
      ], revision: 1)
  }

  func steps(in walk: WalkSignals, height: Length?) -> Measured<[StepEstimate]> {
    guard walk.contacts.count >= 2 else { return .missing(.tooFewSteps) }
    let height = height ?? Length(meters: assumedHeightMeters)
    let shares = (0..<(walk.contacts.count - 1)).map { stepLockedShare(of: walk, step: $0) }
    let known = shares.compactMap { $0 }
    let usual = known.isEmpty ? usualStepLockedShare : known.reduce(0, +) / Double(known.count)
    return .known(
      shares.indices.map { i in
        step(i, of: walk, height: height.meters, stepLocked: shares[i] ?? usual)
      })
  }

  /// The same with a person's own factor, and the stature that belongs to the factor.
  func steps(
    in walk: WalkSignals, height: Length?, calibration: PersonalCalibration?
  ) -> Measured<[StepEstimate]> {
    guard let calibration, calibration.placement == .pelvis else {
      return steps(in: walk, height: height)
    }
    switch steps(in: walk, height: calibration.height) {
    case .missing(let reason): return .missing(reason)
    case .known(let steps, _):
      return .known(
        steps.map {
          StepEstimate(meters: calibration.factor * $0.meters, correction: $0.correction)
        })
    }
  }

  /// A person's own factor's error stands for the spread between people, also for
  /// the part of it that comes from an assumed stature.
  func speedError(
    ofMetersPerSecond speed: Double, steps: [StepEstimate], isHeightKnown: Bool,
    calibration: PersonalCalibration?
  ) -> Double {
    let correction = Statistics.mean(steps.map(\.correction)) ?? 0
    let spread = min(personalShare, calibration?.standardErrorShare ?? personalShare)
    let known = personalShare * personalShare - spread * spread
    let person = (personErrorShare * personErrorShare - known).squareRoot() * speed
    let shortening = shorteningError * correction
    let stature =
      isHeightKnown ? 0 : assumedHeightErrorShare * spread / personalShare * speed
    let single = stepError * stepError / Double(max(1, steps.count))
    return (person * person + shortening * shortening + stature * stature + single).squareRoot()
  }

  /// Standard error of a bout's mean speed against the same person's other bouts, m/s: what differs
  /// from person to person, and the stature, are the same in all of them.
  func speedErrorWithinPerson(ofMetersPerSecond speed: Double, steps: [StepEstimate]) -> Double {
    let shortening = shorteningError * (Statistics.mean(steps.map(\.correction)) ?? 0)
    let walk = walkErrorShare * speed
    let single = stepError * stepError / Double(max(1, steps.count))
    return (walk * walk + shortening * shortening + single).squareRoot()
  }

  private func step(
    _ i: Int, of walk: WalkSignals, height: Double, stepLocked: Double
  ) -> StepEstimate {
    let samples = Self.samples(walk, from: i, to: i + 1)
    let rise = min(largestRiseMeters, Self.range(walk.verticalDisplacement[samples]))
    let leg = legShareOfHeight * height
    let pendulum = 2 * max(1e-6, 2 * leg * rise - rise * rise).squareRoot()
    let tempered = pendulum * pow(pendulum / (neutralStepShare * height), temper)
    let correction = shortening(of: walk, samples: samples, stepLocked: stepLocked)
    let factor = walk.isHeadingKnown ? self.factor : unheadedFactor
    return StepEstimate(meters: factor * tempered * exp(-correction), correction: correction)
  }

  /// How much a step is shortened, as a logarithm, 0 or more.
  private func shortening(
    of walk: WalkSignals, samples: Range<Int>, stepLocked: Double
  ) -> Double {
    var share = log(max(stepLocked, 1e-3))
    if walk.isHeadingKnown {
      share = (share + log(max(Self.sagittalShare(of: walk, samples: samples), 1e-3))) / 2
    }
    let excess = hingeSharpness * (share - (walk.isHeadingKnown ? hinge : unheadedHinge))
    // A smooth max(0, hinge - share): ln(1 + exp(-k x)) / k, written so that it cannot overflow.
    let below = excess > 0 ? log1p(exp(-excess)) : log1p(exp(excess)) - excess
    let exponent = walk.isHeadingKnown ? shorteningExponent : unheadedExponent
    return exponent * below / hingeSharpness
  }

  /// Share of the oscillation of a stride that is locked to the step, 0-1, by amplitude.
  private func stepLockedShare(of walk: WalkSignals, step i: Int) -> Double? {
    let longest = longestStrideSeconds * UniformSampling.rateHertz
    var ends = (i, i + 2)
    let isTooLong =
      ends.1 < walk.contacts.count && walk.contacts[ends.1] - walk.contacts[ends.0] > longest
    if ends.1 >= walk.contacts.count || isTooLong { ends = (i - 1, i + 1) }
    guard ends.0 >= 0, ends.1 < walk.contacts.count else { return nil }
    let samples = Self.samples(walk, from: ends.0, to: ends.1)
    guard samples.count > 2 * Self.harmonics + 1 else { return nil }
    var power = [Double](repeating: 0, count: Self.harmonics)
    for signal in [walk.vertical, walk.anteroposterior, walk.mediolateral] {
      for (k, p) in Spectrum.harmonicPowers(signal[samples], harmonics: Self.harmonics).enumerated()
      {
        power[k] += p
      }
    }
    let even = power[1] + power[3] + power[5] + power[7]
    let total = power.reduce(0, +)
    return total > 0 ? (even / total).squareRoot() : nil
  }

  private static func sagittalShare(of walk: WalkSignals, samples: Range<Int>) -> Double {
    func power(_ x: [Double]) -> Double { x[samples].reduce(0) { $0 + $1 * $1 } }
    let inPlane = power(walk.vertical) + power(walk.anteroposterior)
    return (inPlane / (inPlane + power(walk.mediolateral) + 1e-12)).squareRoot()
  }

  private static func samples(_ walk: WalkSignals, from: Int, to: Int) -> Range<Int> {
    let last = walk.vertical.count - 1
    let low = min(last, max(0, Int(walk.contacts[from].rounded())))
    return low..<(max(low, min(last, Int(walk.contacts[to].rounded()))) + 1)
  }

  private static func range(_ x: ArraySlice<Double>) -> Double {
    guard let low = x.min(), let high = x.max() else { return 0 }
    return high - low
  }
}
