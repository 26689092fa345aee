import GaitModel
import GaitSimulation
import Testing

@testable import GaitAnalysis

/// Slow walking and shuffling, simulated; given walks done more slowly are made by
/// `Tools/fit/events/stretch.py`.
struct SlowWalkingTests {
  /// A shuffler at so many meters a second.
  private func shuffle(metersPerSecond: Double, seed: UInt64) -> SimulatedRecording {
    let scenario = Scenario.shuffle
    var profile = scenario.profile
    profile.speed = Speed(metersPerSecond: metersPerSecond)
    profile.cadence = Cadence(stepsPerMinute: 50 + 85 * metersPerSecond)
    return SimulatedRecording(
      name: "shuffle", profile: profile, plan: scenario.plan(seconds: 90),
      mount: scenario.mount(seed: seed), seed: seed)
  }

  @Test(arguments: [0.25, 0.3, 0.4, 0.5], [UInt64(1), 2])
  func `shuffling is found to the step`(metersPerSecond: Double, seed: UInt64) {
    let made = shuffle(metersPerSecond: metersPerSecond, seed: seed)
    let found = TestRecording(made).analyzed().bouts.flatMap { $0.initialContacts.map(\.seconds) }
    let truth = made.truth.initialContacts.map(\.seconds)
    let hits = truth.count { t in found.contains { abs($0 - t) <= 0.1 } }
    #expect(2 * Double(hits) >= 0.9 * Double(found.count + truth.count))
    #expect(abs(Double(found.count - truth.count)) <= 0.05 * Double(truth.count))
  }

  /// The slowest patients measured walk at .17 to .29 m/s.
  @Test func `a shuffle that halts, one foot dragged, is found nearly to the step`() {
    var (hits, all) = (0, 0)
    for seed in UInt64(1)...4 {
      let made = Scenario.haltingShuffle.recording(seed: seed, seconds: 120)
      let found = TestRecording(made).analyzed().bouts.flatMap {
        $0.initialContacts.map(\.seconds)
      }
      let truth = made.truth.initialContacts.map(\.seconds)
      hits += truth.count { t in found.contains { abs($0 - t) <= 0.1 } }
      all += found.count + truth.count
    }
    #expect(2 * Double(hits) >= 0.9 * Double(all), "\(hits) of \(all / 2)")
  }

  @Test func `a frame that looks like gait may hold no contact at all`() {
    let still = SequenceRecording.made(Array(repeating: [0, 0, 9.81], count: 1200))
    let cycle = StepCycle(of: still, stepHertz: GridSignal(Array(repeating: 1.8, count: 1200)))
    let found = StepSequenceDetector().initialContacts(in: still, cycle: cycle)
    #expect(found.contacts.isEmpty && found.areChosen)
    #expect(RhythmWalkAssembler().walks(of: found, in: still).isEmpty)
  }
}
