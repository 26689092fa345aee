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
struct ProportionalStepLength: StepLengthEstimator {
  /// Step length as a share of stature.
  var shareOfHeight = 0.385
  /// Below this cadence the share does not hold, steps per minute.
  var leastStepsPerMinute = 85.0
  /// Standard error of the speed, m/s, between people.
  var speedStandardError = 0.16
  /// Power of cadence by which a person's own steps grow (.56 ± .18 in 10 people, rounded).
  var personalSlope = 0.5
  /// Standard error of a bout's speed with a factor that were known for certain, as a share.
  var walkErrorShare = 0.075

  var provenance: Provenance {
    Provenance(
      method: "ProportionalStepLength", question: "step length away from the pelvis",
      citation: "own regression on straight walking, r .57", revision: 1)
  }

  func steps(in walk: WalkSignals, height: Length?) -> Measured<[StepEstimate]> {
    guard let height else { return .missing(.heightUnknown) }
    let intervals = zip(walk.contacts.dropFirst(), walk.contacts).map { $0 - $1 }
    guard let usual = Statistics.median(intervals) else { return .missing(.tooFewSteps) }
    guard 60 * UniformSampling.rateHertz / usual >= leastStepsPerMinute else {
      return .missing(.outOfRange)
    }
    let meters = shareOfHeight * height.meters
    return .known(intervals.map { _ in StepEstimate(meters: meters, correction: 0) })
  }

  /// The same with a person's own factor, and the stature and cadence that belong to it.
  func steps(
    in walk: WalkSignals, height: Length?, calibration: PersonalCalibration?
  ) -> Measured<[StepEstimate]> {
    guard let calibration, calibration.placement == .elsewhere else {
      return steps(in: walk, height: height)
    }
    switch steps(in: walk, height: calibration.height) {
    case .missing(let reason): return .missing(reason)
    case .known(let steps, _):
      let pace = pace(of: walk, usual: calibration.cadence)
      return .known(
        steps.map {
          StepEstimate(meters: calibration.factor * pace * $0.meters, correction: $0.correction)
        })
    }
  }

  /// By how much a person's steps are longer at a walk's cadence than at the usual one.
  private func pace(of walk: WalkSignals, usual: Cadence?) -> Double {
    let intervals = zip(walk.contacts.dropFirst(), walk.contacts).map { $0 - $1 }
    guard let usual, let middle = Statistics.median(intervals), middle > 0 else { return 1 }
    let cadence = 60 * UniformSampling.rateHertz / middle
    return pow(cadence / usual.stepsPerMinute, personalSlope)
  }

  /// With a person's own factor: its error, and what differs from walk to walk; never more than without one.
  func speedError(
    ofMetersPerSecond speed: Double, steps: [StepEstimate], isHeightKnown: Bool,
    calibration: PersonalCalibration?
  ) -> Double {
    guard let calibration, calibration.placement == .elsewhere else { return speedStandardError }
    let share =
      (calibration.standardErrorShare * calibration.standardErrorShare
      + walkErrorShare * walkErrorShare).squareRoot()
    return min(speedStandardError, share * speed)
  }
}
