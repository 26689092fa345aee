import GaitModel

/// Tells a hand that a walking body carries from a hand at work, frame by frame.
///
/// Clapping, brushing and stirring are as rhythmic as walking. But a walking body bounces, all of it,
/// once a step, and a hand that hangs from it moves in all three directions; a hand at work moves along
/// a line or in a plane and leaves the magnitude of the force nearly alone for how hard it moves. A
/// logistic regression on seven features, each with one hinge; what is not walking was learned from real
/// and from simulated hands.
///
/// Source: logistic regression, D. R. Cox, J. R. Stat. Soc. B 20:215 (1958). Fitted by
/// `Tools/fit/sites/arm.py`.
struct HandWorkModel: GaitMethod {
  /// What was fitted.
  var model = Model.fitted

  /// The fitted numbers: log-odds with every feature at its lower limit, and what each feature adds.
  struct Model: Hashable, Sendable {
    var intercept: Double
    var relativeLevel: HingeTerm
    var magnitudeLevel: HingeTerm
    var steadiness: HingeTerm
    var utility: HingeTerm
    var logStepHertz: HingeTerm
    var spread: HingeTerm
    var bounce: HingeTerm
  }

  var provenance: Provenance {
    Provenance(
      method: "HandWorkModel", question: "walking or work of the hands",
      citation: "Cox 1958 (logistic regression)", doi: "10.1111/j.2517-6161.1958.tb00292.x",
      deviations: ["own features; simulated work of the hands beside real recordings"], revision: 1)
  }

  /// Log-odds that a walking body carries the hand.
  func logOdds(of f: GaitFrameFeatures) -> Double {
    let m = model
    return m.intercept + m.relativeLevel(f.relativeLevel) + m.magnitudeLevel(f.magnitudeLevel)
      + m.steadiness(f.steadiness) + m.utility(f.utility) + m.logStepHertz(f.logStepHertz)
      + m.spread(f.spread) + m.bounce(f.bounce)
  }
}
