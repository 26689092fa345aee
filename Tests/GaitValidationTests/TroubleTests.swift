import Testing

@testable import GaitValidation

@Suite struct `Troubles of recordings` {
  private func trouble(_ name: String, _ kind: String, _ message: String) -> ScoredTrouble {
    ScoredTrouble(dataset: "walks", recording: name, kind: kind, message: message)
  }

  @Test func `losses are named one by one, and what many have alike once`() {
    let names = ["a1", "a2", "a3", "a4"]
    let lost = names.map { trouble($0, "truncated", "\($0) ends inside a block") }
    let clocks = names.map {
      trouble($0, "inconsistent", "\($0).json: clock: 5\($0.suffix(1)) Hz, the times say 49 Hz")
    }
    let other = trouble("a2", "inconsistent", "gravity is 1.2 g")
    let told = (lost + clocks + [other]).told
    #expect(
      told.map(\.name) == [
        "walks/a1", "walks/a2", "walks/a3", "walks/a4", "4 recordings, such as walks/a1",
        "walks/a2",
      ])
    #expect(told.last?.first == other)
    #expect(clocks.dropLast().map { $0 }.told.map(\.count) == [1, 1, 1])
  }
}
