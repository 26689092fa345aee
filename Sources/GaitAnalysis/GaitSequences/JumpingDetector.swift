import Foundation
import GaitModel

/// Tells jumping and hopping from running, run by run.
///
/// Both leave the ground with rhythm. Who jumps on the spot pushes straight up with both feet and lands
/// softly on the toes: little horizontal motion, none of it at the stride, and less shaking than a
/// runner's heel. A logistic regression on three features, averaged over the run.
///
/// Source: flight as the mark of running, T. A. McMahon, G. C. Cheng, J. Biomech. 23:65 (1990), says
/// why the two look alike; the features are our own. Fitted by `Tools/fit/terrain` on 58 runs and 21
/// series of jumps of 15 people at pelvis, pocket and wrist: with whole data sets left out all jumps and
/// 56 of the runs were named rightly.
struct JumpingDetector: GaitMethod {
  /// Log-odds of jumping with every feature at its lower limit.
  var intercept = 11.20054
  /// What each feature adds.
  var strideSwing = BentLine(low: -5.412, high: -0.545, slope: -1.16245)
  /// As `strideSwing`.
  var horizontalOverVertical = BentLine(low: -1.723, high: 0.237, slope: -4.57587)
  /// As `strideSwing`.
  var jerk = BentLine(low: 2.621, high: 3.332, slope: -11.41122)
  /// Steps per second at which the cadence speaks for neither, and log-odds for each unit of ln
  /// cadence above it: people jog at 2.4-3 steps a second and jump at 1.5-2.5. Chosen on the same people,
  /// because a slow jogger with soft shoes and a light jump come out alike without it.
  var evenHertz = 2.3
  /// As `evenHertz`.
  var cadenceSlope = -8.0
  /// What a frame that may show jumps is given toward flight, log-odds: hops are low and irregular. Not
  /// where hands are felt: their work looks like jumps.
  var trust = 0.8
  /// A frame less likely running than this is not asked, log-odds: no run is made of such.
  var leastLogOddsOfRunning = -4.0

  var provenance: Provenance {
    Provenance(
      method: "JumpingDetector", question: "jumping or running",
      citation: "McMahon and Cheng 1990, J. Biomech. 23:65", doi: "10.1016/0021-9290(90)90042-2",
      deviations: ["told by direction and softness of the push, because both have flight"],
      revision: 1)
  }

  /// Log-odds that the person jumps rather than runs in a frame.
  func logOdds(of f: GroundFeatures) -> Double {
    intercept + strideSwing(f.strideSwing) + horizontalOverVertical(f.horizontalOverVertical)
      + jerk(f.jerk)
  }

  /// Whether a frame with so many steps a second may show jumps.
  func mayJump(_ frame: GaitFrame, hertz: Double) -> Bool {
    frame.logOddsOfJumping + cadenceSlope * log(hertz / evenHertz) > 0
  }

  /// Whether a run is a series of jumps.
  func isJumping(_ walk: Walk, in excerpt: GaitExcerpt) -> Bool {
    guard excerpt.activity == .running else { return false }
    let frames = excerpt.frames.frames(
      from: excerpt.seconds(at: walk.positions[0]),
      to: excerpt.seconds(at: walk.positions[walk.positions.count - 1]))
    guard !frames.isEmpty else { return false }
    let sum = frames.reduce(0) { $0 + excerpt.frames.frames[$1].logOddsOfJumping }
    let span = excerpt.seconds(of: walk)
    let hertz = Double(walk.contacts.count - 1) / (span.upperBound - span.lowerBound)
    return sum / Double(frames.count) + cadenceSlope * log(hertz / evenHertz) > 0
  }
}
