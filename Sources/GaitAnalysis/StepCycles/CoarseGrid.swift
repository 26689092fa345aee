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
  func means(of x: [Double]) -> [Double] {
    x.withUnsafeBufferPointer { x in
      Array(unsafeUninitializedCapacity: (count + stride - 1) / stride) { means, initialized in
        initialized = means.count
        for k in means.indices {
          let end = min(count, (k + 1) * stride)
          var sum = 0.0
          for i in (k * stride)..<end { sum += x[i] }
          means[k] = sum / Double(end - k * stride)
        }
      }
    }
  }

  /// Values at every sample, straight lines between those in the middle of their samples.
  func everySample(of values: [Double]) -> [Double] {
    let middle = Double(stride - 1) / 2
    let places = (0..<stride).map { (Double($0) - middle) / Double(stride) }
    return values.withUnsafeBufferPointer { values in
      Array(unsafeUninitializedCapacity: count) { out, initialized in
        initialized = count
        for k in values.indices {
          let value = values[k]
          let fall = value - values[max(0, k - 1)]
          let rise = values[min(values.count - 1, k + 1)] - value
          let first = k * stride
          for j in 0..<min(stride, count - first) {
            out[first + j] = value + places[j] * (places[j] < 0 ? fall : rise)
          }
        }
      }
    }
  }
}
