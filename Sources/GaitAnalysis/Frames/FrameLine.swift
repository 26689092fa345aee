import Signals

/// A number for each frame, and straight lines between the frames' centers; before the first and behind the last it is held.
struct FrameLine: Sendable {
  private let values: [Double]
  /// The sample at the center of the first frame.
  private let first: SampleIndex

  /// Samples from frame to frame.
  private static let hop = SlowAcceleration.hop * SlowAcceleration.factor

  /// - Parameters:
  ///   - values: a number for each frame, at least one.
  ///   - frames: the frames.
  init(_ values: [Double], of frames: GaitFrames) {
    precondition(!values.isEmpty, "a number for at least one frame")
    self.values = values
    first = frames.sample(at: frames.indices.lowerBound)
  }

  /// The mean over some samples, 0 for none.
  func mean(over samples: Range<SampleIndex>) -> Double {
    samples.isEmpty ? 0 : over(samples).values.reduce(0, +) / Double(samples.count)
  }

  /// The values at some samples.
  func over(_ samples: Range<SampleIndex>) -> GridSignal<Double> {
    let hop = Self.hop
    let start = samples.lowerBound - first
    let made = values.withUnsafeBufferPointer { values in
      let lastCenter = (values.count - 1) * hop
      // The line, and the place at which the next one begins.
      var (frame, height, rise, end) = (0, values[0], 0.0, 1)
      return [Double](count: samples.count) { i in
        let place = start + i
        if place >= end {
          if place < lastCenter {
            frame = place / hop
            (height, rise) = (values[frame], values[frame + 1] - values[frame])
            end = (frame + 1) * hop
          } else {
            (height, rise, end) = (values[values.count - 1], 0, .max)
          }
        }
        return height + rise * (Double(place) / Double(hop) - Double(frame))
      }
    }
    return GridSignal(made, from: samples.lowerBound)
  }
}
