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
public struct PendulumStepLength: StepLengthEstimator {
  /// What was fitted.
  var model = Model.fitted
  /// The mean stature of adults, meters (NCD Risk Factor Collaboration, eLife 5:e13410, 2016).
  static let usualHeightMeters = 1.70

  /// How much longer steps are tempered; fitted freely it is -0.18.
  public var temper = -0.15
  /// The step that needs no tempering, as a share of stature.
  public var neutralStepShare = 0.35
  /// How sharp the hinge is; a large value is a corner.
  public var hingeSharpness = 40.0
  /// Stature that is taken when it was not given, meters: between the means of women and men (NCD Risk
  /// Factor Collaboration, eLife 5:e13410, 2016, adults of Europe). The step grows with its root only.
  public var assumedHeightMeters = PendulumStepLength.usualHeightMeters
  /// Standard error of the speed for a stature that was not given, as a share: half of 0.10 m / 1.70 m.
  public var assumedHeightErrorShare = 0.03
  /// Leg length as a share of stature: the sensor's pivot height at the fifth lumbar vertebra.
  public var legShareOfHeight = 0.53
  /// A longer stride hides a pause or a missed contact, seconds; the one before is looked at instead.
  public var longestStrideSeconds = 2.6
  /// Step-locked share of the oscillation where none can be measured: straight walking of ordinary
  /// speed.
  public var usualStepLockedShare = 0.85
  /// No step lifts the pelvis more than this, m.
  public var largestRiseMeters = 0.12
  /// Standard error: share of the speed that differs from person to person; fitted .059, wider so that it
  /// covers parts of bouts too.
  public var personErrorShare = 0.065
  /// Standard error: m/s per unit of shortening.
  public var shorteningError = 0.06
  /// Standard error: m/s of a single step.
  public var stepError = 0.12

  /// Standard error: share of the speed that differs from walk to walk of one person. With `stepError` it
  /// is .036 of the speed for a walk of 28 steps (measured .035, 10 people).
  public var walkErrorShare = 0.03
  /// The part of `personErrorShare` that a personal factor takes the place of: spread of the model's
  /// error between people, as in `KnownDistanceCalibration`.
  public var personalShare = 0.045

  /// Harmonics of the stride that its oscillation is told by; every second one is locked to the step.
  private static let harmonics = 8

  /// The fitted numbers.
  struct Model: Hashable, Sendable {
    /// Multiplies the pendulum; the literature has 1.15-1.25 (fold spread 0.6 %, 13 people).
    var factor: Double
    /// Exponent of the shortening.
    var shorteningExponent: Double
    /// Where the shortening begins: mean logarithm of the two shares.
    var hinge: Double
    /// The factor when forward and sideways are not told apart.
    var unheadedFactor: Double
    /// The exponent when forward and sideways are not told apart.
    var unheadedExponent: Double
    /// The hinge when forward and sideways are not told apart.
    var unheadedHinge: Double
  }

  /// The method with its settings as they were measured best.
  public init() {}

  /// Where the method comes from.
  public var provenance: Provenance {
    Provenance(
      method: "PendulumStepLength", question: "step length",
      citation: "Zijlstra and Hof 2003, Gait Posture 18:1", doi: "10.1016/S0966-6362(02)00190-X",
      deviations: [
        "shortened where the oscillation is not sagittal and step-locked",
        "tempered for long steps", "leg length as .53 of stature",
      ], revision: 2)
  }

  /// It holds where the device moves with the pelvis.
  public var placement: PersonalCalibration.Placement { .pelvis }

  /// The mean of adults.
  public var heightAssumed: Length? { Length(meters: assumedHeightMeters) }

  /// A pendulum's step for every pair of contacts; missing where the device does not move with the trunk.
  public func steps(
    of walk: Walk, signal: WalkSignal?, person: StepLengthPerson
  ) -> Measured<[StepEstimate]> {
    guard let signal else { return .missing(.siteNotSupported) }
    let height = person.calibration.map(\.height) ?? person.height
    let found = steps(in: signal, height: height)
    guard let factor = person.calibration?.factor else { return found }
    return found.mapped { steps in
      steps.map { StepEstimate(meters: factor * $0.meters, correction: $0.correction) }
    }
  }

  /// The steps without a person's own factor.
  func steps(in walk: WalkSignal, height: Length?) -> Measured<[StepEstimate]> {
    guard walk.contacts.count >= 2 else { return .missing(.tooFewSteps) }
    let height = height ?? Length(meters: assumedHeightMeters)
    let bands = Bands(walk)
    var powers = HarmonicPowers(harmonics: Self.harmonics)
    let shares = (0..<(walk.contacts.count - 1)).map {
      stepLockedShare(of: bands, step: $0, room: &powers)
    }
    let known = shares.compactMap { $0 }
    let usual = known.isEmpty ? usualStepLockedShare : known.reduce(0, +) / Double(known.count)
    return .known(
      shares.indices.map { i in
        step(i, of: bands, height: height.meters, stepLocked: shares[i] ?? usual)
      })
  }

  /// A person's own factor's error stands for the spread between people, also for
  /// the part of it that comes from an assumed stature.
  public func speedError(
    ofMetersPerSecond speed: Double, steps: [StepEstimate], person: StepLengthPerson
  ) -> Double {
    let correction = Statistics.mean(steps.map(\.correction)) ?? 0
    let spread = min(personalShare, person.calibration?.standardErrorShare ?? personalShare)
    let known = personalShare * personalShare - spread * spread
    let between = (personErrorShare * personErrorShare - known).squareRoot() * speed
    let shortening = shorteningError * correction
    let stature =
      person.isHeightKnown ? 0 : assumedHeightErrorShare * spread / personalShare * speed
    let single = stepError * stepError / Double(max(1, steps.count))
    return (between * between + shortening * shortening + stature * stature + single).squareRoot()
  }

  /// What differs from person to person, and the stature, are the same in all of a person's bouts.
  public func speedErrorWithinPerson(
    ofMetersPerSecond speed: Double, steps: [StepEstimate]
  ) -> Double? {
    let shortening = shorteningError * (Statistics.mean(steps.map(\.correction)) ?? 0)
    let walk = walkErrorShare * speed
    let single = stepError * stepError / Double(max(1, steps.count))
    return (walk * walk + shortening * shortening + single).squareRoot()
  }

  /// What the pendulum is read from: a walk's displacement, and its steps between 0.3 and 5 Hz.
  private struct Bands {
    var verticalDisplacement: GridSignal<Double>
    var vertical: GridSignal<Double>
    var anteroposterior: GridSignal<Double>
    var mediolateral: GridSignal<Double>
    var contacts: [SamplePosition]
    var isHeadingKnown: Bool

    init(_ walk: WalkSignal) {
      let axes = walk.axes(upToHertz: 5, order: 2)
      verticalDisplacement = walk.verticalDisplacement()
      (vertical, anteroposterior, mediolateral) = (axes[0], axes[1], axes[2])
      (contacts, isHeadingKnown) = (walk.contacts, walk.isHeadingKnown)
    }
  }

  private func step(
    _ i: Int, of walk: Bands, height: Double, stepLocked: Double
  ) -> StepEstimate {
    let samples = Self.samples(walk, from: i, to: i + 1)
    let rise = min(largestRiseMeters, Self.range(walk.verticalDisplacement.values(in: samples)))
    let leg = legShareOfHeight * height
    let pendulum = 2 * max(1e-6, 2 * leg * rise - rise * rise).squareRoot()
    let tempered = pendulum * pow(pendulum / (neutralStepShare * height), temper)
    let correction = shortening(of: walk, samples: samples, stepLocked: stepLocked)
    let factor = walk.isHeadingKnown ? model.factor : model.unheadedFactor
    return StepEstimate(meters: factor * tempered * exp(-correction), correction: correction)
  }

  /// How much a step is shortened, as a logarithm, 0 or more.
  private func shortening(
    of walk: Bands, samples: Range<SampleIndex>, stepLocked: Double
  ) -> Double {
    var share = log(max(stepLocked, 1e-3))
    if walk.isHeadingKnown {
      share = (share + log(max(Self.sagittalShare(of: walk, samples: samples), 1e-3))) / 2
    }
    let excess =
      hingeSharpness * (share - (walk.isHeadingKnown ? model.hinge : model.unheadedHinge))
    // A smooth max(0, hinge - share): ln(1 + exp(-k x)) / k, written so that it cannot overflow.
    let below = excess > 0 ? log1p(exp(-excess)) : log1p(exp(excess)) - excess
    let exponent = walk.isHeadingKnown ? model.shorteningExponent : model.unheadedExponent
    return exponent * below / hingeSharpness
  }

  /// Share of the oscillation of a stride that is locked to the step, 0-1, by amplitude.
  private func stepLockedShare(
    of walk: Bands, step i: Int, room powers: inout HarmonicPowers
  ) -> Double? {
    let longest = longestStrideSeconds * SampleGrid.rateHertz
    var ends = (i, i + 2)
    let isTooLong =
      ends.1 < walk.contacts.count && walk.contacts[ends.1] - walk.contacts[ends.0] > longest
    if ends.1 >= walk.contacts.count || isTooLong { ends = (i - 1, i + 1) }
    guard ends.0 >= 0, ends.1 < walk.contacts.count else { return nil }
    let samples = Self.samples(walk, from: ends.0, to: ends.1)
    guard samples.count > 2 * Self.harmonics + 1 else { return nil }
    powers.read(
      walk.vertical.values(in: samples), walk.anteroposterior.values(in: samples),
      walk.mediolateral.values(in: samples))
    var (even, total) = (0.0, 0.0)
    for k in 1...Self.harmonics {
      let power =
        powers[signal: 0, harmonic: k] + powers[signal: 1, harmonic: k]
        + powers[signal: 2, harmonic: k]
      total += power
      if k % 2 == 0 { even += power }
    }
    return total > 0 ? (even / total).squareRoot() : nil
  }

  private static func sagittalShare(of walk: Bands, samples: Range<SampleIndex>) -> Double {
    func power(_ x: GridSignal<Double>) -> Double {
      x.values(in: samples).reduce(0) { $0 + $1 * $1 }
    }
    let inPlane = power(walk.vertical) + power(walk.anteroposterior)
    return (inPlane / (inPlane + power(walk.mediolateral) + 1e-12)).squareRoot()
  }

  private static func samples(_ walk: Bands, from: Int, to: Int) -> Range<SampleIndex> {
    let (first, last) = (walk.vertical.startIndex, walk.vertical.endIndex - 1)
    let low = min(last, max(first, Int(walk.contacts[from].rounded())))
    return low..<(max(low, min(last, Int(walk.contacts[to].rounded()))) + 1)
  }

  private static func range(_ x: ArraySlice<Double>) -> Double {
    guard let low = x.min(), let high = x.max() else { return 0 }
    return high - low
  }
}
