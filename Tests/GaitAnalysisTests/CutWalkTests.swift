import GaitModel
import GaitSimulation
import TestSupport
import Testing

@testable import GaitAnalysis

/// Walks that are longer than half an hour are looked at in parts.
struct CutWalkTests {
  /// A walk that goes over into a jog a few seconds after its first half hour.
  private var walkThenJog: TestRecording {
    let scenario = Scenario.jogging
    let plan = WalkPlan([
      .stand(seconds: 4), .walk(seconds: 1804),
      .run(seconds: 40, speed: Speed(metersPerSecond: 2.8)), .walk(seconds: 20),
      .stand(seconds: 8),
    ])
    return TestRecording(
      SimulatedRecording(
        name: "walk, then jog", profile: scenario.profile, plan: plan,
        mount: scenario.mount(seed: 2), seed: 2))
  }

  @Test func `a jog after the cut is known however the samples come`() {
    let recording = walkThenJog
    let whole = recording.streamed(cutEvery: recording.block.count).analysis
    #expect(whole.bouts.contains { $0.activity == .running })
    #expect(whole.bouts.contains { $0.activity == .walking && $0.seconds.upperBound > 1795 })
    for length in [25, 100, 997] {
      #expect(recording.streamed(cutEvery: length).analysis.bouts == whole.bouts, "\(length)")
    }
  }
}
