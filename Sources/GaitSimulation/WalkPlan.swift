import GaitModel

/// What the walker does, one thing after another.
///
/// ```swift
/// let plan = WalkPlan([
///   .stand(seconds: 3), .walkDistance(meters: 10), .turn(degrees: 180, seconds: 2), .walkDistance(meters: 10),
///   .stand(seconds: 3),
/// ])
/// ```
public struct WalkPlan: Hashable, Sendable {
  /// The segments, first to last. Walks and turns that follow each other are one bout.
  public var segments: [Segment]

  /// Makes a plan from its segments.
  public init(_ segments: [Segment]) { self.segments = segments }

  /// One thing to do.
  public enum Segment: Hashable, Sendable {
    /// Stand for so many seconds; after a walk for 1.5 s at least.
    case stand(seconds: Double)
    /// Walk straight for about so many seconds, to the nearest whole step.
    case walk(seconds: Double, speed: Speed? = nil)
    /// Walk straight for about so many meters, to the nearest whole step.
    case walkDistance(meters: Double, speed: Speed? = nil)
    /// Turn while stepping, degrees to the left within so many seconds. Between two stands the
    /// walker turns on the spot, with short steps.
    case turn(degrees: Double, seconds: Double)
    /// Stand while the hands work for so many seconds; felt at the wrist and in the hand only.
    case work(HandWork, seconds: Double)
    /// Take so many steps on a staircase, each higher by `riser`, or lower where it is negative.
    case stairs(steps: Int, riser: Length)
    /// Walk about so many meters on a slope; the grade is height over distance, negative down.
    case slope(meters: Double, grade: Double)
    /// Stand while a lift, an escalator or a car carries the walker so much higher, evenly.
    case carried(seconds: Double, rise: Length)
    /// Run straight for about so many seconds.
    case run(seconds: Double, speed: Speed)
  }
}
