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
  /// Whether flight in every second is enough for a run, where the device is worn: at the lower back and hip, where no
  /// walker moves so hard. In a pocket a walking leg does.
  public var trustsFlight = false
  /// Whether the device feels work of the hands where it is worn, which must not count as walking.
  public var feelsHands = false
  /// A frame is held back only when more than this speaks for work of the hands, log-odds. 4 where the device
  /// may be elsewhere after all, because a slow walk felt at the back does not bounce either; 8 in the hand,
  /// because a phone that lies flat in it goes up and down along a line, and a hand that holds one neither
  /// stirs nor claps; 0 at the wrist.
  public var handWorkLogOdds = 0.0
  var walking = WalkingFrameModel()
  var running = RunningDetector()
  /// Tells jumps from runs.
  public var jumping = JumpingDetector()
  /// Tells runs by their flight alone.
  public var flight = FlightRule()
  /// Tells runs from fast walks.
  public var push = StepPushRule()
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
      revision: 3)
  }

  /// The regressions that it asks.
  public var parts: [any GaitMethod] {
    [walking, running, jumping] + (judgesRuns ? [push] : []) + (feelsHands ? [handWork] : [])
      + (trustsFlight ? [flight] : [])
  }

  /// Log-odds of walking, running and jumping in a frame.
  public func evidence(of frame: inout FrameReading) -> FrameEvidence {
    evidence(of: &frame, unless: { _ in false }) ?? FrameEvidence(walking: -.infinity)
  }

  /// A frame is bounded by its levels first, then by its posture too.
  public func evidence(
    of frame: inout FrameReading, unless isSettled: (FrameEvidence) -> Bool
  ) -> FrameEvidence? {
    let levels = frame.levels()
    let walks = walking.largestLogOdds(of: levels) + walkingLogOdds
    let runs = running.largestLogOdds(of: levels)
    let most = FrameEvidence(walking: walks, running: largestRunning(runs))
    if isSettled(most) { return nil }
    guard walks > -decoding.largestEvidence || runs > leastRunningLogOdds else {
      return FrameEvidence(walking: -.infinity)
    }
    let upright =
      walking.largestLogOdds(of: levels, swayShare: frame.swayShare()) + walkingLogOdds
    if isSettled(FrameEvidence(walking: upright, running: most.running)) { return nil }
    return evidence(of: &frame, features: frame.features())
  }

  /// What a frame says that was looked at in full.
  private func evidence(
    of frame: inout FrameReading, features: GaitFrameFeatures
  ) -> FrameEvidence {
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
    if judgesRuns, !mayJump { found.push = push.push(of: frame.slow, stepHertz: hertz) }
    if trustsFlight, flight.isFlight(frame.slow) {
      found.running = max(found.running, decoding.largestEvidence)
    }
    return found
  }

  /// The most that a frame can say for running once jumps and flight were asked for, log-odds.
  private func largestRunning(_ runs: Double) -> Double {
    guard runs > jumping.leastRunningLogOdds else { return runs }
    return trustsFlight ? .infinity : runs + max(0, jumpingLogOdds, runningLogOdds)
  }

  /// A frame is not looked at further when it cannot say more than this for running, log-odds: to the decoder it
  /// says all it may, and no jump is asked for.
  private var leastRunningLogOdds: Double {
    min(-decoding.largestEvidence, jumping.leastRunningLogOdds)
  }

  /// Whether direction and softness of the push, the cadence and how long it lasts speak for jumping.
  public func isJumping(_ run: [GaitFrame], stepHertz: Double) -> Bool {
    guard !run.isEmpty else { return false }
    let sum = run.reduce(0) { $0 + $1.gait.jumping }
    let seconds = Double(run.count) * SlowAcceleration.hopSeconds
    return sum / Double(run.count) + jumping.cadenceLogOdds(atHertz: stepHertz)
      + jumping.enduranceLogOdds(ofSeconds: seconds) > 0
  }

  /// Whether pushes are asked for.
  public var judgesRuns: Bool { push.leastPushShare > 0 }

  /// Whether the steps push hard enough; frames that may show jumps are not asked.
  public func allowsRun(_ pushes: [Double]) -> Bool { push.allowsRun(pushes) }
}

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
    return levelLogOdds(of: f) + m.relativeLevel(f.relativeLevel)
      + m.strideCorrelation(f.strideCorrelation) + m.utility(f.utility) + m.swayShare(f.swayShare)
  }

  /// The most that a frame with these levels can say for walking, whatever its rhythm; and with this posture, where it is known.
  func largestLogOdds(of f: GaitFrameFeatures, swayShare: Double? = nil) -> Double {
    let m = model
    return levelLogOdds(of: f) + m.relativeLevel.largest(in: f.relativeLevels)
      + m.strideCorrelation.largest + m.utility.largest
      + (swayShare.map { m.swayShare($0) } ?? m.swayShare.largest)
  }

  /// What is known of a frame before it is transformed.
  private func levelLogOdds(of f: GaitFrameFeatures) -> Double {
    let m = model
    return m.intercept + m.magnitudeLevel(f.magnitudeLevel) + m.steadiness(f.steadiness)
      + m.weightlessShare(f.weightlessShare) + m.verticalShare(f.verticalShare)
      + m.shortLevel(f.shortLevel) + m.tilt(f.tilt)
  }
}

/// Tells a hand that a walking body carries from a hand at work, frame by frame.
///
/// Clapping, brushing and stirring are as rhythmic as walking. But a walking body bounces, all of it,
/// once a step, and a hand that hangs from it moves in all three directions; a hand at work moves along
/// a line or in a plane and leaves the magnitude of the force nearly alone for how hard it moves. A
/// logistic regression on eight features, each with one hinge; what is not walking was learned from real
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
    var stepCorrelation: HingeTerm
  }

  var provenance: Provenance {
    Provenance(
      method: "HandWorkModel", question: "walking or work of the hands",
      citation: "Cox 1958 (logistic regression)", doi: "10.1111/j.2517-6161.1958.tb00292.x",
      deviations: ["own features; simulated work of the hands beside real recordings"], revision: 2)
  }

  /// Log-odds that a walking body carries the hand.
  func logOdds(of f: GaitFrameFeatures) -> Double {
    let m = model
    return m.intercept + m.relativeLevel(f.relativeLevel) + m.magnitudeLevel(f.magnitudeLevel)
      + m.steadiness(f.steadiness) + m.utility(f.utility) + m.logStepHertz(f.logStepHertz)
      + m.spread(f.spread) + m.bounce(f.bounce) + m.stepCorrelation(f.stepCorrelation)
  }
}
