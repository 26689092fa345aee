import GaitModel

/// That no sample has an acceleration, in words.
struct NoAcceleration: Error, CustomStringConvertible {
  /// How many samples there are, and on which axes there are numbers.
  let description: String
}

/// Counts on which axes there are numbers, while no sample has an acceleration.
struct FiniteAxes {
  private var counts = [0, 0, 0]
  private var sampleCount = 0
  private var hasAcceleration = false

  /// Begins before the first sample.
  init() {}

  /// Looks at samples until one has an acceleration.
  init(of samples: BorrowedSamples) {
    for start in stride(from: 0, to: samples.count, by: BorrowedRecording.blockLength)
    where !hasAcceleration {
      take(
        samples.acceleration(start..<min(start + BorrowedRecording.blockLength, samples.count))[...]
      )
    }
  }

  /// Takes the next samples, one array for each axis, m/s².
  mutating func take(_ axes: ArraySlice<[Float]>) {
    guard !hasAcceleration, let x = axes.first else { return }
    for place in x.indices {
      let areFinite = axes.map { $0[place].isFinite }
      guard areFinite.contains(false) else {
        hasAcceleration = true
        return
      }
      for (axis, isFinite) in areFinite.enumerated() where isFinite { counts[axis] += 1 }
    }
    sampleCount += x.count
  }

  /// That no sample has an acceleration; `nil` where one has, and without samples.
  var trouble: NoAcceleration? {
    guard !hasAcceleration, sampleCount > 0 else { return nil }
    return NoAcceleration(
      description:
        "no sample has a finite acceleration on all three axes: of \(sampleCount.counted("sample")) x is finite in "
        + "\(counts[0].grouped), y in \(counts[1].grouped) and z in \(counts[2].grouped); give specific force with gravity, in m/s²"
    )
  }
}
