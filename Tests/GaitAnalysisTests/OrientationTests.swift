import Foundation
import GaitModel
import GaitSimulation
import Testing

@testable import GaitAnalysis

/// Up and forward, in sensors turned in known ways.
struct OrientationTests {
  /// A sensor that tips to and fro about its x axis while the walker bounces: 40 s.
  private func tipping(degrees: Double) -> (recording: SequenceRecording, up: [SIMD3<Double>]) {
    var (force, rate, ups): ([SIMD3<Double>], [SIMD3<Double>], [SIMD3<Double>]) = ([], [], [])
    let (size, turn) = (degrees * .pi / 180, 2 * Double.pi / 8)
    for i in 0..<4000 {
      let t = Double(i) / 100
      let angle = size * sin(turn * t)
      let up = SIMD3(0, sin(angle), cos(angle))
      ups.append(up)
      force.append((9.80665 + 2 * sin(2 * .pi * 1.8 * t)) * up)
      rate.append([size * turn * cos(turn * t), 0, 0])
    }
    return (.made(force, rate: rate), ups)
  }

  @Test(arguments: [0.0, 10, 30])
  func `up is followed through a tip with a gyroscope`(degrees: Double) {
    let (recording, truth) = tipping(degrees: degrees)
    let found = Attitude().up(in: recording)
    #expect(found.count == recording.samples.count)
    // The first two seconds are taken for rest, which they are not here: the filter needs a while.
    let errors = (1000..<3000).map { found[$0].degrees(to: truth[$0]) }
    #expect(errors.max() ?? 90 < 2)
  }

  /// A phone held upright that turns round twice while its owner walks; gyroscope as some browsers name its axes.
  private func turningRound(exchanged: Bool) -> SequenceRecording {
    var (force, rate): ([SIMD3<Double>], [SIMD3<Double>]) = ([], [])
    let up = SIMD3(0, 0.4, 1).unit
    for i in 0..<4000 {
      let t = Double(i) / 100
      let turn = [600..<800, 2000..<2200].contains { $0.contains(i) } ? 1.57 * up : .zero
      force.append((9.80665 + 2 * sin(2 * .pi * 1.8 * t)) * up)
      rate.append(exchanged ? SIMD3(turn.y, turn.z, turn.x) : turn)
    }
    return .made(force, rate: rate)
  }

  @Test(arguments: [false, true])
  func `a gyroscope with exchanged axes does not lead up astray`(exchanged: Bool) {
    let recording = turningRound(exchanged: exchanged)
    let truth = SIMD3(0, 0.4, 1).unit
    let found = Attitude().up(in: recording)
    #expect(found.allSatisfy { $0.degrees(to: truth) < 3 })
    var trusting = Attitude()
    trusting.leastGravityShare = 0
    let led = trusting.up(in: recording).map { $0.degrees(to: truth) }.max() ?? 0
    #expect(exchanged ? led > 30 : led < 3)
    // A gyroscope that is right is used.
    #expect(exchanged || trusting.up(in: recording) == found)
  }

  @Test(arguments: 1...4)
  func `without a gyroscope up is where the force points on the whole`(seed: Int) throws {
    var walk = TestRecording(Self.straight(orientation: .random(seed: UInt64(seed))))
    walk.block.angularRate = nil
    walk.facts.hasAngularRate = false
    let recording = try #require(walk.sequenceRecordings().first)
    let mean = recording.acceleration.sum(over: recording.samples).unit
    let found = Attitude().up(in: recording)
    #expect(found.allSatisfy { abs($0.norm - 1) < 1e-9 && $0.degrees(to: mean) < 8 })
  }

  private static func straight(orientation: SensorOrientation) -> SimulatedRecording {
    var mount = SensorMount(samplingRateHertz: 100)
    mount.orientation = orientation
    // Nobody in particular: some people's pelvis does not move along the line that they walk.
    var profile = WalkerProfile(speed: Speed(metersPerSecond: 1.25))
    profile.individuality = 0
    return SimulatedRecording(
      name: "straight", profile: profile,
      plan: WalkPlan([.stand(seconds: 4), .walk(seconds: 20), .stand(seconds: 4)]), mount: mount,
      seed: 31)
  }

  @Test(arguments: [0.0, 30, 90, 135, 180, -60])
  func `forward is found however the sensor was put on`(degrees: Double) throws {
    let turned = SensorOrientation.body.turned(about: [0, 0, 1], degrees: degrees)
    let recording = try #require(
      TestRecording(Self.straight(orientation: turned)).sequenceRecordings().first)
    let cycle = StepCycle(
      of: recording, stepHertz: StepFrequencyRidge().stepHertz(in: recording))
    let axes = BodyAlignment().axes(
      in: recording, strideCarrier: cycle.strideCarrier, samples: recording.indices(8..<22))
    let angle = degrees * .pi / 180
    // A sensor turned to the left sees forward to its right.
    let forward = SIMD3(cos(angle), -sin(angle), 0)
    let off = axes.anteroposterior.degrees(to: forward)
    // A simulated pelvis also moves aside a little once a step, at random.
    #expect(min(off, 180 - off) < 20)
    #expect(axes.vertical.degrees(to: [0, 0, 1]) < 6)
    #expect(abs(axes.mediolateral.dot(axes.vertical)) < 1e-9)
    #expect(axes.quality > BodyAlignment().leastQuality)
  }

  @Test func `standing still has no drift of its own`() {
    let rate = (0..<1000).map { i in SIMD3(0.02, -0.01, 0.03 + 0.002 * sin(Double(i))) }
    #expect((BodyFrame.bias(of: rate) - [0.02, -0.01, 0.03]).norm < 1e-3)
    #expect(BodyFrame.bias(of: Array(rate.prefix(50))) == .zero)
    let busy = (0..<1000).map { i in SIMD3(sin(Double(i) / 20), 0, 0.03) }
    #expect(BodyFrame.bias(of: busy) == .zero)
  }
}
