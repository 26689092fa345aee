import GaitModel

/// Tells walking from everything else, frame by frame.
///
/// A logistic regression on ten features, each held between two limits and allowed one hinge. Boosted
/// trees fit the same people better and people of other data sets worse, so they were not taken.
///
/// Source: logistic regression, D. R. Cox, J. R. Stat. Soc. B 20:215 (1958). Fitted by
/// `Tools/fit/events`.
struct WalkingFrameModel: GaitMethod {
  /// What was fitted.
  var model = Model.fitted

  /// The fitted numbers: log-odds with every feature at its lower limit, and what each feature adds.
  struct Model: Hashable, Sendable {
    var intercept: Double
    var relativeLevel: HingeTerm
    var magnitudeLevel: HingeTerm
    var steadiness: HingeTerm
    var weightlessShare: HingeTerm
    var strideCorrelation: HingeTerm
    var utility: HingeTerm
    var swayShare: HingeTerm
    var verticalShare: HingeTerm
    var shortLevel: HingeTerm
    var tilt: HingeTerm
  }

  var provenance: Provenance {
    Provenance(
      method: "WalkingFrameModel", question: "gait sequences",
      citation: "Cox 1958 (logistic regression); Viterbi 1967 (decoding)",
      doi: "10.1109/TIT.1967.1054010",
      deviations: ["features that do not depend on the sensor's orientation, each with one hinge"],
      revision: 1)
  }

  /// Log-odds that the person walks in a frame.
  func logOdds(of f: GaitFrameFeatures) -> Double {
    let m = model
    return m.intercept + m.relativeLevel(f.relativeLevel) + m.magnitudeLevel(f.magnitudeLevel)
      + m.steadiness(f.steadiness) + m.weightlessShare(f.weightlessShare)
      + m.strideCorrelation(f.strideCorrelation) + m.utility(f.utility) + m.swayShare(f.swayShare)
      + m.verticalShare(f.verticalShare) + m.shortLevel(f.shortLevel) + m.tilt(f.tilt)
  }
}
