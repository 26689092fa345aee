import Foundation
import GaitModel

/// What one frame of 4 s said, kept for as long as a walk may still need it.
struct GaitFrame: Sendable {
  /// How well each candidate step frequency explains the frame; larger is better.
  var scores: [Double]
  /// Log-odds that the person walks in the frame.
  var logOddsOfWalking: Double
  /// Log-odds that the person runs in the frame.
  var logOddsOfRunning: Double
  /// Log-odds that a frame of running is one of jumping.
  var logOddsOfJumping = 0.0
  /// What the frame says about the ground of a walk.
  var ground = GroundEvidence.none
  /// What the frame says about the ground of a run.
  var groundOfRun = GroundEvidence.none
}

/// The frames of a stretch that an excerpt covers.
struct GaitFrames: Sendable {
  /// Number of the first frame, counted from the start of the stretch.
  var first: Int
  /// Grid index at the center of frame 0 of the stretch.
  var gridStart: Int
  /// One after the other from `first` on.
  var frames: [GaitFrame]

  /// The indices in `frames` of those centered between two times.
  func frames(from start: Double, to end: Double) -> Range<Int> {
    let inside = frames.indices.filter { seconds(at: $0) >= start && seconds(at: $0) <= end }
    return (inside.first ?? 0)..<((inside.last ?? -1) + 1)
  }

  /// Seconds of the recording at the center of the frame with some index in `frames`.
  func seconds(at index: Int) -> Double {
    Double(gridStart + (first + index) * SlowAcceleration.hop * SlowAcceleration.factor)
      / UniformSampling.rateHertz
  }
}

/// Reads frames, one after the other.
struct GaitFrameReader {
  private let ridge: StepFrequencyRidge
  private let walking: GaitSequenceDetector
  private let arm: ArmGaitDetector
  private let running: RunningDetector
  private let jumping: JumpingDetector
  private let trust: Double
  private let jumpTrust: Double
  private let runPrior: Double
  private let site: WearingSite?
  /// `nil` where stairs cannot be told by the motion.
  private let stairs: StairFrameModel?
  /// `nil` where quick stairs cannot be told from running.
  private let quickStairs: QuickStairs?
  private var groundReader = GroundFeatureReader()
  private let directionSpread = DirectionSpread()
  private var spectra = FrameSpectra(
    length: SlowAcceleration.frameLength, correlationBandHertz: 0.3...8, largestBiasLag: 85)

  init(pipeline: GaitPipeline, site: WearingSite?) {
    ridge = pipeline.stepFrequency
    walking = pipeline.sequences
    running = pipeline.running
    jumping = pipeline.jumping
    arm = pipeline.armSequences
    trust = site?.isPelvis ?? false ? pipeline.sequences.pelvisTrust : 0
    jumpTrust = pipeline.armSequences.isAsked(at: site) ? 0 : pipeline.jumping.trust
    runPrior = site?.isPelvis ?? false ? pipeline.running.pelvisPrior : 0
    self.site = site
    stairs = site?.showsStairs == true ? pipeline.stairFrames : nil
    quickStairs = site?.isPelvis == true ? pipeline.quickStairs : nil
  }

  /// Below this a frame is still and not looked at further, RMS of the vector in m/s²: a quarter of the
  /// weakest gait, and the noise of a sensor at rest.
  private static let leastVariation = 0.05
  /// A frame in which nothing moves.
  private static let still = GaitFrame(
    scores: Array(repeating: 0, count: StepFrequencyRidge.candidates.count),
    logOddsOfWalking: -.infinity, logOddsOfRunning: -.infinity)

  /// Reads a frame's 100 samples.
  mutating func read(_ slow: SlowAcceleration) -> GaitFrame {
    let square = spectra.readSamples(slow)
    guard square >= Self.leastVariation * Self.leastVariation else { return Self.still }
    spectra.transform()
    let scores = ridge.scores(of: spectra)
    let features = GaitFrameFeatures(of: slow, spectra: spectra, scores: scores)
    var frame = GaitFrame(
      scores: scores,
      logOddsOfWalking: arm.logOdds(
        of: features, elsewhere: walking.logOdds(of: features) + trust, site: site),
      logOddsOfRunning: running.logOdds(of: features))
    let mayRun = frame.logOddsOfRunning > jumping.leastLogOddsOfRunning
    let mayClimb = stairs.map { frame.logOddsOfWalking > $0.leastLogOddsOfWalking } ?? false
    guard mayRun || mayClimb else { return frame }
    let ground = groundReader.features(of: slow, spectra: spectra, gait: features)
    if mayRun {
      frame.logOddsOfJumping = jumping.logOdds(of: ground)
      let mayJump = jumping.mayJump(frame, hertz: exp(features.logStepHertz))
      frame.logOddsOfRunning += mayJump ? jumpTrust : -runPrior
      if let quickStairs {
        frame.groundOfRun = quickStairs.evidence(
          of: ground, gait: features, spread: directionSpread(slow))
      }
    }
    if mayClimb, let stairs { frame.ground = stairs.evidence(of: ground) }
    return frame
  }
}
