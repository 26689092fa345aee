#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Derivatives of a Gaussian, as filters that follow one pace of a signal: a continuous wavelet
/// transform at a single scale.
///
/// Scaled so that a sine at the center frequency keeps its amplitude; a constant becomes zero.
public enum Wavelet: Hashable, Sendable {
  /// First derivative: positive where the smoothed signal rises. Turns a sine by a quarter period.
  case gaussianFirstDerivative
  /// Negative second derivative (Ricker, "Mexican hat"): positive at the peaks of the signal.
  case ricker

  /// Follows one pace of a signal.
  /// - Parameters:
  ///   - x: evenly spaced samples.
  ///   - centerHertz: the frequency at which the gain is greatest.
  ///   - samplingRateHertz: samples per second.
  ///   - edge: how the signal goes on beyond its ends.
  /// - Returns: as many samples, in the same unit.
  public func transform(
    _ x: [Double], centerHertz: Double, samplingRateHertz: Double, edge: EdgeExtension = .even
  ) -> [Double] {
    filter(centerHertz: centerHertz, samplingRateHertz: samplingRateHertz).convolved(x, edge: edge)
  }

  /// The wavelet as a filter.
  /// - Parameters:
  ///   - centerHertz: the frequency at which the gain is 1 and greatest.
  ///   - samplingRateHertz: samples per second.
  ///   - truncation: where it is cut off, standard deviations of the Gaussian.
  /// - Returns: an odd number of taps whose sum is 0.
  public func filter(centerHertz: Double, samplingRateHertz: Double, truncation: Double = 4)
    -> FiniteImpulseResponse
  {
    let sigma = sigmaSamples(centerHertz: centerHertz, samplingRateHertz: samplingRateHertz)
    let radius = max(1, Int(truncation * sigma + 0.5))
    let raw = (-radius...radius).map { value(at: Double($0) / sigma) }
    // Cutting off the ends leaves a trace of gain for a constant, and gravity is a large one.
    let mean = raw.reduce(0, +) / Double(raw.count)
    let free = FiniteImpulseResponse(taps: raw.map { $0 - mean })
    let gain = free.gain(atHertz: centerHertz, samplingRateHertz: samplingRateHertz)
    return FiniteImpulseResponse(taps: free.taps.map { $0 / gain })
  }

  /// Standard deviation, samples, of the Gaussian whose derivative peaks at a frequency.
  ///
  /// The spectrum of the n-th derivative is `f^n exp(-2 (pi f sigma)²)`, which peaks at
  /// `f = sqrt(n) / (2 pi sigma)`: .159 / sigma for the first, .225 / sigma for the second.
  public func sigmaSamples(centerHertz: Double, samplingRateHertz: Double) -> Double {
    let order = self == .ricker ? 2.0 : 1.0
    return order.squareRoot() * samplingRateHertz / (2 * .pi * centerHertz)
  }

  /// Its course over time in standard deviations. The filter is turned round when it is convolved.
  private func value(at u: Double) -> Double {
    switch self {
    case .gaussianFirstDerivative: -u * exp(-0.5 * u * u)
    case .ricker: (1 - u * u) * exp(-0.5 * u * u)
    }
  }
}
