import GaitModel

/// Tells running from everything else, frame by frame.
///
/// Running shakes the sensor harder than any walk, at a higher cadence, and has moments of flight in
/// which the sensor is nearly weightless; jumping has the flight without the rhythm. A logistic
/// regression on six features, each with one bend; decoded like gait. Walking is then sought in what
/// is left.
///
/// Source: flight as the mark of running, T. A. McMahon, G. C. Cheng, J. Biomech. 23:65 (1990).
/// Fitted by `Tools/fit/events`.
struct RunningDetector: GaitMethod {
  /// What a switch between running and not running costs, log-odds: a few leaps are not a run.
  var switchCost = 4.0
  /// At the lower back and hip so much more is asked of a frame that is no jump, log-odds. Below 0.7 the
  /// fastest steps of one walker in seven at the hip are called running. Elsewhere no walker is, and
  /// joggers would be lost.
  var pelvisPrior = 0.8
  /// Log-odds of a frame with every feature at its lower limit.
  var intercept = -29.65213
  /// What each feature adds.
  var level = BentLine(low: -1.208, knee: 1.822, high: 2.859, slope: 5.70744, bend: -5.18166)
  /// As `level`.
  var logStepHertz = BentLine(low: -0.398, knee: 0.764, high: 1.064, slope: 0.17894, bend: 38.5416)
  /// As `level`.
  var weightlessShare = BentLine(low: 0, knee: 0.02, high: 0.3, slope: 39.12846, bend: -30.11612)
  /// As `level`.
  var verticalShare = BentLine(
    low: -2.051, knee: -0.439, high: -0.108, slope: 7.29209, bend: -6.51726)
  /// As `level`.
  var strideCorrelation = BentLine(
    low: -0.039, knee: 0.812, high: 0.968, slope: -2.929, bend: -4.13639)
  /// As `level`.
  var vectorStepCorrelation = BentLine(
    low: -0.304, knee: 0.473, high: 0.859, slope: 4.79356, bend: -22.84048)

  var provenance: Provenance {
    Provenance(
      method: "RunningDetector", question: "running or walking",
      citation: "McMahon and Cheng 1990, J. Biomech. 23:65", doi: "10.1016/0021-9290(90)90042-2",
      deviations: ["flight read from the force at the sensor, not from the feet"], revision: 2)
  }

  /// Log-odds that the person runs in a frame.
  func logOdds(of f: GaitFrameFeatures) -> Double {
    intercept + level(f.level) + logStepHertz(f.logStepHertz)
      + weightlessShare(f.weightlessShare)
      + verticalShare(f.verticalShare) + strideCorrelation(f.strideCorrelation)
      + vectorStepCorrelation(f.vectorStepCorrelation)
  }
}
