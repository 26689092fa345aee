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
    #expect(relativeError(Spectrum.harmonicPowers(x, harmonics: 10), golden.harmonics) < 1e-12)
    #expect(
      Spectrum.harmonicPowers(slice, harmonics: 10) == Spectrum.harmonicPowers(x, harmonics: 10))
    #expect(Spectrum.harmonicPowers([Double](), harmonics: 2) == [0, 0])
    #expect(Spectrum.harmonicPowers([5.0], harmonics: 2) == [0, 0])
    #expect(Spectrum.harmonicPowers(x, harmonics: 0).isEmpty)
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
