import Foundation
import GaitModel
import Signals

/// A step as a fixed share of stature, for sites where the sensor does not move with the pelvis.
///
/// Cadence and stature are all that a pocket, a bag or a wrist knows for certain; over the range of
/// ordinary walking the share hardly depends on cadence. Slow walking breaks that, so there is none
/// below 85 steps a minute. The error is wide and says so.
///
/// A person's own known distances change that: within a person steps grow with about the root of cadence,
/// and the share is the person's own.
///
/// Source: own fit at the lower back with only what a pocket knows; `Tools/fit/parameters/cadence_model.py`.
public struct ProportionalStepLength: StepLengthEstimator {
  /// What was fitted.
  var model = Model.fitted
  /// Below this cadence the share does not hold, steps per minute.
  public var leastStepsPerMinute = 85.0
  /// Standard error of the speed, m/s, between people.
  public var speedStandardErrorMetersPerSecond = 0.16
  /// Power of cadence by which a person's own steps grow (.56 ± .18 in 10 people, rounded).
  public var personalSlope = 0.5
  /// Standard error of a bout's speed with a factor that were known for certain, as a share.
  public var walkErrorShare = 0.075

  /// The fitted numbers.
  struct Model: Hashable, Sendable {
    /// Step length as a share of stature.
    var shareOfHeight: Double
  }

  /// The method with its settings as they were measured best.
  public init() {}

  /// Where the method comes from.
  public var provenance: Provenance {
    Provenance(
      method: StepLengthWords.assumingMethod, question: "step length",
      citation: "own regression on straight walking, r .57", revision: 2)
  }

  /// It holds where only the steps are known.
  public var placement: PersonalCalibration.Placement { .elsewhere }

  /// The share of the population.
  public var shareOfHeightAssumed: Double? { model.shareOfHeight }

  /// The same share of stature for every step; missing without a stature and for slow walking.
  public func steps(
    of walk: Walk, signal: WalkSignal?, person: StepLengthPerson
  ) -> Measured<[StepEstimate]> {
    guard let height = person.calibration.map(\.height) ?? person.height else {
      return .missing(.heightUnknown)
    }
    let intervals = zip(walk.positions.dropFirst(), walk.positions).map { $0 - $1 }
    guard let usual = Statistics.median(intervals) else { return .missing(.tooFewSteps) }
    guard 60 * SampleGrid.rateHertz / usual >= leastStepsPerMinute else {
      return .missing(.outOfRange)
    }
    let meters = model.shareOfHeight * height.meters
    guard let calibration = person.calibration else {
      return .known(intervals.map { _ in StepEstimate(meters: meters) })
    }
    let own =
      calibration.factor * pace(atSamplesPerStep: usual, usual: calibration.cadence) * meters
    return .known(intervals.map { _ in StepEstimate(meters: own) })
  }

  /// By how much a person's steps are longer at a walk's cadence than at the usual one.
  private func pace(atSamplesPerStep middle: Double, usual: Cadence?) -> Double {
    guard let usual, middle > 0 else { return 1 }
    let cadence = 60 * SampleGrid.rateHertz / middle
    return pow(cadence / usual.stepsPerMinute, personalSlope)
  }

  /// With a person's own factor: its error, and what differs from walk to walk; never more than without one.
  public func speedError(
    ofMetersPerSecond speed: Double, steps: [StepEstimate], person: StepLengthPerson
  ) -> Double {
    guard let calibration = person.calibration else { return speedStandardErrorMetersPerSecond }
    let share =
      (calibration.standardErrorShare * calibration.standardErrorShare
      + walkErrorShare * walkErrorShare).squareRoot()
    return min(speedStandardErrorMetersPerSecond, share * speed)
  }
}
