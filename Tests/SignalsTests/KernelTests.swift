import SignalKernels
import Testing

/// Each kernel against its plain twin: the same bits, because nothing is fused and every output is
/// made by the same operations wherever it falls.
struct KernelTests {
  @Test(arguments: [1, 4])
  func `a correlation is the plain sum`(step: Int) {
    for tapCount in [1, 2, 3, 16, 35, 101] {
      let taps = Noise.doubles(tapCount, seed: 3)
      for count in [0, 1, 7, 8, 31, 32, 33, 63, 64, 65, 500] {
        let x = Noise.doubles(count + step * (tapCount - 1), seed: 5)
        let plain = (0..<count).map { index in
          var sum = 0.0
          for tap in taps.indices { sum += taps[tap] * x[index + step * tap] }
          return sum
        }
        var y = [Double](repeating: .nan, count: count)
        signal_kernels_correlate(x, taps, tapCount, step, &y, count)
        #expect(y == plain)
      }
    }
  }

  @Test func `a correlation at every so-manieth place is sixteen partial sums`() {
    for tapCount in [16, 32, 112] {
      let taps = Noise.floats(tapCount, seed: 3)
      for (count, step) in [(0, 1), (1, 5), (3, 1), (4, 2), (5, 40), (50, 7)] {
        let x = Noise.floats(max(0, count - 1) * step + tapCount, seed: 5)
        let plain = (0..<count).map { partialSums(x[($0 * step)...], taps) }
        var y = [Float](repeating: .nan, count: count)
        signal_kernels_correlate_every(x, taps, tapCount, step, &y, count)
        #expect(y == plain)
      }
    }
  }

  private func partialSums(_ x: ArraySlice<Float>, _ taps: [Float]) -> Float {
    var lanes = [Float](repeating: 0, count: 16)
    for tap in taps.indices { lanes[tap % 16] += taps[tap] * x[x.startIndex + tap] }
    while lanes.count > 1 {
      let half = lanes.count / 2
      lanes = (0..<half).map { lanes[$0] + lanes[$0 + half] }
    }
    return lanes[0]
  }

  @Test(arguments: [0, 1, 2, 15, 16, 17, 100])
  func `interleaving and separating`(count: Int) {
    let (a, b) = (Noise.floats(count, seed: 1), Noise.floats(count, seed: 2))
    var z = [Float](repeating: .nan, count: 2 * count)
    signal_kernels_interleave(a, b, &z, count)
    #expect(z == zip(a, b).flatMap { [$0, $1] })
    var (c, d) = ([Float](repeating: .nan, count: count), [Float](repeating: .nan, count: count))
    signal_kernels_separate(z, 0.25, &c, &d, count)
    #expect(c == a.map { 0.25 * $0 })
    #expect(d == b.map { 0.25 * $0 })
  }

  @Test(arguments: [2, 4, 8, 16, 32, 64, 1024])
  func `mirroring and the powers of a pair`(count: Int) {
    let half = count / 2
    let z = Noise.floats(2 * count, seed: 4)
    var even = z
    signal_kernels_mirror(&even, count)
    let mirrored = (0..<count).flatMap { point in
      let source = point <= half ? point : count - point
      return [z[2 * source], z[2 * source + 1]]
    }
    #expect(even == mirrored)
    var (a, b) = (
      [Float](repeating: .nan, count: half + 1), [Float](repeating: .nan, count: half + 1)
    )
    signal_kernels_pair_powers(z, count, &a, &b)
    for bin in 0...half {
      let (real, imaginary) = (z[2 * bin], z[2 * bin + 1])
      let mirror = (count - bin) % count
      let (otherReal, otherImaginary) = (z[2 * mirror], z[2 * mirror + 1])
      let first = square(real + otherReal) + square(imaginary - otherImaginary)
      let second = square(imaginary + otherImaginary) + square(real - otherReal)
      #expect(a[bin] == 0.25 * first)
      #expect(b[bin] == 0.25 * second)
    }
  }

  private func square(_ x: Float) -> Float { x * x }
}
