import Foundation
import GaitModel
import Signals

/// A pendulum read from a phone that a thigh or a hand carries: a step of `K z (z / z₀)^-0.15` with `z = 2 √(2lh)`,
/// where `h` is how far the phone goes up and down with the step and `l` the leg.
///
/// A pocket and a hand rise and fall with the body once a step. Only what is locked to the step counts, between .7
/// and 3 times its frequency: swing has the stride's. Single steps are noisy there, so each is the median of its
/// neighbors. The tempering is that of the pelvis; the factor is one for both, makes up for what the band takes of the
/// rise, and has a wide error.
///
/// Source: W. Zijlstra, A. L. Hof, Gait Posture 18:1 (2003) for the pendulum; the factor is fitted by
/// `Tools/fit/sites/excursion.py`.
public struct ExcursionStepLength: StepLengthEstimator {
  /// Multiplies the pendulum: the mean of four data sets of pockets and hands, which lie between 1.06 and 1.23; the
  /// literature has 1.15-1.25 for the pelvis.
  public var factor = 1.12
  /// How much longer steps are tempered, as at the pelvis.
  public var temper = -0.15
  /// The step that needs no tempering, as a share of stature, as at the pelvis.
  public var neutralStepShare = 0.35
  /// Leg length as a share of stature, to the height of the fifth lumbar vertebra.
  public var legShareOfHeight = 0.53
  /// Steps that a step is the median of, itself in their middle: more would mix a walk with its turns.
  public var medianSteps = 5
  /// The shortest and the longest step, as shares of stature: .6 and 1.4 times the usual .32. Walks whose rise asks
  /// for another are no pendulum.
  public var stepShareOfHeight = 0.19...0.45
  /// Stature that is taken when it was not given, meters, as in `PendulumStepLength`: the step grows with its
  /// root only.
  public var assumedHeightMeters = PendulumStepLength.usualHeightMeters
  /// Standard error of the speed for a stature that was not given, as a share: half of 0.10 m / 1.70 m.
  public var assumedHeightErrorShare = 0.03
  /// Standard error of the speed as a share of it, between people: 68 % of the errors with a data set left out lie
  /// within .12, 95 % within .21.
  public var personErrorShare = 0.12
  /// Standard error of a bout's speed with a factor that were known for certain, as a share: that of
  /// `ProportionalStepLength`, because no walks of one person tell more.
  public var walkErrorShare = 0.075

  /// The method with its settings as they were measured best.
  public init() {}

  /// Where the method comes from, and how it departs from there.
  public var provenance: Provenance {
    Provenance(
      method: "ExcursionStepLength", question: "step length",
      citation: "Zijlstra and Hof 2003, Gait Posture 18:1", doi: "10.1016/S0966-6362(02)00190-X",
      deviations: [
        "at the thigh or in the hand", "only motion near the step's frequency",
        "each step the median of its neighbors",
      ], revision: 1)
  }

  /// It holds where a thigh or a hand carries the device.
  public var placement: PersonalCalibration.Placement { .thighOrHand }

  /// The mean of adults.
  public var heightAssumed: Length? { Length(meters: assumedHeightMeters) }

  /// It reads the vertical, whatever carries the phone.
  public var needsTrunk: Bool { false }

  /// A pendulum's step for every pair of contacts, held within what people's steps are.
  public func steps(
    of walk: Walk, signal: WalkSignal?, person: StepLengthPerson
  ) -> Measured<[StepEstimate]> {
    guard let signal else { return .missing(.siteNotSupported) }
    let intervals = zip(walk.positions.dropFirst(), walk.positions).map { $0 - $1 }
    guard let usual = Statistics.median(intervals) else { return .missing(.tooFewSteps) }
    let height = (person.calibration.map(\.height) ?? person.height)?.meters ?? assumedHeightMeters
    let rises = rises(of: walk, in: signal, samplesPerStep: usual)
    let own = factor * (person.calibration?.factor ?? 1)
    let limits = stepShareOfHeight.lowerBound * height...stepShareOfHeight.upperBound * height
    return .known(
      rises.indices.map { i in
        let near = max(0, i - medianSteps / 2)..<min(rises.count, i + medianSteps / 2 + 1)
        let rise = Statistics.median(rises[near]) ?? 0
        let swing = 2 * (2 * legShareOfHeight * height * rise).squareRoot()
        let meters = own * swing * pow(max(swing, 1e-3) / (neutralStepShare * height), temper)
        return StepEstimate(meters: min(max(meters, limits.lowerBound), limits.upperBound))
      })
  }

  /// How far the phone goes up and down in each step, m.
  private func rises(of walk: Walk, in signal: WalkSignal, samplesPerStep: Double) -> [Double] {
    let rate = SampleGrid.rateHertz
    let step = rate / samplesPerStep
    func band(_ x: [Double], upToHertz high: Double) -> [Double] {
      Butterworth.bandPass(
        order: 2, fromHertz: 0.7 * step, toHertz: min(high, 8), samplingRateHertz: rate
      ).filteredForwardBackward(x, edge: .even, padding: Int(3 * rate / step))
    }
    func integral(_ x: [Double]) -> [Double] {
      Integration.cumulativeTrapezoid(x, samplingRateHertz: rate)
    }
    let velocity = band(integral(band(signal.vertical.values, upToHertz: 3 * step)), upToHertz: 8)
    let place = signal.vertical.with(band(integral(velocity), upToHertz: 8))
    let length = Int(samplesPerStep.rounded())
    return walk.positions.dropLast().map { position in
      // A window of a step's length holds one rise, wherever it begins: the median does not ask for the phase.
      let rises = (0..<4).map { quarter in
        let begin = Int(position) + (quarter - 2) * length / 4
        let first = min(max(begin, place.startIndex), place.endIndex - 1)
        let values = place.values(in: first..<min(first + length, place.endIndex))
        return (values.max() ?? 0) - (values.min() ?? 0)
      }
      return Statistics.median(rises) ?? 0
    }
  }

  /// A share of the speed; with a person's own factor its error and what differs from walk to walk.
  public func speedError(
    ofMetersPerSecond speed: Double, steps: [StepEstimate], person: StepLengthPerson
  ) -> Double {
    let stature = person.isHeightKnown ? 0 : assumedHeightErrorShare
    guard let calibration = person.calibration else {
      return (personErrorShare * personErrorShare + stature * stature).squareRoot() * speed
    }
    let share =
      (calibration.standardErrorShare * calibration.standardErrorShare
      + walkErrorShare * walkErrorShare).squareRoot()
    return min(personErrorShare, share) * speed
  }
}
