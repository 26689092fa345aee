import GaitModel
import GaitSimulation
import TestSupport
import Testing

@testable import GaitAnalysis

/// What must not change the results, or only in a known way.
struct InvarianceTests {
  @Test(arguments: AnalyzedRecording.all)
  func `turning the sensor changes nothing`(_ made: AnalyzedRecording) {
    let seed = UInt64(made.recording.block.count)
    let turned = made.recording.turned(Self.rotation(seed: seed)).analyzed()
    #expect(AnalysisComparison().differences(made.analysis, turned) == [])
  }

  @Test(arguments: AnalyzedRecording.all)
  func `in a mirror the feet and the turns swap and all else stays`(_ made: AnalyzedRecording) {
    var comparison = AnalysisComparison()
    comparison.isMirrored = true
    let mirrored = made.recording.mirrored().analyzed()
    #expect(comparison.differences(made.analysis, mirrored) == [])
  }

  /// Whole frames, and not.
  private static let delays = [7.2, 7]

  @Test(arguments: AnalyzedRecording.all)
  func `a later clock moves every event and nothing else`(_ made: AnalyzedRecording) {
    for delay in made.truth == nil ? [7] : Self.delays {
      var comparison = AnalysisComparison()
      comparison.delaySeconds = delay
      let later = made.recording.delayed(bySeconds: delay).analyzed()
      #expect(comparison.differences(made.analysis, later) == [])
    }
  }

  /// A first step at the wrist is weak, and so is one after a halt: whether a frame sees it depends on where frames begin.
  @Test(arguments: Scenario.allCases.filter { ![.wristWalk, .haltingShuffle].contains($0) })
  func `a start later by some standing moves every event and no bout`(_ scenario: Scenario) {
    var plan = scenario.plan()
    plan.segments.insert(.stand(seconds: 14), at: 0)
    let whole = TestRecording(
      SimulatedRecording(
        name: scenario.rawValue, profile: scenario.profile, plan: plan,
        mount: scenario.mount(seed: 5), seed: 5))
    let late = whole.analyzed()
    for delay in Self.delays {
      let early = whole.cut(to: delay..<1000).analyzed()
      #expect(early.bouts.count == late.bouts.count)
      for (a, b) in zip(early.bouts, late.bouts) {
        // Whether frames see the weak step at an edge of a walk depends on where they begin.
        #expect(abs(a.stepCount - b.stepCount) <= (delay == Self.delays[0] ? 0 : 1))
        let (fewer, shift, more) = a.stepCount > b.stepCount ? (b, -delay, a) : (a, delay, b)
        let skipped =
          abs(fewer.seconds.lowerBound + shift - more.seconds.lowerBound) < 0.02
          ? 0 : more.stepCount - fewer.stepCount
        for (x, y) in zip(fewer.initialContacts, more.initialContacts.dropFirst(skipped)) {
          #expect(abs(x.seconds + shift - y.seconds) < 0.02)
          #expect(x.foot == y.foot)
        }
      }
    }
  }

  /// Who halts between very slow steps is at the limit of what is found: a bout more or less is a matter of noise.
  @Test(
    arguments: AnalyzedRecording.all.filter {
      $0.recording.facts.samplingRateHertz > 90
        && $0.recording.facts.name != Scenario.haltingShuffle.rawValue
    })
  func `half the samples give the same cadence and speed`(_ made: AnalyzedRecording) throws {
    let half = made.recording.everyOther().analyzed()
    #expect(half.bouts.count == made.analysis.bouts.count)
    for (a, b) in zip(made.analysis.bouts, half.bouts) {
      #expect(Self.differ(a.cadence.map(\.stepsPerMinute), b.cadence.map(\.stepsPerMinute)) < 0.01)
      let (u, v) = (
        a.walkingSpeed.map(\.metersPerSecond), b.walkingSpeed.map(\.metersPerSecond)
      )
      #expect(Self.differ(u, v) < 0.02)
    }
  }

  @Test(
    arguments: AnalyzedRecording.all.filter { made in
      made.recording.facts.samplingRateHertz > 90 && made.recording.facts.place == .pelvis
    })
  func `a quarter of the samples still give the steps`(_ made: AnalyzedRecording) {
    let quarter = made.recording.everyOther().everyOther().analyzed()
    let (count, all) = (quarter.totals.stepCount, made.analysis.totals.stepCount)
    #expect(abs(Double(count - all)) <= max(2, 0.05 * Double(all)), "\(count) of \(all)")
  }

  /// By how much of the first the two values differ; 0 when both are missing.
  private static func differ(_ a: Measured<Double>, _ b: Measured<Double>) -> Double {
    guard let x = a.value, let y = b.value else {
      return a.missingReason == b.missingReason ? 0 : .infinity
    }
    return abs(x - y) / x
  }

  /// Three axes at right angles, right-handed, anywhere.
  static func rotation(seed: UInt64) -> [SIMD3<Double>] {
    var dice = SplitMix64(seed: seed)
    func any() -> SIMD3<Double> { SIMD3(dice.normal(), dice.normal(), dice.normal()) }
    func unit(_ v: SIMD3<Double>) -> SIMD3<Double> { v / (v * v).sum().squareRoot() }
    let x = unit(any())
    let other = any()
    let y = unit(other - x * (x * other).sum())
    let z = SIMD3(x.y * y.z - x.z * y.y, x.z * y.x - x.x * y.z, x.x * y.y - x.y * y.x)
    return [x, y, z]
  }
}
