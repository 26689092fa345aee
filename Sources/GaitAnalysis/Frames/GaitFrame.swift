import GaitModel

/// A frame of slow acceleration, counted from the first of an uninterrupted run of samples: frame `j` is
/// centered `0.4 j` seconds after the run's first sample.
public typealias FrameIndex = Int

/// What the detector of gait sequences says of a frame.
public struct FrameEvidence: Hashable, Sendable {
  /// Log-odds that the person walks.
  public var walking: Double
  /// Log-odds that the person runs.
  public var running: Double
  /// Log-odds that a frame of running is one of jumping.
  public var jumping = 0.0
  /// Whether it may belong to a run at all, so that the ground of a run is asked for.
  public var mayBeRun = false

  /// Makes evidence from the log-odds of walking and of running.
  public init(walking: Double, running: Double = -.infinity) {
    (self.walking, self.running) = (walking, running)
  }
}

/// Log-odds of stairs, and of up against down, in one frame.
public struct GroundEvidence: Hashable, Sendable {
  /// Log-odds of stairs against level ground.
  public var stairs: Double
  /// Log-odds that they are climbed rather than descended.
  public var up: Double

  /// Makes evidence; both in log-odds.
  public init(stairs: Double, up: Double) { (self.stairs, self.up) = (stairs, up) }

  /// A frame that says nothing.
  public static let none = GroundEvidence(stairs: 0, up: 0)
}

/// Says of a frame what it tells about the ground.
public protocol FrameGroundReader: Sendable {
  /// What a frame says about the ground of a walk and of a run.
  ///
  /// - Parameters:
  ///   - frame: the frame, to be looked at as far as need be.
  ///   - gait: what the detector of gait said of it.
  /// - Returns: `none` where nothing is said.
  func evidence(
    of frame: inout FrameReading, gait: FrameEvidence
  ) -> (walk: GroundEvidence, run: GroundEvidence)
}

/// What one frame of 4 s said, kept for as long as a walk may still need it.
public struct GaitFrame: Sendable {
  /// How well each candidate step frequency explains the frame; larger is better.
  public var scores: [Double]
  /// What the detector said.
  public var gait: FrameEvidence
  /// What the frame says about the ground of a walk.
  public var ground = GroundEvidence.none
  /// What the frame says about the ground of a run.
  public var groundOfRun = GroundEvidence.none

  /// A frame in which nothing moves.
  static let still = GaitFrame(
    scores: Array(repeating: 0, count: StepFrequencyEvidence.candidates.count),
    gait: FrameEvidence(walking: -.infinity))
}

/// The frames that cover some gait sequences, by their own numbers.
public struct GaitFrames: Sendable {
  /// The grid's sample at the center of frame 0 of the run.
  var runStart: SampleIndex
  /// The frames, one after the other.
  var kept: GridSignal<GaitFrame>

  /// The numbers of the frames.
  public var indices: Range<FrameIndex> { kept.startIndex..<kept.endIndex }

  /// A frame by its number.
  public subscript(index: FrameIndex) -> GaitFrame { kept[index] }

  /// The frames centered between two times, seconds of the recording; empty where there is none.
  public func frames(from start: Double, to end: Double) -> Range<FrameIndex> {
    let inside = indices.filter { seconds(at: $0) >= start && seconds(at: $0) <= end }
    guard let first = inside.first, let last = inside.last else { return 0..<0 }
    return first..<(last + 1)
  }

  /// The grid's sample at the center of a frame.
  func sample(at index: FrameIndex) -> SampleIndex {
    runStart + index * SlowAcceleration.hop * SlowAcceleration.factor
  }

  /// Seconds of the recording at the center of a frame.
  public func seconds(at index: FrameIndex) -> Double {
    SampleGrid.seconds(at: Double(sample(at: index)))
  }
}
