import GaitModel
import Signals

/// A step as a fixed share of stature, for sites where the sensor does not move with the pelvis.
///
/// Cadence and stature are all that a pocket, a bag or a wrist knows for certain; over the range of
/// ordinary walking the share hardly depends on cadence. Slow walking breaks that, so there is none
/// below 85 steps a minute. The error is wide and says so.
///
/// Source: own fit at the lower back with only what a pocket knows; `Tools/fit/parameters`.
struct ProportionalStepLength: StepLengthEstimator {
  /// Step length as a share of stature.
  var shareOfHeight = 0.385
  /// Below this cadence the share does not hold, steps per minute.
  var leastStepsPerMinute = 85.0
  /// Standard error of the speed, m/s, between people.
  var speedStandardError = 0.16

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

  func speedError(
    ofMetersPerSecond speed: Double, steps: [StepEstimate], isHeightKnown: Bool
  ) -> Double {
    speedStandardError
  }
}
