import GaitModel

/// No running without pushes: who leaves the ground at every step is thrown up by every step.
///
/// Over a step the force on a body is gravity in the mean. While the foot is down it rises and falls like half a sine, whose
/// highest value is π/2 of its mean: a push that lasts from one step to the next reaches π/2 of gravity, and one with a
/// flight behind it more. A fast walk quickens the rhythm and makes a thigh nearly weightless once in a stride, but does not
/// push so.
///
/// Source: force as half a sine, J.-B. Morin et al., J. Appl. Biomech. 21:167 (2005). Nothing is fitted; the pushes of runs and
/// of quickened walks are in <doc:Running>.
public struct StepPushRule: ConfigurableMethod {
  /// Every step of a run pushes at least so hard, as a share of gravity: pi/2, which leaves no time for flight. The
  /// softest of 58 runs has 1.73. 0 at the lower back and hip, where who runs on stairs pushes less, and at the wrist, where the
  /// force is the arm's.
  public var leastPushShare = 1.570_796_326_794_896_6

  /// The method with its settings as they were chosen.
  public init() {}

  /// Where the method comes from.
  public var provenance: Provenance {
    Provenance(
      method: "StepPushRule", question: "running or walking",
      citation: "Morin et al. 2005, J. Appl. Biomech. 21:167", doi: "10.1123/jab.21.2.167",
      deviations: ["only to tell a run from a walk", "force at the sensor, not from the ground"],
      revision: 1)
  }

  /// The push of a frame's steps: three of four spans as long as a step hold one as hard, so that one leg's pushes alone are
  /// not enough.
  ///
  /// - Parameters:
  ///   - slow: the frame.
  ///   - stepHertz: its step frequency.
  /// - Returns: as a share of gravity; of the mean force where that is less, as it is of a sensor whose gain is too small only.
  func push(of slow: SlowAcceleration, stepHertz: Double) -> Double {
    let force = slow.x.indices.map { i in
      (slow.x[i] * slow.x[i] + slow.y[i] * slow.y[i] + slow.z[i] * slow.z[i]).squareRoot()
    }
    let step = Int((SlowAcceleration.rateHertz / stepHertz).rounded())
    guard step > 0, step < force.count else { return .infinity }
    let pushes = (0...(force.count - step)).map { start in
      force[start..<(start + step)].reduce(0) { max($0, $1) }
    }.sorted()
    let mean = Double(force.reduce(0, +)) / Double(force.count)
    return Double(pushes[pushes.count / 4]) / max(min(standardGravity, mean), 1e-3)
  }

  /// Whether frames called running may be a run: half of them push as hard.
  ///
  /// - Parameter pushes: of each frame; infinite where it is not asked.
  /// - Returns: `true` also without frames.
  func allowsRun(_ pushes: [Double]) -> Bool {
    guard !pushes.isEmpty else { return true }
    return pushes.sorted()[pushes.count / 2] >= leastPushShare
  }
}

/// Holds frames called running back until it is known whether they push like a run.
///
/// A run is judged when it ends, and after every 30 s of it by those: what comes later changes nothing.
struct RunJudge: Sendable {
  private static let longest = Int((30 / SlowAcceleration.hopSeconds).rounded())
  private static let off = [false]

  private var heldFrames = 0
  /// Pushes of the last frames of the run, 30 s at most.
  private var pushes: [Double] = []

  /// Takes the next frame.
  ///
  /// - Parameters:
  ///   - isRun: whether it is called running.
  ///   - push: how hard its steps push.
  ///   - detector: judges.
  /// - Returns: whether the frames that are decided now are running.
  mutating func append(
    isRun: Bool, push: Double, by detector: any GaitSequenceDetector
  ) -> [Bool] {
    guard isRun else {
      guard !pushes.isEmpty else { return Self.off }
      return finish(by: detector) + Self.off
    }
    heldFrames += 1
    pushes.append(push)
    if pushes.count > Self.longest { pushes.removeFirst() }
    return heldFrames < Self.longest ? [] : decided(by: detector)
  }

  /// Ends the run, if there is one.
  mutating func finish(by detector: any GaitSequenceDetector) -> [Bool] {
    defer { pushes.removeAll(keepingCapacity: true) }
    return decided(by: detector)
  }

  private mutating func decided(by detector: any GaitSequenceDetector) -> [Bool] {
    defer { heldFrames = 0 }
    guard heldFrames > 0 else { return [] }
    return Array(repeating: detector.allowsRun(pushes), count: heldFrames)
  }
}
