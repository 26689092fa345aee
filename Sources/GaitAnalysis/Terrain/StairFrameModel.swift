import GaitModel

/// Log-odds of stairs, and of up against down, in one frame.
struct GroundEvidence: Hashable, Sendable {
  /// Log-odds of stairs against level ground.
  var stairs: Double
  /// Log-odds that they are climbed rather than descended.
  var up: Double

  /// A frame that says nothing.
  static let none = GroundEvidence(stairs: 0, up: 0)
}

/// Tells stairs from level ground, and up from down, by the motion of one frame.
///
/// Two logistic regressions, one of eight features and one of three, each feature held within what
/// people were seen to do. One model serves the pelvis and the trouser pocket: what it looks at points
/// the same way at both.
///
/// Source: M. Sekine et al., Med. Eng. Phys. 22:285 (2000): at the waist, descending stands out by its
/// vertical power and climbing by its horizontal power. Fitted by `Tools/fit/terrain` on 10 people on
/// stairs and 49 on the flat.
struct StairFrameModel: GaitMethod {
  /// Log-odds of stairs with every feature at its lower limit.
  var stairsIntercept = -59.82228
  /// What each feature adds to the log-odds of stairs.
  var strideSwing = BentLine(low: -4.116, high: -0.286, slope: 3.5921)
  /// As `strideSwing`.
  var relativeLift = BentLine(low: 0.034, high: 1.632, slope: 9.82208)
  /// As `strideSwing`.
  var stepLift = BentLine(low: -2.656, high: -0.268, slope: 5.47641)
  /// As `strideSwing`; with `horizontalOverVertical`, of which it is a curve, it makes a bend.
  var verticalShare = BentLine(low: -1.499, high: -0.272, slope: 24.82036)
  /// As `strideSwing`.
  var strideCorrelation = BentLine(low: 0.058, high: 0.946, slope: -4.62197)
  /// As `strideSwing`.
  var crest = BentLine(low: 1.489, high: 2.804, slope: 3.8975)
  /// As `strideSwing`.
  var horizontalOverVertical = BentLine(low: -0.578, high: 0.619, slope: 17.61919)
  /// As `strideSwing`.
  var tiltSpread = BentLine(low: 0.45, high: 2.689, slope: 1.42525)
  /// Log-odds of up with every feature at its lower limit.
  var upIntercept = -9.25079
  /// What each feature adds to the log-odds of up: climbing swings at the stride, descending falls.
  var upStrideShare = BentLine(low: -3.304, high: -0.59, slope: 2.7352)
  /// As `upStrideShare`.
  var upStepSwing = BentLine(low: -4.152, high: -0.779, slope: 1.37921)
  /// As `upStrideShare`.
  var upStrideSwing = BentLine(low: -2.405, high: -0.252, slope: 2.24879)
  /// A frame less likely gait than this is not asked, log-odds: no walk is made of such.
  var leastLogOddsOfWalking = -4.0

  var provenance: Provenance {
    Provenance(
      method: "StairFrameModel", question: "stairs or level ground",
      citation: "Sekine et al. 2000, Med. Eng. Phys. 22:285", doi: "10.1016/S1350-4533(00)00041-2",
      deviations: [
        "harmonics of the step instead of wavelets", "no axis but up; also in the pocket",
        "a logistic regression instead of thresholds for each person",
      ],
      revision: 1)
  }

  /// What a frame says.
  func evidence(of f: GroundFeatures) -> GroundEvidence {
    GroundEvidence(
      stairs: stairsIntercept + strideSwing(f.strideSwing) + relativeLift(f.relativeLift)
        + stepLift(f.stepLift) + verticalShare(f.verticalShare)
        + strideCorrelation(f.strideCorrelation) + crest(f.crest)
        + horizontalOverVertical(f.horizontalOverVertical) + tiltSpread(f.tiltSpread),
      up: upIntercept + upStrideShare(f.strideShare) + upStepSwing(f.stepSwing)
        + upStrideSwing(f.strideSwing))
  }
}

extension BentLine {
  /// A line without a bend.
  init(low: Double, high: Double, slope: Double) {
    self.init(low: low, knee: high, high: high, slope: slope, bend: 0)
  }
}

extension WearingSite {
  /// Whether stairs were seen there when the model was fitted.
  var showsStairs: Bool { isPelvis || self == .pocket }
}
