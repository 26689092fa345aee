import GaitModel

/// Gathers, sample by sample, the mean specific force of every epoch in which a device lay still.
///
/// An epoch begins with the first sample after a jump in time, and never reaches across one, so
/// that a recording may be looked at in excerpts.
struct StillEpochs: Sendable {
  /// A sensor at rest varies by less than this on each axis, standard deviation in g (V. T. van Hees et al.,
  /// J. Appl. Physiol. 117:738, 2014).
  static let deviationG = 0.013

  private let settings: AutoCalibration
  private let longestBridgeSeconds: Double
  private let sampleSeconds: Double
  private var epoch = AxisMoments()
  private var start = 0.0
  private var last: Double?
  /// Epochs looked at, still or not.
  private(set) var epochCount = 0
  /// Mean specific force of each still epoch, g, sensor axes.
  private(set) var means: [SIMD3<Double>] = []

  init(settings: AutoCalibration, samplingRateHertz: Double) {
    self.settings = settings
    longestBridgeSeconds = UniformSampling.longestBridgeSeconds(rateHertz: samplingRateHertz)
    sampleSeconds = 1 / samplingRateHertz
  }

  /// Takes samples as the sensor gave them.
  mutating func append(_ block: RecordingBlock) {
    let force = block.acceleration
    var from = 0
    while from < block.seconds.count {
      beginEpoch(at: block.seconds[from])
      let end = endOfEpoch(in: block.seconds, from: from)
      epoch.append(force.x, force.y, force.z, from..<end)
      last = block.seconds[end - 1]
      from = end
    }
  }

  /// Ends the recording: the rest may be a whole epoch.
  mutating func finish() {
    closeEpoch()
    last = nil
  }

  /// Opens an epoch where this sample does not belong to the open one.
  private mutating func beginEpoch(at stamp: Double) {
    guard let last else { return start = stamp }
    if stamp - last > longestBridgeSeconds {
      closeEpoch()
      start = stamp
    } else if stamp >= start + settings.epochSeconds {
      closeEpoch()
      start += settings.epochSeconds
    }
  }

  /// The first sample from here on that no longer belongs to the open epoch.
  private func endOfEpoch(in stamps: [Double], from: Int) -> Int {
    let limit = start + settings.epochSeconds
    var end = from + 1
    while end < stamps.count, stamps[end] < limit,
      stamps[end] - stamps[end - 1] <= longestBridgeSeconds
    {
      end += 1
    }
    return end
  }

  /// Keeps the mean of an epoch that is whole and still.
  private mutating func closeEpoch() {
    defer { epoch = AxisMoments() }
    // Stamps jitter: half a sample more or less is still the whole epoch.
    guard let last, last - start >= settings.epochSeconds - 1.5 * sampleSeconds else { return }
    epochCount += 1
    // Every sensor has noise: values that do not change at all are held, not measured.
    guard epoch.range != .zero,
      epoch.isStill(deviation: settings.stillDeviationG * standardGravity)
    else { return }
    let mean = epoch.mean / standardGravity
    if settings.plausibleNormG.contains(mean.norm) { means.append(mean) }
  }
}
