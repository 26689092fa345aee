import GaitModel
import GaitSimulation
import Testing

@testable import GaitAnalysis

/// Errors against the person's own past, and what double support is put together from.
struct OwnPastTests {
  private let errors = WithinPersonErrors(
    walkingSpeed: Speed(metersPerSecond: 0.05), doubleSupportFraction: 0.016)

  @Test func `the smallest detectable change is 1.96 times the error of a difference`() throws {
    let one = errors.minimalDetectableChanges(overBouts: 1)
    #expect(
      abs(try #require(one.walkingSpeed).metersPerSecond - 1.96 * 0.05 * 2.squareRoot()) < 1e-9)
    #expect(abs(try #require(one.doubleSupportFraction) - 0.0443) < 1e-4)
    #expect(one.stepLength == nil && one.cadence == nil)
  }

  @Test func `means over more bouts show smaller changes`() throws {
    let (few, many) = (
      errors.minimalDetectableChanges(overBouts: 4), errors.minimalDetectableChanges(overBouts: 16)
    )
    let (a, b) = (try #require(few.walkingSpeed), try #require(many.walkingSpeed))
    #expect(abs(a.metersPerSecond / b.metersPerSecond - 2) < 1e-9)
    #expect(
      errors.minimalDetectableChanges(overBouts: 0) == errors.minimalDetectableChanges(overBouts: 1)
    )
  }

  @Test func `a bout of the pelvis has an error for every measure, in a pocket one`() throws {
    let bout = try #require(try AnalyzedRecording.simulated(.straightWalk).analysis.bouts.first)
    let own = bout.withinPersonErrors
    let speed = try #require(own.walkingSpeed).metersPerSecond
    #expect(speed > 0 && speed < 0.1)
    let step = 60 / (try #require(bout.cadence.value).stepsPerMinute)
    #expect(abs(try #require(own.stepLength).meters / (speed * step) - 1) < 0.1)
    #expect(own.cadence != nil && own.doubleSupportFraction != nil && own.stepTimeAsymmetry != nil)
    for bout in try AnalyzedRecording.simulated(.trouserPocket).analysis.bouts {
      var asymmetry = WithinPersonErrors()
      asymmetry.stepTimeAsymmetry = bout.withinPersonErrors.stepTimeAsymmetry
      #expect(bout.withinPersonErrors == asymmetry)
    }
  }

  @Test func `the parts of double support fuse by their errors`() {
    let even = DoubleSupportParts(
      expected: 0.24, expectedError: 0.03, observed: 0.30, observedError: 0.03)
    #expect(abs(even.fused - 0.27) < 1e-12)
    let doubtful = DoubleSupportParts(
      expected: 0.24, expectedError: 0.03, observed: 0.30, observedError: 0.3)
    #expect(abs(doubtful.fused - 0.24) < 0.001)
  }

  @Test func `what a bout reports is what its parts fuse to`() throws {
    let walks = try [Scenario.straightWalk, .slowAsymmetric].map {
      try AnalyzedRecording.simulated($0)
    }
    for bout in walks.flatMap(\.analysis.bouts) {
      guard let parts = bout.doubleSupportParts else {
        #expect(bout.doubleSupportFraction.value == nil)
        continue
      }
      let held = min(0.45, max(0.12, parts.fused))
      #expect(abs(try #require(bout.doubleSupportFraction.value) - held) < 1e-12)
    }
  }
}
