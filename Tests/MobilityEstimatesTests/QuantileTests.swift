import Testing

@testable import MobilityEstimates

struct QuantileTests {
  @Test func `a percentile is weighted by walking time`() {
    let walks = [(value: 0.8, weight: 90.0), (value: 1.4, weight: 10.0)]
    #expect(WeightedQuantile(walks)[0.5] == 0.8)
    #expect(WeightedQuantile(walks)[0.9] == 0.8)
    #expect(WeightedQuantile(walks)[0.95] == 1.4)
    #expect(WeightedQuantile([])[0.5] == nil)
  }

  /// The obvious twin: every second of walking written out.
  @Test func `it equals the percentile of the seconds written out`() {
    var dice = SystemDice(seed: 9)
    for _ in 0..<50 {
      let walks = (0..<20).map { _ in
        (value: dice.uniform(), weight: Double(1 + dice.next() % 30))
      }
      let seconds = walks.flatMap { Array(repeating: $0.value, count: Int($0.weight)) }.sorted()
      for share in [0.05, 0.25, 0.5, 0.75, 0.95, 1] {
        let place = Int((share * Double(seconds.count)).rounded(.up)) - 1
        #expect(WeightedQuantile(walks)[share] == seconds[max(place, 0)])
      }
    }
  }
}
