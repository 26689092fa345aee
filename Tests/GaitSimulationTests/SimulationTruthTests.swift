import GaitModel
import Testing

import GaitSimulation

@Suite struct SimulationTruthTests {
  @Test(arguments: Scenario.allCases)
  func `feet alternate and every foot leaves the ground before it lands`(scenario: Scenario) {
    for bout in scenario.recording(seed: 5).truth.bouts {
      for (step, next) in zip(bout.steps, bout.steps.dropFirst()) {
        #expect(next.foot == step.foot.other)
        #expect(next.seconds.lowerBound == step.seconds.upperBound)
      }
      // A foot that moves after a flight has left the ground before it.
      for (index, step) in bout.steps.enumerated() {
        let before = index > 0 ? bout.steps[index - 1] : step
        let allowed = before.isRunning ? before.seconds : step.seconds
        #expect(allowed.contains(step.finalContactSeconds))
      }
    }
  }

  @Test(arguments: Scenario.allCases)
  func `speed is step length times cadence`(scenario: Scenario) {
    for bout in scenario.recording(seed: 6).truth.bouts {
      let product = bout.stepLength.meters * bout.cadence.stepsPerMinute / 60
      #expect(abs(bout.walkingSpeed.metersPerSecond - product) < 1e-12)
    }
  }

  @Test func `double support is the share that was asked for in every stride`() throws {
    var profile = WalkerProfile()
    profile.doubleSupportFraction = 0.30
    let bout = try #require(walk(profile, seconds: 30).truth.bouts.first)
    #expect(bout.strides.count == bout.steps.count - 2)
    for stride in bout.strides {
      let seconds = try #require(stride.doubleSupportSeconds)
      #expect(abs(seconds / stride.durationSeconds - 0.30) < 1e-9)
    }
    let fraction = try #require(bout.doubleSupportFraction)
    #expect(abs(fraction - 0.30) < 1e-9)
  }

  @Test func `stance and swing make up the stride`() throws {
    let bout = try #require(walk(WalkerProfile(), seconds: 20).truth.bouts.first)
    for stride in bout.strides {
      let (stance, swing) = (stride.stanceSeconds ?? 0, stride.swingSeconds ?? 0)
      #expect(abs(stance + swing - stride.durationSeconds) < 1e-9)
    }
  }

  @Test(arguments: [-0.2, 0, 0.15])
  func `step time asymmetry is the one that was asked for`(asymmetry: Double) throws {
    var profile = WalkerProfile()
    profile.stepTimeVariability = 0
    profile.stepTimeAsymmetry = asymmetry
    let bout = try #require(walk(profile, seconds: 30).truth.bouts.first)
    let realized = try #require(bout.stepTimeAsymmetry)
    #expect(abs(realized - asymmetry) < 1e-9)
  }

  @Test func `speed and cadence are those of the profile`() throws {
    let profile = WalkerProfile(
      speed: Speed(metersPerSecond: 1.3), cadence: Cadence(stepsPerMinute: 112))
    let bout = try #require(walk(profile, seconds: 120).truth.bouts.first)
    #expect(abs(bout.walkingSpeed.metersPerSecond - 1.3) < 0.02)
    #expect(abs(bout.cadence.stepsPerMinute - 112) < 1)
  }

  @Test func `step length sets cadence and the walk ratio is kept at another speed`() throws {
    let profile = WalkerProfile(
      speed: Speed(metersPerSecond: 1.2), stepLength: Length(meters: 0.6))
    #expect(abs(profile.cadence.stepsPerMinute - 120) < 1e-9)
    let slow = Speed(metersPerSecond: 0.8)
    let plan = WalkPlan([.walk(seconds: 120, speed: slow), .stand(seconds: 2)])
    let bout = try #require(
      SimulatedRecording(
        name: "slow", profile: profile, plan: plan, mount: SensorMount(samplingRateHertz: 50),
        seed: 2
      ).truth.bouts.first)
    #expect(abs(bout.walkingSpeed.metersPerSecond - 0.8) < 0.015)
    let ratio = bout.stepLength.meters / bout.cadence.stepsPerMinute
    #expect(abs(ratio / (0.6 / 120) - 1) < 0.03)
  }

  @Test func `step times vary as much as they were asked to`() throws {
    var profile = WalkerProfile()
    profile.stepTimeVariability = 0.03
    let bout = try #require(walk(profile, seconds: 300).truth.bouts.first)
    let times = bout.countedSteps.map(\.durationSeconds)
    let mean = times.reduce(0, +) / Double(times.count)
    let variance = times.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(times.count)
    #expect(abs(variance.squareRoot() - 0.03) < 0.003)
  }

  @Test func `a walk of ten meters is ten meters long`() throws {
    let plan = WalkPlan([.stand(seconds: 2), .walkDistance(meters: 10), .stand(seconds: 2)])
    let truth = recording(WalkerProfile(), plan).truth
    let total = try #require(truth.bouts.first).steps.reduce(0) { $0 + $1.length.meters }
    #expect(abs(total - 10) < 0.7)
  }

  @Test func `walks and turns without a stand between them are one bout`() {
    let plan = WalkPlan([
      .stand(seconds: 2), .walkDistance(meters: 5), .turn(degrees: 180, seconds: 2),
      .walkDistance(meters: 5), .stand(seconds: 3), .walkDistance(meters: 5), .stand(seconds: 2),
    ])
    let truth = recording(WalkerProfile(), plan).truth
    #expect(truth.bouts.count == 2)
    #expect(truth.turns.map(\.angleDegrees) == [180])
    #expect(truth.bouts[0].steps.contains { $0.isTurning })
    #expect(!truth.bouts[1].steps.contains { $0.isTurning })
    #expect(truth.stepCount == truth.initialContacts.count)
    #expect(truth.initialContacts.count == truth.finalContacts.count)
  }

  @Test func `who only stands takes no steps`() {
    let truth = Scenario.standingOnly.recording(seed: 1).truth
    #expect(truth.bouts.isEmpty && truth.turns.isEmpty && truth.stepCount == 0)
    #expect(truth.durationSeconds == 30)
  }
}

/// Standing, one straight walk, standing.
func walk(
  _ profile: WalkerProfile, seconds: Double,
  mount: SensorMount = SensorMount(samplingRateHertz: 100), seed: UInt64 = 1
) -> SimulatedRecording {
  let plan = WalkPlan([.stand(seconds: 3), .walk(seconds: seconds), .stand(seconds: 3)])
  return recording(profile, plan, mount: mount, seed: seed)
}

func recording(
  _ profile: WalkerProfile, _ plan: WalkPlan,
  mount: SensorMount = SensorMount(samplingRateHertz: 100), seed: UInt64 = 1
) -> SimulatedRecording {
  SimulatedRecording(name: "test", profile: profile, plan: plan, mount: mount, seed: seed)
}
