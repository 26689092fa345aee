import Foundation
import GaitModel
import Testing

@testable import GaitAnalysis

/// Steps that a moving wrist hides are counted; a pause stays a pause.
struct HiddenStepTests {
  /// Thirty seconds of an arm that swings, silent in one stretch or not, and contacts every 0.55 s but for a gap.
  private func made(
    gap: Range<Double>, silent: Range<Double>? = nil
  ) -> (recording: SequenceRecording, contacts: DetectedContacts) {
    let force = (0..<3000).map { i -> SIMD3<Double> in
      let t = Double(i) / 100
      let size = silent.map { $0.contains(t) } == true ? 0.1 : 3.0
      return SIMD3(0, 0, standardGravity + size * sin(2 * .pi * t / 0.55))
    }
    let contacts = stride(from: 2.0, to: 28, by: 0.55).filter { !gap.contains($0) }.map {
      DetectedContact(position: $0 * 100, amplitude: 2, stepHertz: 1 / 0.55)
    }
    return (.made(force), DetectedContacts(contacts))
  }

  private var wrist: any WalkAssembler { GaitPresets().wrist.walks }

  @Test(arguments: [0.6, 1.2, 2.0, 4.0])
  func `a gap in which the arm swings on is walked through`(seconds: Double) throws {
    let made = made(gap: 14..<(14 + seconds))
    let all = stride(from: 2.0, to: 28, by: 0.55).count { _ in true }
    let walks = wrist.walks(of: made.contacts, in: made.recording)
    try #require(walks.count == 1)
    #expect(walks[0].contacts.count == all)
    let intervals = zip(walks[0].contactSeconds.dropFirst(), walks[0].contactSeconds).map {
      $0 - $1
    }
    #expect(intervals.allSatisfy { abs($0 - 0.55) < 0.01 })
  }

  @Test func `a gap in which the arm rests is a pause`() {
    let made = made(gap: 14..<18, silent: 14.2..<17.8)
    let walks = wrist.walks(of: made.contacts, in: made.recording)
    #expect(walks.count == 2)
    #expect(walks.reduce(0) { $0 + $1.contacts.count } == made.contacts.contacts.count)
  }

  @Test func `a longer gap, and a gap elsewhere, hides nothing`() {
    let long = made(gap: 10..<16)
    #expect(wrist.walks(of: long.contacts, in: long.recording).count == 2)
    let short = made(gap: 14..<15.5)
    let pocket = GaitPresets().thigh.walks.walks(of: short.contacts, in: short.recording)
    #expect(pocket.reduce(0) { $0 + $1.contacts.count } == short.contacts.contacts.count)
  }
}
