/// A stretch that is likely to contain gait: a claim, not yet a walking bout.
public struct GaitSequence: Hashable, Sendable {
  /// From start to end, seconds from the first sample of the recording.
  public var seconds: Range<Double>

  /// Makes a gait sequence.
  public init(seconds: Range<Double>) { self.seconds = seconds }
}
