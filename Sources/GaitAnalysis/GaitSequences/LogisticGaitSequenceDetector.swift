import Foundation
import GaitModel

/// Walking, running, jumping and work of the hands, told apart frame by frame by logistic regressions.
///
/// Running is decided first and has its own decoder. Direction and softness of the push separate
/// jumps from runs. Where the device may feel a hand, work of the hands is separated from walking.
/// The log-odds that a way of wearing adds are settings.
///
/// Sources: those of its parts; decoding, A. Viterbi, IEEE Trans. Inf. Theory 13:260 (1967).
public struct LogisticGaitSequenceDetector: GaitSequenceDetector {
  /// How the frames are decided together.
  public var decoding = SequenceDecoding()
  /// What the way of wearing adds to the log-odds of walking. At the lower back and hip +0.2: little else moves
  /// there like walking, and the search for steps has the last word. At the wrist -1: hands keep rhythms of
  /// their own.
  public var walkingLogOdds = 0.0
  /// What the way of wearing adds to the log-odds of running in a frame that is no jump. At the lower back and
  /// hip -0.8: above -0.7 the fastest steps of one walker in seven at the hip are called running; elsewhere no
  /// walker is, and joggers would be lost.
  public var runningLogOdds = 0.0
  /// What a frame that may show jumps is given toward flight, log-odds: hops are low and irregular. Zero where
  /// hands are felt: their work looks like jumps.
  public var jumpingLogOdds = 0.8
  /// Whether the device feels work of the hands where it is worn, which must not count as walking.
  public var feelsHands = false
  /// A frame is held back only when more than this speaks for work of the hands, log-odds. 4 where the device
  /// may be elsewhere after all, because a slow walk felt at the back does not bounce either; 0 at the wrist.
  public var handWorkLogOdds = 0.0
  var walking = WalkingFrameModel()
  var running = RunningDetector()
  /// Tells jumps from runs.
  public var jumping = JumpingDetector()
  var handWork = HandWorkModel()

  /// The method for a device that may move with any part of the body but the hands.
  public init() {}

  /// Where the method comes from.
  public var provenance: Provenance {
    Provenance(
      method: "LogisticGaitSequenceDetector", question: "gait sequences",
      citation: "Cox 1958 (logistic regression); Viterbi 1967 (decoding)",
      doi: "10.1109/TIT.1967.1054010",
      deviations: [
        "running first, then walking in what is left", "log-odds for each way of wearing",
      ],
      revision: 2)
  }

  /// The regressions that it asks.
  public var parts: [any GaitMethod] {
    feelsHands ? [walking, running, jumping, handWork] : [walking, running, jumping]
  }

  /// Log-odds of walking, running and jumping in a frame.
  public func evidence(of frame: inout FrameReading) -> FrameEvidence {
    let features = frame.features
    var walks = walking.logOdds(of: features) + walkingLogOdds
    if feelsHands {
      walks = min(walks, handWork.logOdds(of: features) + handWorkLogOdds)
    }
    var found = FrameEvidence(walking: walks, running: running.logOdds(of: features))
    guard found.running > jumping.leastRunningLogOdds else { return found }
    found.mayBeRun = true
    found.jumping = jumping.logOdds(of: frame.ground())
    let hertz = exp(features.logStepHertz)
    let mayJump = found.jumping + jumping.cadenceLogOdds(atHertz: hertz) > 0
    found.running += mayJump ? jumpingLogOdds : runningLogOdds
    return found
  }

  /// Whether direction and softness of the push, and the cadence, speak for jumping on average.
  public func isJumping(_ run: [GaitFrame], stepHertz: Double) -> Bool {
    guard !run.isEmpty else { return false }
    let sum = run.reduce(0) { $0 + $1.gait.jumping }
    return sum / Double(run.count) + jumping.cadenceLogOdds(atHertz: stepHertz) > 0
  }
}
