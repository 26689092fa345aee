import Testing

import GaitSimulation

@Suite struct SplitMix64Tests {
  @Test func `gives the numbers published for its seed`() {
    var generator = SplitMix64(seed: 1_234_567)
    let published: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
    ]
    #expect(published.map { _ in generator.next() } == published)
  }

  @Test func `normal numbers have mean 0 and standard deviation 1`() {
    var generator = SplitMix64(seed: 3)
    let draws = (0..<100_000).map { _ in generator.normal() }
    let mean = draws.reduce(0, +) / Double(draws.count)
    let variance = draws.reduce(0) { $0 + $1 * $1 } / Double(draws.count) - mean * mean
    #expect(abs(mean) < 0.012)
    #expect(abs(variance - 1) < 0.02)
  }
}
