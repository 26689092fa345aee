import Foundation
import Testing

import Signals

private struct TransformGolden: Decodable {
  var x: [Double]
  var real: [Double]
  var imaginary: [Double]
}

private struct AutocorrelationGolden: Decodable {
  var x: [Double]
  var unbiased: [Double]
}

struct TransformTests {
  // Both ways round a few times per stage; 1e-13 leaves room for other plans on other processors.
  @Test func `transforms of any length are those of NumPy`() throws {
    for item in try Golden.read("Transforms", as: [TransformGolden].self) {
      let transform = FourierTransform.planned(count: item.x.count)
      let bins = transform.forward(item.x)
      let scale = item.real.map(abs).max() ?? 1
      #expect(relativeError(bins.real, item.real) < 1e-13)
      #expect(relativeError(bins.imaginary, item.imaginary) * scale < 1e-13 * scale + 1e-12)
      #expect(relativeError(transform.inverse(bins), item.x) < 1e-13)
      let powers = zip(item.real, item.imaginary).map { $0 * $0 + $1 * $1 }
      #expect(relativeError(transform.powerSpectrum(item.x), powers) < 1e-13)
    }
  }

  @Test(arguments: [1, 2, 3, 8, 12, 35, 49, 256])
  func `the plain transform is FFTW's, whatever is asked for`(count: Int) {
    func run(_ kind: FFTWPlanner.Kind, _ library: TransformLibrary, _ x: [Double]) -> [Double] {
      let plan = FFTWPlanner.plan(.init(kind: kind, count: count, library: library))
      if kind == .complexFloat {
        let (from, to) = (
          AlignedBuffer<Float>(count: 2 * count), AlignedBuffer<Float>(count: 2 * count)
        )
        from.fill(from: x.map { Float($0) })
        plan.run(from.base, to.base)
        return to.values.map { Double($0) }
      }
      // FFTW may write over what it transforms back to real numbers.
      let (from, to) = (
        AlignedBuffer<Double>(count: 2 * count + 2), AlignedBuffer<Double>(count: 2 * count + 2)
      )
      from.fill(from: x)
      plan.run(from.base, to.base)
      return Array(to.values)
    }
    let pairs = Noise.doubles(2 * count, seed: 3)
    for kind in [FFTWPlanner.Kind.complexFloat, .complexDouble, .realForward] {
      let x = kind == .realForward ? Array(pairs[..<count]) : pairs
      let error = kind == .complexFloat ? 1e-5 : 1e-12
      #expect(relativeError(run(kind, .plain, x), run(kind, .fftw, x)) < error)
    }
    var bins = Array(Noise.doubles(2 * (count / 2 + 1), seed: 4))
    bins[1] = 0
    if count % 2 == 0 { bins[count + 1] = 0 }
    let (plain, fftw) = (run(.realInverse, .plain, bins), run(.realInverse, .fftw, bins))
    #expect(relativeError(Array(plain[..<count]), Array(fftw[..<count])) < 1e-12)
  }

  @Test func `a signal shorter than the transform is followed by zeros`() {
    let x = Noise.doubles(10)
    let transform = FourierTransform.planned(count: 16)
    #expect(transform.forward(x) == transform.forward(x + [Double](repeating: 0, count: 6)))
    #expect(transform.powerSpectrum([]) == [Double](repeating: 0, count: 9))
  }

  @Test func `autocorrelations are those of NumPy, directly and by transform`() throws {
    for item in try Golden.read("Autocorrelations", as: [AutocorrelationGolden].self) {
      let (x, lags) = (item.x, item.unbiased.count)
      #expect(
        relativeError(Autocorrelation.unbiased(x, maximumLag: lags - 1), item.unbiased) < 1e-12)
      let plain = plainSums(x, lags: lags)
      #expect(Autocorrelation.directSums(x, lags: lags) == plain)
      #expect(relativeError(Autocorrelation.transformedSums(x, lags: lags), plain) < 1e-12)
    }
  }

  private func plainSums(_ x: [Double], lags: Int) -> [Double] {
    (0..<lags).map { lag in
      var sum = 0.0
      for index in 0..<(x.count - lag) { sum += x[index] * x[index + lag] }
      return sum
    }
  }

  @Test func `a long autocorrelation goes through the transform`() {
    let x = Noise.doubles(1000)
    let means = Autocorrelation.unbiased(x, maximumLag: 999)
    let sums = means.enumerated().map { $1 * Double(1000 - $0) }
    #expect(relativeError(sums, plainSums(x, lags: 1000)) < 1e-13)
  }

  @Test func `autocorrelation of nothing, one and two samples`() {
    #expect(Autocorrelation.unbiased([], maximumLag: 5).isEmpty)
    #expect(Autocorrelation.coefficients([], maximumLag: 5).isEmpty)
    #expect(Autocorrelation.unbiased([3], maximumLag: 5) == [9])
    #expect(Autocorrelation.unbiased([3, 2], maximumLag: 5) == [6.5, 6])
    #expect(Autocorrelation.coefficients([2, 2, 2], maximumLag: 1) == [0, 0])
    #expect(Autocorrelation.coefficients([1, -1, 1, -1], maximumLag: 2) == [1, -1, 1])
  }
}

struct PairSpectrumTests {
  /// |DFT|² by definition.
  private func plainPowers(_ x: [Float], count: Int) -> [Double] {
    (0...(count / 2)).map { bin in
      var (real, imaginary) = (0.0, 0.0)
      for (index, value) in x.enumerated() {
        let angle = 2 * Double.pi * Double(bin * index % count) / Double(count)
        real += Double(value) * cos(angle)
        imaginary -= Double(value) * cos(angle - .pi / 2)
      }
      return real * real + imaginary * imaginary
    }
  }

  private func powers(_ pair: inout PairSpectrum, _ a: [Float], _ b: [Float]) -> (
    [Float], [Float]
  ) {
    var pa = [Float](repeating: .nan, count: pair.binCount)
    var pb = pa
    a.withUnsafeBufferPointer { a in
      b.withUnsafeBufferPointer { b in
        pa.withUnsafeMutableBufferPointer { pa in
          pb.withUnsafeMutableBufferPointer { pb in pair.powers(a, b, into: pa, pb) }
        }
      }
    }
    return (pa, pb)
  }

  private func autocorrelations(_ pair: inout PairSpectrum, _ pa: [Float], _ pb: [Float], lags: Int)
    -> ([Float], [Float])
  {
    var ra = [Float](repeating: .nan, count: lags)
    var rb = ra
    pa.withUnsafeBufferPointer { pa in
      pb.withUnsafeBufferPointer { pb in
        ra.withUnsafeMutableBufferPointer { ra in
          rb.withUnsafeMutableBufferPointer { rb in
            pair.autocorrelations(fromPowers: pa, pb, into: ra, rb)
          }
        }
      }
    }
    return (ra, rb)
  }

  // Single precision: 6e-8 per rounding, some ten stages, squared.
  @Test(arguments: [2, 4, 8, 64, 256])
  func `the powers of a pair are those of each by definition`(count: Int) {
    var pair = PairSpectrum(count: count)
    for (first, second) in [(count, count), (count / 2, count), (count, 1), (0, count / 2 + 1)] {
      let (a, b) = (Noise.floats(first, seed: 1), Noise.floats(second, seed: 2))
      let (pa, pb) = powers(&pair, a, b)
      let (plainA, plainB) = (plainPowers(a, count: count), plainPowers(b, count: count))
      // What leaks from one to the other is relative to the greater of both.
      #expect(relativeError(pa + pb, plainA + plainB) < 2e-6)
    }
  }

  @Test func `a silent window beside a loud one stays almost silent`() {
    var pair = PairSpectrum(count: 64)
    let (pa, pb) = powers(&pair, [], Noise.floats(64, seed: 2))
    #expect((pa.max() ?? 1) < 1e-10 * (pb.max() ?? 0))
  }

  @Test func `from powers to autocorrelations`() {
    let count = 128
    var pair = PairSpectrum(count: count)
    let (a, b) = (Noise.floats(64, seed: 3), Noise.floats(60, seed: 4))
    let (pa, pb) = powers(&pair, a, b)
    let (ra, rb) = autocorrelations(&pair, pa, pb, lags: 50)
    #expect(
      relativeError(ra, Autocorrelation.directSums(a.map { Double($0) }, lags: 50)) < 2e-6)
    #expect(
      relativeError(rb, Autocorrelation.directSums(b.map { Double($0) }, lags: 50)) < 2e-6)
  }

  @Test func `a copy has its own memory`() {
    var pair = PairSpectrum(count: 32)
    let (a, b) = (Noise.floats(32, seed: 5), Noise.floats(32, seed: 6))
    let before = powers(&pair, a, b)
    var copy = pair
    _ = powers(&copy, b, b)
    #expect(powers(&pair, a, b) == before)
  }
}
