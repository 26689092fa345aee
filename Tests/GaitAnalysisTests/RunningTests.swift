import GaitModel
import GaitSimulation
import TestSupport
import Testing

@testable import GaitAnalysis

/// Runs of a simulated walker, whose pushes are half sines of known length.
struct RunningTests {
  @Test func `a jog is one running bout with its contact time and bounce`() throws {
    let analysis = try AnalyzedRecording.simulated(.jogging).analysis
    let run = try #require(analysis.bouts.first { $0.activity == .running })
    #expect(run.leftOutReason == .running)
    #expect(run.terrain == .unknown)
    let cadence = try #require(run.cadence.value)
    #expect(abs(cadence.stepsPerMinute - 165) < 3)
    let measures = try #require(run.running)
    let contact = try #require(measures.contactSeconds.value)
    // The simulated foot is down for 0.7 of a step.
    #expect(abs(contact - 0.7 * 60 / 165) < 0.03, "\(contact)")
    let bounce = try #require(measures.verticalOscillation.value)
    #expect((0.04...0.12).contains(bounce.meters), "\(bounce.meters)")
  }

  /// The jog with speeds from satellites each second, as far as there are any.
  private func jog(_ speed: (Double) -> Float?) -> WalkingBout? {
    let scenario = Scenario.jogging
    var recording = SimulatedRecording(
      name: "jog", profile: scenario.profile, plan: scenario.plan(seconds: 60),
      mount: scenario.mount(seed: 1), seed: 1, blockSeconds: 7.3)
    var engine = GaitPipeline().engine(for: recording.facts)
    while var block = recording.nextBlock() {
      var ground = SideSamples()
      for second in 0...120 {
        guard let first = block.seconds.first, let last = block.seconds.last,
          (first...last).contains(Double(second)), let speed = speed(Double(second))
        else { continue }
        ground.append(seconds: Double(second), speed)
      }
      block.side[.groundSpeed] = ground
      _ = engine.append(block)
    }
    return engine.finish().bouts.first { $0.activity == .running }
  }

  @Test func `satellites give a run its speed, and with its cadence its stride length`() throws {
    let run = try #require(jog { _ in 2.8 })
    #expect(abs(try #require(run.walkingSpeed.value).metersPerSecond - 2.8) < 1e-6)
    #expect(run.walkingSpeed.method?.name == "SatelliteRunPace")
    #expect(run.walkingSpeed.standardError == Speed(metersPerSecond: 0.06))
    let cadence = try #require(run.cadence.value).stepsPerMinute
    let stride = try #require(run.strideLength.value).meters
    #expect(abs(stride - 2.8 * 120 / cadence) < 0.03 * stride, "\(stride)")
    let seconds = run.seconds.upperBound - run.seconds.lowerBound
    #expect(abs(try #require(run.distance.value).meters - 2.8 * seconds) < 1e-4)
  }

  @Test func `a speed that makes strides of nobody is another unit's`() throws {
    // 8 km/h of a treadmill, read as m/s: below the speed of sprinters, with strides of 5.8 m.
    #expect(try #require(jog { _ in 8 }).walkingSpeed.missingReason == .running)
    let run = try #require(jog { _ in 6 })
    let sprint = try #require(run.walkingSpeed.value)
    #expect(abs(sprint.metersPerSecond - 6) < 1e-6)
  }

  @Test func `without sight of the sky a run has no speed, and says why`() throws {
    let without = try #require(jog { _ in nil })
    #expect(without.walkingSpeed.missingReason == .running)
    let gap = try #require(jog { (20...30).contains($0) ? nil : 2.8 })
    #expect(gap.walkingSpeed.missingReason == .running)
    let standing = try #require(jog { _ in 0.1 })
    #expect(standing.strideLength.missingReason == .running)
  }

  @Test func `a run's contact time and bounce are samples`() throws {
    let analysis = try AnalyzedRecording.simulated(.jogging).analysis
    let samples = try analysis.samples(
      participant: "P07", start: WallClock(secondsSince1970: 1_780_000_000, utcOffsetSeconds: 0)
    ).samples
    let run = try #require(analysis.bouts.first { $0.activity == .running })
    let contact = samples.compactMap { $0.value(as: .runningGroundContactTime) }
    #expect(contact.first?.baseValue == run.running?.contactSeconds.value)
    let bounce = samples.compactMap { $0.value(as: .runningVerticalOscillation) }
    #expect(bounce.first == run.running?.verticalOscillation.value)
  }

  @Test func `a walk has nothing that only a run has`() throws {
    for bout in try AnalyzedRecording.simulated(.dailyLife).analysis.bouts {
      #expect(bout.running == nil)
    }
  }

  @Test func `a few steps are no mean`() {
    let measures = RunningMechanics().measures(
      of: GridSignal(Array(repeating: 0, count: 300)), contacts: [0, 40, 80, 120])
    #expect(measures.contactSeconds.missingReason == .tooFewSteps)
    #expect(measures.verticalOscillation.missingReason == .tooFewSteps)
  }

  @Test(.enabled(if: RealRecordings.isAvailable, "\(RealRecordings.absence)"))
  func `who jogs faster is on the ground for a shorter time`() throws {
    func contactSeconds(_ person: String, _ jog: String) throws -> Double? {
      let name = "\(person)_waist_jog_\(jog)_R01"
      let file = RealRecordings.recordings("sisfall").first {
        $0.lastPathComponent.hasPrefix(name)
      }
      let bouts = try file.map { try TestRecording($0, longestSeconds: 100).analyzed().bouts } ?? []
      return bouts.first { $0.activity == .running }?.running?.contactSeconds.value
    }
    var pairs = 0
    for person in ["SA01", "SA02", "SA03", "SA04", "SE01", "SE03"] {
      guard let slow = try contactSeconds(person, "slow"),
        let fast = try contactSeconds(person, "fast")
      else { continue }
      pairs += 1
      #expect(fast < slow, "\(person)")
      #expect((0.18...0.40).contains(fast) && (0.18...0.40).contains(slow))
    }
    #expect(pairs == 6)
  }
}
