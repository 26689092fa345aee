import Signals

/// A signal's slowly varying complex amplitude at a given, changing frequency.
///
/// The signal is demodulated by the phase and smoothed by a Gaussian. What is left changes slowly, so
/// it is kept at a fraction of the grid's rate: averages over `stride` samples, smoothed there. That
/// costs a hundredth of smoothing every sample and changes amplitudes by less than a percent.
///
/// Source: complex demodulation, D. Gabor, J. IEE 93:429 (1946).
struct Demodulation: Sendable {
  /// Real part, one value per `stride` samples.
  private(set) var real: [Double]
  /// Imaginary part, one value per `stride` samples.
  private(set) var imaginary: [Double]
  /// Grid samples per value.
  let stride: Int
  /// The recording's index of the first sample.
  let start: SampleIndex

  /// - Parameters:
  ///   - signal: one value per sample.
  ///   - carrier: the phase to demodulate by, over the same samples.
  ///   - sigma: standard deviation of the Gaussian smoothing, samples.
  init(of signal: GridSignal<Double>, carrier: Carrier, sigma: Double) {
    self.init(of: signal, averagedBy: carrier, stride: max(1, Int(sigma / 8)))
    self = smoothed(sigma: sigma)
  }

  /// Demodulated and averaged over some samples at a time, not yet smoothed.
  init(of signal: GridSignal<Double>, averagedBy carrier: Carrier, stride: Int) {
    precondition(signal.startIndex == carrier.start, "signal and carrier over the same samples")
    self.stride = stride
    start = carrier.start
    real = Self.means(of: signal.values, times: carrier.cosine, stride: stride) { $0 + $1 }
    imaginary = Self.means(of: signal.values, times: carrier.sine, stride: stride) { $0 - $1 }
  }

  /// The mean product of each few samples, summed up in some way.
  @inline(__always)
  private static func means(
    of x: [Double], times wave: [Double], stride: Int, _ add: (Double, Double) -> Double
  ) -> [Double] {
    x.withUnsafeBufferPointer { x in
      wave.withUnsafeBufferPointer { wave in
        [Double](count: (x.count + stride - 1) / stride) { k in
          let end = min(x.count, (k + 1) * stride)
          var (sum, i) = (0.0, k * stride)
          while i < end {
            sum = add(sum, x[i] * wave[i])
            i += 1
          }
          return sum / Double(end - k * stride)
        }
      }
    }
  }

  fileprivate init(real: [Double], imaginary: [Double], stride: Int, start: SampleIndex) {
    (self.real, self.imaginary) = (real, imaginary)
    (self.stride, self.start) = (stride, start)
  }

  private init(real: [Double], imaginary: [Double], like other: Demodulation) {
    self.init(real: real, imaginary: imaginary, stride: other.stride, start: other.start)
  }

  /// Smoothed by a Gaussian whose standard deviation is given in samples.
  func smoothed(sigma: Double) -> Demodulation {
    let kernel = FiniteImpulseResponse.gaussian(sigmaSamples: sigma / Double(stride))
    return Demodulation(
      real: kernel.convolved(real, edge: .constant),
      imaginary: kernel.convolved(imaginary, edge: .constant), like: self)
  }

  /// Real and imaginary part at a place of the recording's grid.
  func value(at position: SamplePosition) -> (real: Double, imaginary: Double) {
    let place = (position - Double(start) - Double(stride - 1) / 2) / Double(stride)
    return (Interpolation.linear(real, at: place), Interpolation.linear(imaginary, at: place))
  }

  /// Sum of the real part of this amplitude times the conjugate of another.
  func power(with other: Demodulation) -> Double {
    var sum = 0.0
    for i in real.indices {
      sum += real[i] * other.real[i] + imaginary[i] * other.imaginary[i]
    }
    return sum
  }

  /// A weighted sum of two amplitudes.
  func combined(_ a: Double, _ other: Demodulation, _ b: Double) -> Demodulation {
    Demodulation(
      real: real.indices.map { a * real[$0] + b * other.real[$0] },
      imaginary: imaginary.indices.map { a * imaginary[$0] + b * other.imaginary[$0] },
      like: self)
  }

  /// How far this wave leads another: the sine of the angle between them, -1 to 1.
  func lead(over other: Demodulation) -> Double {
    var sum = 0.0
    for i in real.indices {
      sum += imaginary[i] * other.real[i] - real[i] * other.imaginary[i]
    }
    let scale = (power(with: self) * other.power(with: other)).squareRoot()
    return scale > 0 ? sum / scale : 0
  }
}

/// Up to four signals demodulated by one carrier, each exactly as alone: a sum waits for its own last addition, and
/// meanwhile the others can go on.
struct RowDemodulation: Sendable {
  /// Real parts, a row per `stride` samples.
  private let real: [SIMD4<Double>]
  /// Imaginary parts, a row per `stride` samples.
  private let imaginary: [SIMD4<Double>]
  private let stride: Int
  private let start: SampleIndex

  /// - Parameters:
  ///   - signals: a signal in each lane.
  ///   - carrier: the phase to demodulate by, over the same samples.
  ///   - sigma: standard deviation of the Gaussian smoothing, samples.
  init(of signals: GridSignal<SIMD4<Double>>, carrier: Carrier, sigma: Double) {
    precondition(signals.startIndex == carrier.start, "signals and carrier over the same samples")
    self = signals.values.withUnsafeBufferPointer { x in
      carrier.cosine.withUnsafeBufferPointer { cosine in
        carrier.sine.withUnsafeBufferPointer { sine in
          RowDemodulation(count: x.count, start: carrier.start, sigma: sigma) {
            (x[$0], SIMD4(repeating: cosine[$0]), SIMD4(repeating: sine[$0]))
          }
        }
      }
    }
  }

  /// Each signal demodulated by a carrier of its own.
  ///
  /// - Parameters:
  ///   - count: samples of each.
  ///   - start: the recording's index of the first sample.
  ///   - sigma: standard deviation of the Gaussian smoothing, samples.
  ///   - row: the signals at a sample, and the cosines and sines of their carriers' phases there.
  @inline(__always)
  init(
    count: Int, start: SampleIndex, sigma: Double,
    row: (Int) -> (signal: SIMD4<Double>, cosine: SIMD4<Double>, sine: SIMD4<Double>)
  ) {
    let stride = max(1, Int(sigma / 8))
    let kernel = KeptFilters.gaussian(sigmaSamples: sigma / Double(stride))
    let size = (count + stride - 1) / stride
    var imaginary = [SIMD4<Double>](repeating: .zero, count: size)
    let real = imaginary.withUnsafeMutableBufferPointer { imaginary in
      [SIMD4<Double>](count: size) { k in
        let end = min(count, (k + 1) * stride)
        var (real, turned, i) = (SIMD4<Double>.zero, SIMD4<Double>.zero, k * stride)
        while i < end {
          let (signal, cosine, sine) = row(i)
          real += signal * cosine
          turned -= signal * sine
          i += 1
        }
        imaginary[k] = turned / Double(end - k * stride)
        return real / Double(end - k * stride)
      }
    }
    self.real = kernel.convolved(real)
    self.imaginary = kernel.convolved(imaginary)
    (self.stride, self.start) = (stride, start)
  }

  /// One of the signals.
  subscript(lane: Int) -> Demodulation {
    Demodulation(
      real: real.map { $0[lane] }, imaginary: imaginary.map { $0[lane] }, stride: stride,
      start: start)
  }

  /// Sums of the squared amplitudes.
  var powers: SIMD4<Double> {
    var sum = SIMD4<Double>.zero
    for i in real.indices { sum += real[i] * real[i] + imaginary[i] * imaginary[i] }
    return sum
  }

  /// Means of the squared amplitudes.
  var meanPowers: SIMD4<Double> { powers / Double(real.count) }

  /// Sum of the real part of one amplitude times the conjugate of another.
  func power(of a: Int, with b: Int) -> Double {
    var sum = 0.0
    for i in real.indices {
      sum += real[i][a] * real[i][b] + imaginary[i][a] * imaginary[i][b]
    }
    return sum
  }
}

/// A phase that changes from sample to sample, as cosine and sine; made once for several signals.
struct Carrier: Sendable {
  /// Cosine of the phase.
  let cosine: [Double]
  /// Sine of the phase.
  let sine: [Double]

  /// The recording's index of the first sample.
  let start: SampleIndex

  /// A carrier with a phase in radians, one per sample.
  init(radians: GridSignal<Double>) {
    (cosine, sine) = Elementary.cosineAndSine(ofRadians: radians.values)
    start = radians.startIndex
  }

  private init(cosine: [Double], sine: [Double], start: SampleIndex) {
    (self.cosine, self.sine, self.start) = (cosine, sine, start)
  }

  /// The carrier over some samples.
  subscript(samples: Range<SampleIndex>) -> Carrier {
    let places = (samples.lowerBound - start)..<(samples.upperBound - start)
    return Carrier(
      cosine: Array(cosine[places]), sine: Array(sine[places]), start: samples.lowerBound)
  }

  /// The carrier whose phase is the sum of both phases.
  func times(_ other: Carrier) -> Carrier {
    precondition(other.start == start && other.cosine.count == cosine.count, "the same samples")
    return cosine.withUnsafeBufferPointer { c in
      sine.withUnsafeBufferPointer { s in
        other.cosine.withUnsafeBufferPointer { otherC in
          other.sine.withUnsafeBufferPointer { otherS in
            Carrier(
              cosine: [Double](count: c.count) { c[$0] * otherC[$0] - s[$0] * otherS[$0] },
              sine: [Double](count: c.count) { s[$0] * otherC[$0] + c[$0] * otherS[$0] },
              start: start)
          }
        }
      }
    }
  }
}

/// A grid of one value per few samples, for what changes slowly: smoothing costs a fraction there, and
/// straight lines lead back.
struct CoarseGrid: Hashable, Sendable {
  /// The recording's index of the first sample.
  let start: SampleIndex
  /// Samples per value.
  let stride: Int
  /// Samples in all.
  let count: Int

  /// The number of the value that stands for a sample, counted from the first.
  func place(of sample: SampleIndex) -> Int { (sample - start) / stride }

  /// The number of the value half-way between two samples.
  func place(between a: SampleIndex, and b: SampleIndex) -> Int {
    ((a - start) + (b - start)) / 2 / stride
  }

  /// The mean of each few samples.
  func means(of x: [Double]) -> [Double] { means(of: x, zero: 0, +, /) }

  /// The mean of each few samples.
  func means(of x: [SIMD3<Double>]) -> [SIMD3<Double>] { means(of: x, zero: .zero, +, /) }

  @inline(__always)
  private func means<Value>(
    of x: [Value], zero: Value, _ add: (Value, Value) -> Value,
    _ divide: (Value, Double) -> Value
  ) -> [Value] {
    x.withUnsafeBufferPointer { x in
      [Value](count: (count + stride - 1) / stride) { k in
        let end = min(count, (k + 1) * stride)
        var sum = zero
        for i in (k * stride)..<end { sum = add(sum, x[i]) }
        return divide(sum, Double(end - k * stride))
      }
    }
  }

  /// Values at every sample, straight lines between those in the middle of their four samples.
  func everySample(of values: [Double]) -> [Double] {
    precondition(stride == 4 && values.count == (count + 3) / 4, "a value for four samples")
    return values.withUnsafeBufferPointer { values in
      Array(unsafeUninitializedCapacity: 4 * values.count) { out, initialized in
        for k in values.indices {
          let here = values[k]
          let (back, on) = (
            here - values[max(k - 1, 0)], values[min(k + 1, values.count - 1)] - here
          )
          out[4 * k] = here - 0.375 * back
          out[4 * k + 1] = here - 0.125 * back
          out[4 * k + 2] = here + 0.125 * on
          out[4 * k + 3] = here + 0.375 * on
        }
        initialized = count
      }
    }
  }
}
