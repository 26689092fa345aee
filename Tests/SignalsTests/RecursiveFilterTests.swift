import Signals
import Testing

private struct RecursiveFilterGolden: Decodable {
  var x: [Double]
  var cases: [Case]

  struct Case: Decodable {
    var kind: String
    var order: Int
    var cutoff: [Double]
    var rate: Double
    var sos: [[Double]]
    var forward: [Double]
    var both: [Double]
    var bothEven: [Double]
    var bothConstant: [Double]

    var designed: FilterCascade {
      switch kind {
      case "lowpass":
        Butterworth.lowPass(order: order, cutoffHertz: cutoff[0], samplingRateHertz: rate)
      case "highpass":
        Butterworth.highPass(order: order, cutoffHertz: cutoff[0], samplingRateHertz: rate)
      default:
        Butterworth.bandPass(
          order: order, fromHertz: cutoff[0], toHertz: cutoff[1], samplingRateHertz: rate)
      }
    }

    var given: FilterCascade {
      FilterCascade(
        sections: sos.map {
          SecondOrderSection(b0: $0[0], b1: $0[1], b2: $0[2], a1: $0[4], a2: $0[5])
        })
    }
  }
}

struct RecursiveFilterTests {
  private let golden: RecursiveFilterGolden

  init() throws { golden = try Golden.read("RecursiveFilters", as: RecursiveFilterGolden.self) }

  // The order of multiplications differs from SciPy's; poles near the unit circle magnify rounding.
  @Test func `Butterworth sections are those of SciPy, in its order`() {
    for item in golden.cases {
      let sections = item.designed.sections.map { [$0.b0, $0.b1, $0.b2, 1, $0.a1, $0.a2] }
      #expect(sections.count == item.sos.count)
      for (section, expected) in zip(sections, item.sos) {
        #expect(
          relativeError(section, expected) < 1e-12, "\(item.kind) \(item.order) \(item.cutoff)")
      }
    }
  }

  // The same operations on the same coefficients; goldens hold twelve decimals.
  @Test func `filtering is that of SciPy, with its sections`() {
    let x = golden.x
    for item in golden.cases {
      let filter = item.given
      let name: Comment = "\(item.kind) \(item.order) \(item.cutoff)"
      #expect(relativeError(filter.filtered(x), item.forward) < 1e-11, name)
      #expect(relativeError(filter.filteredForwardBackward(x), item.both) < 1e-9, name)
      #expect(
        relativeError(filter.filteredForwardBackward(x, edge: .even, padding: 30), item.bothEven)
          < 1e-9, name)
      #expect(
        relativeError(
          filter.filteredForwardBackward(x, edge: .constant, padding: 1000), item.bothConstant)
          < 1e-9, name)
    }
  }

  @Test(arguments: 0...40)
  func `a constant passes a low pass unchanged, however short it is`(count: Int) {
    let x = [Double](repeating: 9.81, count: count)
    let filter = Butterworth.lowPass(order: 4, cutoffHertz: 3, samplingRateHertz: 100)
    #expect(relativeError(filter.filteredForwardBackward(x), x) < 1e-12)
  }

  @Test(arguments: [0, 1, 2, 50, 700])
  func `a signal goes through two filters at once as through each alone`(count: Int) {
    let x = Noise.doubles(count, seed: 5)
    let high = Butterworth.highPass(order: 2, cutoffHertz: 0.4, samplingRateHertz: 100)
    let band = Butterworth.bandPass(
      order: 2, fromHertz: 0.3, toHertz: 8, samplingRateHertz: 100)
    let none = FilterCascade(sections: [])
    for (a, b) in [(high, band), (band, high), (none, high), (none, none)] {
      let both = FilterCascade.filteredForwardBackward(
        x, by: (a, .odd), and: (b, .even), padding: 300)
      #expect(both.first == a.filteredForwardBackward(x, edge: .odd, padding: 300))
      #expect(both.second == b.filteredForwardBackward(x, edge: .even, padding: 300))
    }
  }

  @Test func `no filter at all changes nothing`() {
    let x = Noise.doubles(10)
    #expect(FilterCascade(sections: []).filtered(x) == x)
    #expect(FilterCascade(sections: []).filteredForwardBackward(x) == x)
    #expect(FilterCascade(sections: []).gain(atHertz: 1, samplingRateHertz: 10) == 1)
  }

  @Test func `half the power passes at the cutoff`() {
    let half = 0.5.squareRoot()
    for order in 1...6 {
      let low = Butterworth.lowPass(order: order, cutoffHertz: 3, samplingRateHertz: 100)
      let high = Butterworth.highPass(order: order, cutoffHertz: 3, samplingRateHertz: 100)
      let band = Butterworth.bandPass(
        order: order, fromHertz: 0.5, toHertz: 3, samplingRateHertz: 100)
      for (filter, hertz) in [(low, 3.0), (high, 3), (band, 0.5), (band, 3)] {
        let gain = filter.gain(atHertz: hertz, samplingRateHertz: 100)
        #expect(abs(gain - half) < 1e-9, "order \(order) at \(hertz) Hz")
      }
    }
  }

  @Test func `filtering to and fro is blind to the direction of time`() {
    let x = Noise.doubles(500)
    let filter = Butterworth.lowPass(order: 2, cutoffHertz: 5, samplingRateHertz: 100)
    let there = filter.filteredForwardBackward(x)
    let back = filter.filteredForwardBackward(x.reversed())
    // But for the ends: the second pass starts from the end of the first one.
    #expect(relativeError(Array(back.reversed()[100..<400]), Array(there[100..<400])) < 1e-9)
  }

  @Test(arguments: [EdgeExtension.odd, .even, .constant, .zero], [1, 2, 3, 60, 701])
  func `signals side by side are filtered as if each were alone`(
    edge: EdgeExtension, count: Int
  ) {
    let filter = Butterworth.bandPass(order: 2, fromHertz: 1, toHertz: 5, samplingRateHertz: 100)
    let signals = (0..<4).map { place in
      Noise.doubles(count + place).suffix(count).map { $0 + Double(place) }
    }
    let alone = signals.map { filter.filteredForwardBackward($0, edge: edge, padding: 300) }
    for together in 1...4 {
      let found = filter.filteredForwardBackward(
        Array(signals[..<together]), edge: edge, padding: 300)
      #expect(found == Array(alone[..<together]), "\(together) signals")
    }
    let rows = filter.filteredForwardBackward(
      SignalRows.rows(of: signals)[...], edge: edge, padding: 300)
    #expect(SignalRows.signals(of: rows, count: 4) == alone)
    let vectors = filter.filteredForwardBackward(
      (0..<count).map { SIMD3(signals[0][$0], signals[1][$0], signals[2][$0]) }, edge: edge,
      padding: 300)
    #expect((0..<3).map { axis in vectors.map { $0[axis] } } == Array(alone[..<3]))
  }
}
