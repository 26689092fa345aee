import Foundation
import GaitModel
import GaitSimulation
import Testing

@testable import GaitAnalysis

/// Every stored value of a walk says how far it is from the truth, as far as a truth has shown it.
struct BoutErrorTests {
  @Test
  func `a walk at the lower back has an error with every value, and its samples have them, too`()
    throws
  {
    let analysis = try AnalyzedRecording.simulated(.straightWalk).analysis
    let bout = try #require(analysis.bouts.first)
    let speed = try #require(bout.walkingSpeed.value).metersPerSecond
    let share = try #require(bout.walkingSpeed.standardError).metersPerSecond / speed
    func isShare(_ length: Measured<Length>) throws -> Bool {
      let error = try #require(length.standardError).meters
      return abs(error - share * (try #require(length.value)).meters) < 1e-9
    }
    #expect(try isShare(bout.stepLength))
    #expect(try isShare(bout.strideLength))
    let distance = try #require(bout.distance.standardError).meters
    #expect(distance > share * (try #require(bout.distance.value)).meters)
    let cadence = try #require(bout.cadence.standardError).stepsPerMinute
    #expect((0.3...1).contains(cadence), "\(cadence)")
    #expect(try #require(bout.stepCountError) >= 1.05)
    #expect(bout.stepTimeAsymmetry.standardError == 0.034)
    let samples = try analysis.samples(
      participant: "P01", start: WallClock(secondsSince1970: 1_780_000_000, utcOffsetSeconds: 0)
    ).samples
    let kinds: [AnySampleKind] = [
      SampleKind.stepCount.erased, SampleKind.distance.erased, SampleKind.stepLength.erased,
      SampleKind.strideLength.erased, SampleKind.cadence.erased, SampleKind.walkingSpeed.erased,
      SampleKind.stepTimeAsymmetry.erased,
    ]
    for kind in kinds {
      let held = samples.filter { $0.kind == kind }
      #expect(!held.isEmpty && held.allSatisfy { ($0.standardError ?? 0) > 0 }, "\(kind)")
    }
  }

  @Test func `more steps may miss more`() {
    let errors = BoutErrors()
    #expect(abs(errors.steps(of: 4) - 1.05) < 0.01)
    #expect(abs(errors.steps(of: 1000) - (1.05 * 1.05 + 14.5 * 14.5).squareRoot()) < 1e-9)
  }

  @Test func `a cadence is as sure as its strides are many and alike`() {
    func error(_ strides: [Double]) -> Double {
      let cadence = BoutMeasures().cadence(of: strides)
      return BoutErrors().cadence(cadence, strides: strides).standardError?.stepsPerMinute ?? 0
    }
    let even = [1.2, 1.21, 1.2, 1.19, 1.2, 1.2]
    let uneven = [1.2, 1.0, 1.4, 1.1, 1.3, 1.2]
    #expect(error(uneven) > 3 && error(even) < 0.5 * error(uneven))
    // Few strides do not tell how alike they are: two equal ones are as unsure as a usual walk's.
    #expect(error([1.2, 1.2]) > 2.5 && error([1.2]) > error([1.2, 1.2]))
    #expect(error(Array(repeating: even, count: 10).flatMap { $0 }) < 0.5)
  }

  /// A share of the steps that is missed in a known time is one of the cadence.
  @Test func `at the wrist the cadence is off by the share of the steps that is`() throws {
    let bout = try #require(try AnalyzedRecording.simulated(.wristWalk).analysis.bouts.first)
    let cadence = try #require(bout.cadence.value).stepsPerMinute
    let share = try #require(bout.cadence.standardError).stepsPerMinute / cadence
    #expect((0.06...0.075).contains(share), "\(share)")
    #expect(try #require(bout.stepRateConfidence) > 0.9)
    #expect(bout.stepTimeAsymmetry.standardError == nil)
    #expect(try #require(bout.stepCountError) > 2 * BoutErrors().steps(of: bout.stepCount))
    #expect(BoutErrors().cadence(.missing(.tooFewSteps), strides: []) == .missing(.tooFewSteps))
  }
}
