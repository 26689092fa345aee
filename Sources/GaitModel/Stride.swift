/// From one initial contact of a foot to the next of the same foot.
///
/// ```
///   L.......R.......L      initial contacts (L, R); time runs to the right
///   |-step--|-step--|      a step runs from one foot's contact to the other's
///   |----stride-----|      a stride from one foot's contact to its own next
///   |===|       |===|      both feet down: double support, twice in a stride
///       r           l      final contacts (l, r): the other foot leaves the ground
///   |---stance--|-swing|   own foot down, own foot in the air
/// ```
public struct Stride: Hashable, Sendable {
  /// The foot whose contacts bound the stride.
  public var foot: Foot
  /// From contact to contact, seconds from the first sample of the recording.
  public var seconds: Range<Double>
  /// Distance covered.
  public var length: Measured<Length>
  /// Time the foot is on the ground, seconds.
  public var stanceSeconds: Double?
  /// Time the foot is in the air, seconds.
  public var swingSeconds: Double?
  /// Time both feet are on the ground, seconds, both periods of the stride together.
  public var doubleSupportSeconds: Double?
  /// Whether the stride lies in a turn.
  public var isTurning: Bool
  /// Why the stride is none that says whether its bout is flat, steady walking, or `nil` when it is one. Its steps are among
  /// those of the bout's speed, lengths and distance all the same, each as far as its time is that of a step.
  public var leftOutReason: LeftOutReason?

  /// Makes a stride; see the properties for units.
  public init(
    foot: Foot, seconds: Range<Double>, length: Measured<Length> = .missing(.heightUnknown),
    stanceSeconds: Double? = nil, swingSeconds: Double? = nil, doubleSupportSeconds: Double? = nil,
    isTurning: Bool = false, leftOutReason: LeftOutReason? = nil
  ) {
    self.foot = foot
    self.seconds = seconds
    self.length = length
    self.stanceSeconds = stanceSeconds
    self.swingSeconds = swingSeconds
    self.doubleSupportSeconds = doubleSupportSeconds
    self.isTurning = isTurning
    self.leftOutReason = leftOutReason
  }

  /// Time the foot alone is on the ground, seconds: its stance without both double supports, which is
  /// the other foot's swing.
  public var singleSupportSeconds: Double? {
    guard let stanceSeconds, let doubleSupportSeconds else { return nil }
    return stanceSeconds - doubleSupportSeconds
  }

  /// Whether its length and time say how fast its bout goes on: also where it is implausibly short or long, because its steps are
  /// the bout's, but not where its time is that of no stride, as across a pause.
  var isOfPace: Bool { leftOutReason != .implausibleDuration }

  /// How long the stride takes, seconds.
  public var durationSeconds: Double { seconds.upperBound - seconds.lowerBound }

  /// Length over duration, or `nil` when the length is missing.
  public var speed: Speed? {
    length.value.map { Speed(metersPerSecond: $0.meters / durationSeconds) }
  }
}

/// Why a stride or a bout is not part of flat, steady walking. The raw value is written to files.
public enum LeftOutReason: String, Hashable, Sendable, CaseIterable, Comparable {
  /// Running, not walking.
  case running
  /// Too few strides for a mean that means something.
  case tooFewStrides = "too_few_strides"
  /// Step times vary more than in steady walking.
  case unsteady
  /// No rhythm at all: slow, in curves, with pauses.
  case irregular
  /// Mostly turning.
  case turning
  /// A stride too short or too long in time to be one.
  case implausibleDuration = "implausible_duration"
  /// A stride too short or too long in space to be one.
  case implausibleLength = "implausible_length"
  /// Stairs, not level ground.
  case stairs
  /// Perhaps stairs: not surely enough to say so, too likely to count as level ground.
  case possibleStairs = "possible_stairs"
  /// A slope, by the barometer.
  case incline
  /// More height for each step than steps can make: an escalator, by the barometer.
  case movingGround = "moving_ground"

  /// Orders reasons by their word, so that listings are stable.
  public static func < (a: LeftOutReason, b: LeftOutReason) -> Bool { a.rawValue < b.rawValue }
}

/// What a walk's double support was put together from, as fractions of the stride.
///
/// A single sensor reads double support weakly. So what is read is averaged with what is expected of
/// people at that speed, each weighted by the inverse of its squared error; both can be looked at here.
public struct DoubleSupportParts: Hashable, Sendable {
  /// What is expected at the walk's speed, 0-1.
  public var expected: Double
  /// Spread of people about `expected`.
  public var expectedError: Double
  /// What the motion alone says, 0-1.
  public var observed: Double
  /// Standard error of `observed`.
  public var observedError: Double

  /// Makes the two parts, fractions of the stride with positive errors.
  public init(expected: Double, expectedError: Double, observed: Double, observedError: Double) {
    self.expected = expected
    self.expectedError = expectedError
    self.observed = observed
    self.observedError = observedError
  }

  /// Their mean, each weighted by the inverse of its squared error.
  public var fused: Double {
    let trust = expectedError * expectedError
    let doubt = observedError * observedError
    return (doubt * expected + trust * observed) / (trust + doubt)
  }
}
