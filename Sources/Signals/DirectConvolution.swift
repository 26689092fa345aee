/// Convolution by its definition: the fastest for short filters.
enum DirectConvolution {
  /// Every sample for which the taps lie wholly inside the signal: `x.count - taps.count + 1`.
  static func convolved(_ x: [Double], taps: [Double]) -> [Double] {
    let count = x.count - taps.count + 1
    guard count > 0 else { return [] }
    let reversed = Array(taps.reversed())
    return Array(unsafeUninitializedCapacity: count) { y, initialized in
      x.withUnsafeBufferPointer { x in
        reversed.withUnsafeBufferPointer { taps in
          for index in 0..<count {
            var sum = 0.0
            for tap in taps.indices { sum += taps[tap] * x[index + tap] }
            y[index] = sum
          }
        }
      }
      initialized = count
    }
  }
}
