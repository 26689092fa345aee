/// Tells frames in which nothing moves from the sums over their hops, before their samples are read: as a rule a device
/// rests, and a frame shares nine of its ten hops with the next.
///
/// What is left of a frame without its mean is never less than what is left without mean and trend, by which
/// ``FrameReading`` judges. So a frame that is still here is still there, and the others are read.
struct StillFrames: Sendable {
  /// Frames whose variation is near the limit are read: sums in single precision may say otherwise.
  private static let leastVariance = 0.9 * FrameReading.leastVariation * FrameReading.leastVariation
  private static let hopsInFrame = SlowAcceleration.frameLength / SlowAcceleration.hop

  /// Sums of x, y and z over each hop, and of their squares together.
  private var hops = GridSignal<SIMD4<Double>>()

  /// Takes the hops that are whole by now.
  mutating func append(_ slow: SlowSamples) {
    let new = hops.endIndex..<max(hops.endIndex, slow.endIndex / SlowAcceleration.hop)
    guard !new.isEmpty else { return }
    hops.append(contentsOf: repeatElement(.zero, count: new.count))
    for (number, axis) in slow.axes.enumerated() {
      axis.values.withUnsafeBufferPointer { values in
        hops.withUnsafeMutableValues { sums in
          for (place, hop) in zip(sums.indices.suffix(new.count), new) {
            var (sum, squares) = (0.0, 0.0)
            let first = hop * SlowAcceleration.hop - axis.startIndex
            for value in values[first..<(first + SlowAcceleration.hop)] {
              sum += Double(value)
              squares += Double(value) * Double(value)
            }
            sums[place][number] = sum
            sums[place].w += squares
          }
        }
      }
    }
  }

  /// Whether it is sure that nothing moves in a frame; never where it reaches beyond the samples.
  func isStill(_ frame: FrameIndex) -> Bool {
    let first = frame - Self.hopsInFrame / 2
    guard first >= hops.startIndex, first + Self.hopsInFrame <= hops.endIndex else { return false }
    var sums = SIMD4<Double>.zero
    for hop in hops.values(in: first..<(first + Self.hopsInFrame)) { sums += hop }
    sums /= Double(SlowAcceleration.frameLength)
    return sums.w - (sums.x * sums.x + sums.y * sums.y + sums.z * sums.z) < Self.leastVariance
  }

  /// Drops what lies before a slow sample.
  mutating func forget(before index: Int) {
    let hop = min(index / SlowAcceleration.hop, hops.endIndex)
    if hop > hops.startIndex { hops.forget(before: hop) }
  }
}
