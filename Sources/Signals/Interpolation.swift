/// Values between samples.
///
/// Outside the first and the last sample the end value is held: a polynomial runs away there.
public enum Interpolation {
  /// Straight line between neighbors.
  /// - Parameters:
  ///   - y: evenly spaced samples.
  ///   - position: where, in samples; held within `0...y.count - 1`.
  /// - Returns: the value; not a number for an empty array.
  @inlinable
  public static func linear(_ y: [Double], at position: Double) -> Double {
    y.withUnsafeBufferPointer { linear($0, at: position) }
  }

  /// The same of samples as they lie in memory, for loops that must be fast.
  @inlinable @inline(__always)
  public static func linear(_ y: UnsafeBufferPointer<Double>, at position: Double) -> Double {
    guard let base = y.baseAddress, y.count > 0 else { return .nan }
    if !(position > 0) { return base[0] }
    if position >= Double(y.count - 1) { return base[y.count - 1] }
    let index = Int(position)
    return base[index] + (base[index + 1] - base[index]) * (position - Double(index))
  }
}
