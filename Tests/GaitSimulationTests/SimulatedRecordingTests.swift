import GaitModel
import Testing

import GaitSimulation

@Suite struct SimulatedRecordingTests {
  @Test(arguments: Scenario.allCases)
  func `the same seed gives the same bytes`(scenario: Scenario) {
    let files = RecordingFiles(scenario.recording(seed: 11, seconds: 20))
    #expect(files == RecordingFiles(scenario.recording(seed: 11, seconds: 20)))
  }

  @Test(arguments: Scenario.allCases)
  func `another seed gives another recording`(scenario: Scenario) {
    let one = scenario.recording(seed: 11, seconds: 20).wholeBlock()
    #expect(one != scenario.recording(seed: 12, seconds: 20).wholeBlock())
  }

  @Test func `the length of the blocks does not change the samples`() {
    let (profile, plan) = (WalkerProfile(), Scenario.dailyLife.plan())
    let mount = Scenario.trouserPocket.mount(seed: 4)
    let blocks = [0.02, 3.3, 60].map { seconds in
      SimulatedRecording(
        name: "x", profile: profile, plan: plan, mount: mount, seed: 9, blockSeconds: seconds
      ).wholeBlock()
    }
    #expect(blocks[0] == blocks[1] && blocks[1] == blocks[2])
  }

  @Test func `turning the sensor leaves the size of what it feels`() {
    let upright = noiseless(.upright)
    for seed in 1...5 as ClosedRange<UInt64> {
      let turned = noiseless(.random(seed: seed))
      #expect(upright.acceleration.x != turned.acceleration.x)
      for index in upright.seconds.indices {
        #expect(abs(size(upright.acceleration, index) - size(turned.acceleration, index)) < 0.003)
      }
    }
  }

  @Test func `upside down turns the upward axis`() {
    let upright = noiseless(.upright)
    let turned = noiseless(.upright.upsideDown)
    #expect(abs(upright.acceleration.x[0] - Float(standardGravity)) < 0.02)
    #expect(zip(upright.acceleration.x, turned.acceleration.x).allSatisfy { abs($0 + $1) < 0.002 })
    #expect(zip(upright.acceleration.z, turned.acceleration.z).allSatisfy { abs($0 - $1) < 0.002 })
  }

  @Test func `a tilt of the sensor shows in its gravity`() {
    let tilted = noiseless(.body.tilted(forwardDegrees: 30, rightDegrees: 0))
    #expect(abs(tilted.acceleration.x[0] + Float(standardGravity) / 2) < 0.1)
  }

  @Test func `rate, jitter and gaps do what they say`() {
    var mount = SensorMount(samplingRateHertz: 50)
    mount.stampJitter = 0.3
    mount.gaps = [5..<7, 12..<12.5]
    let block = walk(WalkerProfile(), seconds: 20, mount: mount).wholeBlock()
    #expect(block.seconds[0] == 0)
    #expect(zip(block.seconds, block.seconds.dropFirst()).allSatisfy { $0 < $1 })
    #expect(!block.seconds.contains { mount.gaps[0].contains($0) || mount.gaps[1].contains($0) })
    for stamp in block.seconds {
      let grid = (stamp * 50).rounded() / 50
      #expect(abs(stamp - grid) <= 0.3 / 50 + 1e-4)
    }
    #expect(block.seconds.contains { abs($0 * 50 - ($0 * 50).rounded()) > 0.2 })
    let full = walk(WalkerProfile(), seconds: 20).truth.durationSeconds * 50
    #expect(abs(Double(block.seconds.count) - (full - 125)) <= 3)
  }

  @Test func `offset, gain, limit and a missing gyroscope do what they say`() {
    var mount = SensorMount(samplingRateHertz: 100)
    mount.accelerationNoise = 0
    mount.angularRateNoise = 0
    let plain = walk(WalkerProfile(), seconds: 8, mount: mount).wholeBlock()
    mount.accelerationGain = 1.02
    mount.accelerationOffset = [0.1, -0.2, 0.3]
    mount.angularRateOffset = [0, 0.05, 0]
    let off = walk(WalkerProfile(), seconds: 8, mount: mount).wholeBlock()
    for index in plain.seconds.indices {
      #expect(abs(off.acceleration.y[index] - (plain.acceleration.y[index] * 1.02 - 0.2)) < 0.002)
    }
    #expect(abs(mean(off.angularRate?.y ?? []) - mean(plain.angularRate?.y ?? []) - 0.05) < 1e-4)
    mount.accelerationLimit = 11
    mount.hasAngularRate = false
    let limited = walk(WalkerProfile(), seconds: 8, mount: mount).wholeBlock()
    #expect(limited.acceleration.x.max() == 11)
    #expect(limited.angularRate == nil)
  }

  @Test func `noise has the size that was asked for`() {
    var mount = SensorMount(samplingRateHertz: 100)
    mount.accelerationNoise = 0.5
    let plan = WalkPlan([.stand(seconds: 100)])
    let noisy = recording(WalkerProfile(), plan, mount: mount).wholeBlock().acceleration.x
    let center = mean(noisy)
    let variance = noisy.reduce(0) { $0 + (Double($1) - center) * (Double($1) - center) }
    #expect(abs((variance / Double(noisy.count)).squareRoot() - 0.5) < 0.02)
  }

  private func noiseless(_ orientation: SensorOrientation) -> RecordingBlock {
    var mount = SensorMount(samplingRateHertz: 50)
    mount.orientation = orientation
    mount.accelerationNoise = 0
    mount.angularRateNoise = 0
    return walk(WalkerProfile(), seconds: 6, mount: mount).wholeBlock()
  }
}

func mean(_ values: [Float]) -> Double {
  values.reduce(0) { $0 + Double($1) } / Double(values.count)
}

func size(_ axes: Axes, _ index: Int) -> Double {
  let (x, y, z) = (Double(axes.x[index]), Double(axes.y[index]), Double(axes.z[index]))
  return (x * x + y * y + z * z).squareRoot()
}
