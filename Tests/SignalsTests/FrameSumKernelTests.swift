import Foundation
import SignalKernels
import Testing

/// The kernels that sum what a frame holds, each against its plain twin.
struct FrameSumKernelTests {
  @Test(arguments: [0, 1, 8, 129])
  func `running sums of two signals`(count: Int) {
    let (a, b) = (Noise.floats(count, seed: 1), Noise.floats(count, seed: 2))
    var sumsOfA = [Double](repeating: .nan, count: count + 1)
    var sumsOfB = sumsOfA
    signal_kernels_running_sums(a, &sumsOfA, b, &sumsOfB, count)
    for (x, sums) in [(a, sumsOfA), (b, sumsOfB)] {
      var plain = [0.0]
      for value in x { plain.append(plain[plain.count - 1] + Double(value)) }
      #expect(sums == plain)
    }
  }

  @Test(arguments: [0, 1, 7, 8, 100])
  func `weighted shares of a whole`(count: Int) {
    let x = Noise.floats(count, seed: 3)
    let weights = Noise.doubles(count, seed: 4)
    var shares = [Double](repeating: .nan, count: count)
    signal_kernels_shares(x, 3.7, weights, &shares, count)
    let plain = (0..<count).map { k -> Double in Double(x[k]) / 3.7 * weights[k] }
    #expect(shares == plain)
  }

  @Test(arguments: [4, 5, 15, 16, 17, 32, 33, 100])
  func `the four largest of some numbers, wherever they are`(count: Int) {
    for seed in UInt64(0)..<50 {
      var x = Noise.floats(count, seed: 10 + seed).map { $0 - 3 }
      if seed % 3 == 0 { x[count - 1] = x[0] }
      var largest = [Float](repeating: .nan, count: 4)
      signal_kernels_four_largest(x, count, &largest)
      #expect(largest == Array(x.sorted(by: >).prefix(4)))
    }
  }

  @Test(arguments: [0, 1, 2, 16, 17, 18, 100])
  func `squares of the steps from point to point`(count: Int) {
    let axes = (0..<3).map { Noise.floats(count, seed: 6 + UInt64($0)) }
    var plain: Float = 0
    for i in 1..<max(1, count) {
      let d = axes.map { $0[i] - $0[i - 1] }
      plain += (d[0] * d[0] + d[2] * d[2]) + d[1] * d[1]
    }
    #expect(signal_kernels_squared_steps(axes[0], axes[1], axes[2], count) == plain)
  }
}
