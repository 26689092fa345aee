import SignalKernels

/// Elementary functions of many values at once: several times faster than one after the other, and the
/// same bits on every processor.
public enum Elementary {
  /// Cosine and sine of each value, within 2e-16.
  ///
  /// - Parameter radians: angles, smaller than a million.
  /// - Returns: two arrays of the same length.
  public static func cosineAndSine(
    ofRadians radians: [Double]
  ) -> (cosine: [Double], sine: [Double]) {
    var cosine = [Double](repeating: 0, count: radians.count)
    var sine = cosine
    signal_kernels_cosine_sine(radians, &cosine, &sine, radians.count)
    return (cosine, sine)
  }

  /// Replaces each value by its natural logarithm, within two units of the last place.
  ///
  /// - Parameter x: positive normal numbers.
  public static func takeLogarithms(_ x: inout [Float]) {
    let count = x.count
    signal_kernels_logarithm(&x, count)
  }
}
