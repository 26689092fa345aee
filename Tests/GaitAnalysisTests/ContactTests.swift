import Foundation
import GaitModel
import GaitSimulation
import Testing

@testable import GaitAnalysis

/// Initial contacts, and the feet that made them.
struct ContactTests {
  @Test(arguments: [1.1, 1.8, 2.3])
  func `a steady wave has one contact a step, at the contact's phase`(hertz: Double) {
    let detector = PhaseInitialContactDetector(isRefined: false)
    let force = (0..<2000).map { i in
      SIMD3(0, 0, 9.81 + 2 * cos(2 * .pi * hertz * Double(i) / 100))
    }
    let cycle = StepCycle(
      of: .made(force), stepHertz: GridSignal(Array(repeating: hertz, count: 2000)))
    let found = detector.contacts(in: cycle)
    let inner = found.filter { (200.0..<1800).contains($0.position) }
    #expect(abs(Double(inner.count) - 16 * hertz) <= 1)
    for contact in inner {
      let turns = contact.position / 100 * hertz - detector.contactPhaseDegrees / 360
      #expect(abs(turns - turns.rounded()) < 0.02)
      #expect(abs(contact.amplitude - 2) < 0.1)
      #expect(contact.stepHertz == hertz)
    }
  }

  @Test(arguments: [false, true])
  func `contacts come in time order, also when they are moved`(isRefined: Bool) throws {
    let made = try AnalyzedRecording.simulated(.shuffle)
    for recording in made.recording.sequenceRecordings() {
      let hertz = StepFrequencyRidge().stepHertz(in: recording)
      let found = PhaseInitialContactDetector(isRefined: isRefined)
        .contacts(in: StepCycle(of: recording, stepHertz: hertz))
      #expect(zip(found, found.dropFirst()).allSatisfy { $0.position <= $1.position })
      #expect(zip(found, found.dropFirst()).allSatisfy { $0.sharpened <= $1.sharpened })
      #expect(isRefined || found.allSatisfy { $0.sharpened == $0.position })
    }
  }

  private static let worn = AnalyzedRecording.simulated.filter { made in
    made.recording.facts.site?.isPelvis ?? false && !made.recording.facts.name.contains("shuffle")
  }

  @Test(arguments: worn)
  func `a simulated walker's contacts are found, and no others`(_ made: AnalyzedRecording) throws {
    let truth = try #require(made.truth).initialContacts
    let found = made.analysis.bouts.flatMap(\.initialContacts)
    let hits = truth.count { t in found.contains { abs($0.seconds - t.seconds) < 0.15 } }
    let right = found.count { f in truth.contains { abs($0.seconds - f.seconds) < 0.15 } }
    #expect(10 * hits >= 9 * truth.count, "\(hits) of \(truth.count)")
    #expect(20 * right >= 19 * found.count, "\(right) of \(found.count)")
  }

  @Test(arguments: worn)
  func `a simulated walker's feet are told apart`(_ made: AnalyzedRecording) throws {
    let truth = try #require(made.truth).initialContacts
    let found = made.analysis.bouts.flatMap(\.initialContacts)
    let pairs = found.compactMap { contact in
      truth.first { abs($0.seconds - contact.seconds) < 0.15 }.map { ($0.foot, contact.foot) }
    }
    let right = pairs.count { $0.0 == $0.1 }
    #expect(10 * right >= 9 * pairs.count, "\(right) of \(pairs.count)")
  }

  @Test func `a pocket without a gyroscope does not tell the feet apart`() throws {
    let made = TestRecording(Scenario.trouserPocket.recording(seed: 4))
    var (facts, block) = (made.facts, made.block)
    (facts.hasAngularRate, block.angularRate) = (false, nil)
    var engine = GaitPipeline().engine(for: facts, calibration: nil)
    _ = engine.append(block)
    let bouts = engine.finish().bouts
    #expect(!bouts.isEmpty)
    #expect(bouts.flatMap(\.initialContacts).allSatisfy { $0.foot == .unknown })
  }

  @Test func `a pocket, which hears one leg louder, says nothing of asymmetry`() throws {
    let bouts = try AnalyzedRecording.simulated(.trouserPocket).analysis.bouts
    #expect(!bouts.isEmpty)
    #expect(bouts.allSatisfy { $0.asymmetryFraction == .missing(.siteNotSupported) })
    #expect(bouts.allSatisfy { $0.stepTimeAsymmetry == .missing(.siteNotSupported) })
  }

  @Test func `an asymmetric walker is more asymmetric than an even one`() throws {
    func asymmetry(_ scenario: Scenario) throws -> Double {
      let bouts = try AnalyzedRecording.simulated(scenario).analysis.bouts
      return bouts.compactMap(\.stepTimeAsymmetry.value).max() ?? -1
    }
    let uneven = try asymmetry(.slowAsymmetric)
    #expect(uneven > 0.05)
    #expect(uneven > 2 * (try asymmetry(.straightWalk)))
  }
}
