#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// How the power of a signal is spread over frequency.
public enum Spectrum {
  /// Powers per hertz, from frequency 0 to half the sampling rate.
  public struct PowerDensity: Hashable, Sendable {
    /// Frequencies, Hz, evenly spaced.
    public var hertz: [Double]
    /// Power per hertz at each frequency, in the signal's unit squared per hertz.
    public var density: [Double]
  }

  /// Welch's estimate of the power density: the mean over half-overlapping stretches, each freed of
  /// its mean and tapered by a Hann window. SciPy's `welch`.
  /// - Parameters:
  ///   - x: evenly spaced samples.
  ///   - samplingRateHertz: samples per second.
  ///   - stretchCount: samples per stretch, at least 2; cut to the length of a shorter signal.
  /// - Returns: the density; empty for fewer than two samples.
  public static func power(_ x: [Double], samplingRateHertz: Double, stretchCount: Int = 256)
    -> PowerDensity
  {
    let length = min(stretchCount, x.count)
    guard length >= 2 else { return PowerDensity(hertz: [], density: []) }
    let taper = hann(length)
    let transform = FourierTransform.planned(count: length)
    let starts = Array(stride(from: 0, through: x.count - length, by: length - length / 2))
    var density = [Double](repeating: 0, count: length / 2 + 1)
    for start in starts {
      let powers = transform.powerSpectrum(tapered(x[start..<(start + length)], by: taper))
      for bin in density.indices { density[bin] += powers[bin] }
    }
    let energy = taper.reduce(0) { $0 + $1 * $1 }
    let scale = 1 / (samplingRateHertz * energy * Double(starts.count))
    for bin in density.indices { density[bin] *= isTwoSided(bin, of: length) ? 2 * scale : scale }
    let hertz = density.indices.map { Double($0) * samplingRateHertz / Double(length) }
    return PowerDensity(hertz: hertz, density: density)
  }

  /// The Hann window, periodic as a transform wants it: 0 at its beginning, 1 in its middle. SciPy's
  /// `get_window("hann", count)`.
  public static func hann(_ count: Int) -> [Double] {
    (0..<count).map { 0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(count)) }
  }

  /// Whether a bin stands for a negative frequency too.
  private static func isTwoSided(_ bin: Int, of length: Int) -> Bool {
    bin > 0 && 2 * bin != length
  }

  private static func tapered(_ x: ArraySlice<Double>, by taper: [Double]) -> [Double] {
    let mean = x.reduce(0, +) / Double(x.count)
    return zip(x, taper).map { ($0 - mean) * $1 }
  }
}
