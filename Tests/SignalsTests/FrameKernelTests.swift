import Foundation
import SignalKernels
import Testing

/// The kernels that frames, filters and clocks are read with, each against its plain twin.
struct FrameKernelTests {
  // MARK: Recursive filters

  /// Five numbers for each section.
  private func sections(_ count: Int) -> [[Double]] {
    (0..<count).map { s -> [Double] in
      let own = 0.1 * Double(s)
      return [0.2 + own, 0.3, -0.1, -1.1 + 2 * own, 0.4]
    }
  }

  @Test(arguments: 1...4)
  func `a pass is the recursion, forward and backward`(sectionCount: Int) {
    let sections = sections(sectionCount)
    let memory = Noise.doubles(2 * sectionCount, seed: 2)
    for (count, isBackward) in [(0, false), (1, false), (2, true), (57, false), (57, true)] {
      let x = Noise.doubles(count, seed: 5)
      var plain = isBackward ? Array(x.reversed()) : x
      for s in 0..<sectionCount {
        let c = sections[s]
        var (near, far) = (memory[2 * s], memory[2 * s + 1])
        for i in plain.indices {
          let (value, held) = (plain[i], near)
          near = (far + c[1] * value) - c[3] * held
          far = c[2] * value - c[4] * held
          plain[i] = c[0] * value + held
        }
      }
      if isBackward { plain.reverse() }
      var y = x
      y.withUnsafeMutableBufferPointer { y in
        guard let base = y.baseAddress, count > 0 else { return }
        signal_kernels_cascade(
          isBackward ? base + count - 1 : base, count, isBackward ? -1 : 1,
          sections.flatMap { $0 }, sectionCount, memory)
      }
      #expect(y == plain)
    }
  }

  @Test(arguments: 1...4)
  func `four signals go through a pass as each alone`(sectionCount: Int) {
    let sections = sections(sectionCount).flatMap { $0 }
    let count = 40
    let signals = (0..<4).map { Noise.doubles(count, seed: 7 + UInt64($0)) }
    let memories = (0..<4).map { Noise.doubles(2 * sectionCount, seed: 20 + UInt64($0)) }
    var rows = (0..<count).flatMap { i in signals.map { $0[i] } }
    let memory = (0..<(2 * sectionCount)).flatMap { k in memories.map { $0[k] } }
    signal_kernels_cascade_of_four(&rows, count, 4, sections, sectionCount, memory)
    for lane in 0..<4 {
      var alone = signals[lane]
      signal_kernels_cascade(&alone, count, 1, sections, sectionCount, memories[lane])
      #expect((0..<count).map { rows[4 * $0 + lane] } == alone)
    }
  }

  // MARK: Frames

  /// Sixteen partial sums, folded in halves.
  private func folded(_ x: [Float]) -> Float {
    var lanes = [Float](repeating: 0, count: 16)
    for i in x.indices { lanes[i % 16] += x[i] }
    while lanes.count > 1 {
      let half = lanes.count / 2
      lanes = (0..<half).map { lanes[$0] + lanes[$0 + half] }
    }
    return lanes[0]
  }

  @Test(arguments: [1, 15, 16, 17, 64, 100])
  func `detrending takes off the mean and the slope`(count: Int) {
    let room = (count + 15) / 16 * 16
    let x = Noise.floats(count, seed: 3).map { $0 + 9 }
    var trend = [Float](repeating: 0, count: room)
    for i in 0..<count { trend[i] = (Float(i) - Float(count - 1) / 2) / 100 }
    let mean = folded(x) / Float(count)
    var plain = x.map { $0 - mean }
    let slope = folded(plain.indices.map { plain[$0] * trend[$0] })
    plain = plain.indices.map { plain[$0] - slope * trend[$0] }
    var (y, level) = ([Float](repeating: .nan, count: room), Float.nan)
    let squares = signal_kernels_detrend(x, trend, count, &y, &level)
    #expect(level == mean)
    #expect(Array(y[..<count]) == plain)
    #expect(y[count...].allSatisfy { $0 == 0 })
    #expect(squares == folded(plain.map { $0 * $0 }))
    // Three side by side, each as alone.
    let signals = (0..<3).map { Noise.floats(count, seed: 40 + $0).map { $0 - 2 } }
    var three = [[Float]](repeating: [Float](repeating: .nan, count: room), count: 3)
    var (means, sums) = ([Float](repeating: .nan, count: 3), [Float](repeating: .nan, count: 3))
    var (a, b, c) = (three[0], three[1], three[2])
    signal_kernels_detrend_three(
      signals[0], signals[1], signals[2], trend, count, &a, &b, &c, &means, &sums)
    three = [a, b, c]
    for n in 0..<3 {
      #expect(sums[n] == signal_kernels_detrend(signals[n], trend, count, &y, &level))
      #expect(means[n] == level)
      #expect(three[n] == y)
    }
  }

  @Test func `lengths, squares along a line, weighted squares and products`() {
    let count = 112
    let axes = (0..<3).map { Noise.floats(count, seed: 11 + UInt64($0)) }
    var length = [Float](repeating: .nan, count: count)
    signal_kernels_lengths(axes[0], axes[1], axes[2], &length, count)
    func square(_ x: Float) -> Float { x * x }
    let lengths = (0..<count).map { i in
      ((square(axes[0][i]) + square(axes[2][i])) + square(axes[1][i])).squareRoot()
    }
    #expect(length == lengths)
    var along = [Float](repeating: .nan, count: count)
    let sum = signal_kernels_squares_along(
      axes[0], axes[1], axes[2], 0.5, -0.25, 0.75, &along, count)
    let plain = (0..<count).map { i -> Float in
      let (a, c): (Float, Float) = (0.5 * axes[0][i], 0.75 * axes[2][i])
      return (a + c) + -0.25 * axes[1][i]
    }
    #expect(along == plain)
    #expect(sum == folded(plain.map(square)))
    let weights = Noise.floats(2 * count, seed: 31)
    var sums: [Float] = [.nan, .nan]
    signal_kernels_weighted_squares(axes[0], weights, 2, count, &sums)
    for row in 0..<2 {
      let weighted = (0..<count).map { i -> Float in
        square(axes[0][i]) * weights[row * count + i]
      }
      #expect(sums[row] == folded(weighted))
    }
    #expect(
      signal_kernels_dot(axes[0], axes[1], count)
        == folded((0..<count).map { axes[0][$0] * axes[1][$0] }))
  }

  @Test(arguments: [0, 1, 15, 16, 17, 100])
  func `a pair is multiplied by its weights`(count: Int) {
    let (a, b) = (Noise.floats(count, seed: 1), Noise.floats(count, seed: 2))
    let weights = Noise.floats(count, seed: 3)
    var z = [Float](repeating: .nan, count: 2 * count)
    signal_kernels_multiply_pair(a, b, weights, &z, count)
    let pairs = (0..<count).flatMap { k -> [Float] in [a[k] * weights[k], b[k] * weights[k]] }
    #expect(z == pairs)
  }

  @Test(arguments: [0, 1, 7, 46, 414])
  func `shares of bands, weighted sums and values between places`(count: Int) {
    let sums = Noise.doubles(130, seed: 4)
    let bands: [Int32] = (0..<count).flatMap { k -> [Int32] in
      let low = k % 60
      return [Int32(low), Int32(low + 1 + k % 7)]
    }
    var shares = [Float](repeating: .nan, count: count)
    signal_kernels_band_shares(sums, bands, count, 3.7, 0.003, &shares)
    let plain = (0..<count).map { k -> Float in
      let (low, high): (Double, Double) = (sums[Int(bands[2 * k])], sums[Int(bands[2 * k + 1])])
      let floor: Float = 0.003
      return Float((high - low) / 3.7) + floor
    }
    #expect(shares == plain)
    let start = Noise.doubles(count, seed: 6)
    var y = start
    let rows = (0..<(3 * count)).map { Int32($0 * 7 % max(1, count)) }
    let weights = [0.3, -1.1, 0.07]
    signal_kernels_add_picked(&y, shares, rows, weights, 3, count)
    let picked = (0..<count).map { k -> Double in
      (0..<3).reduce(start[k]) { $0 + weights[$1] * Double(shares[Int(rows[$1 * count + k])]) }
    }
    #expect(y == picked)
    let places = (0..<count).map { Int32($0 % 128) }
    let parts = Noise.doubles(count, seed: 8).map { abs($0) }
    y = start
    signal_kernels_add_between(&y, sums, places, parts, -1.4, count)
    let between = (0..<count).map { k -> Double in
      let (left, right): (Double, Double) = (sums[Int(places[k])], sums[Int(places[k]) + 1])
      let value = left + (right - left) * parts[k]
      return start[k] + -1.4 * value
    }
    #expect(y == between)
  }

  @Test func `weighted points around eight samples`() {
    let x = Noise.doubles(200, seed: 11)
    let start = Noise.doubles(8, seed: 12)
    let offsets = (-8...8).map { Double($0) / 16 }
    let weights = Noise.doubles(17, seed: 13)
    for scale in [0.5, 16, 33.3, 80, 170.9] {
      var sums = start
      x.withUnsafeBufferPointer {
        signal_kernels_add_points(&sums, $0.baseAddress! + 90, weights, offsets, 17, scale)
      }
      var plain = start
      for (weight, offset) in zip(weights, offsets) {
        let shift = (offset * scale).rounded(.down)
        let far = weight * (offset * scale - shift)
        for i in 0..<8 {
          plain[i] += (weight - far) * x[90 + i + Int(shift)] + far * x[91 + i + Int(shift)]
        }
      }
      #expect(sums == plain)
    }
  }

  // MARK: Samples

  @Test(arguments: [0, 1, 15, 16, 28, 30, 33, 500])
  func `straight lines between samples, the largest value`(count: Int) {
    let x = Noise.floats(count + 1, seed: 9)
    let places = (0..<count).map { Int32($0) }
    let some: [Double] = [0, 1, 0.5, 0.125, 0.9]
    let shares = (0..<count).map { some[$0 % 5] }
    var y = [Float](repeating: .nan, count: count)
    signal_kernels_lines(x, places, shares, &y, count)
    let plain = (0..<count).map { k -> Float in
      let (a, b) = (Double(x[k]), Double(x[k + 1]))
      return shares[k] == 0 ? x[k] : shares[k] == 1 ? x[k + 1] : Float(a + shares[k] * (b - a))
    }
    #expect(y == plain)
    #expect(signal_kernels_largest(x, x.count) == x.map { abs($0) }.max())
    #expect(signal_kernels_largest(x, 0) == 0)
    let longer = x + [Float](repeating: 1e9, count: 16)
    #expect(signal_kernels_largest(longer, x.count) == x.map { abs($0) }.max())
  }

  @Test(arguments: [0, 1, 7, 8, 9, 40, 500])
  func `straight lines where places jump or repeat`(count: Int) {
    let x = Noise.floats(2 * count + 2, seed: 21)
    // One is left out now and then, and one comes twice.
    let places: [Int32] = (0..<count).map { k in
      let skipped = k / 31
      let jump = k % 23 > 11 ? 1 : 0
      return Int32(k + skipped + jump)
    }
    let shares = Noise.doubles(count, seed: 22).map { abs(tanh($0)) }
    var y = [Float](repeating: .nan, count: count)
    signal_kernels_lines(x, places, shares, &y, count)
    let plain = (0..<count).map { k in
      let (a, b) = (Double(x[Int(places[k])]), Double(x[Int(places[k]) + 1]))
      return Float(a + shares[k] * (b - a))
    }
    #expect(y == plain)
  }

  @Test(arguments: [0.0100137, 0.01, 0.00771, 0.0223])
  func `points of the grid between stamps`(interval: Double) {
    let jitter = Noise.doubles(700, seed: 23)
    // Even, then uneven, then even with a pause.
    let seconds: [Double] = (0..<700).map { i in
      let shift = (200..<400).contains(i) ? 0.2 * interval * tanh(jitter[i]) : 0
      let pause = i >= 600 ? 0.083 : 0
      return 12.3041 + Double(i) * interval + shift + pause
    }
    for (last, rate) in [(0, 100.0), (5, 100), (699, 100), (699, 200)] {
      let first = Int((seconds[0] * rate - 1e-6).rounded(.up))
      var plainPlaces: [Int32] = []
      var plainShares: [Double] = []
      var i = 0
      while true {
        let t = Double(first + plainShares.count) / rate
        while i < last, seconds[i + 1] <= t + 1e-9 { i += 1 }
        if i >= last { break }
        plainPlaces.append(Int32(i))
        plainShares.append(min(1, max(0, (t - seconds[i]) / (seconds[i + 1] - seconds[i]))))
      }
      var places = [Int32](repeating: -1, count: plainPlaces.count)
      var shares = [Double](repeating: .nan, count: plainShares.count)
      let count = signal_kernels_grid_points(seconds, last, first, rate, &places, &shares)
      #expect(count == plainShares.count)
      #expect(places == plainPlaces)
      #expect(shares == plainShares)
    }
  }

  @Test(arguments: [0, 1, 15, 16, 17, 70])
  func `how far samples are ordinary`(count: Int) {
    let (most, jump) = (Float(4), Float(3))
    func plain(_ x: [Float], _ y: [Float], _ z: [Float]) -> Int {
      (0..<count).first { i in
        let size = max(abs(x[i]), abs(y[i]), abs(z[i]))
        let step = max(abs(x[i + 1] - x[i]), abs(y[i + 1] - y[i]), abs(z[i + 1] - z[i]))
        return !(size <= most && step <= jump && step > 0 && size > 0)
      } ?? count
    }
    let x = Noise.floats(count + 1, seed: 24).map { tanh($0) }
    let y = Noise.floats(count + 1, seed: 25).map { tanh($0) }
    let z = Noise.floats(count + 1, seed: 26).map { tanh($0) }
    #expect(signal_kernels_ordinary(x, y, z, count, most, jump) == count)
    #expect(plain(x, y, z) == count)
    for place in 0...count {
      var (large, other, still) = (x, y, z)
      large[place] = -4.5
      #expect(signal_kernels_ordinary(large, y, z, count, most, jump) == plain(large, y, z))
      other[place] = 3.9
      #expect(signal_kernels_ordinary(x, other, z, count, most, jump) == plain(x, other, z))
      guard place > 0 else { continue }
      var same = (x: x, y: y)
      (same.x[place], same.y[place], still[place]) = (x[place - 1], y[place - 1], z[place - 1])
      let found = signal_kernels_ordinary(same.x, same.y, still, count, most, jump)
      #expect(found == plain(same.x, same.y, still))
    }
    let zeros = [Float](repeating: 0, count: count + 1)
    #expect(signal_kernels_ordinary(zeros, zeros, zeros, count, most, jump) == 0)
  }

  @Test(arguments: [0, 1, 2, 8, 9, 10, 300])
  func `the largest step between neighbors`(count: Int) {
    let x = Noise.doubles(count, seed: 27)
    let plain = zip(x, x.dropFirst()).map { $1 - $0 }.max() ?? 0
    #expect(signal_kernels_largest_step(x, count) == max(0, plain))
    let longer = x + [1e9]
    #expect(signal_kernels_largest_step(longer, count) == max(0, plain))
  }
}
