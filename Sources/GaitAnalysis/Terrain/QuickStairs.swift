import Foundation
import GaitModel

/// Tells climbing and descending quickly from running on the level, run by run.
///
/// Who takes three steps a second on stairs shakes the sensor as hard as a jogger and is weightless as
/// often, but is neither braked nor pushed forward at every step, pushes longer, and steps faster. A
/// logistic regression on three features, averaged over the run; another of two says up or down: who
/// climbs leans and sways, who descends lands hard.
///
/// Source: the fore-and-aft push of level running, P. R. Cavanagh, M. A. Lafortune, J. Biomech. 13:397
/// (1980). Fitted by `Tools/fit/terrain` on 16 dashes of 4 people and 25 jogs of 10, at the waist; with
/// people left out all dashes are found and one jog of 25 is taken for one.
struct QuickStairs: GaitMethod {
  /// Log-odds of stairs with every feature at its lower limit.
  var stairsIntercept = 22.99972
  /// What each feature adds to the log-odds of stairs.
  var stepSwing = BentLine(low: -4.763, high: -0.717, slope: -11.27693)
  /// As `stepSwing`.
  var crest = BentLine(low: 1.577, high: 2.532, slope: -14.83795)
  /// As `stepSwing`.
  var logStepHertz = BentLine(low: 0.174, high: 1.175, slope: 15.02157)
  /// Log-odds of up with every feature at its lower limit.
  var upIntercept = -2.96401
  /// What each feature adds to the log-odds of up.
  var jerk = BentLine(low: 3.015, high: 3.49, slope: -4.92245)
  /// As `jerk`.
  var directionSpread = BentLine(low: 1.245, high: 2.232, slope: 6.61697)
  /// A longer run is level, seconds: 60 steps at three a second are six flights in one go.
  var longestSeconds = 20.0

  var provenance: Provenance {
    Provenance(
      method: "QuickStairs", question: "quick stairs or running",
      citation: "Cavanagh and Lafortune 1980, J. Biomech. 13:397",
      doi: "10.1016/0021-9290(80)90033-0",
      deviations: ["the push read from the pelvis's acceleration, without its direction"],
      revision: 1)
  }

  /// What a frame of a run says; `spread` is its `DirectionSpread`.
  func evidence(
    of f: GroundFeatures, gait: GaitFrameFeatures, spread: Double
  ) -> GroundEvidence {
    GroundEvidence(
      stairs: stairsIntercept + stepSwing(f.stepSwing) + crest(f.crest)
        + logStepHertz(gait.logStepHertz),
      up: upIntercept + jerk(f.jerk) + directionSpread(spread))
  }

  /// Whether a run is a dash on stairs.
  func isOnStairs(_ run: Walk, in excerpt: GaitExcerpt) -> Bool {
    let span = excerpt.seconds(of: run)
    let frames = excerpt.frames.frames(from: span.lowerBound, to: span.upperBound)
    guard !frames.isEmpty, span.upperBound - span.lowerBound <= longestSeconds else { return false }
    return frames.reduce(0) { $0 + excerpt.frames.frames[$1].groundOfRun.stairs } > 0
  }
}
