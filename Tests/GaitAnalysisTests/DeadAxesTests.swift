import Foundation
import GaitModel
import Testing

@testable import GaitAnalysis

struct DeadAxesTests {
  typealias Samples = BrokenSamples.Samples

  /// A walk at 100 Hz whose axes move by what is given, m/s², counted in steps of `resolution`.
  private func walk(
    seconds: Double = 60, _ motion: [Double] = [2, 3, 1.5], resolution: Double = 0.001
  ) -> Samples {
    var samples = Samples(columns: [[], [], []])
    for k in 0..<Int(seconds * 100) {
      let t = Double(k) / 100
      samples.seconds.append(t)
      let values = [
        motion[0] * sin(2 * .pi * t * 0.93), 9.8 + motion[1] * sin(4 * .pi * t * 0.93 + 0.3),
        motion[2] * cos(2 * .pi * t * 0.93 + 1),
      ]
      for axis in 0..<3 {
        let noise = sin(Double(k * k % 977)) * resolution
        let steps = ((values[axis] + noise) / resolution).rounded()
        samples.columns[axis].append(Float(steps * resolution))
      }
    }
    return samples
  }

  private func whole(
    _ samples: Samples, pieces: [Int] = [.max]
  ) -> (kept: Samples, filter: BrokenSamples) {
    var filter = BrokenSamples(channelCount: samples.columns.count)
    var kept = Samples(columns: samples.columns.map { _ in [] })
    var (from, piece) = (0, 0)
    while from < samples.seconds.count {
      let end = min(samples.seconds.count - from, pieces[piece % pieces.count]) + from
      var block = Samples(columns: samples.columns.map { _ in [] })
      block.append(samples, from..<end)
      let decided = filter.append(block)
      kept.append(decided, decided.seconds.indices)
      (from, piece) = (end, piece + 1)
    }
    let rest = filter.finish()
    kept.append(rest, rest.seconds.indices)
    return (kept, filter)
  }

  @Test(arguments: [[Int.max], [1], [37, 490], [1000]])
  func `once dead, an axis stays so through slow walking, until it gives another value`(
    pieces: [Int]
  ) {
    var walk = walk()
    for i in 2000..<5500 {
      if i >= 3500 { for c in 1..<3 { walk.columns[c][i] = 0.3 * walk.columns[c][i] } }
      walk.columns[0][i] = 0.0005
    }
    let (kept, _) = whole(walk, pieces: pieces)
    #expect(kept.seconds.count == 2500)
    // As long as it rests, no axis says anything.
    for i in 4000..<5500 { for c in 1..<3 { walk.columns[c][i] = Float(c) + 0.01 * Float(i % 3) } }
    #expect(whole(walk, pieces: pieces).kept.seconds.count == 4000)
  }

  @Test(arguments: 0..<3) func `a walk in which an axis is dead is left out`(axis: Int) {
    var walk = walk([3, 4, 2.5])
    for i in 2000..<4567 { walk.columns[axis][i] = axis == 1 ? 9.8005 : 0.0005 }
    let (kept, filter) = whole(walk)
    #expect(filter.count == 2567 && kept.seconds.count == 6000 - 2567)
    #expect(
      filter.stretches
        == [BrokenStretch(kind: .deadAxis, seconds: 20.0...45.66, sampleCount: 2567)])
    #expect(filter.remark(walks: nil)?.message.contains("one axis dead 20.0-45.7 s") == true)
  }

  @Test(arguments: 0..<3)
  func `a second and a half are enough, at a low rate fifty samples`(axis: Int) {
    var walk = walk([3, 4, 2.5])
    for i in 2000..<2150 { walk.columns[axis][i] = axis == 1 ? 9.8005 : 0.0005 }
    #expect(
      whole(walk).filter.stretches
        == [BrokenStretch(kind: .deadAxis, seconds: 20.0...21.49, sampleCount: 150)])
    // Every eighth sample: 12.5 Hz.
    var slow = Samples(columns: [[], [], []])
    for i in stride(from: 0, to: 6000, by: 8) { slow.append(walk, i..<i + 1) }
    #expect(whole(slow).kept == slow)
    for i in 250..<302 { slow.columns[axis][i] = axis == 1 ? 9.8005 : 0.0005 }
    #expect(whole(slow).filter.count == 52)
  }

  @Test func `two dead axes are counted once`() {
    var walk = walk()
    for i in 2000..<4500 { (walk.columns[0][i], walk.columns[2][i]) = (0.0005, 1.0005) }
    #expect(whole(walk).filter.count == 2500)
  }

  @Test func `what rests, is coarse, short or clipped is not dead`() {
    // A coarse device: steps of 0.125 g, and one axis that hardly moves.
    let coarse = walk([0.3, 3, 3], resolution: 0.125 * 9.8)
    #expect(whole(coarse).kept == coarse)
    // At rest every axis has one value now and then.
    let rest = walk([0, 0, 0], resolution: 0.04)
    #expect(whole(rest).filter.stretches.allSatisfy { $0.kind != .deadAxis })
    var short = walk()
    for i in 2000..<2095 { short.columns[0][i] = 0 }
    #expect(whole(short).kept == short)
    var clipped = walk()
    for i in 2000..<4500 { clipped.columns[0][i] = 19.6133 }
    #expect(whole(clipped).filter.count == 0)
  }

  @Test func `a coarse sensor that is put down is not dead`() {
    // The last motion of a walk, then rest: one axis has one value from a moment before the others on.
    var putDown = walk(resolution: 0.3)
    for i in 3000..<6000 {
      for axis in 0..<3 { putDown.columns[axis][i] = axis == 1 ? 9.9 : 0.3 }
    }
    for i in 2986..<3000 { putDown.columns[0][i] = 0.3 }
    let (kept, filter) = whole(putDown)
    #expect(filter.stretches.allSatisfy { $0.kind != .deadAxis })
    #expect(kept.seconds.count >= 2986)
  }

  @Test func `however the input is cut, the same is left out`() {
    var walk = walk()
    for i in 1500..<3777 { walk.columns[2][i] = 0.5005 }
    for i in 3000..<4321 { walk.columns[0][i] = 0.2505 }
    let all = whole(walk)
    for pieces in [[1], [7, 1, 250], [1000], [333, 1999]] {
      let cut = whole(walk, pieces: pieces)
      #expect(cut.kept == all.kept && cut.filter.count == all.filter.count)
      #expect(cut.filter.stretches == all.filter.stretches)
    }
  }
}
