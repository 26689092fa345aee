import GaitModel
import Testing

import GaitSimulation

@Suite struct ScenarioTests {
  @Test(arguments: Scenario.allCases, [20.0, 75])
  func `a recording is about as long as asked`(scenario: Scenario, seconds: Double) {
    let length = scenario.recording(seed: 1, seconds: seconds).truth.durationSeconds
    #expect(abs(length - seconds) < 0.25 * seconds + 5)
  }

  @Test(arguments: Scenario.allCases)
  func `a recording contains walking where its scenario says so`(scenario: Scenario) {
    let truth = scenario.recording(seed: 1).truth
    let isStill = scenario == .standingOnly || scenario.handWork != nil
    #expect(truth.bouts.isEmpty == isStill)
    #expect(!scenario.summary.isEmpty)
  }

  @Test func `the slow walker's left steps take longer`() throws {
    let bout = try #require(Scenario.slowAsymmetric.recording(seed: 1).truth.bouts.first)
    let asymmetry = try #require(bout.stepTimeAsymmetry)
    #expect(asymmetry > 0.12)
    #expect(bout.walkingSpeed.metersPerSecond < 0.8)
  }

  @Test(arguments: Scenario.allCases.filter { $0.handWork != nil })
  func `hands at work are felt at the wrist and not at the back`(scenario: Scenario) {
    func motion(_ site: WearingSite) -> Double {
      var mount = scenario.mount(seed: 3)
      mount.site = site
      let block = SimulatedRecording(
        name: "work", profile: scenario.profile, plan: scenario.plan(), mount: mount, seed: 3
      ).wholeBlock()
      let force = block.acceleration
      return variance(force.x) + variance(force.y) + variance(force.z)
    }
    #expect(motion(.wrist) > 4 * motion(.lowerBack))
  }

  private func variance(_ values: [Float]) -> Double {
    let center = Double(mean(values))
    var sum = 0.0
    for value in values { sum += (Double(value) - center) * (Double(value) - center) }
    return sum / Double(values.count)
  }

  @Test func `the same seed claps alike and another does not`() {
    let first = Scenario.clapping.recording(seed: 4).wholeBlock()
    #expect(first == Scenario.clapping.recording(seed: 4).wholeBlock())
    #expect(first != Scenario.clapping.recording(seed: 5).wholeBlock())
  }

  @Test func `the upside-down phone shows gravity downward on its long axis`() {
    let block = Scenario.upsideDownPhone.recording(seed: 1).wholeBlock()
    #expect(mean(Array(block.acceleration.y.prefix(100))) < -8.5)
  }
}
