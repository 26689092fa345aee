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
    return m.intercept + m.level(f.level) + m.logStepHertz(f.logStepHertz)
      + m.weightlessShare(f.weightlessShare)
      + m.verticalShare(f.verticalShare) + m.strideCorrelation(f.strideCorrelation)
      + m.vectorStepCorrelation(f.vectorStepCorrelation)
  }
}
