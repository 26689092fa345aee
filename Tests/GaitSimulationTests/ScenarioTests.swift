import GaitModel
import Testing

@testable import GaitSimulation

@Suite struct ScenarioTests {
  @Test(arguments: Scenario.allCases, [20.0, 75])
  func `a recording is about as long as asked`(scenario: Scenario, seconds: Double) {
    let length = scenario.recording(seed: 1, seconds: seconds).truth.durationSeconds
    #expect(abs(length - seconds) < 0.25 * seconds + 5)
  }

  @Test(arguments: Scenario.allCases)
  func `a recording contains walking where its scenario says so`(scenario: Scenario) {
    let truth = scenario.recording(seed: 1).truth
    #expect(truth.bouts.isEmpty == (scenario == .standingOnly))
    #expect(!scenario.summary.isEmpty)
  }

  @Test func `the slow walker's left steps take longer`() throws {
    let bout = try #require(Scenario.slowAsymmetric.recording(seed: 1).truth.bouts.first)
    let asymmetry = try #require(bout.stepTimeAsymmetry)
    #expect(asymmetry > 0.12)
    #expect(bout.walkingSpeed.metersPerSecond < 0.8)
  }

  @Test func `the upside-down phone shows gravity downward on its long axis`() {
    let block = Scenario.upsideDownPhone.recording(seed: 1).wholeBlock()
    #expect(mean(Array(block.acceleration.y.prefix(100))) < -8.5)
  }
}
