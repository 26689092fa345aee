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
