/// Fourier transforms of real signals of one length, in double precision.
///
/// ```swift
/// let powers = FourierTransform.planned(count: x.count).powerSpectrum(x)
/// ```
/// Any length will do; lengths whose factors are 2, 3, 5 and 7 are the fastest.
public final class FourierTransform: Sendable {
  /// How many real samples are transformed.
  public let count: Int
  private let forwardPlan: FFTWPlan
  private let inversePlan: FFTWPlan

  /// A complex number per frequency, real and imaginary parts apart.
  public struct Bins: Hashable, Sendable {
    /// Real parts, from frequency 0 to half the sampling rate.
    public var real: [Double]
    /// Imaginary parts, from frequency 0 to half the sampling rate.
    public var imaginary: [Double]

    /// Makes bins from arrays of one length.
    public init(real: [Double], imaginary: [Double]) {
      precondition(real.count == imaginary.count, "as many imaginary parts as real ones")
      self.real = real
      self.imaginary = imaginary
    }
  }

  private init(count: Int) {
    self.count = count
    forwardPlan = FFTWPlanner.plan(.init(kind: .realForward, count: count))
    inversePlan = FFTWPlanner.plan(.init(kind: .realInverse, count: count))
  }

  /// A transform of so many samples, at least one. The plan is made once and shared.
  public static func planned(count: Int) -> FourierTransform {
    FourierTransform(count: count)
  }

  /// Number of bins: from frequency 0 to half the sampling rate.
  public var binCount: Int { count / 2 + 1 }

  /// |FFT|², unnormalized.
  /// - Parameter x: `count` samples, or fewer, which are followed by zeros.
  /// - Returns: `count / 2 + 1` powers.
  public func powerSpectrum(_ x: [Double]) -> [Double] {
    let bins = interleavedBins(of: x)
    var powers = [Double](repeating: 0, count: binCount)
    for bin in powers.indices {
      let (real, imaginary) = (bins.base[2 * bin], bins.base[2 * bin + 1])
      powers[bin] = real * real + imaginary * imaginary
    }
    return powers
  }

  /// The transform, unnormalized. NumPy's `rfft`.
  /// - Parameter x: `count` samples, or fewer, which are followed by zeros.
  /// - Returns: `count / 2 + 1` bins.
  public func forward(_ x: [Double]) -> Bins {
    let bins = interleavedBins(of: x)
    let zeros = [Double](repeating: 0, count: binCount)
    var result = Bins(real: zeros, imaginary: zeros)
    for bin in 0..<binCount {
      result.real[bin] = bins.base[2 * bin]
      result.imaginary[bin] = bins.base[2 * bin + 1]
    }
    return result
  }

  /// Back to samples, so that `inverse(forward(x))` is `x`. NumPy's `irfft`.
  /// - Parameter bins: `count / 2 + 1` bins.
  /// - Returns: `count` samples.
  public func inverse(_ bins: Bins) -> [Double] {
    precondition(bins.real.count == binCount, "count / 2 + 1 bins")
    let input = AlignedBuffer<Double>(count: 2 * binCount)
    let output = AlignedBuffer<Double>(count: count)
    for bin in 0..<binCount {
      input.values[2 * bin] = bins.real[bin]
      input.values[2 * bin + 1] = bins.imaginary[bin]
    }
    inversePlan.run(input.base, output.base)
    let scale = 1 / Double(count)
    return output.values.map { $0 * scale }
  }

  /// Real and imaginary parts in turn.
  private func interleavedBins(of x: [Double]) -> AlignedBuffer<Double> {
    precondition(x.count <= count, "no more samples than were planned for")
    let input = AlignedBuffer<Double>(count: count)
    let output = AlignedBuffer<Double>(count: 2 * binCount)
    input.fill(from: x)
    forwardPlan.run(input.base, output.base)
    return output
  }
}
