import Signals

/// Weights for the values of a signal at some points around a sample, places that follow the step.
struct PointWeights: Hashable, Sendable {
  /// One weight per point.
  var weights: [Double]
  /// Where the points lie, in steps from the sample, rising.
  var offsets: [Double]

  /// Samples that are weighed at once: the step hardly changes over so short a time.
  private static let block = 8

  /// Adds the weighted values of a signal around each sample; straight lines between samples, the end
  /// values beyond the ends. By far the most work of a walk, so without checks inside.
  ///
  /// - Parameters:
  ///   - signal: one value per sample.
  ///   - samples: the samples to do.
  ///   - stepHertz: the tracked step frequency at each sample.
  ///   - sums: what the sums are added to, one per sample.
  func add(
    _ signal: [Double], over samples: Range<Int>, stepHertz: [Double], to sums: inout [Double]
  ) {
    let last = signal.count - 1
    signal.withUnsafeBufferPointer { x in
      sums.withUnsafeMutableBufferPointer { sums in
        for start in stride(from: samples.lowerBound, to: samples.upperBound, by: Self.block) {
          let end = min(start + Self.block, samples.upperBound)
          let step = UniformSampling.rateHertz / stepHertz[(start + end) / 2]
          for j in weights.indices {
            let shift = (offsets[j] * step).rounded(.down)
            let far = weights[j] * (offsets[j] * step - shift)
            let near = weights[j] - far
            let k = Int(shift)
            if start + k >= 0, end + k <= last {
              for i in start..<end { sums[i] += near * x[i + k] + far * x[i + k + 1] }
            } else {
              for i in start..<end {
                sums[i] +=
                  near * x[max(0, min(last, i + k))] + far * x[max(0, min(last, i + k + 1))]
              }
            }
          }
        }
      }
    }
  }
}
