import GaitModel
import SignalKernels
import Signals

/// Watches the samples go by and says how good the recording is.
///
/// Still stretches and their limits follow V. T. van Hees et al., J. Appl. Physiol. 117:738 (2014).
struct QualityMonitor: Sendable {
  /// Still stretches are judged over so many seconds.
  static let epochSeconds = 10.0
  /// Gaps of so many seconds are kept with their place: wear is reckoned by days and hours, and of shorter ones it is
  /// enough how long they are together in a quarter of an hour.
  static let longGapSeconds = 60.0
  /// Shorter gaps of less than so many seconds in a quarter of an hour are not kept with their place: they are a thousandth
  /// of it.
  static let leastShortGapSeconds = 1.0
  /// So many gaps are kept, 16 kB; each divides the time worn once more.
  static let mostLongGaps = 1000

  private(set) var quality = RecordingQuality()
  /// One interval of the clock, the shortest pause that is counted, and the longest that is bridged, seconds.
  private let intervalSeconds: Double
  private let leastPauseSeconds: Double
  private let longestBridgeSeconds: Double
  private let nonWear: NonWear
  /// The last stamp of a usable sample: before there is one, second 0, so that what lies before the first is a gap.
  private var lastWhole = 0.0
  private var stretchStart: Double?
  private var leastLongGap = longGapSeconds
  /// How long shorter gaps are in each block of time that is judged for non-wear, seconds.
  private var shortGaps: [Int: Double] = [:]
  private var clipping = ClippingWatch()
  private var temperature = TemperatureWatch()
  /// Epochs lie at fixed places of the grid: this is the open one's number, and its sums.
  private var epochIndex = 0
  private var epoch = AxisMoments()
  private var quietCount = 0
  /// Squares of the lengths of all samples of the grid, (m/s²)², and how many there are.
  private var force = (squareSum: 0.0, count: 0)
  private var stillNorms = (sum: 0.0, count: 0)
  private var blocks: [NonWear.Block] = []

  init(samplingRateHertz rate: Double, nonWear: NonWear = NonWear()) {
    intervalSeconds = 1 / rate
    leastPauseSeconds = RecordingQuality.leastPauseSeconds(rateHertz: rate)
    longestBridgeSeconds = RecordingQuality.longestBridgeSeconds(rateHertz: rate)
    self.nonWear = nonWear
  }

  /// Takes the samples as the sensor gave them.
  mutating func append(_ block: RecordingBlock) {
    quality.sampleCount += block.seconds.count
    quality.durationSeconds = block.seconds.last ?? quality.durationSeconds
    clipping.append(block.acceleration)
    quality.clippedFraction = Double(clipping.count) / Double(max(1, 3 * quality.sampleCount))
    quality.clippingLimits = clipping.limits
  }

  /// Takes temperatures of the recording's time.
  mutating func append(temperatures values: [Float]) {
    temperature.append(values)
    quality.temperature = temperature.span
  }

  /// Takes the stamps of the usable ones among them, as they are decided: what lies between two of them
  /// and is too long to be bridged is a gap, whether there were no samples or broken ones. Of shorter pauses it is counted
  /// what they miss.
  mutating func append(usable seconds: [Double]) {
    guard let end = seconds.last else { return }
    // As a rule only what lies before the first can be a pause.
    let isEven = signal_kernels_largest_step(seconds, seconds.count) <= leastPauseSeconds
    for k in isEven ? 0..<1 : seconds.indices
    where k == 0 || seconds[k] - seconds[k - 1] > leastPauseSeconds {
      if k > 0 { endStretch(at: seconds[k - 1]) }
      endPause(at: seconds[k])
      stretchStart = stretchStart ?? seconds[k]
    }
    endStretch(at: end)
  }

  /// Takes the last stamp so far of a stretch without a gap.
  private mutating func endStretch(at t: Double) {
    quality.longestStretchSeconds = max(quality.longestStretchSeconds, t - (stretchStart ?? t))
    lastWhole = t
  }

  private mutating func endPause(at t: Double) {
    let length = t - lastWhole
    guard length > leastPauseSeconds else { return }
    guard length > longestBridgeSeconds else {
      quality.shortPauseSeconds += length - intervalSeconds
      return
    }
    quality.gapCount += 1
    quality.gapSeconds += length
    quality.longestGapSeconds = max(quality.longestGapSeconds, length)
    keep(lastWhole..<t)
    stretchStart = nil
  }

  /// Keeps a gap if it is long. When there are too many, only those of twice the length go on being long.
  private mutating func keep(_ gap: Range<Double>) {
    guard isLong(gap) else { return addShort(gap) }
    quality.longGaps.append(gap)
    while quality.longGaps.count > Self.mostLongGaps {
      leastLongGap *= 2
      for short in quality.longGaps where !isLong(short) { addShort(short) }
      quality.longGaps = quality.longGaps.filter(isLong)
    }
  }

  private func isLong(_ gap: Range<Double>) -> Bool {
    gap.upperBound - gap.lowerBound + RecordingQuality.roundOffSeconds >= leastLongGap
  }

  /// Adds a gap to the blocks in which it lies.
  private mutating func addShort(_ gap: Range<Double>) {
    let length = nonWear.blockMinutes * 60
    for index in Int(gap.lowerBound / length)...Int(gap.upperBound / length) {
      let block = Double(index) * length..<Double(index + 1) * length
      let own = gap.clamped(to: block)
      shortGaps[index, default: 0] += own.upperBound - own.lowerBound
    }
  }

  /// Takes the same samples, calibrated, on the engine's grid, where the first of them has the index
  /// `start`.
  mutating func append(grid columns: [[Float]], start: Int) {
    let length = Int(Self.epochSeconds * SampleGrid.rateHertz)
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

  /// Ends the recording.
  mutating func finish() {
    closeEpoch()
    endPause(at: quality.durationSeconds)
    let forceG = (force.squareSum / Double(max(1, force.count))).squareRoot() / standardGravity
    if quality.wrongGravity == nil, force.count > 0, !WrongForce.possibleG.contains(forceG) {
      quality.wrongForce = WrongForce(meanG: forceG)
    }
    let found = nonWear.findings(in: blocks)
    let blockSeconds = nonWear.blockMinutes * 60
    quality.nonWear = found.stretches.map {
      let start = Double($0.lowerBound) * blockSeconds
      return start..<max(start, min(Double($0.upperBound) * blockSeconds, quality.durationSeconds))
    }
    quality.nonWearSeconds = Double(found.sampleCount) / SampleGrid.rateHertz
    quality.shortGaps = shortGaps.filter { $0.value >= Self.leastShortGapSeconds }
      .sorted { $0.key < $1.key }.map { index, seconds in
        ShortGaps(
          seconds: Double(index) * blockSeconds..<Double(index + 1) * blockSeconds,
          gapSeconds: seconds)
      }
  }

  /// Takes the open epoch into account. Of one that a gap or the end cut short only motion counts: a
  /// moment of rest proves nothing.
  private mutating func closeEpoch() {
    guard epoch.count > 0 else { return }
    defer { epoch = AxisMoments() }
    addToBlock()
    force = (force.squareSum + epoch.squareSum, force.count + epoch.count)
    let seconds = Double(epoch.count) / SampleGrid.rateHertz
    let isStill = epoch.isStill(deviation: StillEpochs.deviationG * standardGravity)
    if seconds == Self.epochSeconds,
      epoch.isStill(deviation: WrongGravity.largestDeviationG * standardGravity)
    {
      noteGravity(epoch.mean.norm / standardGravity)
    }
    if !isStill {
      quality.movingSeconds += seconds
    } else if seconds == Self.epochSeconds {
      stillNorms.sum += epoch.mean.norm
      stillNorms.count += 1
      quality.stillGravityErrorG = stillNorms.sum / Double(stillNorms.count) / standardGravity - 1
    }
  }

  /// Takes the length of the mean vector over an epoch with little motion, g.
  private mutating func noteGravity(_ g: Double) {
    quietCount += 1
    if abs(g - 1) > WrongGravity.leastErrorG {
      let start = Double(epochIndex) * Self.epochSeconds
      var wrong =
        quality.wrongGravity
        ?? WrongGravity(seconds: start..<start, count: 0, stretchCount: 0, meanG: 0)
      wrong.seconds = wrong.seconds.lowerBound..<start + Self.epochSeconds
      wrong.meanG = (wrong.meanG * Double(wrong.count) + g) / Double(wrong.count + 1)
      wrong.count += 1
      quality.wrongGravity = wrong
    }
    quality.wrongGravity?.stretchCount = quietCount
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
  private var conditioning: Conditioning
  private var epochs: StillEpochs

  /// Makes a check of a recording with these facts.
  public init(
    for facts: RecordingFacts, calibration: AutoCalibration = AutoCalibration(),
    nonWear: NonWear = NonWear()
  ) {
    calibrating = calibration
    conditioning = Conditioning(facts: facts, calibration: nil, nonWear: nonWear)
    epochs = StillEpochs(settings: calibrating, samplingRateHertz: facts.samplingRateHertz)
  }

  /// Takes the next block: samples later than all before, of any length, also empty.
  public mutating func append(_ block: RecordingBlock) {
    epochs.append(block)
    _ = conditioning.append(block)
  }

  /// What was wrong with samples, as an analysis says it; empty before the end.
  public private(set) var remarks: [RecordingRemark] = []

  /// Ends the recording.
  ///
  /// - Returns: the quality of the samples as they are; its `calibration` gives the possible gain.
  ///   `upWhileWalking` is `nil`, because walking was not searched.
  public mutating func finish() -> RecordingQuality {
    _ = conditioning.finish()
    epochs.finish()
    var quality = conditioning.quality
    remarks =
      quality.remarks + conditioning.brokenRemarks(walks: nil) + conditioning.rateRemarks
    quality.calibration = calibrating.calibration(stillMeans: epochs.means)
    return quality
  }
}
