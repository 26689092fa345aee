/// Convolution with a long filter, block by block through FFTW.
///
/// Two blocks go through one complex transform, one as its real and one as its imaginary part: a
/// filter with real taps keeps them apart, and FFTW's complex code is the faster one.
package enum OverlapSave {
  /// Whether blocks are faster than the definition: the taps are not few, and there is enough to do to
  /// make up for the transform of the taps and for a last block that is mostly empty.
  package static func isWorthwhile(tapCount: Int, sampleCount: Int) -> Bool {
    tapCount >= fewestTaps
      && tapCount * sampleCount >= productsPerPoint * transformCount(tapCount: tapCount)
  }

  /// Filters shorter than this are faster by definition, however long the signal (measured).
  static let fewestTaps = 81

  /// Products in the time that it takes to transform a pair to and fro, per point (measured).
  static let productsPerPoint = 160

  /// Length of the transform. Few different lengths, because each costs a measured plan.
  static func transformCount(tapCount: Int) -> Int {
    var count = 1024
    while count < 4 * tapCount { count *= 2 }
    return count
  }

  /// Every sample for which the taps lie wholly inside the signal: `x.count - taps.count + 1`.
  package static func convolved(_ x: [Double], taps: [Double]) -> [Double] {
    let outputCount = x.count - taps.count + 1
    guard outputCount > 0 else { return [] }
    var blocks = Blocks(taps: taps, count: transformCount(tapCount: taps.count))
    return Array(unsafeUninitializedCapacity: outputCount) { y, initialized in
      x.withUnsafeBufferPointer { x in
        var start = 0
        while start < outputCount {
          blocks.filterPair(at: start, of: x, into: y)
          start += 2 * blocks.hop
        }
      }
      initialized = outputCount
    }
  }

  /// The transform of the taps, and room for two blocks.
  private struct Blocks {
    let count: Int
    let hop: Int
    private let overlap: Int
    private let plan: FFTWPlan
    private let response: AlignedBuffer<Double>
    private let input: AlignedBuffer<Double>
    private let output: AlignedBuffer<Double>

    init(taps: [Double], count: Int) {
      self.count = count
      overlap = taps.count - 1
      hop = count - overlap
      plan = FFTWPlanner.plan(.init(kind: .complexDouble, count: count))
      response = AlignedBuffer(count: 2 * count)
      input = AlignedBuffer(count: 2 * count)
      output = AlignedBuffer(count: 2 * count)
      for (index, tap) in taps.enumerated() { input.values[2 * index] = tap / Double(count) }
      transform(input, into: response)
    }

    private func transform(_ from: AlignedBuffer<Double>, into to: AlignedBuffer<Double>) {
      plan.run(from.base, to.base)
    }

    /// Makes outputs `start..<start + 2 * hop`, as far as there are any.
    mutating func filterPair(
      at start: Int, of x: UnsafeBufferPointer<Double>, into y: UnsafeMutableBufferPointer<Double>
    ) {
      load(x, from: start, part: 0)
      load(x, from: start + hop, part: 1)
      transform(input, into: output)
      applyResponse()
      transform(input, into: output)
      store(part: 1, into: y, at: start)
      store(part: 0, into: y, at: start + hop)
    }

    private func load(_ x: UnsafeBufferPointer<Double>, from start: Int, part: Int) {
      let available = min(max(0, x.count - start), count)
      for index in 0..<available { input.base[2 * index + part] = x[start + index] }
      for index in available..<count { input.base[2 * index + part] = 0 }
    }

    /// Multiplies by the response and swaps real and imaginary parts, which turns the next forward
    /// transform into an inverse one with its parts swapped: one plan serves both ways.
    private func applyResponse() {
      let (from, to, h) = (output.base, input.base, response.base)
      for index in 0..<count {
        let (real, imaginary) = (from[2 * index], from[2 * index + 1])
        let (a, b) = (h[2 * index], h[2 * index + 1])
        to[2 * index + 1] = real * a - imaginary * b
        to[2 * index] = real * b + imaginary * a
      }
    }

    private func store(part: Int, into y: UnsafeMutableBufferPointer<Double>, at start: Int) {
      for index in 0..<min(hop, max(0, y.count - start)) {
        y[start + index] = output.base[2 * (index + overlap) + part]
      }
    }
  }
}
