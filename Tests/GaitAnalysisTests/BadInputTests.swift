import GaitAnalysis
import GaitModel
import GaitSimulation
import TestSupport
import Testing

/// Recordings in which nobody walks, or that are hardly recordings: an empty result, never a crash.
struct BadInputTests {
  private func recording(
    seconds: [Double], rateHertz: Double = 100, _ force: (Double) -> SIMD3<Double>
  ) -> TestRecording {
    let facts = RecordingFacts(
      name: "bad", device: "none", participant: Participant(height: Length(meters: 1.7)),
      site: .lowerBack, samplingRateHertz: rateHertz, hasAngularRate: true)
    let still = Axes(seconds.map { _ in SIMD3<Double>.zero })
    let block = RecordingBlock(
      seconds: seconds, acceleration: Axes(seconds.map(force)), angularRate: still)
    return TestRecording(facts: facts, block: block)
  }

  private func even(_ count: Int, rateHertz: Double = 100) -> [Double] {
    (0..<count).map { Double($0) / rateHertz }
  }

  private func expectNothing(_ recording: TestRecording) {
    let analysis = recording.analyzed()
    #expect(analysis.bouts.isEmpty)
    #expect(analysis.turns.value == [])
    #expect(analysis.totals.stepCount == 0)
    #expect(analysis.totals.distance == .known(Length(meters: 0)))
    #expect(analysis.quality.sampleCount == recording.block.count)
    #expect(RecordingAnalysisContract.breaches(of: analysis, seconds: recording.span) == [])
  }

  @Test func `a stretch of two seconds is looked at, one sample less is said to be too short`() {
    func obstacle(_ count: Int) -> SearchObstacle? {
      recording(seconds: even(count, rateHertz: 64), rateHertz: 64) { _ in
        SIMD3(0, 0, standardGravity)
      }.analyzed().obstacle
    }
    #expect(obstacle(128) == nil)
    #expect(obstacle(127) == .noLongStretch(seconds: 126.0 / 64, leastSeconds: 2))
  }

  @Test func `nothing comes of nothing`() {
    let facts = RecordingFacts(
      name: "none", device: "none", samplingRateHertz: 100, hasAngularRate: false)
    var engine = GaitPipeline().engine(for: facts)
    #expect(engine.append(RecordingBlock(seconds: [], acceleration: Axes())).isEmpty)
    let analysis = engine.finish()
    #expect(analysis.bouts.isEmpty && analysis.gaitSequences.isEmpty)
    #expect(analysis.turns == .missing(.noGyroscope))
    #expect(analysis.quality == RecordingQuality())
  }

  @Test(arguments: [1, 2, 3, 4, 5, 7, 50, 99, 101, 199, 203, 399, 401])
  func `a recording may be shorter than a frame`(count: Int) {
    for rate in [20.0, 50, 100, 128, 200, 1000] {
      expectNothing(
        recording(seconds: even(count, rateHertz: rate), rateHertz: rate) { _ in [0, 0, 9.81] })
    }
  }

  @Test(arguments: [
    SIMD3(0, 0, 0), SIMD3(0, 0, 9.80665), SIMD3(5, 5, 5), SIMD3(-156, 156, 156), SIMD3(1e-30, 0, 0),
  ])
  func `a sensor that shows one value all the time sees nobody walk`(force: SIMD3<Double>) {
    expectNothing(recording(seconds: even(3000)) { _ in force })
  }

  @Test(arguments: [1e3, 1e6, 1e12, 1e18, 1e25, 3e38])
  func `enormous values do no harm`(size: Double) {
    var dice = SplitMix64(seed: 1)
    let made = recording(seconds: even(3000)) { _ in
      SIMD3(dice.normal() / 6, dice.normal() / 6, dice.normal() / 6) * size
    }
    let analysis = made.analyzed()
    #expect(RecordingAnalysisContract.breaches(of: analysis, seconds: made.span) == [])
    var walk = Scenario.straightWalk.recording(seed: 2, seconds: 20).wholeBlock()
    walk.acceleration.x[1000] = Float(size)
    walk.angularRate?.y[900] = Float(-size)
    let hit = TestRecording(facts: made.facts, block: walk)
    #expect(RecordingAnalysisContract.breaches(of: hit.analyzed(), seconds: hit.span) == [])
  }

  @Test func `standing is not walking`() throws {
    expectNothing(try AnalyzedRecording.simulated(.standingOnly).recording)
  }

  @Test func `samples so far apart that each stands alone are all gap`() {
    let made = recording(seconds: (0..<40).map { Double($0) * 3.1 }) { _ in [0, 0, 9.81] }
    expectNothing(made)
    let quality = made.analyzed().quality
    #expect(quality.gapCount == 39)
    #expect(abs(quality.gapSeconds - 39 * 3.1) < 1e-9)
  }

  @Test func `a gap ends a walk, and nothing is found inside it`() {
    let plan = WalkPlan([.stand(seconds: 3), .walk(seconds: 40), .stand(seconds: 3)])
    for gap in [14.003..<20.0, 14.5..<15.3] {
      var mount = SensorMount(samplingRateHertz: 100)
      mount.gaps = [gap]
      let made = TestRecording(
        SimulatedRecording(
          name: "gap", profile: WalkerProfile(), plan: plan, mount: mount, seed: 3))
      let analysis = made.analyzed()
      #expect(analysis.quality.gapCount == 1)
      #expect(analysis.bouts.count == 2)
      let contacts = analysis.bouts.flatMap(\.initialContacts)
      #expect(!contacts.contains { gap.contains($0.seconds) })
      #expect(RecordingAnalysisContract.breaches(of: analysis, seconds: made.span) == [])
      #expect(made.streamed(cutEvery: 13).analysis == analysis)
    }
  }

  @Test(arguments: [2.0, 2.5, 3, 3.9, 4.1, 5, 6.3])
  func `a recording of a few steps is analyzed to its ends`(seconds: Double) throws {
    let whole = try AnalyzedRecording.simulated(.straightWalk).recording
    let made = whole.cut(to: 10..<(10 + seconds))
    let analysis = made.analyzed()
    #expect(RecordingAnalysisContract.breaches(of: analysis, seconds: made.span) == [])
    if seconds >= 5 { #expect(analysis.bouts.count == 1) }
  }
}
