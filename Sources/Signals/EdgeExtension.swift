/// How a signal is thought to go on beyond its ends.
public enum EdgeExtension: Hashable, Sendable {
  /// Turned about the end sample, `2 * x[0] - x[i]`: keeps level and slope. SciPy's `odd`.
  case odd
  /// Mirrored without repeating the end sample, `x[i]`. SciPy's `even`, NumPy's `reflect`.
  case even
  /// The end sample held for ever.
  case constant
  /// Nothing but zeros.
  case zero

  /// The signal with samples added at both ends.
  ///
  /// An extension longer than the signal is reflected back and forth, as NumPy's `pad` does. A
  /// single sample is held, an empty signal is extended with zeros.
  /// - Parameters:
  ///   - x: the signal.
  ///   - before: how many samples to add before the first.
  ///   - after: how many samples to add after the last.
  /// - Returns: `before + x.count + after` samples.
  public func extending(_ x: [Double], before: Int, after: Int) -> [Double] {
    if before < x.count, after < x.count { return extendingOnce(x, before: before, after: after) }
    var extended: [Double] = []
    extended.reserveCapacity(before + x.count + after)
    for index in -before..<0 { extended.append(sample(of: x, at: index)) }
    extended.append(contentsOf: x)
    for index in x.count..<(x.count + after) { extended.append(sample(of: x, at: index)) }
    return extended
  }

  /// The usual case: one swing on each side, no folding.
  private func extendingOnce(_ x: [Double], before: Int, after: Int) -> [Double] {
    let count = x.count
    return [Double](unsafeUninitializedCapacity: before + count + after) { out, filled in
      x.withUnsafeBufferPointer { x in
        _ = UnsafeMutableBufferPointer(rebasing: out[before..<(before + count)]).initialize(from: x)
        let behind = before + count
        switch self {
        case .odd:
          for k in 0..<before { out[k] = 2 * x[0] - x[before - k] }
          for k in 0..<after { out[behind + k] = 2 * x[count - 1] - x[count - 2 - k] }
        case .even:
          for k in 0..<before { out[k] = x[before - k] }
          for k in 0..<after { out[behind + k] = x[count - 2 - k] }
        case .constant, .zero:
          let isHeld = self == .constant
          for k in 0..<before { out[k] = isHeld ? x[0] : 0 }
          for k in 0..<after { out[behind + k] = isHeld ? x[count - 1] : 0 }
        }
      }
      filled = before + count + after
    }
  }

  /// Fills in place what lies before and after rows of four signals that are there.
  ///
  /// - Parameters:
  ///   - rows: `before` rows to fill, `count` that are there, `before` to fill.
  ///   - before: less than `count`.
  ///   - count: how many are there.
  func extend(_ rows: UnsafeMutableBufferPointer<SIMD4<Double>>, before: Int, count: Int) {
    precondition(before < count, "one swing on each side")
    let (first, last) = (before, before + count - 1)
    let ends = (rows[first], rows[last])
    switch self {
    case .odd:
      for k in 1..<(before + 1) {
        rows[first - k] = 2 * ends.0 - rows[first + k]
        rows[last + k] = 2 * ends.1 - rows[last - k]
      }
    case .even:
      for k in 1..<(before + 1) {
        rows[first - k] = rows[first + k]
        rows[last + k] = rows[last - k]
      }
    case .constant, .zero:
      let isHeld = self == .constant
      for k in 1..<(before + 1) {
        rows[first - k] = isHeld ? ends.0 : .zero
        rows[last + k] = isHeld ? ends.1 : .zero
      }
    }
  }

  /// The value at an index that may lie outside the signal.
  func sample(of x: [Double], at index: Int) -> Double {
    guard let first = x.first, let last = x.last else { return 0 }
    if x.indices.contains(index) { return x[index] }
    switch self {
    case .zero: return 0
    case .constant: return index < 0 ? first : last
    case .even: return x[EdgeExtension.reflected(index, count: x.count)]
    case .odd:
      let period = 2 * (x.count - 1)
      guard period > 0 else { return first }
      // Every full swing to and fro adds twice the rise from first to last sample.
      let swings = (index >= 0 ? index : index - period + 1) / period
      let phase = index - swings * period
      let base = Double(swings) * 2 * (last - first)
      return phase < x.count ? base + x[phase] : base + (2 * last - x[period - phase])
    }
  }

  /// The index inside the signal that an index outside is a mirror image of.
  static func reflected(_ index: Int, count: Int) -> Int {
    let period = 2 * (count - 1)
    guard period > 0 else { return 0 }
    let remainder = index % period
    let phase = remainder < 0 ? remainder + period : remainder
    return min(phase, period - phase)
  }
}
