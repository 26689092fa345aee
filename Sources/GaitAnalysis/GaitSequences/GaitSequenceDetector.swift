import GaitModel

/// Says of each frame how likely the person walks or runs in it; gait sequences are the most likely ones.
///
/// The frames come one after the other while a recording is read, so an answer keeps nothing between
/// them. The decoding is the same for all answers: switching has a cost, and running is
/// decided before walking is searched in the rest.
public protocol GaitSequenceDetector: ConfigurableMethod {
  /// What a frame says.
  ///
  /// - Parameter frame: four seconds in which something moves.
  /// - Returns: log-odds of walking and of running; `-infinity` for what it cannot be.
  func evidence(of frame: inout FrameReading) -> FrameEvidence

  /// How the frames are decided together.
  var decoding: SequenceDecoding { get }

  /// Whether a run is a series of jumps.
  ///
  /// - Parameters:
  ///   - run: frames of the run.
  ///   - stepHertz: its mean step frequency.
  /// - Returns: `false` where the method does not tell the two apart.
  func isJumping(_ run: [GaitFrame], stepHertz: Double) -> Bool
}

extension GaitSequenceDetector {
  /// Jumps are not separated from runs.
  public func isJumping(_ run: [GaitFrame], stepHertz: Double) -> Bool { false }
}

/// How frames are decided together: what switching costs, and how much a single frame may say.
public struct SequenceDecoding: Hashable, Sendable {
  /// What a switch between walking and not walking costs, log-odds.
  public var walkingSwitchCost = 1.5
  /// What a switch between running and not running costs, log-odds: a few leaps are not a run.
  public var runningSwitchCost = 4.0
  /// A single frame never counts for more than this, log-odds.
  public var largestEvidence = 4.0

  /// The costs that were measured best.
  public init() {}
}
