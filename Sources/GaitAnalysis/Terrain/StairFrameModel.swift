import GaitModel

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
  /// What was fitted.
  var model = Model.fitted
  /// A frame less likely gait than this is not asked, log-odds: no walk is made of such.
  var leastWalkingLogOdds = -4.0

  /// The fitted numbers: log-odds with every feature at its lower limit, and what each feature adds, for stairs
  /// against level ground and for up against down.
  struct Model: Hashable, Sendable {
    var stairsIntercept: Double
    var strideSwing: HingeTerm
    var relativeLift: HingeTerm
    var stepLift: HingeTerm
    /// With `horizontalOverVertical`, of which it is a curve, it makes a bend.
    var verticalShare: HingeTerm
    var strideCorrelation: HingeTerm
    var crest: HingeTerm
    var horizontalOverVertical: HingeTerm
    var tiltSpread: HingeTerm
    var upIntercept: Double
    /// Climbing swings at the stride, descending falls.
    var upStrideShare: HingeTerm
    var upStepSwing: HingeTerm
    var upStrideSwing: HingeTerm
  }

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
    let m = model
    return GroundEvidence(
      stairs: m.stairsIntercept + m.strideSwing(f.strideSwing) + m.relativeLift(f.relativeLift)
        + m.stepLift(f.stepLift) + m.verticalShare(f.verticalShare)
        + m.strideCorrelation(f.strideCorrelation) + m.crest(f.crest)
        + m.horizontalOverVertical(f.horizontalOverVertical) + m.tiltSpread(f.tiltSpread),
      up: m.upIntercept + m.upStrideShare(f.strideShare) + m.upStepSwing(f.stepSwing)
        + m.upStrideSwing(f.strideSwing))
  }
}
