import Testing

import Signals

private struct FiniteFilterGolden: Decodable {
  var x: [Double]
  var kaiser: [Kaiser]
  var gaussian: [Gaussian]
  var derivatives: [Derivative]

  struct Kaiser: Decodable {
    var pass: Double
    var stop: Double
    var attenuation: Double
    var rate: Double
    var taps: [Double]
    var filtered: [String: [Double]]
  }

  struct Gaussian: Decodable {
    var sigma: Double
    var filtered: [Double]
  }

  struct Derivative: Decodable {
    var sigma: Double
    var first: [Double]
    var second: [Double]
  }
}

struct FiniteFilterTests {
  private let golden: FiniteFilterGolden

  init() throws { golden = try Golden.read("FiniteFilters", as: FiniteFilterGolden.self) }

  // Two ways to sum the Bessel function differ in the last digits.
  @Test func `Kaiser's low pass is that of SciPy`() {
    for item in golden.kaiser {
      let filter = FiniteImpulseResponse.lowPass(
        passHertz: item.pass, stopHertz: item.stop, attenuationDecibels: item.attenuation,
        samplingRateHertz: item.rate)
      #expect(relativeError(filter.taps, item.taps) < 1e-12)
      let edges: [String: EdgeExtension] = ["even": .even, "constant": .constant, "zero": .zero]
      for (name, edge) in edges {
        let expected = item.filtered[name] ?? []
        #expect(relativeError(filter.convolved(golden.x, edge: edge), expected) < 1e-12)
      }
    }
  }

  @Test func `a low pass keeps its promise of attenuation`() {
    let filter = FiniteImpulseResponse.lowPass(
      passHertz: 2.8, stopHertz: 4, attenuationDecibels: 60, samplingRateHertz: 40)
    for tenth in 0...28 {
      #expect(abs(filter.gain(atHertz: Double(tenth) / 10, samplingRateHertz: 40) - 1) < 1.2e-3)
    }
    for tenth in 40...200 {
      #expect(filter.gain(atHertz: Double(tenth) / 10, samplingRateHertz: 40) < 1.2e-3)
    }
  }

  @Test func `Gaussian smoothing is that of SciPy`() {
    for item in golden.gaussian {
      let filter = FiniteImpulseResponse.gaussian(sigmaSamples: item.sigma)
      #expect(relativeError(filter.convolved(golden.x), item.filtered) < 1e-12)
    }
  }

  // SciPy's derivatives are scaled otherwise, and cut at 6 sigma in the golden instead of at 4: the
  // shapes are compared, and the tails beyond 4 sigma hold less than 1 % of the greatest value.
  @Test func `wavelets are derivatives of a Gaussian, with the sign they say`() {
    for item in golden.derivatives {
      let first = Wavelet.gaussianFirstDerivative
      let second = Wavelet.ricker
      let fast = first.transform(
        golden.x, centerHertz: 100 / (2 * .pi * item.sigma), samplingRateHertz: 100)
      let slow = second.transform(
        golden.x, centerHertz: 2.0.squareRoot() * 100 / (2 * .pi * item.sigma),
        samplingRateHertz: 100)
      #expect(shapeError(fast, item.first) < 0.01)
      #expect(shapeError(slow, item.second.map { -$0 }) < 0.01)
    }
  }

  private func shapeError(_ actual: [Double], _ expected: [Double]) -> Double {
    let product = zip(actual, expected).reduce(0) { $0 + $1.0 * $1.1 }
    let scale = product / actual.reduce(0) { $0 + $1 * $1 }
    return scale > 0 ? relativeError(actual.map { $0 * scale }, expected) : .infinity
  }

  @Test func `a wavelet's gain is one at its center, less elsewhere, nothing for a constant`() {
    for wavelet in [Wavelet.gaussianFirstDerivative, .ricker] {
      let filter = wavelet.filter(centerHertz: 1.2, samplingRateHertz: 40)
      #expect(abs(filter.gain(atHertz: 1.2, samplingRateHertz: 40) - 1) < 1e-12)
      #expect(filter.gain(atHertz: 1.0, samplingRateHertz: 40) < 1)
      #expect(filter.gain(atHertz: 1.4, samplingRateHertz: 40) < 1)
      #expect(filter.gain(atHertz: 0, samplingRateHertz: 40) < 1e-12)
    }
  }

  @Test(arguments: [1, 3, 35, 101, 129, 301, 601])
  func `overlap-save equals convolution by definition`(tapCount: Int) {
    let taps = Noise.doubles(tapCount, seed: 7)
    for count in [1, 2, 100, 1023, 1024, 1025, 5000, 20000] {
      let x = Noise.doubles(count + tapCount - 1, seed: UInt64(count))
      let direct = DirectConvolution.convolved(x, taps: taps)
      let fast = OverlapSave.convolved(x, taps: taps)
      // Rounding of the transforms: some units in the last place times the root of log2(count).
      #expect(relativeError(fast, direct) < 1e-13)
      #expect(direct.count == count)
    }
  }

  @Test func `long filters on long signals go through the transform, others do not`() {
    #expect(!OverlapSave.isWorthwhile(tapCount: 63, sampleCount: 1_000_000))
    #expect(!OverlapSave.isWorthwhile(tapCount: 101, sampleCount: 1000))
    #expect(OverlapSave.isWorthwhile(tapCount: 101, sampleCount: 3000))
    let filter = FiniteImpulseResponse(taps: Noise.doubles(101, seed: 8))
    let x = Noise.doubles(3000)
    let extended = EdgeExtension.odd.extending(x, before: 50, after: 50)
    let direct = DirectConvolution.convolved(extended, taps: filter.taps)
    #expect(relativeError(filter.convolved(x, edge: .odd), direct) < 1e-13)
  }

  @Test func `convolution turns the taps round, as convolution does`() {
    let impulse = [0.0, 0, 0, 1, 0, 0, 0]
    let filter = FiniteImpulseResponse(taps: [1, 2, 3])
    #expect(filter.convolved(impulse) == [0, 0, 1, 2, 3, 0, 0])
  }

  @Test func `signals side by side are convolved each as alone`() {
    let filter = FiniteImpulseResponse(taps: Noise.doubles(65, seed: 9))
    for count in [0, 1, 2, 14, 100, 700] {
      let signals = (0..<4).map { Noise.doubles(count, seed: 10 + UInt64($0)) }
      let rows = filter.convolved(SignalRows.rows(of: signals))
      #expect(
        SignalRows.signals(of: rows[...], count: 4)
          == signals.map { filter.convolved($0, edge: .constant) })
    }
  }

  @Test(arguments: [65, 101])
  func `a part of a signal is convolved as the whole of it`(tapCount: Int) {
    let filter = FiniteImpulseResponse(taps: Noise.doubles(tapCount, seed: 11))
    let x = Noise.doubles(3000, seed: 12)
    let whole = filter.convolved(x, edge: .constant)
    for parts in [[0..<3000], [0..<32], [0..<5, 64..<160, 2999..<3000], []] {
      let found = filter.convolved(x, edge: .constant, over: parts)
      #expect(found.count == x.count)
      for part in parts { #expect(found[part] == whole[part]) }
    }
  }

  @Test(arguments: 0...5)
  func `a short signal is filtered as well as it can be`(count: Int) {
    let x = [Double](repeating: 2, count: count)
    let filter = FiniteImpulseResponse.gaussian(sigmaSamples: 5)
    for edge in [EdgeExtension.even, .odd, .constant] {
      #expect(relativeError(filter.convolved(x, edge: edge), x) < 1e-12)
    }
    #expect(filter.convolved(x, edge: .zero).count == count)
  }

  @Test func `an extension is reflected to and fro as often as needed`() {
    let x = [1.0, 2, 4]
    #expect(
      EdgeExtension.even.extending(x, before: 5, after: 5)
        == [2, 1, 2, 4, 2, 1, 2, 4, 2, 1, 2, 4, 2].map { Double($0) })
    #expect(EdgeExtension.odd.extending(x, before: 3, after: 3) == [-4, -2, 0, 1, 2, 4, 6, 7, 8])
    #expect(EdgeExtension.constant.extending(x, before: 1, after: 2) == [1, 1, 2, 4, 4, 4])
    #expect(EdgeExtension.zero.extending(x, before: 1, after: 1) == [0, 1, 2, 4, 0])
    #expect(EdgeExtension.odd.extending([], before: 1, after: 1) == [0, 0])
    #expect(EdgeExtension.odd.extending([3], before: 1, after: 1) == [3, 3, 3])
  }
}
