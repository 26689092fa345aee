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
    guard let first = y.first, let last = y.last else { return .nan }
    if !(position > 0) { return first }
    if position >= Double(y.count - 1) { return last }
    let index = Int(position)
    return y[index] + (y[index + 1] - y[index]) * (position - Double(index))
  }
}
