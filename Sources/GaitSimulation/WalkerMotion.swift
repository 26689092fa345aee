import GaitModel

/// What the body part that carries the sensor feels: specific force and angular rate along its own
/// axes (forward, left, up) at any instant.
///
/// The acceleration of the pelvis comes from the stride's harmonics, the change of speed and the
/// turning of the path; the attitude from the integrated harmonics, a little sway and the swing of
/// the limb. Angular rate is the exact derivative of the attitude, gravity is seen through it.
struct WalkerMotion {
  private let pattern: StridePattern
  private let sway: StandingSway
  private let strideRate: Double
  private let limb: SensorMount.Limb?
  private let limbSign: Double
  private var phaseTrack: PhaseTrack
  private var stepTrack: StepTrack
  private var headingTrack: HeadingTrack
  private var hands: HandMotion?
  private var runningPush: RunningPush
  private var drag: FootDrag?

  /// A leg's own landing is felt this much more in its pocket than the other leg's.
  private static let ownLandingShare = 0.3

  init(
    timeline: WalkTimeline, profile: WalkerProfile, mount: SensorMount, generator: SplitMix64
  ) {
    var generator = generator
    pattern = StridePattern(profile: profile, generator: generator.split())
    stepTrack = StepTrack(timeline.bouts, profile: profile, generator: generator.split())
    sway = StandingSway(generator: generator.split())
    phaseTrack = PhaseTrack(timeline.bouts)
    headingTrack = HeadingTrack(timeline.turns)
    runningPush = RunningPush(timeline.bouts)
    strideRate = .pi * profile.cadence.stepsPerMinute / 60
    limb = mount.limb
    limbSign = mount.side == .left ? 1 : -1
    if limb?.isArm == true, !timeline.work.isEmpty {
      hands = HandMotion(timeline.work, generator: generator.split())
    }
    drag = profile.draggedFoot.map {
      FootDrag(timeline.bouts, foot: $0, generator: generator.split())
    }
  }

  /// Specific force in m/s² and angular rate in rad/s; instants rise from call to call.
  mutating func state(
    at seconds: Double
  ) -> (force: SIMD3<Double>, rate: SIMD3<Double>) {
    let moment = Moment(
      step: stepTrack.values(at: seconds), phase: phaseTrack.phase(at: seconds),
      turnRate: headingTrack.rate(at: seconds))
    let swing = limbSwing(moment)
    var attitude = attitude(moment)
    sway.add(to: &attitude, at: seconds)
    attitude.angles.y += swing.angle
    attitude.rates.y += swing.rate
    attitude.rates.z += moment.turnRate
    var pelvis = pelvisForce(moment)
    if let push = runningPush.force(at: seconds) { pelvis.z = push }
    if let jolt = drag?.force(at: seconds) { pelvis += jolt }
    var force = pelvis + swing.force
    if let work = hands?.state(at: seconds) {
      force += work.force
      attitude.angles += work.attitude.angles
      attitude.rates += work.attitude.rates
    }
    return (attitude.seenFromBody(force), attitude.bodyRate)
  }

  /// Specific force at the pelvis in the frame of the path: forward, left, up.
  private func pelvisForce(_ moment: Moment) -> SIMD3<Double> {
    let size = moment.step.value
    let landing = ownLanding(moment)
    let forward = landing * size[1] * pattern.value(.anteroposterior, moment.multiples)
    let left = size[1] * pattern.value(.mediolateral, moment.multiples)
    let up = landing * size[0] * pattern.value(.vertical, moment.multiples)
    let speed = size[3]
    return SIMD3(
      forward + moment.step.rate[3], left + speed * moment.turnRate, up + standardGravity)
  }

  private func ownLanding(_ moment: Moment) -> Double {
    guard let limb, !limb.isArm else { return 1 }
    return 1 + Self.ownLandingShare * limbSign * moment.multiples.cosines[0]
  }

  /// The pelvis's roll, pitch and yaw about the path, and their rates.
  private func attitude(_ moment: Moment) -> BodyAttitude {
    let scale = moment.step.value[1] / strideRate
    let scaleRate = moment.step.rate[1] / strideRate
    let channels: [StridePattern.Channel] = [.roll, .pitch, .yaw]
    var attitude = BodyAttitude()
    for (axis, channel) in channels.enumerated() {
      let integral = pattern.integral(channel, moment.multiples)
      let value = pattern.value(channel, moment.multiples)
      attitude.angles[axis] = scale * integral
      attitude.rates[axis] = scale * moment.phase.rate * value + scaleRate * integral
    }
    return attitude
  }

  /// Pitch of the limb and what its end feels beyond the joint: a pendulum whose angle follows the
  /// cosine of the stride, a leg forward and an arm back at its side's contact.
  ///
  /// The second derivatives of size and phase are left out: they are small and only touch the force.
  private func limbSwing(
    _ moment: Moment
  ) -> (angle: Double, rate: Double, force: SIMD3<Double>) {
    guard let limb else { return (0, 0, .zero) }
    let sign = limb.isArm ? limbSign : -limbSign
    let (size, sizeRate) = (moment.step.value[2], moment.step.rate[2])
    let (cosine, sine) = (moment.multiples.cosines[0], moment.multiples.sines[0])
    let phaseRate = moment.phase.rate
    let angle = sign * size * cosine
    let rate = sign * (sizeRate * cosine - size * phaseRate * sine)
    let second = -sign * phaseRate * (size * phaseRate * cosine + 2 * sizeRate * sine)
    let turn = PortableFunctions.sineAndCosine(angle)
    let force = SIMD3(
      turn.sine * rate * rate - turn.cosine * second, 0,
      turn.sine * second + turn.cosine * rate * rate)
    return (angle, rate, force * limb.leverMeters)
  }
}

/// Everything about one instant that several parts of the motion need.
private struct Moment {
  let step: (value: SIMD4<Double>, rate: SIMD4<Double>)
  let phase: (radians: Double, rate: Double)
  let multiples: PhaseMultiples
  let turnRate: Double

  init(
    step: (value: SIMD4<Double>, rate: SIMD4<Double>), phase: (radians: Double, rate: Double),
    turnRate: Double
  ) {
    self.step = step
    self.phase = phase
    self.turnRate = turnRate
    multiples = PhaseMultiples(phase.radians)
  }
}
