import Foundation
import GaitModel
import Testing

@testable import GaitAnalysis

/// Steps where the magnitude of the force rises through zero.
struct ZeroCrossingTests {
  @Test(arguments: [0.0, 0.2, 0.5, 0.8])
  func `a contact lies where the wave crosses, between two samples too`(place: Double) {
    let recording = SequenceRecording.made(
      (0..<3000).map { i in
        SIMD3(0, 0, standardGravity + 2 * sin(2 * Double.pi * (Double(i) - place) / 50))
      })
    let cycle = StepCycle(
      of: recording, stepHertz: GridSignal([Double](repeating: 2, count: 3000)))
    let found = ZeroCrossingInitialContactDetector().initialContacts(in: recording, cycle: cycle)
      .contacts.map(\.position).filter { (500..<2500).contains($0) }
    #expect(found.count == 40)
    for position in found { #expect(abs(remainder(position - place, 50)) < 0.05) }
  }
}
