import Foundation
import Signals

/// Spectra and autocorrelations of one frame of slow acceleration: of its magnitude, and of the
/// vector (the sum over the three axes, which does not depend on how the sensor is turned).
///
/// One value is reused from frame to frame; all arrays are allocated once.
struct FrameSpectra {
  /// Points of the tapered spectrum; bins are `rate / 256` wide.
  static let spectrumPoints = 256
  /// Points of the transform behind the autocorrelation: no lag wraps around.
  static let correlationPoints = 256
  /// Width of a bin of the tapered spectrum, Hz.
  static let binHertz = SlowAcceleration.rateHertz / Double(spectrumPoints)

  /// Slow samples in the frame.
  let length: Int
  /// Mean of each axis, m/s².
  private(set) var mean = SIMD3<Float>.zero
  /// Acceleration along each axis without mean and trend, and the magnitude likewise, m/s².
  private(set) var x: [Float]
  private(set) var y: [Float]
  private(set) var z: [Float]
  private(set) var magnitude: [Float]
  /// Power of the magnitude by bin, Hann taper.
  private(set) var magnitudePower: [Float]
  /// Power of the vector by bin, Hann taper.
  private(set) var vectorPower: [Float]
  /// Autocorrelation of the magnitude by lag in slow samples, 1 at lag 0.
  private(set) var magnitudeCorrelation: [Double]
  /// Autocorrelation of the vector by lag in slow samples, 1 at lag 0.
  private(set) var vectorCorrelation: [Double]

  /// The powers summed from below.
  private(set) var magnitudeSums = CumulativePower()
  private(set) var vectorSums = CumulativePower()

  private var spectrum = PairSpectrum(count: Self.spectrumPoints)
  private var correlation = PairSpectrum(count: Self.correlationPoints)
  private let taper: [Float]
  private let trend: [Float]
  private let bias: [Double]
  private let keptBins: Range<Int>
  private var taperedX: [Float]
  private var taperedY: [Float]
  private var taperedZ: [Float]
  private var taperedM: [Float]
  private var powerX: [Float]
  private var powerY: [Float]
  private var powerZ: [Float]
  private var powerM: [Float]
  private var magnitudeLags: [Float]
  private var vectorLags: [Float]

  /// - Parameters:
  ///   - length: slow samples in a frame.
  ///   - correlationBandHertz: autocorrelation is taken from content in this band.
  ///   - largestBiasLag: the correction for the shorter overlap stays the same beyond this lag.
  init(length: Int, correlationBandHertz: ClosedRange<Double>, largestBiasLag: Int) {
    self.length = length
    let n = Double(length)
    taper = Spectrum.hann(length).map { Float($0) }
    let ramp = (0..<length).map { Double($0) - (n - 1) / 2 }
    let norm = ramp.reduce(0) { $0 + $1 * $1 }.squareRoot()
    trend = ramp.map { Float($0 / norm) }
    bias = (0..<length).map { n / (n - Double(min($0, largestBiasLag))) }
    let width = SlowAcceleration.rateHertz / Double(Self.correlationPoints)
    let low = Int((correlationBandHertz.lowerBound / width).rounded(.up))
    keptBins = low..<(Int(correlationBandHertz.upperBound / width) + 1)
    x = Array(repeating: 0, count: length)
    (y, z, magnitude) = (x, x, x)
    magnitudePower = Array(repeating: 0, count: Self.spectrumPoints / 2 + 1)
    vectorPower = magnitudePower
    magnitudeCorrelation = Array(repeating: 0, count: length)
    vectorCorrelation = magnitudeCorrelation
    (taperedX, taperedY, taperedZ, taperedM) = (x, x, x, x)
    powerX = Array(repeating: 0, count: Self.correlationPoints / 2 + 1)
    (powerY, powerZ, powerM) = (powerX, powerX, powerX)
    (magnitudeLags, vectorLags) = (x, x)
  }

  /// Autocorrelation of the magnitude between lags, in slow samples.
  func magnitudeCorrelation(atLag lag: Double) -> Double {
    Interpolation.linear(magnitudeCorrelation, at: min(lag, Double(length - 2)))
  }

  /// Autocorrelation of the vector between lags, in slow samples.
  func vectorCorrelation(atLag lag: Double) -> Double {
    Interpolation.linear(vectorCorrelation, at: min(lag, Double(length - 2)))
  }

  /// Reads a frame's samples; spectra and correlations stay those of the frame before.
  ///
  /// - Returns: mean square of the vector, (m/s²)².
  mutating func readSamples(_ slow: SlowAcceleration) -> Double {
    copy(slow)
    detrend(&x)
    detrend(&y)
    detrend(&z)
    var sum: Float = 0
    for i in 0..<length { sum += x[i] * x[i] + y[i] * y[i] + z[i] * z[i] }
    return Double(sum) / Double(length)
  }

  /// Takes mean and trend off the magnitude of the samples read last.
  mutating func readMagnitude() { detrend(&magnitude) }

  /// Makes the spectra and correlations of the samples read last; the magnitude was read before.
  mutating func transform() {
    readPowers()
    readCorrelations()
  }

  private mutating func copy(_ slow: SlowAcceleration) {
    var sum = SIMD3<Float>.zero
    for i in 0..<length {
      let force = SIMD3(slow.x[i], slow.y[i], slow.z[i])
      x[i] = force.x
      y[i] = force.y
      z[i] = force.z
      magnitude[i] = (force * force).sum().squareRoot()
      sum += force
    }
    mean = sum / Float(length)
  }

  private func detrend(_ signal: inout [Float]) {
    signal.withUnsafeMutableBufferPointer { s in
      trend.withUnsafeBufferPointer { trend in
        var mean: Float = 0
        for i in 0..<length { mean += s[i] }
        mean /= Float(length)
        var slope: Float = 0
        for i in 0..<length {
          s[i] -= mean
          slope += s[i] * trend[i]
        }
        for i in 0..<length { s[i] -= slope * trend[i] }
      }
    }
  }

  private mutating func readPowers() {
    for i in 0..<length {
      taperedX[i] = x[i] * taper[i]
      taperedY[i] = y[i] * taper[i]
      taperedZ[i] = z[i] * taper[i]
      taperedM[i] = magnitude[i] * taper[i]
    }
    Self.powers(of: &spectrum, taperedX, taperedY, &powerX, &powerY)
    Self.powers(of: &spectrum, taperedZ, taperedM, &powerZ, &powerM)
    for k in vectorPower.indices {
      vectorPower[k] = powerX[k] + powerY[k] + powerZ[k]
      magnitudePower[k] = powerM[k]
    }
    magnitudeSums.read(magnitudePower)
    vectorSums.read(vectorPower)
  }

  private mutating func readCorrelations() {
    Self.powers(of: &correlation, x, y, &powerX, &powerY)
    Self.powers(of: &correlation, z, magnitude, &powerZ, &powerM)
    for k in powerX.indices {
      let isKept = keptBins.contains(k)
      powerX[k] = isKept ? powerX[k] + powerY[k] + powerZ[k] : 0
      if !isKept { powerM[k] = 0 }
    }
    Self.correlations(of: &correlation, powerM, powerX, &magnitudeLags, &vectorLags)
    for i in 0..<length {
      magnitudeCorrelation[i] =
        Double(magnitudeLags[i]) / (Double(magnitudeLags[0]) + 1e-9) * bias[i]
      vectorCorrelation[i] = Double(vectorLags[i]) / (Double(vectorLags[0]) + 1e-9) * bias[i]
    }
  }

  private static func powers(
    of transform: inout PairSpectrum, _ a: [Float], _ b: [Float], _ pa: inout [Float],
    _ pb: inout [Float]
  ) {
    pa.withUnsafeMutableBufferPointer { pa in
      pb.withUnsafeMutableBufferPointer { pb in
        a.withUnsafeBufferPointer { a in
          b.withUnsafeBufferPointer { b in
            transform.powers(a, b, into: pa, pb)
          }
        }
      }
    }
  }

  private static func correlations(
    of transform: inout PairSpectrum, _ a: [Float], _ b: [Float], _ ra: inout [Float],
    _ rb: inout [Float]
  ) {
    ra.withUnsafeMutableBufferPointer { ra in
      rb.withUnsafeMutableBufferPointer { rb in
        a.withUnsafeBufferPointer { a in
          b.withUnsafeBufferPointer { b in
            transform.autocorrelations(fromPowers: a, b, into: ra, rb)
          }
        }
      }
    }
  }
}

/// A spectrum summed from below, so that the power of any band is one subtraction.
struct CumulativePower {
  private(set) var sums = [Double](repeating: 0, count: FrameSpectra.spectrumPoints / 2 + 2)

  /// Takes the powers of a spectrum with 129 bins.
  mutating func read(_ power: [Float]) {
    for k in power.indices { sums[k + 1] = sums[k] + Double(power[k]) }
  }

  /// Power in a range of bins.
  subscript(bins: Range<Int>) -> Double { sums[bins.upperBound] - sums[bins.lowerBound] }

  /// The bins within some distance of a frequency, of a spectrum with 129 bins.
  static func bins(around hertz: Double, halfWidthHertz: Double) -> Range<Int> {
    let top = FrameSpectra.spectrumPoints / 2
    let low = Int(((hertz - halfWidthHertz) / FrameSpectra.binHertz).rounded(.toNearestOrEven))
    let high = Int(((hertz + halfWidthHertz) / FrameSpectra.binHertz).rounded(.toNearestOrEven)) + 1
    let first = min(top, max(0, low))
    return first..<max(first, min(top + 1, max(0, high)))
  }

  /// The bins whose frequency lies in a band.
  static func bins(in band: ClosedRange<Double>) -> Range<Int> {
    let low = Int((band.lowerBound / FrameSpectra.binHertz).rounded(.up))
    return low..<(Int(band.upperBound / FrameSpectra.binHertz) + 1)
  }
}
