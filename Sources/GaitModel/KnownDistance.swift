/// A walk whose length somebody measured, beside what the model said of it.
public struct KnownDistance: Hashable, Sendable {
  /// The recording's name.
  public var recording: String
  /// The length of the path.
  public var known: Length
  /// What the model of the population said.
  public var estimated: Length

  /// Makes a known distance.
  public init(recording: String, known: Length, estimated: Length) {
    self.recording = recording
    self.known = known
    self.estimated = estimated
  }
}
