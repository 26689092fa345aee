import SignalKernels

/// Convolution by its definition: the fastest for short filters.
enum DirectConvolution {
  /// Every sample for which the taps lie wholly inside the signal: `x.count - taps.count + 1`.
  static func convolved(_ x: [Double], taps: [Double]) -> [Double] {
    let count = x.count - taps.count + 1
    guard count > 0 else { return [] }
    let reversed = Array(taps.reversed())
    return Array(unsafeUninitializedCapacity: count) { y, initialized in
      signal_kernels_correlate(x, reversed, reversed.count, y.baseAddress, count)
      initialized = count
    }
  }
}
