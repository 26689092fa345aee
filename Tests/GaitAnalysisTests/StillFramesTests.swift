import Foundation
import GaitSimulation
import Testing

@testable import GaitAnalysis

/// A frame is not read when the sums over its hops say that it is still: they may say so only of frames that are.
struct StillFramesTests {
  /// Rest, drift and small motion in turn, at levels around the limit; a sensor leans as it likes.
  private func samples(seed: UInt64, count: Int) -> [[Float]] {
    var dice = SplitMix64(seed: seed)
    let lean = (0..<3).map { _ in 9.8 * dice.normal() }
    var level = 0.0
    var drift = 0.0
    return (0..<count).reduce(into: [[], [], []]) { axes, i in
      if i % 75 == 0 { (level, drift) = (exp(-7 + 5 * dice.uniform()), 0.02 * dice.normal()) }
      for axis in 0..<3 {
        let t = Double(i % 75) / SlowAcceleration.rateHertz
        axes[axis].append(Float(lean[axis] + drift * t + level * dice.normal()))
      }
    }
  }

  @Test(arguments: UInt64(0)..<20)
  func `what the sums call still is still when it is read`(_ seed: UInt64) {
    let axes = samples(seed: seed, count: 6000)
    var (slow, still) = (SlowSamples(), StillFrames())
    var reading = FrameReading(stepFrequency: StepFrequencyEvidence())
    var counts = (byHops: 0, byReading: 0, all: 0)
    var (next, length) = (0, 1)
    for from in stride(from: 0, to: 6000, by: 250) {
      // In pieces of any length, and with what lies behind forgotten.
      for axis in 0..<3 { slow.axes[axis].append(contentsOf: axes[axis][from..<(from + length)]) }
      still.append(slow)
      for axis in 0..<3 {
        slow.axes[axis].append(contentsOf: axes[axis][(from + length)..<(from + 250)])
      }
      still.append(slow)
      length = length % 249 + 7
      while next * SlowAcceleration.hop + SlowAcceleration.frameLength / 2 <= slow.endIndex {
        slow.read(next, into: &reading.slow)
        let moves = reading.readSamples()
        let isStill = still.isStill(next)
        #expect(!(isStill && moves), "frame \(next)")
        counts = (
          counts.byHops + (isStill ? 1 : 0), counts.byReading + (moves ? 0 : 1), counts.all + 1
        )
        next += 1
      }
      let needed = (next - 20) * SlowAcceleration.hop
      if needed > slow.axes[0].startIndex {
        slow.forget(before: needed)
        still.forget(before: needed)
      }
    }
    // Most of those that are still are told without being read, and some are not still.
    #expect(counts.byHops > counts.byReading / 2 && counts.byHops < counts.all)
    #expect(!still.isStill(next + 5), "what is not there yet is not still")
  }
}
