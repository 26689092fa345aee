import GaitModel

/// Who walks, and how: everything that a simulated walk takes from the person.
///
/// ```swift
/// var profile = WalkerProfile(height: Length(meters: 1.80), speed: Speed(metersPerSecond: 1.3))
/// profile.stepTimeAsymmetry = 0.12
/// ```
public struct WalkerProfile: Hashable, Sendable {
  /// Stature; the legs are ``legLengthFraction`` of it.
  public var height: Length
  /// Speed of steady straight walking.
  public var speed: Speed
  /// Cadence at ``speed``; the step length follows from the two.
  public var cadence: Cadence
  /// Share of the stride with both feet down, 0-1, the same for every stride.
  public var doubleSupportFraction: Double
  /// ln(time of left steps / time of right steps); positive when left steps take longer, 0 when
  /// both are equal. A left step ends with a left initial contact.
  public var stepTimeAsymmetry: Double
  /// Standard deviation of step times about their mean, seconds.
  public var stepTimeVariability: Double
  /// Standard deviation of step lengths, as a share of the mean.
  public var stepLengthVariability: Double
  /// Standard deviation of the size of a step's motion (all but the vertical), as a share.
  public var amplitudeJitter: Double
  /// How far the person departs from the mean of the people measured: 0 is the mean itself, 1
  /// spreads as they did.
  public var individuality: Double
  /// Factor on the sideways, yaw and roll motion. Above 2 the walker shifts weight more than it
  /// goes forward, as in a shuffle.
  public var lateralSway: Double
  /// Factor on the vertical motion that the step length asks for. Above 1 the pelvis moves up and
  /// down more than an inverted pendulum of that step does, as in a shuffle.
  public var excessMotion: Double
  /// Share of steps before which the walker hesitates, 0-1.
  public var hesitationShare = 0.0
  /// How long a hesitation lasts, seconds: from half to one and a half times as long.
  public var hesitationSeconds = 0.8
  /// The foot that scrapes over the floor while it swings; `nil` where both are lifted.
  public var draggedFoot: Foot?

  /// Makes a walker.
  /// - Parameters:
  ///   - height: Stature.
  ///   - speed: Speed of steady straight walking.
  ///   - cadence: Cadence at that speed; by default the step is `walkRatio` meters long for each
  ///     step per minute.
  ///   - stepLength: Step length at that speed; wins over `cadence`.
  public init(
    height: Length = Length(meters: 1.72), speed: Speed = Speed(metersPerSecond: 1.15),
    cadence: Cadence? = nil, stepLength: Length? = nil
  ) {
    self.height = height
    self.speed = speed
    let perMinute = 60 * speed.metersPerSecond
    if let stepLength {
      self.cadence = Cadence(stepsPerMinute: perMinute / stepLength.meters)
    } else {
      self.cadence = cadence ?? Cadence(stepsPerMinute: (perMinute / Self.walkRatio).squareRoot())
    }
    doubleSupportFraction = 0.24
    stepTimeAsymmetry = 0
    stepTimeVariability = 0.020
    stepLengthVariability = 0.025
    amplitudeJitter = 0.10
    individuality = 0.5
    lateralSway = 1
    excessMotion = 1
  }

  /// Step length over cadence, meters per (step per minute), which adults keep at all speeds
  /// (Sekiya, Nagasaki, Ito, Furuna, "Optimal walking in terms of variability in step length",
  /// J Orthop Sports Phys Ther 26, 1997, found it invariant); 0.0060 is 0.64 m at 107 steps/min.
  public static let walkRatio = 0.0060

  /// Leg length over stature: the height of the hip joint
  /// (Winter, "Biomechanics and Motor Control of Human Movement", 1990: 0.530).
  public static let legLengthFraction = 0.53

  /// Step length over the chord of the pendulum's arc: the step also advances while both feet are
  /// down (Zijlstra, Hof, Gait Posture 18, 2003, found 1.25; 1.28 on the people of the harmonics).
  public static let pendulumFactor = 1.28

  /// Leg length in meters.
  var legMeters: Double { Self.legLengthFraction * height.meters }

  /// Mean step length of steady straight walking.
  public var stepLength: Length {
    Length(meters: speed.metersPerSecond * 60 / cadence.stepsPerMinute)
  }

  /// How far the pelvis rises in a step of so many meters: L = K · 2 √(2 l h − h²) solved for h.
  func verticalExcursion(stepMeters: Double) -> Double {
    let halfChord = min(stepMeters / (2 * Self.pendulumFactor), 0.9 * legMeters)
    return legMeters - (legMeters * legMeters - halfChord * halfChord).squareRoot()
  }
}
