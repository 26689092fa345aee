import GaitModel
import Testing

@testable import GaitAnalysis

/// The stretches of a walk that its quality is read from.
struct SteadyRunsTests {
  /// Twenty seconds with a contact every half second, but for some that are left out.
  private func runs(
    turns: [Range<Double>] = [], leavingOut missing: Set<Int> = []
  ) -> [Range<Int>] {
    let nothing = GridSignal([Double](repeating: 0, count: 2100))
    let walk = WalkSignal(
      vertical: nothing, anteroposterior: nothing, mediolateral: nothing,
      contacts: (0...40).filter { !missing.contains($0) }.map { 50.0 * Double($0) },
      isHeadingKnown: false)
    return SteadyRuns().runs(
      of: walk, turns: turns.map { Turn(seconds: $0, angleDegrees: 90) })
  }

  @Test func `a straight walk is one run, but for its first and last contact`() {
    #expect(runs() == [1..<40])
  }

  /// The contacts 20 to 23 are at 10 to 11.5 s.
  @Test func `a step that ends or begins within a tenth of a second of a turn is part of it`() {
    #expect(runs(turns: [10.55..<11.45]) == [1..<20, 25..<40])
    #expect(runs(turns: [10.65..<11.35]) == [1..<21, 24..<40])
  }

  @Test func `a pause parts two runs, and a short run says nothing`() {
    #expect(runs(leavingOut: [20, 21]) == [1..<19, 21..<38])
    #expect(runs(leavingOut: [6, 7]) == [7..<38])
  }
}
