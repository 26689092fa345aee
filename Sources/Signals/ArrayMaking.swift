extension Array {
  /// An array whose values are made one after the other, for loops that must be fast: nothing is checked inside but what
  /// `value` checks.
  ///
  /// - Parameters:
  ///   - count: how many values.
  ///   - value: makes the value at an index.
  @inlinable @inline(__always)
  public init(count: Int, making value: (Int) -> Element) {
    self.init(unsafeUninitializedCapacity: count) { values, filled in
      guard let base = values.baseAddress else { return }
      for i in 0..<count { (base + i).initialize(to: value(i)) }
      filled = count
    }
  }
}
