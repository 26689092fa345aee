import Foundation
import GaitSimulation
import Testing

@testable import GaitAnalysis

/// From any clock onto the even grid.
struct UniformSamplingTests {
  private struct Signal {
    var stamps: [Double]
    var columns: [[Float]]

    init(stamps: [Double], _ values: [(Double) -> Double]) {
      self.stamps = stamps
      columns = values.map { value in stamps.map { Float(value($0)) } }
    }

    func sampled(rateHertz: Double, cuts: [Int] = []) -> [UniformSampling.Block] {
      var sampling = UniformSampling(rateHertz: rateHertz, channelCount: columns.count)
      var blocks: [UniformSampling.Block] = []
      var start = 0
      for end in cuts + [stamps.count] {
        blocks += sampling.append(
          seconds: Array(stamps[start..<end]), columns: columns.map { Array($0[start..<end]) })
        start = end
      }
      return blocks + [sampling.finish()].compactMap(\.self)
    }
  }

  /// Blocks put end to end: one for each run.
  private func runs(_ blocks: [UniformSampling.Block]) -> [UniformSampling.Block] {
    var whole: [UniformSampling.Block] = []
    for block in blocks {
      if let last = whole.last, !last.endsRun {
        #expect(block.start == last.start + last.columns[0].count)
        for c in block.columns.indices { whole[whole.count - 1].columns[c] += block.columns[c] }
        whole[whole.count - 1].endsRun = block.endsRun
      } else {
        whole.append(block)
      }
    }
    return whole.filter { !$0.columns[0].isEmpty }
  }

  private func stamps(
    seconds: Range<Double>, rateHertz: Double, jitter: Double = 0
  ) -> [Double] {
    var dice = SplitMix64(seed: 8)
    let count = Int((seconds.upperBound - seconds.lowerBound) * rateHertz)
    return (0...count).map { i in
      let shift = i == 0 || i == count ? 0 : jitter * (2 * dice.uniform() - 1)
      return seconds.lowerBound + (Double(i) + shift) / rateHertz
    }
  }

  @Test(arguments: [20, 25, 50, 52.3, 64, 100, 104.7, 128, 200, 217, 500], [0, 0.2, 0.4])
  func `a step's wave is reproduced from any clock`(rate: Double, jitter: Double) throws {
    let wave: (Double) -> Double = { 3 * sin(2 * .pi * 1.9 * $0 + 0.4) }
    let signal = Signal(
      stamps: stamps(seconds: 0..<30, rateHertz: rate, jitter: jitter),
      [wave, { 9.81 + wave($0 + 0.1) }, { _ in -2 }])
    let block = try #require(runs(signal.sampled(rateHertz: rate)).first)
    #expect(block.start == 0 && block.columns[0].count == 3001)
    // Straight lines miss a wave by A w² h² / 8; the low-pass adds its ripple. Ten samples in a wave
    // at 20 Hz leave a few percent of it.
    let widest = (1 + 2 * jitter) / rate
    let straight = 3 * pow(2 * .pi * 1.9 * widest, 2) / 8 + 0.015
    let tolerance = rate < 30 ? 0.3 : min(0.06, straight)
    let errors = (20..<2980).flatMap { k in
      let t = Double(k) / 100
      return [
        Double(block.columns[0][k]) - wave(t), Double(block.columns[1][k]) - 9.81 - wave(t + 0.1),
        Double(block.columns[2][k]) + 2,
      ].map(abs)
    }
    #expect(errors.max() ?? 1 < tolerance)
  }

  @Test func `samples on the grid pass unchanged`() throws {
    let signal = Signal(stamps: stamps(seconds: 0..<10, rateHertz: 100), [{ sin(17 * $0) }])
    let block = try #require(runs(signal.sampled(rateHertz: 100)).first)
    #expect(zip(block.columns[0], signal.columns[0]).allSatisfy { abs($0 - $1) < 1e-5 })
  }

  @Test(arguments: [55.0, 60, 75, 95, 99])
  func `nothing folds back from a fast clock`(hertz: Double) throws {
    let signal = Signal(
      stamps: stamps(seconds: 0..<10, rateHertz: 200), [{ 10 * sin(2 * .pi * hertz * $0) }])
    let block = try #require(runs(signal.sampled(rateHertz: 200)).first)
    // The filter's 50 dB leave 0.03 of 10.
    #expect(block.columns[0][100..<900].allSatisfy { abs($0) < 0.05 })
  }

  @Test(arguments: [20, 25, 50, 100, 128, 200, 217])
  func `it does not matter how the input was cut`(rate: Double) {
    var times = stamps(seconds: 0.0137..<20, rateHertz: rate, jitter: 0.4)
    times.removeAll { (7.0..<9.2).contains($0) || (15.0..<15.3).contains($0) }
    let signal = Signal(
      stamps: times, [{ sin(9 * $0) }, { cos(11 * $0) }, { $0 }, { -$0 }, { $0 * $0 }, { _ in 1 }])
    let whole = runs(signal.sampled(rateHertz: rate))
    #expect(whole.count == 2)
    var dice = SplitMix64(seed: 2)
    var cutLists = [1, 2, 3, 7, 64].map { Array(stride(from: $0, to: times.count, by: $0)) }
    for _ in 0..<5 {
      let anywhere = (0..<9).map { _ in Int(dice.uniform() * Double(times.count)) }
      cutLists.append(anywhere.sorted())
    }
    for cuts in cutLists {
      let cut = runs(signal.sampled(rateHertz: rate, cuts: cuts))
      #expect(cut.map(\.start) == whole.map(\.start))
      #expect(cut.map(\.columns) == whole.map(\.columns))
    }
  }

  @Test func `a long gap ends a stretch and a short one is bridged`() throws {
    var times = stamps(seconds: 0..<20, rateHertz: 100)
    times.removeAll { (5.001..<5.4).contains($0) || (10.001..<12.0049).contains($0) }
    let found = runs(Signal(stamps: times, [{ $0 }]).sampled(rateHertz: 100))
    #expect(found.map(\.start) == [0, 1201])
    #expect(found.map { $0.columns[0].count } == [1001, 800])
    let bridged = found[0].columns[0]
    #expect((500..<540).allSatisfy { abs(bridged[$0] - Float($0) / 100) < 1e-4 })
  }

  @Test func `grid samples lie at whole hundredths, wherever the stamps begin`() throws {
    for start in [0.0, 0.004, 3.14159, 86_400.0031] {
      for rate in [25.0, 100, 200] {
        let signal = Signal(
          stamps: stamps(seconds: start..<(start + 10), rateHertz: rate), [{ $0 - start }])
        let block = try #require(runs(signal.sampled(rateHertz: rate)).first)
        for (i, value) in block.columns[0].enumerated().dropFirst(60).dropLast(60) {
          let seconds = Double(block.start + i) / 100 - start
          #expect(abs(Double(value) - seconds) < 2e-3)
        }
      }
    }
  }

  @Test(arguments: [20.0, 50, 100, 200])
  func `a single sample is a stretch of at most one`(rate: Double) {
    for start in [0.0, 0.0123] {
      let found = Signal(stamps: [start], [{ _ in 5 }]).sampled(rateHertz: rate)
      #expect(found.count == 1 && found[0].endsRun)
      #expect(found[0].columns[0].allSatisfy { $0 == 5 } && found[0].columns[0].count <= 1)
    }
  }

  @Test(arguments: [20.0, 25, 50])
  func `three axes read slowly turn with the sensor`(rate: Double) throws {
    let waves: [(Double) -> Double] = [
      { sin(12 * $0) }, { 0.5 * cos(25 * $0) + 3 }, { sin(12 * $0 + 1) * cos(3 * $0) },
    ]
    let times = stamps(seconds: 0..<10, rateHertz: rate, jitter: 0.3)
    // 3, 4, 12 and 13: a rotation in whole numbers.
    let rows = [[3.0, 4, 12], [-4, 12, -3], [-12, -3, 4]].map { $0.map { $0 / 13 } }
    let turned: [(Double) -> Double] = rows.map { row in
      { t in row[0] * waves[0](t) + row[1] * waves[1](t) + row[2] * waves[2](t) }
    }
    let plain = try #require(
      runs(Signal(stamps: times, waves).sampled(rateHertz: rate)).first)
    let seen = try #require(
      runs(Signal(stamps: times, turned).sampled(rateHertz: rate)).first)
    for k in plain.columns[0].indices {
      for (axis, row) in rows.enumerated() {
        let expected =
          row[0] * Double(plain.columns[0][k]) + row[1] * Double(plain.columns[1][k])
          + row[2] * Double(plain.columns[2][k])
        #expect(abs(Double(seen.columns[axis][k]) - expected) < 1e-4)
      }
    }
  }
}
