import GaitModel
import GaitSimulation
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
      of: Array(repeating: 0, count: 300), contacts: [0, 40, 80, 120])
    #expect(measures.contactSeconds.missingReason == .tooFewSteps)
    #expect(measures.verticalOscillation.missingReason == .tooFewSteps)
  }
}
