import GaitModel

/// Says how good a recording is without looking for gait in it; calibration is looked for on the way.
///
/// ```swift
/// var check = RecordingQualityCheck(for: recording.facts)
/// while let block = try recording.nextBlock() { check.append(block) }
/// let quality = check.finish()
/// ```
///
/// However the input is cut, the results are the same to the last bit. Where excerpts of a recording
/// are given, the jumps between them count as gaps.
public struct RecordingQualityCheck {
  private let calibrating: AutoCalibration
  private var sampling: UniformSampling
  private var monitor: QualityMonitor
  private var epochs: StillEpochs

  /// Makes a check of a recording with these facts.
  public init(
    for facts: RecordingFacts, calibration: AutoCalibration = AutoCalibration(),
    nonWear: NonWear = NonWear()
  ) {
    calibrating = calibration
    sampling = UniformSampling(rateHertz: facts.samplingRateHertz, channelCount: 3)
    monitor = QualityMonitor(
      longestBridgeSeconds: sampling.longestBridgeSeconds, nonWear: nonWear)
    epochs = StillEpochs(settings: calibrating, samplingRateHertz: facts.samplingRateHertz)
  }

  /// Takes the next block: samples later than all before, of any length, also empty.
  public mutating func append(_ block: RecordingBlock) {
    guard !block.seconds.isEmpty else { return }
    monitor.append(block)
    epochs.append(block)
    let force = block.acceleration
    for grid in sampling.append(seconds: block.seconds, columns: [force.x, force.y, force.z]) {
      monitor.append(grid: grid.columns, start: grid.start)
    }
  }

  /// Ends the recording.
  ///
  /// - Returns: the quality of the samples as they are; its `calibration` gives the possible gain.
  ///   `upWhileWalking` is `nil`, because walking was not searched.
  public mutating func finish() -> RecordingQuality {
    if let grid = sampling.finish() { monitor.append(grid: grid.columns, start: grid.start) }
    monitor.finish()
    epochs.finish()
    var quality = monitor.quality
    quality.calibration = calibrating.calibration(stillMeans: epochs.means)
    return quality
  }
}
