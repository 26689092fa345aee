import GaitModel
import GaitSimulation
import Testing

@Suite struct SimulationErrorTests {
  @Test(arguments: Scenario.allCases)
  func `every scenario is possible`(scenario: Scenario) throws {
    try scenario.profile.validate()
    try scenario.plan().validate()
    try scenario.mount(seed: 1).validate()
  }

  @Test func `an impossible walker is refused with what is allowed`() {
    let profile = WalkerProfile(height: Length(meters: 172))
    let error = #expect(throws: SimulationError.self) { try profile.validate() }
    #expect(error?.description == "height is 172.0 m; allowed is 0.5 to 2.5 m")
  }

  @Test(arguments: [0.0, -1, .nan, .infinity])
  func `an impossible speed is refused`(speed: Double) {
    let profile = WalkerProfile(speed: Speed(metersPerSecond: speed))
    #expect(throws: SimulationError.self) { try profile.validate() }
    let plan = WalkPlan([.walk(seconds: 3, speed: Speed(metersPerSecond: speed))])
    #expect(throws: SimulationError.self) { try plan.validate() }
  }

  @Test func `an impossible plan or sensor is refused`() {
    #expect(throws: SimulationError.self) {
      try WalkPlan([.turn(degrees: 90, seconds: 0)]).validate()
    }
    #expect(throws: SimulationError.self) { try WalkPlan([.stand(seconds: -1)]).validate() }
    #expect(throws: SimulationError.self) { try SensorMount(samplingRateHertz: 0).validate() }
    var mount = SensorMount(samplingRateHertz: 50)
    mount.stampJitter = 0.6
    #expect(throws: SimulationError.self) { try mount.validate() }
  }
}
