import Foundation
import GaitModel

/// Tells running from everything else, frame by frame.
///
/// Running shakes the sensor harder than any walk, at a higher cadence, and has moments of flight
/// in which the sensor is nearly weightless; jumping has the flight without the rhythm. A logistic
/// regression on six features, each with one hinge; decoded like gait. Walking is then searched in
/// what is left.
///
/// Source: flight as the mark of running, T. A. McMahon, G. C. Cheng, J. Biomech. 23:65 (1990).
/// Fitted by `Tools/fit/events`.
struct RunningDetector: GaitMethod {
  /// What was fitted.
  var model = Model.fitted

  /// The fitted numbers: log-odds with every feature at its lower limit, and what each feature adds.
  struct Model: Hashable, Sendable {
    var intercept: Double
    var level: HingeTerm
    var logStepHertz: HingeTerm
    var weightlessShare: HingeTerm
    var verticalShare: HingeTerm
    var strideCorrelation: HingeTerm
    var vectorStepCorrelation: HingeTerm
  }

  var provenance: Provenance {
    Provenance(
      method: "RunningDetector", question: "running or walking",
      citation: "McMahon and Cheng 1990, J. Biomech. 23:65", doi: "10.1016/0021-9290(90)90042-2",
      deviations: ["flight read from the force at the sensor, not from the feet"], revision: 2)
  }

  /// Log-odds that the person runs in a frame.
  func logOdds(of f: GaitFrameFeatures) -> Double {
    let m = model
    return levelLogOdds(of: f) + m.logStepHertz(f.logStepHertz)
      + m.strideCorrelation(f.strideCorrelation) + m.vectorStepCorrelation(f.vectorStepCorrelation)
  }

  /// The most that a frame with these levels can say for running, whatever its rhythm.
  func largestLogOdds(of f: GaitFrameFeatures) -> Double {
    let m = model
    return levelLogOdds(of: f) + m.logStepHertz.largest + m.strideCorrelation.largest
      + m.vectorStepCorrelation.largest
  }

  /// What is known of a frame before it is transformed.
  private func levelLogOdds(of f: GaitFrameFeatures) -> Double {
    let m = model
    return m.intercept + m.level(f.level) + m.weightlessShare(f.weightlessShare)
      + m.verticalShare(f.verticalShare)
  }
}

/// Tells jumping and hopping from running, run by run.
///
/// Both leave the ground with rhythm. Jumping on the spot pushes straight up with both feet and lands
/// softly on the toes: little horizontal motion, none of it at the stride, and less shaking than a
/// runner's heel. A logistic regression on three features, averaged over the run.
///
/// Source: flight as the mark of running, T. A. McMahon, G. C. Cheng, J. Biomech. 23:65 (1990), says
/// why the two look alike; the features are our own. Fitted by `Tools/fit/terrain` on 58 runs and 21
/// series of jumps of 15 people at pelvis, pocket and wrist: with whole data sets left out all jumps and
/// 56 of the runs were named rightly.
public struct JumpingDetector: ConfigurableMethod {
  /// What was fitted.
  var model = Model.fitted
  /// Steps per second at which the cadence speaks for neither: people jog at 2.4-3 steps a second and jump
  /// at 1.5-2.5. Chosen on the same people, because a slow jogger with soft shoes and a light jump come out
  /// alike without it.
  public var evenHertz = 2.3
  /// Log-odds for each unit of ln cadence above it.
  public var cadenceSlope = -8.0
  /// Beyond so many seconds the duration speaks for a run: no series of jumps in the data lasts longer.
  public var enduringSeconds = 30.0
  /// Log-odds for each unit of ln duration beyond: a hundred seconds of jumping on the spot must show plainly.
  public var enduranceSlope = -4.0
  /// A frame less likely running than this is not asked, log-odds: no run is made of such.
  public var leastRunningLogOdds = -4.0

  /// The fitted numbers: log-odds with every feature at its lower limit, and what each feature adds.
  struct Model: Hashable, Sendable {
    var intercept: Double
    var strideSwing: HingeTerm
    var horizontalOverVertical: HingeTerm
    var jerk: HingeTerm
  }

  /// The method with its settings as they were chosen.
  public init() {}

  /// Where the method comes from.
  public var provenance: Provenance {
    Provenance(
      method: "JumpingDetector", question: "jumping or running",
      citation: "McMahon and Cheng 1990, J. Biomech. 23:65", doi: "10.1016/0021-9290(90)90042-2",
      deviations: ["told by direction and softness of the push, because both have flight"],
      revision: 2)
  }

  /// Log-odds that the person jumps rather than runs in a frame.
  func logOdds(of f: GroundFeatures) -> Double {
    model.intercept + model.strideSwing(f.strideSwing)
      + model.horizontalOverVertical(f.horizontalOverVertical) + model.jerk(f.jerk)
  }

  /// What the cadence adds to the log-odds of jumping.
  func cadenceLogOdds(atHertz hertz: Double) -> Double { cadenceSlope * log(hertz / evenHertz) }

  /// What the duration adds to the log-odds of jumping.
  func enduranceLogOdds(ofSeconds seconds: Double) -> Double {
    enduranceSlope * max(0, log(seconds / enduringSeconds))
  }
}
