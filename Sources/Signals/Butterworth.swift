#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Filters with the flattest possible pass band (Butterworth 1930), as SciPy's `butter` makes them.
///
/// Analog prototype, prewarped bilinear transform, poles paired with the nearest zeros.
public enum Butterworth {
  /// Passes what is slower than the cutoff.
  /// - Parameters:
  ///   - order: order of the filter, at least 1.
  ///   - cutoffHertz: frequency at which half the power passes, below half the sampling rate.
  ///   - samplingRateHertz: samples per second.
  /// - Returns: `(order + 1) / 2` sections.
  public static func lowPass(order: Int, cutoffHertz: Double, samplingRateHertz: Double)
    -> FilterCascade
  {
    let cutoff = prewarped(cutoffHertz, samplingRateHertz)
    let prototype = AnalogFilter.butterworth(order: order)
    return prototype.scaled(by: cutoff).digital().cascade()
  }

  /// Passes what is faster than the cutoff.
  /// - Parameters:
  ///   - order: order of the filter, at least 1.
  ///   - cutoffHertz: frequency at which half the power passes, below half the sampling rate.
  ///   - samplingRateHertz: samples per second.
  /// - Returns: `(order + 1) / 2` sections.
  public static func highPass(order: Int, cutoffHertz: Double, samplingRateHertz: Double)
    -> FilterCascade
  {
    let cutoff = prewarped(cutoffHertz, samplingRateHertz)
    let prototype = AnalogFilter.butterworth(order: order)
    return prototype.inverted(about: cutoff).digital().cascade()
  }

  /// Passes what lies between two cutoffs.
  /// - Parameters:
  ///   - order: order of each edge, at least 1; the filter as a whole has twice that order.
  ///   - fromHertz: lower frequency at which half the power passes.
  ///   - toHertz: upper frequency at which half the power passes, below half the sampling rate.
  ///   - samplingRateHertz: samples per second.
  /// - Returns: `order` sections.
  public static func bandPass(
    order: Int, fromHertz: Double, toHertz: Double, samplingRateHertz: Double
  ) -> FilterCascade {
    precondition(fromHertz < toHertz, "a band from a lower to a higher frequency")
    let low = prewarped(fromHertz, samplingRateHertz)
    let high = prewarped(toHertz, samplingRateHertz)
    let prototype = AnalogFilter.butterworth(order: order)
    return prototype.band(width: high - low, center: (low * high).squareRoot()).digital().cascade()
  }

  /// The analog frequency, for a sampling rate of 2, that the bilinear transform puts in place.
  private static func prewarped(_ hertz: Double, _ samplingRateHertz: Double) -> Double {
    precondition(
      hertz > 0 && hertz < samplingRateHertz / 2, "a cutoff between 0 and half the sampling rate")
    return 4 * tan(Double.pi * hertz / samplingRateHertz)
  }
}
