import Foundation
import GaitModel
import GaitSimulation
import Testing

@testable import GaitAnalysis

/// The signals that evidence for a contact is read from.
struct StepSignalTests {
  @Test(arguments: [1, 2, 4, 5], [1, 7, 40, 41, 43])
  func `a coarse grid holds means`(stride: Int, count: Int) {
    let grid = CoarseGrid(start: 0, stride: stride, count: count)
    let line = (0..<count).map { 3 + 0.5 * Double($0) }
    let means = grid.means(of: line)
    #expect(means.count == (count + stride - 1) / stride)
    #expect(abs(means[0] - line.prefix(stride).reduce(0, +) / Double(min(stride, count))) < 1e-12)
  }

  @Test(arguments: [1, 3, 4, 7, 40, 41, 43])
  func `straight lines lead back from a coarse grid`(count: Int) {
    let grid = CoarseGrid(start: 0, stride: 4, count: count)
    var dice = SplitMix64(seed: UInt64(count))
    let values = (0..<((count + 3) / 4)).map { _ in dice.normal() }
    let plain = (0..<count).map { i -> Double in
      let (k, share) = (i / 4, (Double(i % 4) - 1.5) / 4)
      let other = values[min(values.count - 1, max(0, share < 0 ? k - 1 : k + 1))]
      return values[k] + abs(share) * (other - values[k])
    }
    #expect(grid.everySample(of: values) == plain)
    let line = (0..<count).map { 3 + 0.5 * Double($0) }
    let back = grid.everySample(of: grid.means(of: line))
    let whole = (count / 4) * 4
    for i in 4..<max(4, whole - 4) { #expect(abs(back[i] - line[i]) < 1e-9) }
  }

  @Test(arguments: [0.7, 1.3, 2.2])
  func `weights at points around a sample are what they are by definition`(hertz: Double) {
    var dice = SplitMix64(seed: UInt64(hertz * 10))
    let signal = (0..<300).map { _ in dice.normal() }
    let stepHertz = (0..<300).map { hertz + 0.0002 * Double($0) }
    let points = PointWeights(
      weights: (0..<17).map { _ in dice.normal() }, offsets: (-8...8).map { Double($0) / 16 })
    var sums = GridSignal([Double](repeating: 1, count: 300))
    points.add(
      GridSignal(signal), over: 3..<297, stepHertz: GridSignal(stepHertz), to: &sums)
    #expect(sums[2] == 1 && sums[297] == 1)
    for start in stride(from: 3, to: 297, by: 8) {
      let end = min(start + 8, 297)
      let step = 100 / stepHertz[(start + end) / 2]
      for i in start..<end {
        let sum = zip(points.weights, points.offsets).reduce(1.0) { sum, point in
          sum + point.0 * value(of: signal, at: Double(i) + point.1 * step)
        }
        #expect(abs(sums[i] - sum) < 1e-9)
      }
    }
  }

  /// A contact looks alike in soft and in hard steps: the force counts as a share of what it is around.
  @Test func `the force of a step is the same share however hard the steps are`() {
    func force(_ size: Double) -> [Double] {
      let recording = SequenceRecording.made(
        (0..<2000).map { i in
          let turn = 4 * Double.pi * Double(i) / SampleGrid.rateHertz
          return SIMD3(0, 0, standardGravity + size * (sin(turn) + 0.4 * cos(2 * turn)))
        })
      let cycle = StepCycle(
        of: recording, stepHertz: GridSignal([Double](repeating: 2, count: 2000)))
      return StepSignals(of: recording, cycle: cycle, model: ContactEvidenceModel()).force.values
    }
    let (soft, hard) = (force(0.3), force(3))
    for (a, b) in zip(soft, hard) { #expect(abs(a - b) < 1e-3) }
    #expect((hard.max() ?? 0) > 0.5)
  }

  /// Straight lines between samples, the end values beyond the ends.
  private func value(of x: [Double], at place: Double) -> Double {
    let low = Int(place.rounded(.down))
    let (a, b) = (x[max(0, min(x.count - 1, low))], x[max(0, min(x.count - 1, low + 1))])
    return a + (b - a) * (place - Double(low))
  }
}
