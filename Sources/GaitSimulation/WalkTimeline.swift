import GaitModel

/// A plan carried out by one walker: every step and every turn with its time.
struct WalkTimeline {
  private(set) var bouts: [SimulatedBout] = []
  private(set) var turns: [Turn] = []
  /// When the hands work, and at what, in time order.
  private(set) var work: [(seconds: Range<Double>, work: HandWork)] = []
  private(set) var durationSeconds = 0.0
  private(set) var height = HeightPath()

  private let profile: WalkerProfile
  private var generator: SplitMix64
  private var steps: [SimulatedStep] = []
  private var nextFoot: Foot

  /// The first and the last step of a walk lead this share of a full one: the foot catches up with
  /// the other, which did not move before.
  private static let endStepShare = 0.7
  /// Steps in a turn are this share of a straight one's length, and take a little longer.
  private static let turningLengthShare = 0.75
  private static let turningTimeShare = 1.05
  /// Steps of a turn on the spot are this share of a straight one's length.
  private static let pivotLengthShare = 0.35

  /// A walk needs this many seconds to come to rest; a shorter stand after it is made longer.
  private static let shortestPause = 1.5

  init(plan: WalkPlan, profile: WalkerProfile, generator: SplitMix64) {
    self.profile = profile
    self.generator = generator
    nextFoot = self.generator.uniform() < 0.5 ? .left : .right
    for (index, segment) in plan.segments.enumerated() {
      let isPivot = Self.isPivot(index, in: plan.segments)
      carryOut(segment, isPivot: isPivot)
    }
    closeBout()
  }

  private mutating func carryOut(_ segment: WalkPlan.Segment, isPivot: Bool) {
    switch segment {
    case .stand(let seconds):
      durationSeconds += steps.isEmpty ? seconds : max(seconds, Self.shortestPause)
      closeBout()
    case .walk(let seconds, let speed):
      let end = durationSeconds + seconds
      let pace = Pace(profile, at: speed)
      while durationSeconds + pace.stepSeconds / 2 < end { takeStep(pace) }
    case .walkDistance(let meters, let speed):
      walk(meters: meters, Pace(profile, at: speed))
    case .turn(let degrees, let seconds):
      turn(degrees: degrees, seconds: seconds, isPivot: isPivot)
    case .work(let work, let seconds):
      closeBout()
      self.work.append((durationSeconds..<(durationSeconds + seconds), work))
      durationSeconds += seconds
    case .stairs(let steps, let riser):
      let pace = Pace(profile, onStairsOf: riser)
      for _ in 0..<steps { takeStep(pace) }
    case .slope(let meters, let grade):
      walk(meters: meters, Pace(profile, grade: grade))
    case .carried(let seconds, let rise):
      closeBout()
      height.rise(rise.meters, from: durationSeconds, to: durationSeconds + seconds)
      durationSeconds += seconds
    case .run(let seconds, let speed):
      let end = durationSeconds + seconds
      let pace = Pace(running: speed)
      while durationSeconds + pace.stepSeconds / 2 < end { takeStep(pace) }
    }
  }

  private mutating func walk(meters: Double, _ pace: Pace) {
    var remaining = meters
    while remaining > pace.stepMeters / 2 {
      takeStep(pace)
      remaining -= steps[steps.count - 1].length.meters
    }
  }

  private mutating func turn(degrees: Double, seconds: Double, isPivot: Bool) {
    let end = durationSeconds + seconds
    turns.append(Turn(seconds: durationSeconds..<end, angleDegrees: degrees))
    var pace = Pace(profile, at: nil)
    pace.stepMeters *= isPivot ? Self.pivotLengthShare : Self.turningLengthShare
    pace.stepSeconds *= Self.turningTimeShare
    pace.isTurning = true
    while durationSeconds + pace.stepSeconds / 2 < end { takeStep(pace) }
    durationSeconds = max(durationSeconds, end)
  }

  private mutating func takeStep(_ pace: Pace) {
    let foot = nextFoot
    nextFoot = foot.other
    let start = steps.last?.seconds.upperBound ?? durationSeconds
    let wander = profile.stepTimeVariability * generator.normal(within: 2.5)
    let shortest = 0.5 * pace.stepSeconds
    let length =
      pace.stepMeters * (1 + profile.stepLengthVariability * generator.normal(within: 2.5))
    let duration = max(pace.stepSeconds * timeShare(of: foot) + wander, shortest)
    precondition(length > 0 && duration > 0, "the profile and the plan pass their validate()")
    let pause = steps.isEmpty ? 0 : hesitation()
    let end = start + pause + duration
    steps.append(
      SimulatedStep(
        foot: foot, seconds: start..<end,
        finalContactSeconds: flightStart
          ?? start + pause + profile.doubleSupportFraction * duration,
        length: Length(meters: steps.isEmpty ? Self.endStepShare * length : length),
        isTurning: pace.isTurning, rise: Length(meters: pace.riseMeters),
        isRunning: pace.isRunning, pauseSeconds: pause))
    if pace.riseMeters != 0 { height.rise(pace.riseMeters, from: start, to: end) }
    durationSeconds = end
  }

  /// When the flight of the last step begins, seconds: the foot that moves next leaves the ground then. `nil` where that
  /// step was no running one.
  private var flightStart: Double? {
    guard let last = steps.last, last.isRunning else { return nil }
    return last.seconds.lowerBound + RunningPush.contactShare * last.durationSeconds
  }

  /// How long the walker hesitates before the next step, seconds; mostly not at all.
  private mutating func hesitation() -> Double {
    guard profile.hesitationShare > 0, generator.uniform() < profile.hesitationShare else {
      return 0
    }
    return profile.hesitationSeconds * (0.5 + generator.uniform())
  }

  /// Left and right share the stride so that ln(left / right) is the asymmetry.
  private func timeShare(of foot: Foot) -> Double {
    let ratio = PortableFunctions.exponential(profile.stepTimeAsymmetry)
    return (foot == .left ? 2 * ratio : 2) / (1 + ratio)
  }

  private mutating func closeBout() {
    defer { steps = [] }
    guard steps.count >= 2 else { return }
    steps[steps.count - 1].length.meters *= Self.endStepShare
    bouts.append(SimulatedBout(steps: steps))
  }

  private static func isPivot(_ index: Int, in segments: [WalkPlan.Segment]) -> Bool {
    let neighbors = [index - 1, index + 1].filter(segments.indices.contains)
    return neighbors.allSatisfy { if case .stand = segments[$0] { true } else { false } }
  }
}

/// Step length and time at one speed.
private struct Pace {
  var stepMeters: Double
  var stepSeconds: Double
  var isTurning = false
  var riseMeters = 0.0
  var isRunning = false

  /// A tread's depth, meters, and steps a minute on stairs, where people are slower than on the flat.
  private static let treadMeters = 0.28
  private static let stairStepsPerMinute = (up: 95.0, down: 105.0)
  /// Runners change their step's length more than its time: steps per minute at any speed.
  private static let runningStepsPerMinute = 165.0

  /// Step length and time on a staircase.
  init(_ profile: WalkerProfile, onStairsOf riser: Length) {
    self.init(profile, at: nil)
    stepMeters = Self.treadMeters
    let perMinute =
      riser.meters > 0 ? Self.stairStepsPerMinute.up : Self.stairStepsPerMinute.down
    stepSeconds = 60 / perMinute
    riseMeters = riser.meters
  }

  /// Step length and time on a slope: those of the flat.
  init(_ profile: WalkerProfile, grade: Double) {
    self.init(profile, at: nil)
    riseMeters = grade * stepMeters
  }

  /// Step length and time of a run.
  init(running speed: Speed) {
    stepSeconds = 60 / Self.runningStepsPerMinute
    stepMeters = speed.metersPerSecond * stepSeconds
    isRunning = true
  }

  /// Length and cadence both follow the square root of the speed, so that the walk ratio stays.
  init(_ profile: WalkerProfile, at speed: Speed?) {
    let own = profile.speed.metersPerSecond
    let root = ((speed?.metersPerSecond ?? own) / own).squareRoot()
    stepMeters = profile.stepLength.meters * root
    stepSeconds = 60 / (profile.cadence.stepsPerMinute * root)
  }
}

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
