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
    var integral = [Double](repeating: 0, count: x.count)
    for index in 1..<max(1, x.count) {
      integral[index] = integral[index - 1] + half * (x[index - 1] + x[index])
    }
    return integral
  }
}
