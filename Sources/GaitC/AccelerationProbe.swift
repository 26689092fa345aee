import GaitModel
import SensorFiles

/// Looks at the first samples of a recording before their acceleration is believed: always at the same ones, however the
/// recording is cut into blocks.
struct AccelerationProbe {
  private let facts: RecordingFacts
  /// How many samples are looked at.
  private let sampleCount: Int
  private var axes: [[Double]] = [[], [], []]
  /// Samples that are 0 on all axes: a dropout, which says nothing of the unit.
  private var zeroCount = 0
  private var isDone = false

  /// What is looked at at least, seconds: stretches of a second in number.
  private static let leastSeconds = 10.0

  /// Begins before the first sample.
  ///
  /// - Parameters:
  ///   - facts: those of the recording.
  ///   - sampleCount: how many samples are looked at; more, where these are fewer than ten seconds of them.
  init(facts: RecordingFacts, sampleCount: Int = 0) {
    self.facts = facts
    self.sampleCount = max(
      sampleCount, Int((Self.leastSeconds * facts.samplingRateHertz).rounded(.up)))
  }

  /// Takes the next samples, an array for each axis of acceleration, m/s².
  ///
  /// - Throws: `BadArgument` where the first samples are no acceleration with gravity in m/s².
  mutating func take(_ columns: [[Float]]) throws(BadArgument) {
    guard !isDone else { return }
    for place in columns[0].indices {
      guard (0..<3).contains(where: { columns[$0][place] != 0 }) else {
        zeroCount += 1
        continue
      }
      for axis in 0..<3 { axes[axis].append(Double(columns[axis][place])) }
      if axes[0].count == sampleCount { return try judge() }
    }
  }

  /// Looks at what there is of a recording that is shorter, and at zeros where nothing else came.
  ///
  /// - Throws: `BadArgument` as `take(_:)`.
  mutating func finish() throws(BadArgument) {
    guard !isDone else { return }
    if axes[0].isEmpty {
      let zeros = Array(repeating: 0.0, count: min(zeroCount, sampleCount))
      axes = [zeros, zeros, zeros]
    }
    try judge()
  }

  private mutating func judge() throws(BadArgument) {
    let trouble = SampleCheck.accelerationTrouble(
      x: axes[0], y: axes[1], z: axes[2], samplingRateHertz: facts.samplingRateHertz)
    if let trouble { throw BadArgument(trouble) }
    (axes, isDone) = ([], true)
  }
}
