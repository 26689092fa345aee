import Testing

@testable import MobilityEstimates

/// The days whose estimates are made anew, in parts.
struct StalenessTests {
  private func stretches(_ days: [Int]) -> [ClosedRange<LocalDay>] {
    SettledStaleness(
      days: Set(days.map { LocalDay(number: $0) }), estimatesFrom: nil, isEverything: false
    ).stretches
  }

  @Test func `a long life comes in stretches of a year at most, and no day is lost`() {
    let found = stretches(Array(0..<1000))
    #expect(found.map(\.count) == [366, 366, 268])
    #expect(found.flatMap { $0.map(\.number) } == Array(0..<1000))
  }

  @Test func `a gap parts two stretches`() {
    #expect(stretches([5, 3, 4, 8, 9]).map { $0.map(\.number) } == [[3, 4, 5], [8, 9]])
    #expect(stretches([]).isEmpty)
  }
}
