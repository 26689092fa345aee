import GaitModel

/// Gathers a slow channel of heart rates into means of ten seconds.
struct HeartRateMeans: Sendable {
  /// What a heart can do, 1/min. Devices write 0 or 255 where they have lost it.
  var possible = 25.0...250.0

  /// Values that were no heart rate.
  private(set) var impossibleCount = 0
  private var means: [HeartRateMean] = []
  private var stretch = 0.0
  private var sum = 0.0
  private var count = 0

  /// Takes values that are later than all before.
  mutating func append(_ samples: SideSamples) {
    for (seconds, value) in zip(samples.seconds, samples.values) {
      guard possible.contains(Double(value)) else {
        impossibleCount += 1
        continue
      }
      let own = (seconds / HeartRateMean.stretchSeconds).rounded(.down)
      if own != stretch { close() }
      stretch = own
      sum += Double(value)
      count += 1
    }
  }

  /// All means, in time order; stretches without a value have none.
  mutating func finish() -> [HeartRateMean] {
    close()
    return means
  }

  private mutating func close() {
    guard count > 0 else { return }
    let start = stretch * HeartRateMean.stretchSeconds
    means.append(
      HeartRateMean(
        seconds: start..<start + HeartRateMean.stretchSeconds,
        heartRate: HeartRate(beatsPerMinute: sum / Double(count))))
    (sum, count) = (0, 0)
  }
}
