import SignalKernels

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A filter of finite length, centered on the sample it makes: it delays nothing.
public struct FiniteImpulseResponse: Hashable, Sendable {
  /// The weights, an odd number of them; the middle one belongs to the present sample.
  public var taps: [Double]

  /// Makes a filter from its weights, an odd number of them.
  public init(taps: [Double]) {
    precondition(taps.count % 2 == 1, "an odd number of taps")
    self.taps = taps
  }

  /// Samples needed at each side of the one that is made.
  public var delay: Int { (taps.count - 1) / 2 }

  /// Passes what is slower than one frequency and stops what is faster than another.
  ///
  /// Kaiser's window design: Kaiser 1974, "Nonrecursive digital filter design using the I0-sinh
  /// window function".
  /// - Parameters:
  ///   - passHertz: passes below it.
  ///   - stopHertz: stopped above it.
  ///   - attenuationDecibels: by how much, and also how flat the pass band is.
  ///   - samplingRateHertz: samples per second.
  /// - Returns: an odd number of symmetric taps whose sum is 1.
  public static func lowPass(
    passHertz: Double, stopHertz: Double, attenuationDecibels: Double, samplingRateHertz: Double
  ) -> FiniteImpulseResponse {
    precondition(
      0 <= passHertz && passHertz < stopHertz && passHertz + stopHertz < samplingRateHertz,
      "pass band below stop band, the middle of both below half the sampling rate")
    let width = 2 * (stopHertz - passHertz) / samplingRateHertz
    let kaiserLength = (attenuationDecibels - 7.95) / (2.285 * Double.pi * width) + 1
    let radius = max(1, Int((kaiserLength.rounded(.up) / 2).rounded(.down)))
    let cutoff = (passHertz + stopHertz) / samplingRateHertz
    let beta = kaiserBeta(attenuationDecibels: attenuationDecibels)
    var taps = (-radius...radius).map { index in
      let place = Double(index) / Double(radius)
      let window = besselI0(beta * max(0, 1 - place * place).squareRoot()) / besselI0(beta)
      return cutoff * sinc(cutoff * Double(index)) * window
    }
    scaleToUnitSum(&taps)
    return FiniteImpulseResponse(taps: taps)
  }

  /// Weighted mean with Gaussian weights. The kernel of SciPy's `gaussian_filter1d`.
  /// - Parameters:
  ///   - sigmaSamples: standard deviation of the Gaussian, samples.
  ///   - truncation: where it is cut off, standard deviations.
  /// - Returns: an odd number of symmetric taps whose sum is 1.
  public static func gaussian(sigmaSamples: Double, truncation: Double = 4)
    -> FiniteImpulseResponse
  {
    let radius = Int(truncation * sigmaSamples + 0.5)
    guard sigmaSamples > 0, radius > 0 else { return FiniteImpulseResponse(taps: [1]) }
    var taps = [Double](repeating: 1, count: 2 * radius + 1)
    for index in 1...radius {
      let place = Double(index) / sigmaSamples
      taps[radius + index] = exp(-0.5 * place * place)
      taps[radius - index] = taps[radius + index]
    }
    scaleToUnitSum(&taps)
    return FiniteImpulseResponse(taps: taps)
  }

  /// Convolves a signal with the taps, centered.
  ///
  /// Short filters directly, long ones by FFT; both agree to rounding.
  /// - Parameters:
  ///   - x: evenly spaced samples; none, one or two are fine.
  ///   - edge: how the signal goes on beyond its ends.
  /// - Returns: as many samples.
  public func convolved(_ x: [Double], edge: EdgeExtension = .even) -> [Double] {
    guard !x.isEmpty else { return [] }
    let extended = edge.extending(x, before: delay, after: delay)
    return OverlapSave.isWorthwhile(tapCount: taps.count, sampleCount: x.count)
      ? OverlapSave.convolved(extended, taps: taps)
      : DirectConvolution.convolved(extended, taps: taps)
  }

  /// Convolves some parts of a signal with the taps, centered: there the values are those of ``convolved(_:edge:)``.
  ///
  /// - Parameters:
  ///   - x: evenly spaced samples.
  ///   - edge: how the signal goes on beyond its ends.
  ///   - parts: indices of `x`; parts of 32 samples or more take the least time for each.
  /// - Returns: as many samples as there are in `x`; what lies outside the parts is no result.
  public func convolved(_ x: [Double], edge: EdgeExtension, over parts: [Range<Int>]) -> [Double] {
    let isWhole = parts.count == 1 && parts[0] == x.indices
    // Through the transform a result depends on the block that it lies in.
    if isWhole || OverlapSave.isWorthwhile(tapCount: taps.count, sampleCount: x.count) {
      return convolved(x, edge: edge)
    }
    let extended = edge.extending(x, before: delay, after: delay)
    return [Double](unsafeUninitializedCapacity: x.count) { y, filled in
      y.initialize(repeating: 0)
      filled = x.count
      extended.withUnsafeBufferPointer { extended in
        for part in parts {
          DirectConvolution.correlate(
            UnsafeBufferPointer(rebasing: extended[part.lowerBound...]), taps: taps, step: 1,
            into: UnsafeMutableBufferPointer(rebasing: y[part]))
        }
      }
    }
  }

  /// Convolves up to four signals, a row for each sample, with the taps, centered; beyond its ends a signal keeps its end
  /// samples. Each exactly as alone, where the filter is short.
  ///
  /// - Parameter rows: evenly spaced samples; none, one or two are fine.
  /// - Returns: as many rows.
  public func convolved(_ rows: [SIMD4<Double>]) -> [SIMD4<Double>] {
    guard !rows.isEmpty else { return [] }
    let extended = rows.withUnsafeBufferPointer { rows in
      [SIMD4<Double>](count: rows.count + 2 * delay) {
        rows[min(max(0, $0 - delay), rows.count - 1)]
      }
    }
    return [SIMD4<Double>](unsafeUninitializedCapacity: rows.count) { out, initialized in
      extended.withUnsafeBufferPointer { extended in
        extended.withMemoryRebound(to: Double.self) { x in
          out.withMemoryRebound(to: Double.self) { y in
            DirectConvolution.correlate(x, taps: taps, step: 4, into: y)
          }
        }
      }
      initialized = rows.count
    }
  }

  /// Gain at a frequency.
  /// - Parameters:
  ///   - hertz: the frequency.
  ///   - samplingRateHertz: samples per second.
  /// - Returns: output amplitude over input amplitude.
  public func gain(atHertz hertz: Double, samplingRateHertz: Double) -> Double {
    let angle = 2 * Double.pi * hertz / samplingRateHertz
    var (real, imaginary) = (0.0, 0.0)
    for (index, tap) in taps.enumerated() {
      real += tap * cos(angle * Double(index - delay))
      imaginary += tap * sin(angle * Double(index - delay))
    }
    return hypot(real, imaginary)
  }

  private static func scaleToUnitSum(_ taps: inout [Double]) {
    let sum = taps.reduce(0, +)
    for i in taps.indices { taps[i] /= sum }
  }

  private static func sinc(_ x: Double) -> Double {
    x == 0 ? 1 : sin(Double.pi * x) / (Double.pi * x)
  }

  /// Kaiser's fit of his window's parameter to the attenuation it gives.
  private static func kaiserBeta(attenuationDecibels a: Double) -> Double {
    if a > 50 { return 0.1102 * (a - 8.7) }
    if a > 21 { return 0.5842 * pow(a - 21, 0.4) + 0.07886 * (a - 21) }
    return 0
  }

  /// The modified Bessel function of order zero, by its power series.
  private static func besselI0(_ x: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    var order = 1.0
    while term > sum * .ulpOfOne / 4 {
      term *= (x / (2 * order)) * (x / (2 * order))
      sum += term
      order += 1
    }
    return sum
  }
}

/// Convolution by its definition: the fastest for short filters.
package enum DirectConvolution {
  /// Every sample for which the taps lie wholly inside the signal: `x.count - taps.count + 1`.
  package static func convolved(_ x: [Double], taps: [Double]) -> [Double] {
    let count = x.count - taps.count + 1
    guard count > 0 else { return [] }
    return Array(unsafeUninitializedCapacity: count) { y, initialized in
      x.withUnsafeBufferPointer {
        correlate(
          $0, taps: taps, step: 1, into: UnsafeMutableBufferPointer(rebasing: y[..<count]))
      }
      initialized = count
    }
  }

  /// The same of numbers that lie a step apart, as many as `y` has room for. A short filter asks for no memory.
  static func correlate(
    _ x: UnsafeBufferPointer<Double>, taps: [Double], step: Int,
    into y: UnsafeMutableBufferPointer<Double>
  ) {
    withUnsafeTemporaryAllocation(of: Double.self, capacity: taps.count) { reversed in
      _ = reversed.initialize(from: taps.reversed())
      signal_kernels_correlate(
        x.baseAddress, reversed.baseAddress, taps.count, step, y.baseAddress, y.count)
    }
  }
}
