import Testing

import Signals

/// The most likely path where changes cost by how far they go.
struct MostLikelyPathTests {
  /// States without order between them, some alike, as a frame without power has them.
  private static func worths(_ seed: Int, places: Int, states: Int) -> [[Double]] {
    (0..<places).map { place in
      (0..<states).map { state in
        let mixed = (seed &* 7919 &+ place &* 104_729 &+ state &* 1_299_709) &* 2_654_435_761
        return place % 5 == 4 ? 0 : Double((mixed >> 7) & 0xffff) / 4096
      }
    }
  }

  @Test(arguments: 1...6, [(0.9, 8.0), (0, 8), (0.3, 2), (30, 8), (2, 0)])
  func `two passes find what all changes one by one find`(
    seed: Int, costs: (perState: Double, largest: Double)
  ) {
    let worths = Self.worths(seed, places: 40, states: 46)
    func cost(_ from: Int, _ to: Int) -> Double {
      min(costs.perState * Double(abs(from - to)), costs.largest)
    }
    var quick = MostLikelyPath(scores: worths[0])
    var plain = quick
    for worth in worths.dropFirst() {
      worth.withUnsafeBufferPointer {
        quick.append(worth: $0, costPerState: costs.perState, largestCost: costs.largest)
      }
      plain.append(worth: { worth[$0] }, from: { (first: $0, others: 0..<46) }, cost: cost)
    }
    for (quick, plain) in zip(quick.scores, plain.scores) { #expect(abs(quick - plain) < 1e-9) }
    func score(_ states: [Int]) -> Double {
      states.indices.reduce(0) {
        $0 + worths[$1][states[$1]] - ($1 > 0 ? cost(states[$1 - 1], states[$1]) : 0)
      }
    }
    #expect(abs(score(quick.states) - score(plain.states)) < 1e-9)
    #expect(abs(score(quick.states) - (plain.scores.max() ?? 0)) < 1e-9)
  }
}
