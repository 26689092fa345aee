import GaitModel
import Signals

/// A classic: the body vaults over a stiff leg, so a rise `h` of the pelvis over a leg `l` is a step of
/// `K · 2 √(2lh - h²)`.
///
/// Source: W. Zijlstra, A. L. Hof, Gait Posture 18:1 (2003).
public struct InvertedPendulumStepLength: StepLengthEstimator {
  /// What the pendulum reads too short, as published: a foot is not a point.
  public var factor = 1.25
  /// Leg length as a share of stature, to the height of the fifth lumbar vertebra.
  public var legShareOfHeight = 0.53
  /// Standard error of the speed as a share of it, between people, as in the comparison of M. E. Micó-Amigo et
  /// al., J. NeuroEng. Rehabil. 20:78 (2023).
  public var speedErrorShare = 0.15

  /// The method as published.
  public init() {}

  /// Where the method comes from, and how it departs from there.
  public var provenance: Provenance {
    Provenance(
      method: "InvertedPendulumStepLength", question: "step length",
      citation: "Zijlstra and Hof 2003, Gait Posture 18:1", doi: "10.1016/S0966-6362(02)00190-X",
      deviations: ["drift removed at 0.7 Hz in place of 1 Hz", "leg length as .53 of stature"],
      revision: 2)
  }

  /// It holds where the device moves with the pelvis.
  public var placement: PersonalCalibration.Placement { .pelvis }

  /// The pendulum's step for each pair of contacts; missing without a stature and away from the trunk.
  public func steps(
    of walk: Walk, signal: WalkSignal?, person: StepLengthPerson
  ) -> Measured<[StepEstimate]> {
    guard let signal else { return .missing(.siteNotSupported) }
    guard let height = person.calibration.map(\.height) ?? person.height else {
      return .missing(.heightUnknown)
    }
    let place = signal.verticalDisplacement()
    let leg = legShareOfHeight * height.meters
    let own = factor * (person.calibration?.factor ?? 1)
    return .known(
      zip(signal.contacts, signal.contacts.dropFirst()).map { a, b in
        let step = place.values(in: SampleIndex(a)..<min(place.endIndex, SampleIndex(b) + 1))
        let rise = (step.max() ?? 0) - (step.min() ?? 0)
        return StepEstimate(meters: own * 2 * max(0, 2 * leg * rise - rise * rise).squareRoot())
      })
  }

  /// A share of the speed.
  public func speedError(
    ofMetersPerSecond speed: Double, steps: [StepEstimate], person: StepLengthPerson
  ) -> Double { speedErrorShare * speed }
}
