import GaitModel
import Testing

@testable import GaitAnalysis

/// Rises that follow each other.
struct GroundedRiseTests {
  private func rise(_ contacts: ClosedRange<Int>) -> GroundedRise {
    GroundedRise(
      rise: Rise(contacts: contacts, seconds: 0...1, meters: 1, standardError: 0.1, gain: 1),
      ground: Ground(terrain: .stairsUp))
  }

  @Test func `rises touch with fewer than two steps between them, whichever is asked`() {
    let first = rise(0...10)
    for (start, touches) in [(8, true), (10, true), (11, true), (12, false), (20, false)] {
      let next = rise(start...30)
      #expect(first.touches(next) == touches && next.touches(first) == touches)
    }
  }
}
