import Foundation
import GaitModel

/// Tells stairs from level ground, and up from down, by the motion of one frame.
///
/// Two logistic regressions, one of eight features and one of two, each feature held within what
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
    /// Descending lands hard, and moves up and down more than to and fro.
    var upJerk: HingeTerm
    var upHorizontalOverVertical: HingeTerm
  }

  var provenance: Provenance {
    Provenance(
      method: "StairFrameModel", question: "stairs or level ground",
      citation: "Sekine et al. 2000, Med. Eng. Phys. 22:285", doi: "10.1016/S1350-4533(00)00041-2",
      deviations: [
        "harmonics of the step instead of wavelets", "no axis but up; also in the pocket",
        "a logistic regression instead of thresholds for each person",
      ],
      revision: 2)
  }

  /// What a frame says.
  func evidence(of f: GroundFeatures) -> GroundEvidence {
    let m = model
    return GroundEvidence(
      stairs: m.stairsIntercept + m.strideSwing(f.strideSwing) + m.relativeLift(f.relativeLift)
        + m.stepLift(f.stepLift) + m.verticalShare(f.verticalShare)
        + m.strideCorrelation(f.strideCorrelation) + m.crest(f.crest)
        + m.horizontalOverVertical(f.horizontalOverVertical) + m.tiltSpread(f.tiltSpread),
      up: m.upIntercept + m.upJerk(f.jerk) + m.upHorizontalOverVertical(f.horizontalOverVertical))
  }
}

/// Tells climbing and descending quickly from running on the level, run by run.
///
/// Three steps a second on stairs shake the sensor as hard as a jogger and are weightless as
/// often, but the body is neither braked nor pushed forward at every step, pushes longer, and steps faster. How long a
/// push is, its share of twice the step rate says rather than its height, which a sensor of 2 g cuts off. A
/// logistic regression on three features, averaged over the run; another of two says up or down: who
/// climbs leans and sways, who descends lands hard.
///
/// Source: the fore-and-aft push of level running, P. R. Cavanagh, M. A. Lafortune, J. Biomech.
/// 13:397 (1980). Fitted by `Tools/fit/terrain` on 16 stair runs of 4 people and 25 jogs of 10, at
/// the waist. With people left out 14 of 16 stair runs are found, all but two at 3.7 steps a second, and none of 25 jogs
/// is mistaken for stair running, nor where the sensor cuts off at 2 or 1.5 g.
public struct StairRunning: ConfigurableMethod {
  /// What was fitted.
  var model = Model.fitted
  /// A longer run is level, seconds: 60 steps at three a second are six flights in one go.
  public var longestSeconds = 20.0

  /// The fitted numbers: log-odds with every feature at its lower limit, and what each feature adds, for stairs
  /// against level ground and for up against down.
  struct Model: Hashable, Sendable {
    var stairsIntercept: Double
    var stepSwing: HingeTerm
    var shortPush: HingeTerm
    var logStepHertz: HingeTerm
    var upIntercept: Double
    var jerk: HingeTerm
    var directionSpread: HingeTerm
  }

  /// The method with its settings as they were measured best.
  public init() {}

  /// Where the method comes from.
  public var provenance: Provenance {
    Provenance(
      method: "StairRunning", question: "quick stairs or running",
      citation: "Cavanagh and Lafortune 1980, J. Biomech. 13:397",
      doi: "10.1016/0021-9290(80)90033-0",
      deviations: ["the push read from the pelvis's acceleration, without its direction"],
      revision: 2)
  }

  /// What a frame of a run says.
  func evidence(of frame: inout FrameReading) -> GroundEvidence {
    let ground = frame.ground()
    return evidence(of: ground, gait: frame.features(), spread: frame.directionSwing())
  }

  func evidence(
    of f: GroundFeatures, gait: GaitFrameFeatures, spread: Double
  ) -> GroundEvidence {
    GroundEvidence(
      stairs: model.stairsIntercept + model.stepSwing(f.stepSwing)
        + model.shortPush(f.shortPush) + model.logStepHertz(gait.logStepHertz),
      up: model.upIntercept + model.jerk(f.jerk) + model.directionSpread(spread))
  }

  /// Whether a run goes up or down stairs.
  func isOnStairs(_ run: Walk, in recording: SequenceRecording) -> Bool {
    let span = run.seconds
    let frames = recording.frames.frames(from: span.lowerBound, to: span.upperBound)
    guard !frames.isEmpty, span.upperBound - span.lowerBound <= longestSeconds else { return false }
    return frames.reduce(0) { $0 + recording.frames[$1].groundOfRun.stairs } > 0
  }
}
