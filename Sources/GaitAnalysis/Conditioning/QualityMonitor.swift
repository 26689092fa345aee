import GaitModel
import Signals

/// Watches the samples go by and says how good the recording is.
///
/// Still stretches and their limits follow V. T. van Hees et al., J. Appl. Physiol. 117:738 (2014).
struct QualityMonitor: Sendable {
  /// Still stretches are judged over so many seconds.
  static let epochSeconds = 10.0
  /// A stretch is still when each axis varies by less than this, standard deviation in g.
  static let stillDeviationG = 0.013
  /// So many equal values in a row, far from rest, mean that the sensor was at its limit.
  static let clippedRun = 4
  /// Clipping is only possible beyond this, m/s²: the smallest range of any sensor is 2 g.
  static let leastClippedForce = 1.9 * standardGravity

  private(set) var quality = RecordingQuality()
  private let longestBridgeSeconds: Double
  private var last: Double?
  private var clippedCount = 0
  private var runs: [(value: Float, length: Int)] = [(0, 0), (0, 0), (0, 0)]
  private var epoch = Epoch()
  private var stillNorms = (sum: 0.0, count: 0)

  init(longestBridgeSeconds: Double) { self.longestBridgeSeconds = longestBridgeSeconds }

  /// Sums over one epoch.
  private struct Epoch: Sendable {
    var count = 0
    var sum = SIMD3<Double>.zero
    var squares = SIMD3<Double>.zero

    var mean: SIMD3<Double> { sum / Double(count) }

    /// Whether no axis varies by more than a sensor's noise.
    var isStill: Bool {
      let variance = squares / Double(count) - mean * mean
      let limit = QualityMonitor.stillDeviationG * standardGravity
      return variance.max() < limit * limit
    }
  }

  /// Takes the samples as the sensor gave them.
  mutating func append(_ block: RecordingBlock) {
    for t in block.seconds {
      if let last, t - last > longestBridgeSeconds {
        quality.gapCount += 1
        quality.gapSeconds += t - last
      }
      last = t
    }
    quality.sampleCount += block.seconds.count
    quality.durationSeconds = last ?? 0
    watchClipping(block.acceleration)
  }

  /// Takes the same samples on the engine's grid.
  mutating func append(grid columns: [[Float]]) {
    let length = Int(Self.epochSeconds * UniformSampling.rateHertz)
    for i in columns[0].indices {
      let force = SIMD3(Double(columns[0][i]), Double(columns[1][i]), Double(columns[2][i]))
      epoch.count += 1
      epoch.sum += force
      epoch.squares += force * force
      if epoch.count == length { closeEpoch() }
    }
  }

  /// Ends the recording. Of the last, shorter epoch only motion counts: a moment of rest proves nothing.
  mutating func finish() {
    guard epoch.count > 0, !epoch.isStill else { return }
    closeEpoch()
  }

  private mutating func closeEpoch() {
    if epoch.isStill {
      stillNorms.sum += epoch.mean.norm
      stillNorms.count += 1
      quality.stillGravityErrorG = stillNorms.sum / Double(stillNorms.count) / standardGravity - 1
    } else {
      quality.movingSeconds += Double(epoch.count) / UniformSampling.rateHertz
    }
    epoch = Epoch()
  }

  private mutating func watchClipping(_ axes: Axes) {
    for (c, values) in [axes.x, axes.y, axes.z].enumerated() {
      var run = runs[c]
      for value in values {
        run.length = value == run.value ? run.length + 1 : 1
        run.value = value
        guard abs(Double(value)) > Self.leastClippedForce else { continue }
        if run.length == Self.clippedRun {
          clippedCount += Self.clippedRun
        } else if run.length > Self.clippedRun {
          clippedCount += 1
        }
      }
      runs[c] = run
    }
    quality.clippedFraction = Double(clippedCount) / Double(max(1, 3 * quality.sampleCount))
  }
}
