import SignalKernels

/// How a signal resembles itself some samples later.
public enum Autocorrelation {
  /// From this many products on the way through FFTW is the faster one (measured: 400 samples and 200
  /// lags take as long either way).
  static let fewestProductsForTransform = 80_000

  /// `sum(x[i] * x[i + lag]) / (count - lag)`. The mean is not taken off.
  /// - Parameters:
  ///   - x: evenly spaced samples.
  ///   - maximumLag: longest lag, samples; cut to `x.count - 1`.
  /// - Returns: values at lags `0...maximumLag`; empty for an empty signal.
  public static func unbiased(_ x: [Double], maximumLag: Int) -> [Double] {
    sums(x, maximumLag: maximumLag).enumerated().map { $1 / Double(x.count - $0) }
  }

  /// Unbiased autocorrelation of the signal freed of its mean, over that at lag 0.
  /// - Parameters:
  ///   - x: evenly spaced samples.
  ///   - maximumLag: longest lag, samples; cut to `x.count - 1`.
  /// - Returns: values at lags `0...maximumLag`, the first one 1; zeros for a constant signal.
  public static func coefficients(_ x: [Double], maximumLag: Int) -> [Double] {
    guard let mean = Statistics.mean(x) else { return [] }
    let values = unbiased(x.map { $0 - mean }, maximumLag: maximumLag)
    guard let power = values.first, power > 0 else { return values.map { _ in 0 } }
    return values.map { $0 / power }
  }

  private static func sums(_ x: [Double], maximumLag: Int) -> [Double] {
    let lags = min(maximumLag, x.count - 1) + 1
    guard lags > 0 else { return [] }
    return x.count * lags < fewestProductsForTransform
      ? directSums(x, lags: lags) : transformedSums(x, lags: lags)
  }

  /// By definition: the signal slides along itself and the zeros behind it.
  package static func directSums(_ x: [Double], lags: Int) -> [Double] {
    let extended = x + [Double](repeating: 0, count: lags)
    return Array(unsafeUninitializedCapacity: lags) { sums, initialized in
      signal_kernels_correlate(extended, x, x.count, 1, sums.baseAddress, lags)
      initialized = lags
    }
  }

  /// By the power spectrum, with enough zeros behind the signal for it not to meet itself.
  package static func transformedSums(_ x: [Double], lags: Int) -> [Double] {
    var count = 2
    while count < x.count + lags { count *= 2 }
    let transform = FourierTransform.planned(count: count)
    let powers = transform.powerSpectrum(x)
    let zeros = [Double](repeating: 0, count: powers.count)
    return Array(transform.inverse(.init(real: powers, imaginary: zeros))[..<lags])
  }
}
