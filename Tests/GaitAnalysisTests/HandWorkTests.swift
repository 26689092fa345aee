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

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `a phone flat in the hand, which goes up and down along a line, walks`(seed: UInt64) {
    let made = Scenario.straightWalk.recording(seed: seed)
    var recording = TestRecording(made)
    recording.facts.site = .hand
    recording.block.acceleration = Self.heldLevel(recording.block.acceleration)
    let truth = made.truth.bouts.map(\.seconds)
    let walked = truth.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
    #expect(abs(recording.analyzed().totals.walkingSeconds - walked) < 0.1 * walked)
  }

  /// What a hand that holds a phone level leaves of the trunk's motion: twice of what is vertical, a third of the rest.
  private static func heldLevel(_ axes: Axes) -> Axes {
    func mean(_ axis: [Float]) -> Float { axis.reduce(0, +) / Float(axis.count) }
    let rest = SIMD3(mean(axes.x), mean(axes.y), mean(axes.z))
    let up = rest / (rest * rest).sum().squareRoot()
    var held = axes
    for i in axes.x.indices {
      let force = SIMD3(axes.x[i], axes.y[i], axes.z[i]) - rest
      let rise = (force * up).sum() * up
      let sample = rest + 2 * rise + 0.3 * (force - rise)
      (held.x[i], held.y[i], held.z[i]) = (sample.x, sample.y, sample.z)
    }
    return held
  }

  @Test func `long hair is combed without steps`() {
    var work = HandWork(
      strokesPerSecond: 0.7, reachMeters: 0.13, forearmDegrees: 35, steepness: 0.6)
    work.secondHarmonic = 0.5
    let plan = WalkPlan([.stand(seconds: 4), .work(work, seconds: 32), .stand(seconds: 4)])
    let found = Self.seeds.reduce(0.0) { sum, seed in
      let mount = Scenario.combingHair.mount(seed: seed)
      let recording = SimulatedRecording(
        name: "long hair", profile: WalkerProfile(), plan: plan, mount: mount, seed: seed)
      return sum + TestRecording(recording).analyzed().totals.walkingSeconds
    }
    // It was about 16 s a minute before such strokes were in the fit.
    #expect(found <= 8.0 / 60 * 40 * Double(Self.seeds.count))
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
