import Foundation
import Signals
import Testing

private struct FigureGolden: Decodable {
  var x, shares, percentiles: [Double]
  var mean, median, deviation, sampleDeviation, rootMeanSquare: Double
  var integral, harmonics: [Double]
  var welchInput, welchHertz, welch: [Double]
  var oddWelchInput, oddWelchHertz, oddWelch: [Double]
  var wrapped, unwrapped: [Double]
}

struct FigureTests {
  private let golden: FigureGolden

  init() throws { golden = try Golden.read("Figures", as: FigureGolden.self) }

  // NumPy sums pairwise, we in order: some units in the last place.
  @Test func `statistics are those of NumPy`() {
    let x = golden.x
    let slice = ([1e9] + x + [-1e9])[1...x.count]
    #expect(relativeError([Statistics.mean(x) ?? 0], [golden.mean]) < 1e-14)
    #expect(Statistics.mean(slice) == Statistics.mean(x))
    #expect(Statistics.median(x) == golden.median)
    #expect(Statistics.median(slice) == golden.median)
    let percentiles = golden.shares.map { Statistics.percentile(x, $0) ?? 0 }
    #expect(relativeError(percentiles, golden.percentiles) < 1e-15)
    #expect(Statistics.percentile(slice, 0.25) == Statistics.percentile(x, 0.25))
    #expect(relativeError([Statistics.standardDeviation(x) ?? 0], [golden.deviation]) < 1e-13)
    #expect(
      relativeError([Statistics.sampleStandardDeviation(slice) ?? 0], [golden.sampleDeviation])
        < 1e-13)
    #expect(relativeError([Statistics.rootMeanSquare(slice) ?? 0], [golden.rootMeanSquare]) < 1e-14)
  }

  @Test func `the spread of stretches side by side is that of each alone`() {
    let x = golden.x
    let stretches = (0..<11).map { $0..<($0 + (x.count - 11)) } + [0..<3, 4..<4, 1..<2, 2..<9]
    #expect(
      Statistics.standardDeviations(x, over: stretches)
        == stretches.map { Statistics.standardDeviation(x[$0]) })
    #expect(Statistics.standardDeviations(x, over: []).isEmpty)
  }

  @Test func `no figure stands for nothing`() {
    #expect(Statistics.mean([Double]()) == nil)
    #expect(Statistics.median([Double]()) == nil)
    #expect(Statistics.percentile([Double](), 0.5) == nil)
    #expect(Statistics.standardDeviation([Double]()) == nil)
    #expect(Statistics.sampleStandardDeviation([1.0]) == nil)
    #expect(Statistics.rootMeanSquare([Double]()) == nil)
    #expect(Statistics.median([2.0]) == 2)
    #expect(Statistics.standardDeviation([2.0]) == 0)
  }

  @Test func `integrals start at zero`() {
    let integral = Integration.cumulativeTrapezoid(golden.x, samplingRateHertz: 50)
    #expect(relativeError(integral, golden.integral) < 1e-14)
    #expect(Integration.cumulativeTrapezoid([], samplingRateHertz: 50).isEmpty)
    #expect(Integration.cumulativeTrapezoid([7], samplingRateHertz: 50) == [0])
    #expect(Integration.cumulativeTrapezoid([7, 9], samplingRateHertz: 2) == [0, 4])
  }

  @Test func `harmonics are the bins of the transform of one period`() {
    let x = golden.x
    let slice = ([1e9] + x + [-1e9])[1...x.count]
    #expect(relativeError(powers(of: x[...], harmonics: 10), golden.harmonics) < 1e-12)
    #expect(powers(of: slice, harmonics: 10) == powers(of: x[...], harmonics: 10))
    #expect(powers(of: [], harmonics: 2) == [0, 0])
    #expect(powers(of: [5], harmonics: 2) == [0, 0])
    #expect(powers(of: x[...], harmonics: 0) == [])
  }

  private func powers(of x: ArraySlice<Double>, harmonics: Int) -> [Double] {
    var powers = HarmonicPowers(harmonics: harmonics)
    powers.read(x, x, x)
    return (1..<(harmonics + 1)).map { powers[signal: 2, harmonic: $0] }
  }

  @Test(arguments: [1, 3, 8, 9, 20])
  func `signals side by side have the harmonics of each alone, one stretch after the other`(
    harmonics: Int
  ) {
    var powers = HarmonicPowers(harmonics: harmonics)
    for count in [80, 110, 80, 7, 2, 1, 80, 80] {
      let signals = (0..<3).map { Noise.doubles(count, seed: UInt64(40 * count + $0)) }
      powers.read(signals[0][...], signals[1][...], signals[2][...])
      for (signal, x) in signals.enumerated() {
        #expect(
          (1...harmonics).map { powers[signal: signal, harmonic: $0] }
            == plainPowers(x, harmonics: harmonics))
      }
    }
  }

  /// One harmonic after the other, the angle turned on from harmonic to harmonic and the phase from sample to sample.
  private func plainPowers(_ x: [Double], harmonics: Int) -> [Double] {
    let mean = x.reduce(0, +) / Double(x.count)
    let angle = 2 * Double.pi / Double(x.count)
    var step = (real: 1.0, imaginary: 0.0)
    return (1...harmonics).map { _ in
      step = (
        step.real * cos(angle) - step.imaginary * sin(angle),
        step.imaginary * cos(angle) + step.real * sin(angle)
      )
      var turn = (real: 1.0, imaginary: 0.0)
      var sum = (real: 0.0, imaginary: 0.0)
      for value in x {
        sum.real += (value - mean) * turn.real
        sum.imaginary += (value - mean) * turn.imaginary
        turn = (
          turn.real * step.real - turn.imaginary * step.imaginary,
          turn.real * step.imaginary + turn.imaginary * step.real
        )
      }
      return sum.real * sum.real + sum.imaginary * sum.imaginary
    }
  }

  @Test func `a percentile is the place among the sorted numbers`() {
    for count in 1...40 {
      // Some numbers stand there several times.
      let x = Noise.doubles(count, seed: UInt64(count)).map { ($0 * 6).rounded() / 6 }
      let sorted = x.sorted()
      for place in 0..<count {
        let share = count > 1 ? Double(place) / Double(count - 1) : 0
        #expect(abs((Statistics.percentile(x, share) ?? .nan) - sorted[place]) < 1e-12)
      }
      #expect(Statistics.median(x) == (sorted[(count - 1) / 2] + sorted[count / 2]) / 2)
    }
  }

  @Test func `power densities are those of SciPy`() {
    let even = Spectrum.power(golden.welchInput, samplingRateHertz: 100, stretchCount: 128)
    #expect(relativeError(even.hertz, golden.welchHertz) < 1e-15)
    #expect(relativeError(even.density, golden.welch) < 1e-12)
    let odd = Spectrum.power(golden.oddWelchInput, samplingRateHertz: 50, stretchCount: 45)
    #expect(relativeError(odd.hertz, golden.oddWelchHertz) < 1e-15)
    #expect(relativeError(odd.density, golden.oddWelch) < 1e-12)
    #expect(Spectrum.power([1], samplingRateHertz: 50).density.isEmpty)
  }

  @Test func `phases are unwrapped as NumPy does`() {
    #expect(relativeError(Phase.unwrapped(golden.wrapped), golden.unwrapped) < 1e-14)
    #expect(Phase.unwrapped([]).isEmpty)
    #expect(Phase.unwrapped([1]) == [1])
  }
}
