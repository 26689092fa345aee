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

  /// What a frame says, unless it need not be known.
  ///
  /// - Parameters:
  ///   - frame: four seconds in which something moves.
  ///   - isSettled: whether a frame is neither walking nor running if it says so much at most, whatever follows it. Ask it of
  ///     what can be told at little cost; asking is free to a method that knows no such bound.
  /// - Returns: what ``evidence(of:)`` returns, or `nil` where `isSettled` was so.
  func evidence(
    of frame: inout FrameReading, unless isSettled: (FrameEvidence) -> Bool
  ) -> FrameEvidence?

  /// How the frames are decided together.
  var decoding: SequenceDecoding { get }

  /// Whether a run is a series of jumps.
  ///
  /// - Parameters:
  ///   - run: frames of the run.
  ///   - stepHertz: its mean step frequency.
  /// - Returns: `false` where the method does not tell the two apart.
  func isJumping(_ run: [GaitFrame], stepHertz: Double) -> Bool

  /// Whether a run waits for ``allowsRun(_:)``, 30 s at most.
  var judgesRuns: Bool { get }

  /// Whether frames that were decoded as running may be a run; what is none is searched for walking.
  ///
  /// - Parameter pushes: how hard the steps of each frame push, as the evidence says.
  /// - Returns: `true` where they may.
  func allowsRun(_ pushes: [Double]) -> Bool
}

extension GaitSequenceDetector {
  /// Every frame is looked at in full.
  public func evidence(
    of frame: inout FrameReading, unless isSettled: (FrameEvidence) -> Bool
  ) -> FrameEvidence? { evidence(of: &frame) }

  /// Jumps are not separated from runs.
  public func isJumping(_ run: [GaitFrame], stepHertz: Double) -> Bool { false }

  /// Pushes are not asked for.
  public var judgesRuns: Bool { false }

  /// Whatever was decoded as a run is one.
  public func allowsRun(_ pushes: [Double]) -> Bool { true }
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

/// Gait sequences that are so close that they must be looked at together.
struct GaitSequenceGroup: Hashable, Sendable {
  /// Frames of each sequence, in time order.
  var sequences: [Range<FrameIndex>]
  /// Whether the group begins or ends only because it had grown too long.
  var isCut = (before: false, after: false)

  /// From the first to the last frame.
  var frames: Range<FrameIndex> {
    sequences[0].lowerBound..<sequences[sequences.count - 1].upperBound
  }

  /// Takes one more frame behind the last one, or some frames later.
  fileprivate mutating func append(_ frame: FrameIndex) {
    let last = sequences.count - 1
    if sequences[last].upperBound == frame {
      sequences[last] = sequences[last].lowerBound..<(frame + 1)
    } else {
      sequences.append(frame..<(frame + 1))
    }
  }

  static func == (a: Self, b: Self) -> Bool { a.sequences == b.sequences && a.isCut == b.isCut }
  func hash(into hasher: inout Hasher) { hasher.combine(sequences) }
}

/// Gathers decided frames into groups of gait sequences.
struct GaitSequenceGroups: Sendable {
  /// Sequences closer than this share a group: contacts are searched a second outside each, a pause
  /// of 3 s does not end a walk, and the filters need a little more.
  static let mergeFrames = Int((6.4 / SlowAcceleration.hopSeconds).rounded())
  /// A longer pause ends a walk or a run, seconds.
  static let longestPauseSeconds = 3.0
  /// A group is analyzed after so many frames at the latest, half an hour, so that memory is bounded.
  static let longestGroup = Int(1800 / SlowAcceleration.hopSeconds)

  /// The group that may still grow.
  private(set) var open: GaitSequenceGroup?
  private var frame: FrameIndex = 0
  private var startsCut = false

  /// Takes the next frame's state; returns a group that can no longer grow.
  mutating func append(isGait: Bool) -> GaitSequenceGroup? {
    defer { frame += 1 }
    if isGait { grow() } else if open == nil { startsCut = false }
    guard var group = open else { return nil }
    if group.frames.count >= Self.longestGroup {
      group.isCut.after = isGait
      startsCut = isGait
      open = nil
      return group
    }
    guard frame - group.frames.upperBound >= Self.mergeFrames else { return nil }
    open = nil
    return group
  }

  /// Ends the run of samples; returns what was still open.
  mutating func finish() -> GaitSequenceGroup? {
    defer { open = nil }
    return open
  }

  /// Frames before this one are no longer needed for any group to come.
  var firstNeeded: FrameIndex { open?.frames.lowerBound ?? frame }

  private mutating func grow() {
    guard open == nil else {
      open?.append(frame)
      return
    }
    open = GaitSequenceGroup(sequences: [frame..<(frame + 1)], isCut: (startsCut, false))
    startsCut = false
  }
}
