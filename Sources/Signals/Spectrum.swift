import SignalKernels

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// How the power of a signal is spread over frequency.
public enum Spectrum {
  /// |DFT|² of stretches taken as one period, at their first harmonics.
  ///
  /// The mean is taken off first. Computed by definition: a stride has a hundred samples and ten harmonics that matter.
  /// The phase is turned on by complex multiplication: its error grows by a rounding per sample, some 1e-13 over a thousand.
  /// - Parameters:
  ///   - signals: one period of each, one to three of one length.
  ///   - harmonics: how many.
  /// - Returns: for each signal the powers of harmonics `1...harmonics`, unnormalized; zeros for empty stretches.
  public static func harmonicPowers(
    _ signals: [ArraySlice<Double>], harmonics: Int
  ) -> [[Double]] {
    let count = signals[0].count
    precondition((1...3).contains(signals.count), "one to three signals")
    precondition(signals.allSatisfy { $0.count == count }, "stretches of one length")
    var powers = signals.map { _ in [Double](repeating: 0, count: max(0, harmonics)) }
    guard count > 0 else { return powers }
    func signal(_ place: Int) -> ArraySlice<Double> { signals[min(place, signals.count - 1)] }
    let means = means(signal(0), signal(1), signal(2))
    var eights = [Double](repeating: 0, count: 24)
    let turns = Self.turns(
      of: 2 * Double.pi / Double(count), count: (max(0, harmonics) + 7) / 8 * 8)
    for first in stride(from: 1, through: harmonics, by: 8) {
      let eight = (first - 1)..<(first + 7)
      let steps = Array(turns.cosines[eight] + turns.sines[eight])
      signal(0).withUnsafeBufferPointer { a in
        signal(1).withUnsafeBufferPointer { b in
          signal(2).withUnsafeBufferPointer { c in
            signal_kernels_harmonics(
              a.baseAddress, b.baseAddress, c.baseAddress, count, means, steps, &eights)
          }
        }
      }
      for (place, k) in ((first - 1)..<min(first + 7, harmonics)).enumerated() {
        for n in powers.indices { powers[n][k] = eights[8 * n + place] }
      }
    }
    return powers
  }

  /// The means of three stretches of one length, in one loop: no sum waits for another.
  private static func means(
    _ a: ArraySlice<Double>, _ b: ArraySlice<Double>, _ c: ArraySlice<Double>
  ) -> [Double] {
    var (sumA, sumB, sumC) = (0.0, 0.0, 0.0)
    a.withUnsafeBufferPointer { a in
      b.withUnsafeBufferPointer { b in
        c.withUnsafeBufferPointer { c in
          for i in 0..<a.count {
            sumA += a[i]
            sumB += b[i]
            sumC += c[i]
          }
        }
      }
    }
    return [sumA, sumB, sumC].map { $0 / Double(a.count) }
  }

  /// Cosine and sine of an angle, of twice the angle and so on, each by turning the one before.
  private static func turns(of radians: Double, count: Int) -> (cosines: [Double], sines: [Double])
  {
    let (c, s) = (cos(radians), sin(radians))
    var (cosines, sines) = (
      [Double](repeating: c, count: count), [Double](repeating: s, count: count)
    )
    for k in 1..<max(1, count) {
      cosines[k] = cosines[k - 1] * c - sines[k - 1] * s
      sines[k] = sines[k - 1] * c + cosines[k - 1] * s
    }
    return (cosines, sines)
  }

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
