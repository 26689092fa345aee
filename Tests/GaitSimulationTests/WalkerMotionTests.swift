import Foundation
import GaitModel
import Testing

import GaitSimulation

@Suite struct WalkerMotionTests {
  @Test(arguments: [90.0, -150, 180])
  func `the turn about the upward axis is the angle of the turn`(degrees: Double) throws {
    let plan = WalkPlan([
      .stand(seconds: 2), .walkDistance(meters: 5), .turn(degrees: degrees, seconds: 2),
      .walkDistance(meters: 5), .stand(seconds: 2),
    ])
    let block = quiet(plan, profile: steady(), rate: 100).wholeBlock()
    let total = try #require(block.angularRate).z.reduce(0) { $0 + Double($1) } / 100
    #expect(abs(total * 180 / .pi - degrees) < 2)
  }

  @Test func `a straight walk does not turn`() throws {
    let block = quiet(walkPlan(seconds: 20), profile: WalkerProfile(), rate: 100).wholeBlock()
    let total = try #require(block.angularRate).z.reduce(0) { $0 + Double($1) } / 100
    #expect(abs(total * 180 / .pi) < 2)
  }

  @Test func `gravity moves in the sensor as the gyroscope says`() throws {
    let block = quiet(WalkPlan([.stand(seconds: 30)]), profile: steady(), rate: 100).wholeBlock()
    let rate = try #require(block.angularRate)
    var up = force(block, 0) / standardGravity
    for index in 1..<block.seconds.count {
      let now = SIMD3(Double(rate.x[index]), Double(rate.y[index]), Double(rate.z[index]))
      let turn = SIMD3(
        now.y * up.z - now.z * up.y, now.z * up.x - now.x * up.z, now.x * up.y - now.y * up.x)
      up -= turn * 0.01
    }
    let difference = up - force(block, block.seconds.count - 1) / standardGravity
    #expect((difference * difference).sum().squareRoot() < 0.002)
  }

  @Test func `over a walk the mean force is gravity`() {
    let block = quiet(walkPlan(seconds: 30), profile: steady(), rate: 100).wholeBlock()
    #expect(abs(mean(block.acceleration.z) - standardGravity) < 0.02)
    #expect(abs(mean(block.acceleration.x)) < 0.05)
    #expect(abs(mean(block.acceleration.y)) < 0.05)
  }

  /// The plain way round: one stride to a Fourier series, twice integrated, to the rise of each
  /// step, to the pendulum's step.
  @Test(arguments: [0.8, 1.0, 1.2, 1.4])
  func `the vertical motion carries the pendulum's step`(speed: Double) throws {
    var profile = steady()
    profile.speed = Speed(metersPerSecond: speed)
    let stride = try stride(of: profile)
    var rise = [Double](repeating: 0, count: stride.count + 1)
    for k in 2...6 {
      let (cosine, sine) = fourier(stride, k)
      for index in rise.indices {
        let angle = 2 * Double.pi * Double(k * index) / Double(stride.count)
        rise[index] -=
          (cosine * cos(angle) + sine * sin(angle)) / pow(2 * .pi * Double(k), 2)
      }
    }
    let half = stride.count / 2
    let reach = { (part: ArraySlice<Double>) in (part.max() ?? 0) - (part.min() ?? 0) }
    let excursion = (reach(rise[...half]) + reach(rise[half...])) / 2
    let leg = 0.53 * profile.height.meters
    let step = 1.28 * 2 * (2 * leg * excursion - excursion * excursion).squareRoot()
    #expect(abs(step / (speed / 2) - 1) < 0.03)
  }

  @Test func `the mean walker's second harmonic has the measured phase and share`() throws {
    var profile = steady()
    profile.speed = Speed(metersPerSecond: 1.15)
    let stride = try stride(of: profile)
    let (cosine, sine) = fourier(stride, 2)
    let (cosine4, sine4) = fourier(stride, 4)
    #expect(abs(atan2(-sine, cosine) * 180 / .pi - -41) < 3)
    #expect(abs(hypot(cosine4, sine4) / hypot(cosine, sine) - 0.65 / 2.35) < 0.03)
  }

  @Test func `a pocket swings with the thigh and the other sites do not`() {
    func pitch(_ site: WearingSite) -> Double {
      var mount = SensorMount(site: site, samplingRateHertz: 100)
      mount.orientation = .body
      let rate = walk(WalkerProfile(), seconds: 10, mount: mount).wholeBlock().angularRate?.y ?? []
      return (rate.reduce(0) { $0 + Double($1 * $1) } / Double(rate.count)).squareRoot()
    }
    #expect(pitch(.pocket) > 0.5)
    #expect(pitch(.wrist) > 0.5)
    #expect(pitch(.lowerBack) < 0.3)
    #expect(pitch(.hip) < 0.3)
  }

  @Test func `a shuffle moves more sideways than up`() {
    let recording = Scenario.shuffle.recording(seed: 3)
    var mount = Scenario.shuffle.mount(seed: 3)
    mount.orientation = .body
    let block = SimulatedRecording(
      name: "x", profile: Scenario.shuffle.profile, plan: Scenario.shuffle.plan(), mount: mount,
      seed: 3
    ).wholeBlock()
    let walking = block.seconds.indices.filter { index in
      recording.truth.bouts.contains { $0.seconds.contains(block.seconds[index]) }
    }
    let up = walking.reduce(0) { $0 + pow(Double(block.acceleration.z[$1]) - standardGravity, 2) }
    let left = walking.reduce(0) { $0 + pow(Double(block.acceleration.y[$1]), 2) }
    #expect(left >= up)
    #expect((0.4...1.2).contains((up / Double(walking.count)).squareRoot()))
  }

  @Test func `a walker who hesitates stands between two steps, and walks on as before`() throws {
    var profile = steady()
    let flowing = quiet(walkPlan(seconds: 20), profile: profile, rate: 100).truth
    #expect(flowing.bouts.flatMap(\.steps).allSatisfy { $0.pauseSeconds == 0 })
    (profile.hesitationShare, profile.hesitationSeconds) = (0.3, 1.0)
    let recording = quiet(walkPlan(seconds: 60), profile: profile, rate: 100)
    let steps = recording.truth.bouts.flatMap(\.steps)
    let halts = steps.filter { $0.pauseSeconds > 0 }
    #expect((0.15...0.45).contains(Double(halts.count) / Double(steps.count)))
    #expect(halts.allSatisfy { (0.5...1.5).contains($0.pauseSeconds) })
    #expect(steps.allSatisfy { abs($0.durationSeconds - $0.pauseSeconds - 0.5) < 1e-9 })
    let up = recording.wholeBlock().acceleration.z
    func size(_ seconds: Range<Double>) -> Float {
      let values = up[Int(seconds.lowerBound * 100)..<Int(seconds.upperBound * 100)]
      return values.map { abs($0 - Float(standardGravity)) }.max() ?? 0
    }
    let long = try #require(halts.first { $0.pauseSeconds > 0.8 })
    let start = long.seconds.lowerBound
    #expect(
      size(start + 0.3..<start + long.pauseSeconds - 0.2) < size(start - 0.5..<start) / 3)
  }

  @Test func `a dragged foot is felt in its own swings`() {
    var profile = steady()
    let lifted = quiet(walkPlan(seconds: 20), profile: profile, rate: 100)
    profile.draggedFoot = .right
    let dragged = quiet(walkPlan(seconds: 20), profile: profile, rate: 100)
    let (a, b) = (lifted.wholeBlock().acceleration.x, dragged.wholeBlock().acceleration.x)
    func difference(_ foot: Foot) -> Float {
      dragged.truth.bouts.flatMap(\.steps).filter { $0.foot == foot }.reduce(0) { most, step in
        let swing = Int(step.finalContactSeconds * 100) + 1..<Int(step.seconds.upperBound * 100)
        return max(most, swing.map { abs(a[$0] - b[$0]) }.max() ?? 0)
      }
    }
    #expect(difference(.right) > 0.3 && difference(.left) < 1e-4)
  }

  /// A walker without chance: the mean of the people measured, every stride like the last.
  private func steady() -> WalkerProfile {
    var profile = WalkerProfile(cadence: Cadence(stepsPerMinute: 120))
    profile.individuality = 0
    profile.stepTimeVariability = 0
    profile.stepLengthVariability = 0
    profile.amplitudeJitter = 0
    return profile
  }

  private func walkPlan(seconds: Double) -> WalkPlan {
    WalkPlan([.stand(seconds: 3), .walk(seconds: seconds), .stand(seconds: 3)])
  }

  private func quiet(
    _ plan: WalkPlan, profile: WalkerProfile, rate: Double
  ) -> SimulatedRecording {
    var mount = SensorMount(samplingRateHertz: rate)
    mount.orientation = .body
    mount.accelerationNoise = 0
    mount.angularRateNoise = 0
    return recording(profile, plan, mount: mount)
  }

  /// Upward acceleration over one stride of one second, from a left contact in mid-walk.
  private func stride(of profile: WalkerProfile) throws -> [Double] {
    let recording = quiet(walkPlan(seconds: 20), profile: profile, rate: 200)
    let contacts = recording.truth.initialContacts
    let left = try #require(contacts.first { $0.foot == .left && $0.seconds > 10 })
    let block = recording.wholeBlock()
    let start = Int((left.seconds * 200).rounded())
    return (start..<(start + 200)).map { Double(block.acceleration.z[$0]) - standardGravity }
  }

  private func fourier(_ stride: [Double], _ k: Int) -> (cosine: Double, sine: Double) {
    var (cosine, sine) = (0.0, 0.0)
    for (index, value) in stride.enumerated() {
      let angle = 2 * Double.pi * Double(k * index) / Double(stride.count)
      cosine += 2 * value * cos(angle) / Double(stride.count)
      sine += 2 * value * sin(angle) / Double(stride.count)
    }
    return (cosine, sine)
  }

  private func force(_ block: RecordingBlock, _ index: Int) -> SIMD3<Double> {
    SIMD3(
      Double(block.acceleration.x[index]), Double(block.acceleration.y[index]),
      Double(block.acceleration.z[index]))
  }
}
