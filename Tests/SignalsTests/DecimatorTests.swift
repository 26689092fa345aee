import Testing

import Signals

struct DecimatorTests {
  private let filter = FiniteImpulseResponse.lowPass(
    passHertz: 10, stopHertz: 20, attenuationDecibels: 60, samplingRateHertz: 100)

  private func decimated(
    _ x: [Float], factor: Int, cuts: [Int], filter: FiniteImpulseResponse? = nil
  ) -> [Float] {
    var decimator = Decimator(filter: filter ?? self.filter, factor: factor)
    var y: [Float] = []
    var start = 0
    for end in cuts + [x.count] {
      x[start..<end].withUnsafeBufferPointer { decimator.append($0, into: &y) }
      start = end
    }
    decimator.finish(into: &y)
    return y
  }

  // Single precision: a rounding per tap.
  @Test(arguments: [1, 2, 3, 5, 10, 64])
  func `decimation is filtering and taking every so-manieth sample`(factor: Int) {
    for count in [1, 2, 5, 18, 19, 20, 37, 38, 100, 1001] {
      let x = Noise.floats(count, seed: UInt64(count))
      let whole = filter.convolved(x.map { Double($0) }, edge: .even)
      let expected = stride(from: 0, to: count, by: factor).map { whole[$0] }
      let y = decimated(x, factor: factor, cuts: [])
      #expect(y.count == (count + factor - 1) / factor)
      #expect(relativeError(y, expected) < 2e-6, "\(count) samples")
    }
  }

  @Test func `where the input is cut does not change a bit`() {
    let x = Noise.floats(3000)
    for factor in [1, 3, 5, 40] {
      let whole = decimated(x, factor: factor, cuts: [])
      #expect(decimated(x, factor: factor, cuts: Array(1..<3000)) == whole)
      for seed in 1...20 {
        let cuts = Noise.doubles(7, seed: UInt64(seed)).map { Int(($0 + 1) * 1500) }.sorted()
        #expect(decimated(x, factor: factor, cuts: cuts) == whole)
      }
      for first in 0...60 {
        #expect(decimated(x, factor: factor, cuts: [first, 2 * first]) == whole)
      }
    }
  }

  @Test func `nothing in, nothing out, and it can be used again`() {
    var decimator = Decimator(filter: filter, factor: 4)
    var y: [Float] = []
    decimator.finish(into: &y)
    #expect(y.isEmpty)
    let x = Noise.floats(200)
    for _ in 0..<2 {
      y.removeAll()
      x.withUnsafeBufferPointer { decimator.append($0, into: &y) }
      decimator.finish(into: &y)
      #expect(y == decimated(x, factor: 4, cuts: []))
    }
  }

  @Test func `a constant stays what it is`() {
    let x = [Float](repeating: 9.81, count: 500)
    for value in decimated(x, factor: 5, cuts: [10, 333]) { #expect(abs(value - 9.81) < 1e-5) }
  }

  @Test func `a single tap only picks samples`() {
    let x = Noise.floats(50)
    let y = decimated(x, factor: 7, cuts: [3, 30], filter: FiniteImpulseResponse(taps: [1]))
    #expect(y == stride(from: 0, to: 50, by: 7).map { x[$0] })
  }
}
