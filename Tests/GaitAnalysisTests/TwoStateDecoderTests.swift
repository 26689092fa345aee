import GaitSimulation
import Testing

@testable import GaitAnalysis

/// The decoder against the search over the whole sequence.
struct TwoStateDecoderTests {
  private static let switchCost = 1.5
  private static let largestEvidence = 4.0

  private func decoded(_ odds: [Double]) -> [Bool] {
    var decoder = TwoStateDecoder(
      switchCost: Self.switchCost, largestEvidence: Self.largestEvidence)
    var states: [Bool] = []
    for odd in odds { states += decoder.append(logOdds: odd) }
    return states + decoder.finish()
  }

  /// Viterbi's search with all of the sequence at hand.
  private func mostLikely(_ odds: [Double]) -> [Bool] {
    guard !odds.isEmpty else { return [] }
    var score: [Double] = []
    var cameFrom: [[Int]] = []
    for (t, odd) in odds.enumerated() {
      let evidence = max(-Self.largestEvidence, min(Self.largestEvidence, odd)) / 2
      let here = [-evidence, evidence]
      guard t > 0 else {
        // Nobody walks before the recording begins: half a switch is paid for walking at once.
        let fromOff = [0, -Self.switchCost / 2]
        let fromOn = [fromOff[1] - Self.switchCost, fromOff[0] - Self.switchCost]
        score = [max(fromOff[0], fromOn[0]) + here[0], max(fromOff[1], fromOn[1]) + here[1]]
        cameFrom.append([0, 1])
        continue
      }
      var next: [Double] = []
      var from: [Int] = []
      for state in 0...1 {
        let stay = score[state]
        let swap = score[1 - state] - Self.switchCost
        next.append(max(stay, swap) + here[state])
        from.append(swap > stay ? 1 - state : state)
      }
      score = next
      cameFrom.append(from)
    }
    var state = score[1] > score[0] ? 1 : 0
    var states = [Bool](repeating: false, count: odds.count)
    for t in odds.indices.reversed() {
      states[t] = state == 1
      state = cameFrom[t][state]
    }
    return states
  }

  private func randomOdds(seed: UInt64, count: Int, spread: Double) -> [Double] {
    var dice = SplitMix64(seed: seed)
    var level = 0.0
    return (0..<count).map { _ in
      if dice.uniform() < 0.05 { level = spread * dice.normal() }
      return level + spread * dice.normal()
    }
  }

  @Test(arguments: 0..<60)
  func `it is the search over the whole sequence`(seed: Int) {
    for count in [0, 1, 2, 3, 10, 60, 700] {
      for spread in [0.3, 1, 4] {
        let odds = randomOdds(seed: UInt64(seed), count: count, spread: spread)
        #expect(decoded(odds) == mostLikely(odds))
      }
    }
  }

  @Test(arguments: UInt64(0)..<60)
  func `what the lead calls off is off, and the decoder need not know how far`(seed: UInt64) {
    var dice = SplitMix64(seed: seed)
    var settledCount = 0
    for spread in [0.5, 2, 5] {
      var whole = TwoStateDecoder(
        switchCost: Self.switchCost, largestEvidence: Self.largestEvidence)
      var (partly, lead) = (whole, DecoderLead(whole))
      let odds = randomOdds(seed: seed + 100, count: 700, spread: spread).map { $0 - spread / 2 }
      var settled: [Int] = []
      var states: [Bool] = []
      for (t, odd) in odds.enumerated() {
        let isOff = lead.isOff(atMost: odd + 3 * dice.uniform())
        let told = isOff ? -Double.infinity : odd
        if isOff { settled.append(t) }
        lead.append(logOdds: told)
        let new = whole.append(logOdds: odd)
        // At the same time too.
        #expect(partly.append(logOdds: told) == new)
        states += new
      }
      let rest = whole.finish()
      #expect(partly.finish() == rest)
      states += rest
      #expect(states == mostLikely(odds))
      #expect(settled.allSatisfy { !states[$0] })
      settledCount += settled.count
    }
    #expect(settledCount > 300)
  }

  @Test func `every frame is decided once, also in endless doubt`() {
    #expect(decoded(Array(repeating: 0, count: 5000)).count == 5000)
    #expect(decoded((0..<5000).map { $0 % 2 == 0 ? 0.7 : -0.7 }).count == 5000)
  }

  @Test func `doubt never lasts longer than a minute`() {
    var decoder = TwoStateDecoder(
      switchCost: Self.switchCost, largestEvidence: Self.largestEvidence)
    var undecided = 0
    for _ in 0..<2000 {
      undecided += 1 - decoder.append(logOdds: 0).count
      #expect(Double(undecided) * SlowAcceleration.hopSeconds <= 60)
    }
  }

  @Test func `one frame does not start or end a walk`() {
    let odds = [-3.0, -3, 0.9, -3, -3, 3, 3, 3, -0.9, 3, 3, -3, -3, -3]
    let states = decoded(odds)
    #expect(states == odds.indices.map { (5...10).contains($0) })
  }
}
