/// A foot.
public enum Foot: String, Hashable, Sendable, CaseIterable {
  /// The left foot.
  case left
  /// The right foot.
  case right
  /// The foot could not be determined.
  case unknown

  /// The other foot; `unknown` stays `unknown`.
  public var other: Foot {
    switch self {
    case .left: .right
    case .right: .left
    case .unknown: .unknown
    }
  }
}

/// The instant at which a foot first touches the ground.
public struct InitialContact: Hashable, Sendable {
  /// Seconds from the first sample of the recording, finer than a sample.
  public var seconds: Double
  /// Which foot.
  public var foot: Foot

  /// Makes an initial contact at so many seconds from the first sample of the recording.
  public init(seconds: Double, foot: Foot = .unknown) {
    self.seconds = seconds
    self.foot = foot
  }
}

/// The instant at which a foot leaves the ground.
public struct FinalContact: Hashable, Sendable {
  /// Seconds from the first sample of the recording.
  public var seconds: Double
  /// Which foot.
  public var foot: Foot

  /// Makes a final contact at so many seconds from the first sample of the recording.
  public init(seconds: Double, foot: Foot = .unknown) {
    self.seconds = seconds
    self.foot = foot
  }
}

/// A change of walking direction.
public struct Turn: Hashable, Sendable {
  /// From start to end, seconds from the first sample of the recording.
  public var seconds: Range<Double>
  /// How far, degrees; positive to the left (counter-clockwise seen from above).
  public var angleDegrees: Double

  /// Makes a turn; the angle is in degrees, positive to the left.
  public init(seconds: Range<Double>, angleDegrees: Double) {
    self.seconds = seconds
    self.angleDegrees = angleDegrees
  }
}
