import Foundation
import GaitModel
import Testing

@testable import GaitAnalysis

struct BrokenSamplesTests {
  typealias Samples = BrokenSamples.Samples

  /// A walk at 100 Hz: no two samples are the same.
  private func walk(seconds: Double = 20, rate: Bool = false) -> Samples {
    var samples = Samples(columns: Array(repeating: [], count: rate ? 6 : 3))
    for k in 0..<Int(seconds * 100) {
      let t = Double(k) / 100
      samples.seconds.append(t)
      let values = [
        sin(2 * .pi * t), 9.8 + 3 * sin(4 * .pi * t + 0.3), cos(2 * .pi * t + 1), 0.1 * sin(t), 0.2,
        0.3,
      ]
      for c in samples.columns.indices { samples.columns[c].append(Float(values[c])) }
    }
    return samples
  }

  private func filter(_ channels: Int = 3) -> BrokenSamples {
    BrokenSamples(channelCount: channels)
  }

  private func whole(_ samples: Samples) -> (kept: Samples, filter: BrokenSamples) {
    var filter = filter(samples.columns.count)
    var kept = filter.append(samples)
    let rest = filter.finish()
    kept.append(rest, rest.seconds.indices)
    return (kept, filter)
  }

  private func set(_ samples: inout Samples, _ range: Range<Int>, to values: [Float]) {
    for c in 0..<3 { for i in range { samples.columns[c][i] = values[c] } }
  }

  private func values(_ samples: Samples, at i: Int) -> [Float] {
    (0..<3).map { samples.columns[$0][i] }
  }

  @Test func `a walk without a fault passes as it is`() {
    let walk = walk(rate: true)
    let (kept, filter) = whole(walk)
    #expect(kept == walk)
    #expect(filter.count == 0 && filter.stretches.isEmpty)
  }

  /// Where the accelerometer stands still at nearly gravity: at the beginning, at the end, and for longer than a minute.
  @Test(arguments: [0..<1200, 8800..<10000, 1000..<9000])
  func `standing still is no rest while the gyroscope turns`(still: Range<Int>) {
    var walk = walk(seconds: 100, rate: true)
    set(&walk, still, to: [0.2, 9.7, 0.5])
    let rests = whole(walk)
    #expect(rests.filter.count == 0 && rests.filter.stopRemark != nil)
    for i in still { walk.columns[4][i] = Float(sin(2 * .pi * Double(i) / 100)) }
    for length in [walk.seconds.count, 997, 60] {
      var filter = filter(6)
      var kept = 0
      for from in stride(from: 0, to: walk.seconds.count, by: length) {
        var block = Samples(columns: Array(repeating: [], count: 6))
        block.append(walk, from..<min(from + length, walk.seconds.count))
        kept += filter.append(block).seconds.count
      }
      kept += filter.finish().seconds.count
      #expect(filter.count == still.count && kept == walk.seconds.count - still.count)
      #expect(filter.stopRemark == nil)
    }
  }

  @Test(arguments: [Float(1000), -1e9, 250])
  func `a lone spike is left out`(value: Float) {
    var walk = walk()
    walk.columns[1][700] = value
    let (kept, filter) = whole(walk)
    #expect(kept.seconds.count == walk.seconds.count - 1 && !kept.seconds.contains(7.0))
    #expect(filter.stretches == [BrokenStretch(kind: .spike, seconds: 7...7, sampleCount: 1)])
  }

  /// At 100 Hz a blow rings over several samples; at 20 Hz one may be all that is seen of it.
  @Test(arguments: [(1, Float(100.5), 1), (1, 75, 0), (5, 100.5, 0), (5, 190, 1)])
  func `a lone sample is no blow where others lie close`(
    every: Int, value: Float, count: Int
  ) {
    var walk = walk()
    walk.columns[0][700] = value
    var thinned = Samples(columns: [[], [], []])
    for i in stride(from: 0, to: walk.seconds.count, by: every) { thinned.append(walk, i..<i + 1) }
    #expect(whole(thinned).filter.stretches.map(\.kind) == Array(repeating: .spike, count: count))
  }

  /// As long as no blow lasts, at any cut of the input; beside it both others go on.
  @Test(arguments: [
    (700..<704, Float(78.45), true), (700..<720, -78.45, true), (700..<703, 78.45, false),
    (700..<720, 39, false), (1990..<2000, 78.45, true), (0..<10, 60.5, true),
    (700..<1900, 120, true),
  ])
  func `an axis that stays at a large value is frozen`(
    part: Range<Int>, value: Float, isFrozen: Bool
  ) {
    var walk = walk()
    for i in part { walk.columns[0][i] = value }
    let lost = isFrozen ? part.count : 0
    for length in [walk.seconds.count, 701, 7, 1] {
      var filter = filter()
      var kept = Samples(columns: [[], [], []])
      for from in stride(from: 0, to: walk.seconds.count, by: length) {
        var block = Samples(columns: [[], [], []])
        block.append(walk, from..<min(from + length, walk.seconds.count))
        let some = filter.append(block)
        kept.append(some, some.seconds.indices)
      }
      let rest = filter.finish()
      kept.append(rest, rest.seconds.indices)
      #expect(filter.count == lost && kept.seconds.count == walk.seconds.count - lost)
      let stretch = BrokenStretch(
        kind: .frozen, seconds: walk.seconds[part.lowerBound]...walk.seconds[part.upperBound - 1],
        sampleCount: part.count)
      #expect(filter.stretches == (isFrozen ? [stretch] : []), "\(length)")
    }
  }

  @Test func `an impossible angular rate is a spike, too`() {
    var walk = walk(rate: true)
    walk.columns[4][700] = 5000
    #expect(whole(walk).filter.stretches.map(\.kind) == [.spike])
  }

  @Test func `an impact that rings is no spike`() {
    var walk = walk()
    for (k, force) in [40, 120, 170, 150, 90, 30].enumerated() {
      walk.columns[1][700 + k] = Float(force)
    }
    #expect(whole(walk).filter.count == 0)
  }

  @Test func `zeros are a dropout, and a fall is not`() {
    var walk = walk()
    set(&walk, 500..<800, to: [0, 0, 0])
    walk.columns[0][900] = 0
    walk.columns[1][900] = 0
    walk.columns[2][900] = 0
    let (kept, filter) = whole(walk)
    #expect(kept.seconds.count == walk.seconds.count - 301)
    #expect(filter.stretches.map(\.kind) == [.dropout, .dropout])
    var fall = self.walk()
    for k in 700..<720 { set(&fall, k..<k + 1, to: [0.01 * Float(k % 7), 0.5, 0.1]) }
    set(&fall, 710..<711, to: [0, 0, 0])
    #expect(whole(fall).filter.count == 0)
  }

  @Test func `values that freeze in a walk are left out, and rest is not`() {
    var walk = walk()
    set(&walk, 500..<800, to: values(walk, at: 499))
    let (kept, filter) = whole(walk)
    #expect(kept.seconds.count == walk.seconds.count - 301)
    #expect(
      filter.stretches == [BrokenStretch(kind: .frozen, seconds: 4.99...7.99, sampleCount: 301)])
    var rest = self.walk(seconds: 100)
    // Somebody stops, stands, and the device is laid down for longer than anybody stands.
    set(&rest, 460..<9900, to: [0, 9.8, 0])
    for k in 440..<460 {
      set(&rest, k..<k + 1, to: [0.01 * Float(k % 3), 9.8, 0.02 * Float(k % 2)])
    }
    #expect(whole(rest).filter.count == 0)
  }

  /// The worst sensors are 3 m/s² off; a device with that may lie still.
  @Test(arguments: [(Float(12.5), false), (13, true), (7.1, false), (6.6, true)])
  func `a rest that feels nearly gravity is a rest, a value beyond any sensor's error is frozen`(
    force: Float, isFrozen: Bool
  ) {
    var walk = walk(seconds: 200)
    set(&walk, 500..<9500, to: [0, force, 0])
    #expect(whole(walk).filter.stretches.map(\.kind) == (isFrozen ? [.frozen] : []))
  }

  /// A radio that drops out and is filled with the last values: the turn that goes on in them never was.
  @Test(arguments: [(Float(0.36), true), (0.05, false)])
  func `a turn that is held with the force of a rest is frozen, an offset is none`(
    rate: Float, isFrozen: Bool
  ) {
    for length in [60, 400, 9000] {
      var walk = walk(seconds: 120, rate: true)
      set(&walk, 500..<500 + length, to: [0, 9.8, 0])
      for k in 470..<500 { set(&walk, k..<k + 1, to: [0.01 * Float(k % 3), 9.8, 0.02]) }
      for (c, value) in zip(3..<6, [rate, 0, 0]) {
        for k in 500..<500 + length { walk.columns[c][k] = value }
      }
      let found = whole(walk).filter
      #expect(found.stretches.map(\.kind) == (isFrozen ? [.frozen] : []), "\(length)")
      #expect(found.count == (isFrozen ? length : 0))
    }
  }

  @Test func `a value that no rest gives is frozen however long`() {
    var walk = walk(seconds: 200)
    set(&walk, 500..<9500, to: [3, 17, 2])
    #expect(whole(walk).filter.stretches.map(\.kind) == [.frozen])
    #expect(whole(walk).filter.count == 9000)
  }

  /// Everything at once, in pieces of every size: the same samples, the same stretches.
  @Test(arguments: [1, 2, 3, 7, 49, 50, 51, 499, 1000])
  func `any cutting leaves out the same samples`(size: Int) {
    var walk = walk(seconds: 150, rate: true)
    walk.columns[0][100] = 1e9
    walk.columns[2][101] = -500
    set(&walk, 300..<302, to: [0, 0, 0])
    set(&walk, 400..<703, to: [0, 0, 0])
    set(&walk, 1000..<1100, to: values(walk, at: 1000))
    set(&walk, 1500..<1549, to: values(walk, at: 1500))
    set(&walk, 2000..<9000, to: [0, 9.8, 0])
    set(&walk, 9500..<9600, to: [9, 9, 9])
    walk.columns[5][9550] = 400
    walk.columns[3][2500] = -400
    walk.columns[1][12000] = 300
    set(&walk, 14900..<15000, to: [0, 0, 0])
    let expected = whole(walk)
    var filter = filter(6)
    var kept = Samples(columns: Array(repeating: [], count: 6))
    for first in stride(from: 0, to: walk.seconds.count, by: size) {
      var piece = Samples(columns: Array(repeating: [], count: 6))
      piece.append(walk, first..<min(first + size, walk.seconds.count))
      let whole = filter.append(piece)
      kept.append(whole, whole.seconds.indices)
    }
    let rest = filter.finish()
    kept.append(rest, rest.seconds.indices)
    #expect(kept == expected.kept)
    #expect(filter.stretches == expected.filter.stretches)
    #expect(filter.count == expected.filter.count && filter.count > 500)
  }
}
