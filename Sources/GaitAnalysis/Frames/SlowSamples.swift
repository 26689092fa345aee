extension GridSignal<Float> {
  /// Puts the values from an index on over those of an array, as many as it has.
  fileprivate func copy(from index: SampleIndex, to array: inout [Float]) {
    let first = index - startIndex
    values.withUnsafeBufferPointer { values in
      array.withUnsafeMutableBufferPointer {
        _ = $0.update(
          fromContentsOf: UnsafeBufferPointer(rebasing: values[first..<(first + $0.count)]))
      }
    }
  }
}

/// Slow acceleration of an uninterrupted run of samples, by axis, counted from the run's start.
struct SlowSamples: Sendable {
  /// x, y and z, m/s².
  var axes = [GridSignal<Float>](repeating: GridSignal(), count: 3)

  /// One past the last.
  var endIndex: Int { axes[0].endIndex }

  /// Puts those of a frame into a reading; beyond an end of the run they are mirrored back into it.
  func read(_ frame: FrameIndex, into slow: inout SlowAcceleration) {
    let length = SlowAcceleration.frameLength
    let first = frame * SlowAcceleration.hop - length / 2
    if first >= axes[0].startIndex, first + length <= endIndex {
      axes[0].copy(from: first, to: &slow.x)
      axes[1].copy(from: first, to: &slow.y)
      axes[2].copy(from: first, to: &slow.z)
      return
    }
    for i in 0..<length {
      let k = mirrored(first + i)
      slow.x[i] = axes[0][k]
      slow.y[i] = axes[1][k]
      slow.z[i] = axes[2][k]
    }
  }

  private func mirrored(_ index: Int) -> Int {
    guard index < 0 || index >= endIndex else { return index }
    guard endIndex > 1 else { return 0 }
    let period = 2 * (endIndex - 1)
    let folded = ((index % period) + period) % period
    return folded < endIndex ? folded : period - folded
  }

  /// What the reading of some frames takes: a frame's length on both sides, so that all that is mirrored is there.
  func around(_ frames: Range<FrameIndex>) -> SlowSamples {
    let length = SlowAcceleration.frameLength
    let first = frames.lowerBound * SlowAcceleration.hop - length
    let last = frames.upperBound * SlowAcceleration.hop + length
    let kept = (first..<last).clamped(to: axes[0].startIndex..<endIndex)
    return SlowSamples(axes: axes.map { $0[kept] })
  }

  /// Drops what lies before a slow sample.
  mutating func forget(before index: Int) {
    guard index > axes[0].startIndex else { return }
    for c in axes.indices { axes[c].forget(before: index) }
  }
}
