import GaitModel

/// Tells a hand that a walking body carries from a hand at work, frame by frame.
///
/// Clapping, brushing and stirring are as rhythmic as walking. But a walking body bounces, all of it,
/// once a step, and a hand that hangs from it moves in all three directions; a hand at work moves along
/// a line or in a plane and leaves the magnitude of the force nearly alone for how hard it moves. A
/// logistic regression on seven features, each with one bend; what is not walking was learned from real
/// and from simulated hands.
///
/// Source: logistic regression, D. R. Cox, J. R. Stat. Soc. B 20:215 (1958). Fitted by
/// `Tools/fit/sites/arm.py`.
struct ArmGaitDetector: GaitMethod {
  /// At the wrist so much more is asked of a frame by the detector for any site, log-odds: hands keep
  /// rhythms of their own.
  var wristDoubt = 1.0
  /// Where the site is not known a frame is only held back when more than this speaks for work of the
  /// hands, log-odds: a slow walk felt at the back does not bounce either.
  var toleranceElsewhere = 4.0
  /// Log-odds of a frame with every feature at its lower limit.
  var intercept = -32.47407
  /// What each feature adds.
  var relativeLevel = BentLine(
    low: -0.055, knee: 1.443, high: 3.808, slope: -3.36212, bend: -0.14227)
  /// As `relativeLevel`.
  var magnitudeLevel = BentLine(
    low: -1.713, knee: 0.724, high: 1.428, slope: 5.19097, bend: -3.25718)
  /// As `relativeLevel`.
  var steadiness = BentLine(
    low: -2.508, knee: -0.276, high: -0.034, slope: 2.55899, bend: -3.29951)
  /// As `relativeLevel`.
  var utility = BentLine(low: -8.396, knee: -0.687, high: 2.952, slope: 0.74384, bend: -0.52822)
  /// As `relativeLevel`.
  var logStepHertz = BentLine(
    low: -0.511, knee: 0.427, high: 1.102, slope: -1.62018, bend: -7.67801)
  /// As `relativeLevel`.
  var spread = BentLine(low: -8.822, knee: -1.101, high: -0.089, slope: 1.8089, bend: -0.40593)
  /// As `relativeLevel`.
  var bounce = BentLine(low: -2.864, knee: 0.284, high: 2.008, slope: 1.9189, bend: -1.60524)

  var provenance: Provenance {
    Provenance(
      method: "ArmGaitDetector", question: "walking or work of the hands",
      citation: "Cox 1958 (logistic regression)", doi: "10.1111/j.2517-6161.1958.tb00292.x",
      deviations: ["own features; simulated work of the hands beside real recordings"], revision: 1)
  }

  /// Whether it has a say where the device was worn; at the pelvis and in pockets hands are not felt.
  func isAsked(at site: WearingSite?) -> Bool {
    switch site {
    case .wrist, .hand, .arm, nil: true
    case .lowerBack, .hip, .pocket, .bag, .neck: false
    }
  }

  /// Log-odds that the person walks in a frame, from those of the detector for any site: what does not
  /// look like walking to both is none.
  func logOdds(of f: GaitFrameFeatures, elsewhere: Double, site: WearingSite?) -> Double {
    guard isAsked(at: site) else { return elsewhere }
    let own = logOdds(of: f)
    return site == .wrist
      ? min(elsewhere - wristDoubt, own) : min(elsewhere, own + toleranceElsewhere)
  }

  /// Log-odds that a walking body carries the hand.
  func logOdds(of f: GaitFrameFeatures) -> Double {
    intercept + relativeLevel(f.relativeLevel) + magnitudeLevel(f.magnitudeLevel)
      + steadiness(f.steadiness) + utility(f.utility) + logStepHertz(f.logStepHertz)
      + spread(f.spread) + bounce(f.bounce)
  }
}
