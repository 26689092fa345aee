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

  private(set) var quality = RecordingQuality()
  private let longestBridgeSeconds: Double
  private let nonWear: NonWear
  private var last: Double?
  private var clipping = ClippingWatch()
  private var temperature = TemperatureWatch()
  /// Epochs lie at fixed places of the grid: this is the open one's number, and its sums.
  private var epochIndex = 0
  private var epoch = AxisMoments()
  private var stillNorms = (sum: 0.0, count: 0)
  private var blocks: [NonWear.Block] = []

  init(longestBridgeSeconds: Double, nonWear: NonWear = NonWear()) {
    self.longestBridgeSeconds = longestBridgeSeconds
    self.nonWear = nonWear
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
    clipping.append(block.acceleration)
    quality.clippedFraction = Double(clipping.count) / Double(max(1, 3 * quality.sampleCount))
    quality.clippingLimits = clipping.limits
    if let side = block.side[.temperature] { temperature.append(side.values) }
    quality.temperature = temperature.span
  }

  /// Takes the same samples, calibrated, on the engine's grid, where the first of them has the index
  /// `start`.
  mutating func append(grid columns: [[Float]], start: Int) {
    let length = Int(Self.epochSeconds * UniformSampling.rateHertz)
    var from = 0
    while from < columns[0].count {
      let index = (start + from) / length
      if index != epochIndex { closeEpoch() }
      epochIndex = index
      let end = min(columns[0].count, (index + 1) * length - start)
      epoch.append(columns[0], columns[1], columns[2], from..<end)
      if epoch.count == length { closeEpoch() }
      from = end
    }
  }

  /// Ends the recording, of which so much was cut out because its samples are broken: there is nothing to
  /// see in it, as in a gap.
  mutating func finish(cutSeconds: Double = 0, cutCount: Int = 0) {
    closeEpoch()
    quality.gapCount += cutCount
    quality.gapSeconds += cutSeconds
    let found = nonWear.findings(in: blocks)
    let blockSeconds = nonWear.blockMinutes * 60
    quality.nonWear = found.stretches.map {
      let start = Double($0.lowerBound) * blockSeconds
      return start..<max(start, min(Double($0.upperBound) * blockSeconds, quality.durationSeconds))
    }
    quality.nonWearSeconds = Double(found.sampleCount) / UniformSampling.rateHertz
  }

  /// Takes the open epoch into account. Of one that a gap or the end cut short only motion counts: a
  /// moment of rest proves nothing.
  private mutating func closeEpoch() {
    guard epoch.count > 0 else { return }
    defer { epoch = AxisMoments() }
    addToBlock()
    let seconds = Double(epoch.count) / UniformSampling.rateHertz
    if !epoch.isStill(deviation: Self.stillDeviationG * standardGravity) {
      quality.movingSeconds += seconds
    } else if seconds == Self.epochSeconds {
      stillNorms.sum += epoch.mean.norm
      stillNorms.count += 1
      quality.stillGravityErrorG = stillNorms.sum / Double(stillNorms.count) / standardGravity - 1
    }
  }

  private mutating func addToBlock() {
    let index = Int(Double(epochIndex) * Self.epochSeconds / (nonWear.blockMinutes * 60))
    if blocks.last?.index == index {
      blocks[blocks.count - 1].moments.append(epoch)
    } else {
      blocks.append(NonWear.Block(index: index, moments: epoch))
    }
  }
}
