/// A stretch that is likely to contain gait: a claim, not yet a walking bout.
public struct GaitSequence: Hashable, Sendable {
  /// From start to end, seconds from the first sample of the recording.
  public var seconds: Range<Double>
  /// The method that claims it; `nil` where it was no method.
  public var method: MethodIdentity?

  /// Makes a gait sequence.
  public init(seconds: Range<Double>, method: MethodIdentity? = nil) {
    self.seconds = seconds
    self.method = method
  }
}
