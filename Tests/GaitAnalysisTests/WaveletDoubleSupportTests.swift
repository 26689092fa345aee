import Foundation
import GaitModel
import Testing

@testable import GaitAnalysis

/// Double support from the wavelets of the vertical.
struct WaveletDoubleSupportTests {
  /// A pelvis that rises and falls once in half a second, and contacts half a second apart from a place on.
  private func fraction(contacts: Int, from first: Double) -> Measured<Double> {
    let wave = GridSignal((0..<1600).map { 3 * cos(2 * Double.pi * Double($0) / 50) })
    let nothing = wave.each { _ in 0.0 }
    let signal = WalkSignal(
      vertical: wave, anteroposterior: nothing, mediolateral: nothing,
      contacts: (0..<contacts).map { first + 50 * Double($0) }, isHeadingKnown: false)
    let recording = SequenceRecording.made(wave.values.map { SIMD3(0, 0, standardGravity + $0) })
    let cycle = StepCycle(of: recording, stepHertz: wave.each { _ in 2.0 })
    return WaveletDoubleSupport().doubleSupport(
      of: signal, feet: [], speed: nil,
      in: GaitPresets().pelvis.context(of: recording, cycle: cycle)
    ).fraction
  }

  @Test func `twelve steps make a mean, eleven do not`() throws {
    // The dip of the wave lies in the first half of the steps from one of these places.
    let first = try #require([210.0, 235].first { fraction(contacts: 25, from: $0).value != nil })
    let mean = try #require(fraction(contacts: 13, from: first).value)
    #expect(mean > 0 && mean < 0.5)
    #expect(fraction(contacts: 12, from: first) == .missing(.tooFewSteps))
  }
}
