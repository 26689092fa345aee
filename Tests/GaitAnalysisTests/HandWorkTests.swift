import GaitAnalysis
import GaitModel
import GaitSimulation
import Testing

/// Rhythmic work of the hands is not walking, and walking with swinging arms is.
struct HandWorkTests {
  private static let seeds: ClosedRange<UInt64> = 1...8

  /// Seconds of walking found in so many seconds of recordings of a scenario.
  private func walking(
    in scenario: Scenario, site: WearingSite? = .wrist
  ) -> (found: Double, total: Double) {
    Self.seeds.reduce(into: (0, 0)) { sum, seed in
      var recording = TestRecording(scenario.recording(seed: seed))
      recording.facts.site = site
      sum.0 += recording.analyzed().totals.walkingSeconds
      sum.1 += recording.block.seconds.last ?? 0
    }
  }

  @Test(arguments: Scenario.allCases.filter { $0.handWork != nil })
  func `work of the hands is not taken for walking`(_ scenario: Scenario) {
    let atWrist = walking(in: scenario)
    #expect(atWrist.found <= 3.0 / 60 * atWrist.total)
  }

  @Test func `work of the hands is hardly taken for walking when nobody said where`() {
    let scenarios = Scenario.allCases.filter { $0.handWork != nil }
    let all = scenarios.map { walking(in: $0, site: nil) }
    let (found, total) = all.reduce((0, 0)) { ($0.0 + $1.found, $0.1 + $1.total) }
    #expect(found <= 6.0 / 60 * total)
  }

  @Test(arguments: seeds, [WearingSite.wrist, nil])
  func `walking with swinging arms is found`(seed: UInt64, site: WearingSite?) {
    let made = Scenario.wristWalk.recording(seed: seed)
    var recording = TestRecording(made)
    recording.facts.site = site
    let found = recording.analyzed()
    let truth = made.truth.bouts.map(\.seconds)
    let walked = truth.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
    #expect(abs(found.totals.walkingSeconds - walked) < 0.1 * walked + 1)
    #expect(abs(Double(found.totals.stepCount - made.truth.stepCount)) < 0.08 * walked * 2)
  }

  @Test(arguments: [20.0, 25, 100])
  func `hands are told from walks at any usual rate`(hertz: Double) {
    func walking(_ scenario: Scenario) -> Double {
      var mount = scenario.mount(seed: 2)
      mount.samplingRateHertz = hertz
      let recording = SimulatedRecording(
        name: scenario.rawValue, profile: scenario.profile, plan: scenario.plan(), mount: mount,
        seed: 2)
      return TestRecording(recording).analyzed().totals.walkingSeconds
    }
    let hands = Scenario.allCases.filter { $0.handWork != nil }.map(walking)
    let found: Double = hands.reduce(0, +)
    let recorded = 40 * Double(hands.count)
    // At 20 Hz blows and the shaking of a bicycle fold down to the frequency of steps.
    #expect(found <= (hertz < 25 ? 0.12 : 0.05) * recorded)
    #expect(walking(.wristWalk) > 25)
  }
}
