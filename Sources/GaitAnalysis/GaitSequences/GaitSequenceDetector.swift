import GaitModel

/// Finds where gait is at all, from short overlapping frames of the slow acceleration.
///
/// Each frame gets log-odds of gait: a logistic regression on ten features, each held between two
/// limits and allowed one bend. The most likely sequence of "gait" and "no gait" is then decoded
/// while the recording arrives, with a cost for every switch. Boosted trees fit the same people
/// better and people of other data sets worse, so they were not taken.
///
/// Sources: logistic regression, D. R. Cox, J. R. Stat. Soc. B 20:215 (1958); decoding, A. Viterbi,
/// IEEE Trans. Inf. Theory 13:260 (1967). Fitted by `Tools/fit/events`.
struct GaitSequenceDetector: GaitMethod {
  /// What a switch between gait and no gait costs, log-odds.
  var switchCost = 1.5
  /// A single frame never counts for more than this, log-odds.
  var largestEvidence = 4.0
  /// At the lower back and hip so much less is asked, log-odds: little else moves there like walking, and the
  /// search for steps has the last word. Slow walks are found for it.
  var pelvisTrust = 0.2
  /// Log-odds of a frame with every feature at its lower limit.
  var intercept = -15.75352
  /// What each feature adds.
  var relativeLevel = BentLine(
    low: -1.927, knee: 1.263, high: 2.97, slope: -0.11556, bend: -2.18493)
  /// As `relativeLevel`.
  var magnitudeLevel = BentLine(
    low: -3.368, knee: 0.366, high: 1.653, slope: 0.92459, bend: -0.38474)
  /// As `relativeLevel`.
  var steadiness = BentLine(low: -2.792, knee: -0.28, high: -0.019, slope: 1.14074, bend: -3.07178)
  /// As `relativeLevel`.
  var weightlessShare = BentLine(low: 0.0, knee: 0.0, high: 0.4, slope: -25.50942, bend: -25.50942)
  /// As `relativeLevel`.
  var strideCorrelation = BentLine(
    low: -0.171, knee: 0.403, high: 0.973, slope: 1.6751, bend: 1.88971)
  /// As `relativeLevel`.
  var utility = BentLine(low: -4.987, knee: -0.717, high: 2.761, slope: 0.76843, bend: -0.79525)
  /// As `relativeLevel`.
  var swayShare = BentLine(low: -4.553, knee: -2.691, high: 1.488, slope: -0.23903, bend: -0.04065)
  /// As `relativeLevel`.
  var verticalShare = BentLine(
    low: -2.907, knee: -0.903, high: -0.07, slope: 2.14627, bend: -3.38557)
  /// As `relativeLevel`.
  var shortLevel = BentLine(low: -3.046, knee: 0.855, high: 2.0, slope: 1.85344, bend: 1.05921)
  /// As `relativeLevel`.
  var tilt = BentLine(low: 0.085, knee: 1.155, high: 3.997, slope: -0.03476, bend: -0.89078)

  var provenance: Provenance {
    Provenance(
      method: "GaitSequenceDetector", question: "gait sequences",
      citation: "Cox 1958 (logistic regression); Viterbi 1967 (decoding)",
      doi: "10.1109/TIT.1967.1054010",
      deviations: ["features that do not depend on the sensor's orientation, each with one bend"],
      revision: 1)
  }

  /// Log-odds that the person walks in a frame.
  func logOdds(of f: GaitFrameFeatures) -> Double {
    intercept + relativeLevel(f.relativeLevel) + magnitudeLevel(f.magnitudeLevel)
      + steadiness(f.steadiness) + weightlessShare(f.weightlessShare)
      + strideCorrelation(f.strideCorrelation) + utility(f.utility) + swayShare(f.swayShare)
      + verticalShare(f.verticalShare) + shortLevel(f.shortLevel) + tilt(f.tilt)
  }
}
