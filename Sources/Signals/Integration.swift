import SignalKernels

/// Sums over time.
public enum Integration {
  /// The integral from the first sample to each sample, by trapezoids.
  /// - Parameters:
  ///   - x: evenly spaced samples.
  ///   - samplingRateHertz: samples per second.
  /// - Returns: as many samples, the first one 0, in the signal's unit times seconds.
  public static func cumulativeTrapezoid(_ x: [Double], samplingRateHertz: Double) -> [Double] {
    guard !x.isEmpty else { return [] }
    let half = 0.5 / samplingRateHertz
    var sum = 0.0
    return x.withUnsafeBufferPointer { x in
      [Double](count: x.count) { index in
        if index > 0 { sum += half * (x[index - 1] + x[index]) }
        return sum
      }
    }
  }
}

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

  /// Angle and length of points of the plane, within 1e-15 and a unit of the last place.
  ///
  /// - Parameter points: both parts of each.
  /// - Returns: angles from -pi to pi, and lengths, as many as there are points.
  public static func polar(
    of points: [(re: Double, im: Double)]
  ) -> (radians: [Double], lengths: [Double]) {
    var radians = [Double](repeating: 0, count: points.count)
    var lengths = radians
    signal_kernels_polar(points, &radians, &lengths, points.count)
    return (radians, lengths)
  }

  /// Replaces each value by its natural logarithm, within two units of the last place.
  ///
  /// - Parameter x: positive normal numbers.
  public static func takeLogarithms(_ x: inout [Float]) {
    let count = x.count
    signal_kernels_logarithm(&x, count)
  }
}
