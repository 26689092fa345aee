import Signals

/// A sample of the recording's even grid, counted from the recording's first sample.
///
/// Sample `k` lies at `k / 100` s, in every signal and every slice of one.
public typealias SampleIndex = Int

/// A place on the recording's even grid, in samples; events lie between samples.
public typealias SamplePosition = Double

/// The even grid that a recording is brought onto.
public enum SampleGrid {
  /// Samples per second: enough for contacts to 10 ms, the field's usual rate.
  public static let rateHertz = 100.0

  /// Seconds of the recording at a place of the grid.
  public static func seconds(at position: SamplePosition) -> Double { position / rateHertz }

  /// The place of the grid at so many seconds of the recording.
  public static func position(atSeconds seconds: Double) -> SamplePosition { seconds * rateHertz }
}

/// A stretch of a signal on the recording's grid. A slice keeps the recording's indices, so that an index
/// means the same everywhere.
///
/// ```swift
/// let vertical: GridSignal<Double>          // samples 1200..<1900 of the recording
/// vertical[1250]                            // the recording's sample 1250
/// vertical[1250..<1350].startIndex          // 1250
/// vertical.value(at: 1250.4)                // between two samples
/// ```
public struct GridSignal<Value: Sendable>: Sendable, RandomAccessCollection {
  /// The values, first sample first.
  public private(set) var values: [Value]
  /// The recording's index of the first sample.
  public private(set) var startIndex: SampleIndex

  /// Makes a signal from its values, one per sample.
  public init(_ values: [Value] = [], from start: SampleIndex = 0) {
    self.values = values
    startIndex = start
  }

  /// One past the recording's index of the last sample.
  public var endIndex: SampleIndex { startIndex + values.count }

  /// The value at a sample of the recording.
  public subscript(index: SampleIndex) -> Value {
    get { values[index - startIndex] }
    set { values[index - startIndex] = newValue }
  }

  /// The values between two samples of the recording.
  public subscript(samples: Range<SampleIndex>) -> GridSignal {
    GridSignal(Array(values(in: samples)), from: samples.lowerBound)
  }

  /// The values between two samples of the recording, without a copy.
  public func values(in samples: Range<SampleIndex>) -> ArraySlice<Value> {
    values[(samples.lowerBound - startIndex)..<(samples.upperBound - startIndex)]
  }

  /// Adds values behind the last.
  public mutating func append(contentsOf new: some Sequence<Value>) {
    values.append(contentsOf: new)
  }

  /// Adds a value behind the last.
  public mutating func append(_ value: Value) { values.append(value) }

  /// Drops what lies before a sample.
  public mutating func forget(before index: SampleIndex) {
    values.removeFirst(index - startIndex)
    startIndex = index
  }

  /// The values as they lie in memory, for loops that must be fast; element 0 is sample `startIndex`.
  mutating func withUnsafeMutableValues(_ body: (UnsafeMutableBufferPointer<Value>) -> Void) {
    values.withUnsafeMutableBufferPointer { body($0) }
  }

  /// The same stretch of another signal.
  public func with<Other>(_ values: [Other]) -> GridSignal<Other> {
    GridSignal<Other>(values, from: startIndex)
  }

  /// The same stretch, each value in other words.
  public func each<Other>(_ transform: (Value) -> Other) -> GridSignal<Other> {
    with(values.map(transform))
  }
}

extension GridSignal where Value == Double {
  /// The value between two samples, on a straight line; beyond the ends the end values.
  public func value(at position: SamplePosition) -> Double {
    Interpolation.linear(values, at: position - Double(startIndex))
  }

  /// Values on straight lines at equal shares of a stretch, its start first and its end not among them.
  ///
  /// - Parameters:
  ///   - start: where the stretch begins.
  ///   - end: where it ends.
  ///   - shares: gets as many values as it has; end values beyond the signal's ends.
  func read(from start: SamplePosition, to end: SamplePosition, into shares: inout [Double]) {
    values.withUnsafeBufferPointer { y in
      shares.withUnsafeMutableBufferPointer { shares in
        for i in shares.indices {
          let place = start + (end - start) * Double(i) / Double(shares.count)
          shares[i] = Interpolation.linear(y, at: place - Double(startIndex))
        }
      }
    }
  }
}

extension GridSignal where Value == SIMD3<Double> {
  /// The sum over some samples; those beyond the signal do not count.
  public func sum(over samples: Range<SampleIndex>) -> SIMD3<Double> {
    let inside = samples.clamped(to: startIndex..<endIndex)
    return values(in: inside).reduce(.zero, +)
  }

  /// What of the vectors lies along directions.
  ///
  /// - Parameters:
  ///   - directions: unit vectors, one per sample.
  ///   - samples: the samples to take; directions has as many.
  ///   - origin: subtracted from each vector.
  /// - Returns: one value per sample, in the unit of the vectors.
  func along(
    _ directions: ArraySlice<SIMD3<Double>>, in samples: Range<SampleIndex>,
    from origin: SIMD3<Double> = .zero
  ) -> [Double] {
    precondition(directions.count == samples.count, "a direction for each sample")
    return values(in: samples).withUnsafeBufferPointer { vectors in
      directions.withUnsafeBufferPointer { directions in
        [Double](count: vectors.count) { (vectors[$0] - origin).dot(directions[$0]) }
      }
    }
  }
}

/// Vector arithmetic in three dimensions, in the sensor's axes.
extension SIMD3<Double> {
  /// Length of the vector.
  var norm: Double { (self * self).sum().squareRoot() }
  /// The vector scaled to length 1; a zero vector stays zero.
  var unit: SIMD3<Double> {
    let n = norm
    return n > 0 ? self / n : self
  }
  /// Some unit vector at right angles to this one, made with the sensor axis that lies further from it.
  var somePerpendicular: SIMD3<Double> {
    cross(abs(unit.x) < 0.8 ? SIMD3(1, 0, 0) : SIMD3(0, 1, 0)).unit
  }
  /// Scalar product.
  func dot(_ other: SIMD3<Double>) -> Double { (self * other).sum() }
  /// Vector product, right-handed.
  func cross(_ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(y * b.z - z * b.y, z * b.x - x * b.z, x * b.y - y * b.x)
  }
}
