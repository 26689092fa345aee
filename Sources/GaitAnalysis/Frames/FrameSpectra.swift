import Foundation
import SignalKernels
import Signals

/// Spectra and autocorrelations of one frame of slow acceleration: of its magnitude, and of the
/// vector (the sum over the three axes, which does not depend on how the sensor is turned).
///
/// One object is used again from frame to frame. Its numbers lie in one piece of memory that is made once, so that a
/// frame allocates nothing.
final class FrameSpectra {
  /// Numbers that are written over with every frame.
  typealias Numbers = UnsafeMutableBufferPointer<Float>

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
  /// Mean square of the vector without mean and trend, (m/s²)².
  private(set) var vectorEnergy = 0.0
  /// Acceleration along each axis without mean and trend, and the magnitude likewise, m/s²; zeros fill the
  /// last sixteen.
  let x, y, z, magnitude: Numbers
  /// The magnitude as it is, m/s².
  let force: Numbers
  /// Acceleration along the mean force, m/s².
  let vertical: Numbers
  /// Power of the magnitude and of the vector by bin, Hann taper.
  let magnitudePower, vectorPower: Numbers
  /// The powers summed from below.
  let magnitudeSums, vectorSums: CumulativePower
  /// Autocorrelation of the magnitude and of the vector by lag in slow samples, 1 at lag 0.
  let magnitudeCorrelation, vectorCorrelation: UnsafeMutableBufferPointer<Double>

  private var spectrum = PairSpectrum(count: FrameSpectra.spectrumPoints)
  private var correlation = PairSpectrum(count: FrameSpectra.correlationPoints)
  private let taper, trend, middleTrend, spare, quarters: Numbers
  /// The middle of the frame, a walk of a few steps.
  private let middle: Range<Int>
  private let bias: UnsafeMutableBufferPointer<Double>
  private let keptBins: Range<Int>
  private let powerX, powerY, powerZ, powerM: Numbers
  private let magnitudeLags, vectorLags: Numbers
  private let memory: (Numbers, UnsafeMutableBufferPointer<Double>)

  /// - Parameters:
  ///   - length: slow samples in a frame.
  ///   - correlationBandHertz: autocorrelation is taken from content in this band.
  ///   - largestBiasLag: the correction for the shorter overlap stays the same beyond this lag.
  init(length: Int, correlationBandHertz: ClosedRange<Double>, largestBiasLag: Int) {
    self.length = length
    let bins = Self.spectrumPoints / 2 + 1
    let room = (length + 15) / 16 * 16
    var floats = Slab<Float>(count: 16 * room + 6 * bins)
    var doubles = Slab<Double>(count: 3 * length + 2 * (bins + 1))
    (x, y, z, magnitude) = floats.four(room)
    (force, vertical, spare, middleTrend) = floats.four(room)
    (taper, trend, magnitudeLags, vectorLags) = floats.four(room)
    quarters = floats.next(4 * room)
    (powerX, powerY, powerZ, powerM) = floats.four(bins)
    (magnitudePower, vectorPower) = (floats.next(bins), floats.next(bins))
    magnitudeSums = CumulativePower(sums: doubles.next(bins + 1))
    vectorSums = CumulativePower(sums: doubles.next(bins + 1))
    (magnitudeCorrelation, vectorCorrelation) = (doubles.next(length), doubles.next(length))
    bias = doubles.next(length)
    memory = (floats.memory, doubles.memory)
    let n = Double(length)
    let ramp = (0..<length).map { Double($0) - (n - 1) / 2 }
    let norm = Self.norm(ramp)
    middle = (length / 2 - Self.middleHalf)..<(length / 2 + Self.middleHalf)
    let middleNorm = Self.norm(Array(ramp[middle]))
    let weights = length == SlowAcceleration.frameLength ? Self.hann : Spectrum.hann(length)
    for i in 0..<length {
      taper[i] = Float(weights[i])
      trend[i] = Float(ramp[i] / norm)
      bias[i] = n / (n - Double(min(i, largestBiasLag)))
      quarters[min(3, 4 * i / length) * room + i] = 1
    }
    for i in middle { middleTrend[i - middle.lowerBound] = Float(ramp[i] / middleNorm) }
    let width = SlowAcceleration.rateHertz / Double(Self.correlationPoints)
    let low = Int((correlationBandHertz.lowerBound / width).rounded(.up))
    keptBins = low..<(Int(correlationBandHertz.upperBound / width) + 1)
  }

  private static let hann = Spectrum.hann(SlowAcceleration.frameLength)

  /// Slow samples from the middle of a frame to the end of its short part.
  private static let middleHalf = 32

  private static func norm(_ x: [Double]) -> Double {
    x.reduce(0) { $0 + $1 * $1 }.squareRoot()
  }

  deinit {
    memory.0.deallocate()
    memory.1.deallocate()
  }

  /// Autocorrelation of the magnitude between lags, in slow samples.
  func magnitudeCorrelation(atLag lag: Double) -> Double {
    Self.between(magnitudeCorrelation, min(lag, Double(length - 2)))
  }

  /// Autocorrelation of the vector between lags, in slow samples.
  func vectorCorrelation(atLag lag: Double) -> Double {
    Self.between(vectorCorrelation, min(lag, Double(length - 2)))
  }

  private static func between(_ y: UnsafeMutableBufferPointer<Double>, _ lag: Double) -> Double {
    if !(lag > 0) { return y[0] }
    let index = Int(lag)
    return y[index] + (y[index + 1] - y[index]) * (lag - Double(index))
  }

  /// Reads a frame's samples; spectra and correlations stay those of the frame before.
  ///
  /// - Returns: mean square of the vector, (m/s²)².
  func readSamples(_ slow: SlowAcceleration) -> Double {
    let count = length
    let (means, squares) = Self.sums {
      signal_kernels_detrend_three(
        slow.x, slow.y, slow.z, trend.baseAddress, count, x.baseAddress, y.baseAddress,
        z.baseAddress, $0, $1)
    }
    mean = SIMD3(means.x, means.y, means.z)
    vectorEnergy = Double(SIMD3(squares.x, squares.y, squares.z).sum()) / Double(count)
    return vectorEnergy
  }

  /// Three means and three sums of squares.
  private static func sums(
    _ fill: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>) -> Void
  ) -> (means: SIMD4<Float>, squares: SIMD4<Float>) {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 8) { room in
      room.initialize(repeating: 0)
      guard let means = room.baseAddress else { return (.zero, .zero) }
      fill(means, means + 4)
      return (
        SIMD4(room[0], room[1], room[2], 0), SIMD4(room[4], room[5], room[6], 0)
      )
    }
  }

  /// Reads the magnitude of the samples read last, and what of them is vertical.
  func readMagnitude(_ slow: SlowAcceleration) {
    signal_kernels_lengths(slow.x, slow.y, slow.z, force.baseAddress, length)
    var level: Float = 0
    magnitudeEnergy =
      Double(
        signal_kernels_detrend(
          force.baseAddress, trend.baseAddress, length, magnitude.baseAddress, &level))
      / Double(length)
    let up = mean / max(1e-6, (mean * mean).sum().squareRoot())
    verticalEnergy =
      Double(
        signal_kernels_squares_along(
          x.baseAddress, y.baseAddress, z.baseAddress, up.x, up.y, up.z, vertical.baseAddress,
          vertical.count)) / Double(length)
  }

  /// Mean square of the magnitude without mean and trend, (m/s²)².
  private(set) var magnitudeEnergy = 0.0
  /// Mean square of what is vertical, (m/s²)².
  private(set) var verticalEnergy = 0.0

  /// Mean square of the magnitude in its quietest quarter, (m/s²)².
  func quietestEnergy() -> Double {
    var sums = SIMD4<Float>.zero
    withUnsafeMutableBytes(of: &sums) {
      signal_kernels_weighted_squares(
        magnitude.baseAddress, quarters.baseAddress, 4, magnitude.count,
        $0.bindMemory(to: Float.self).baseAddress)
    }
    return Double(sums.min()) / Double(length / 4)
  }

  /// Mean square of the vector over the middle of the frame, its own mean and trend removed, (m/s²)².
  func middleEnergy(_ slow: SlowAcceleration) -> Double {
    let (_, squares) = Self.sums { means, squares in
      slow.x.withUnsafeBufferPointer { x in
        slow.y.withUnsafeBufferPointer { y in
          slow.z.withUnsafeBufferPointer { z in
            func from(_ axis: UnsafeBufferPointer<Float>) -> UnsafePointer<Float>? {
              axis.baseAddress.map { $0 + middle.lowerBound }
            }
            // What is left of the axes is not asked for: they may lie where another frame's spectra were.
            signal_kernels_detrend_three(
              from(x), from(y), from(z), middleTrend.baseAddress, middle.count, spare.baseAddress,
              magnitudeLags.baseAddress, vectorLags.baseAddress, means, squares)
          }
        }
      }
    }
    return Double(squares.x + squares.y + squares.z) / Double(middle.count)
  }

  /// Mean squares of the axes without mean and trend, and mean products of x and y, y and z, z and x, (m/s²)².
  func secondMoments() -> (own: SIMD3<Double>, shared: SIMD3<Double>) {
    func mean(_ a: Numbers, _ b: Numbers) -> Double {
      Double(signal_kernels_dot(a.baseAddress, b.baseAddress, a.count)) / Double(length)
    }
    return (
      SIMD3(mean(x, x), mean(y, y), mean(z, z)), SIMD3(mean(x, y), mean(y, z), mean(z, x))
    )
  }

  /// Makes the spectra and correlations of the samples read last; the magnitude was read before.
  func transform() {
    readPowers()
    readCorrelations()
  }

  /// Makes the spectra alone.
  func readPowers() {
    spectrum.powers(.init(x), .init(y), weights: .init(taper), into: powerX, powerY)
    spectrum.powers(.init(z), .init(magnitude), weights: .init(taper), into: powerZ, magnitudePower)
    for k in vectorPower.indices { vectorPower[k] = powerX[k] + powerY[k] + powerZ[k] }
    signal_kernels_running_sums(
      magnitudePower.baseAddress, magnitudeSums.sums.baseAddress, vectorPower.baseAddress,
      vectorSums.sums.baseAddress, vectorPower.count)
  }

  /// Makes the correlations alone.
  func readCorrelations() {
    correlation.powers(.init(x), .init(y), into: powerX, powerY)
    correlation.powers(.init(z), .init(magnitude), into: powerZ, powerM)
    for k in keptBins { powerX[k] = powerX[k] + powerY[k] + powerZ[k] }
    keepBand(of: powerX)
    keepBand(of: powerM)
    correlation.autocorrelations(
      fromPowers: .init(powerM), .init(powerX), into: magnitudeLags, vectorLags)
    readCorrelation(magnitudeLags, into: magnitudeCorrelation)
    readCorrelation(vectorLags, into: vectorCorrelation)
  }

  /// Leaves of a spectrum the band that correlations are taken from.
  private func keepBand(of power: Numbers) {
    power[..<keptBins.lowerBound].update(repeating: 0)
    power[keptBins.upperBound...].update(repeating: 0)
  }

  private func readCorrelation(
    _ lags: Numbers, into correlation: UnsafeMutableBufferPointer<Double>
  ) {
    signal_kernels_shares(
      lags.baseAddress, Double(lags[0]) + 1e-9, bias.baseAddress, correlation.baseAddress, length)
  }
}

/// Memory that is handed out in parts.
private struct Slab<Element: Numeric> {
  let memory: UnsafeMutableBufferPointer<Element>
  private var used = 0

  init(count: Int) {
    memory = .allocate(capacity: count)
    memory.initialize(repeating: 0)
  }

  mutating func next(_ count: Int) -> UnsafeMutableBufferPointer<Element> {
    defer { used += count }
    return UnsafeMutableBufferPointer(rebasing: memory[used..<(used + count)])
  }

  typealias Part = UnsafeMutableBufferPointer<Element>
  mutating func four(_ count: Int) -> (Part, Part, Part, Part) {
    (next(count), next(count), next(count), next(count))
  }
}

/// A spectrum summed from below, so that the power of any band is one subtraction.
struct CumulativePower {
  /// One more than there are bins, the first 0; the memory is another's.
  let sums: UnsafeMutableBufferPointer<Double>

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
