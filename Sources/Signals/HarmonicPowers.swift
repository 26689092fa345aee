import SignalKernels

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// |DFT|² of stretches taken as one period, at their first harmonics. Its room is used again from stretch to stretch.
///
/// ```swift
/// var powers = HarmonicPowers(harmonics: 8)
/// powers.read(vertical, forward, sideways)
/// powers[signal: 2, harmonic: 1]            // of sideways, one wave per stretch
/// ```
///
/// The mean is taken off first. Computed by definition: a stride has a hundred samples and ten harmonics that matter.
/// The phase is turned on by complex multiplication: its error grows by a rounding per sample, some 1e-13 over a thousand.
public struct HarmonicPowers: Sendable {
  /// How many harmonics.
  public let harmonics: Int
  /// For each eight harmonics eight powers of the first signal, of the second and of the third.
  private var powers: [Double]
  /// For each eight harmonics the cosines, then the sines, of the angle from sample to sample.
  private var turns: [Double]
  /// Samples that the angles are for.
  private var count = 0
  private var means = [0.0, 0, 0]

  /// Makes room for the powers of harmonics `1...harmonics`; all are 0 so far.
  public init(harmonics: Int) {
    self.harmonics = max(0, harmonics)
    let eights = (self.harmonics + 7) / 8
    powers = [Double](repeating: 0, count: 24 * eights)
    turns = [Double](repeating: 0, count: 16 * eights)
  }

  /// The power of a signal, from 0, at a harmonic, from 1, unnormalized; 0 for empty stretches.
  public subscript(signal signal: Int, harmonic harmonic: Int) -> Double {
    let (eight, place) = (harmonic - 1).quotientAndRemainder(dividingBy: 8)
    return powers[24 * eight + 8 * signal + place]
  }

  /// Reads one period of three signals, which have the same length.
  public mutating func read(
    _ a: ArraySlice<Double>, _ b: ArraySlice<Double>, _ c: ArraySlice<Double>
  ) {
    precondition(a.count == b.count && a.count == c.count, "stretches of one length")
    if a.count != count { turn(by: 2 * Double.pi / Double(a.count)) }
    count = a.count
    a.withUnsafeBufferPointer { a in
      b.withUnsafeBufferPointer { b in c.withUnsafeBufferPointer { c in read(a, b, c) } }
    }
  }

  private mutating func read(
    _ a: UnsafeBufferPointer<Double>, _ b: UnsafeBufferPointer<Double>,
    _ c: UnsafeBufferPointer<Double>
  ) {
    // In one loop no sum waits for another.
    var (sumA, sumB, sumC) = (0.0, 0.0, 0.0)
    for i in 0..<count {
      sumA += a[i]
      sumB += b[i]
      sumC += c[i]
    }
    let length = Double(max(1, count))
    (means[0], means[1], means[2]) = (sumA / length, sumB / length, sumC / length)
    powers.withUnsafeMutableBufferPointer { powers in
      turns.withUnsafeBufferPointer { turns in
        guard let powers = powers.baseAddress, let turns = turns.baseAddress else { return }
        for eight in 0..<(harmonics + 7) / 8 {
          signal_kernels_harmonics(
            a.baseAddress, b.baseAddress, c.baseAddress, count, means, turns + 16 * eight,
            powers + 24 * eight)
        }
      }
    }
  }

  /// Cosine and sine of an angle, of twice the angle and so on, each by turning the one before.
  private mutating func turn(by radians: Double) {
    let (c, s) = (cos(radians), sin(radians))
    var turned = (cosine: c, sine: s)
    for k in 0..<turns.count / 2 {
      let place = 16 * (k / 8) + k % 8
      (turns[place], turns[place + 8]) = (turned.cosine, turned.sine)
      turned = (turned.cosine * c - turned.sine * s, turned.sine * c + turned.cosine * s)
    }
  }
}
