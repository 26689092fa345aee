import Foundation
import GaitSimulation
import Testing

@testable import GaitAnalysis

/// The phase of a step wave whose truth is known.
struct StepPhaseTests {
  /// A wave that speeds up from one frequency to another in so many seconds, and its phase.
  private func chirp(
    _ from: Double, _ to: Double, seconds: Double
  ) -> (signal: GridSignal<Double>, radians: [Double], hertz: GridSignal<Double>) {
    let count = Int(seconds * SampleGrid.rateHertz)
    var dice = SplitMix64(seed: 5)
    var phase = 0.7
    var (signal, radians, hertz): ([Double], [Double], [Double]) = ([], [], [])
    for i in 0..<count {
      let f = from + (to - from) * Double(i) / Double(count)
      signal.append(9.81 + 2 * cos(phase) + 0.5 * cos(2 * phase + 1) + 0.2 * dice.normal())
      radians.append(phase)
      hertz.append(f)
      phase += 2 * .pi * f / SampleGrid.rateHertz
    }
    return (GridSignal(signal), radians, GridSignal(hertz))
  }

  @Test(arguments: [(1.2, 2.2), (2.2, 1.2), (0.8, 1.0), (1.9, 1.9)], [0.97, 1, 1.03])
  func `the phase of a wave that speeds up is followed`(ends: (Double, Double), error: Double) {
    let (signal, truth, hertz) = chirp(ends.0, ends.1, seconds: 30)
    let phase = StepPhase(
      of: StepWave(of: signal, stepHertz: hertz.each { $0 * error }), smoothingSteps: 0.3)
    let errors = (300..<2700).map { i in
      remainder(phase.radians[i] - truth[i], 2 * .pi)
    }
    #expect(errors.map(abs).max() ?? 9 < 0.35)
    let mean = errors.reduce(0, +) / Double(errors.count)
    #expect(abs(mean) < 0.08)
    let sizes = phase.amplitude[300..<2700]
    #expect((sizes.min() ?? 0) > 1.5 && (sizes.max() ?? 9) < 2.5)
  }

  @Test(arguments: [0.0, -.pi / 5, 1, 3, -3])
  func `every turn of the phase is crossed once`(target: Double) throws {
    let (signal, truth, hertz) = chirp(1.4, 2.1, seconds: 30)
    let phase = StepPhase(of: StepWave(of: signal, stepHertz: hertz), smoothingSteps: 0.3)
    let crossings = phase.crossings(ofRadians: target)
    #expect(zip(crossings, crossings.dropFirst()).allSatisfy { $0 < $1 })
    let first = ((truth[300] - target) / (2 * .pi)).rounded(.up)
    let last = ((truth[2700] - target) / (2 * .pi)).rounded(.down)
    for turn in Int(first)...Int(last) {
      let passed = 2 * .pi * Double(turn) + target
      let place = Double(try #require(truth.firstIndex { $0 >= passed }))
      #expect(crossings.count { abs($0 - place) < 8 } == 1)
    }
  }

  @Test func `a phase that runs back for a moment crosses nothing twice`() {
    let (signal, _, hertz) = chirp(1.8, 1.8, seconds: 4)
    var phase = StepPhase(of: StepWave(of: signal, stepHertz: hertz), smoothingSteps: 0.3)
    phase.radians = GridSignal([-1, 0.5, 3, 5, 6.2, 6.4, 6.1, 5.9, 6.3, 7, 9, 14])
    #expect(phase.crossings(ofRadians: 0).map { Int($0) } == [0, 4, 10])
  }
}
