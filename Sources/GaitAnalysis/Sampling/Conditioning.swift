import GaitModel
import SignalKernels

/// The first part of the block path: what is broken is left out, the rest is calibrated and brought onto the even grid, and all of
/// it is watched.
struct Conditioning: Sendable {
  /// What a block became.
  struct Piece: Sendable {
    /// Samples of the grid that are complete.
    var grid: [UniformSampling.Block] = []
    /// Values of slower sensors to whose time the motion has come.
    var side: [SideChannel: SideSamples] = [:]
    /// Pauses of the motion, seconds of the recording.
    var pauses: [Range<Double>] = []
    /// The last sample before the block and the last so far, seconds of the recording; -∞ while there is none.
    var (lastBefore, last) = (-Double.infinity, -Double.infinity)
  }

  private let hasAngularRate: Bool
  private let calibration: AccelerometerCalibration?
  private var broken: BrokenSamples
  private var sampling: UniformSampling
  private var monitor: QualityMonitor
  private var rate = RateWatch()
  /// Values of slower sensors whose time the motion has not reached.
  private var gate = SideGate()
  /// The last sample so far, seconds.
  private var lastSeconds = -Double.infinity

  /// Makes one that has seen nothing.
  ///
  /// - Parameters:
  ///   - facts: what is known of the recording.
  ///   - calibration: of the accelerometer; without one, or with an obstacle to it, the samples stay as they are.
  ///   - nonWear: when the device is not worn.
  init(facts: RecordingFacts, calibration: AccelerometerCalibration?, nonWear: NonWear) {
    hasAngularRate = facts.hasAngularRate
    self.calibration = calibration
    let channelCount = hasAngularRate ? 6 : 3
    broken = BrokenSamples(channelCount: channelCount)
    sampling = UniformSampling(rateHertz: facts.samplingRateHertz, channelCount: channelCount)
    monitor = QualityMonitor(samplingRateHertz: facts.samplingRateHertz, nonWear: nonWear)
  }

  /// Takes the next block.
  mutating func append(_ block: RecordingBlock) -> Piece {
    monitor.append(block)
    let last = block.seconds.last ?? lastSeconds
    var piece = Piece(pauses: pauses(to: block.seconds), lastBefore: lastSeconds, last: last)
    lastSeconds = last
    piece.side = watched(gate.take(block.side, upTo: lastSeconds))
    guard !block.seconds.isEmpty else { return piece }
    if let new = block.angularRate { rate.append(raw: new) }
    precondition(
      hasAngularRate == (block.angularRate != nil),
      "the facts say whether there is an angular rate")
    piece.grid = sampled(broken.append(BrokenSamples.Samples(block)))
    return piece
  }

  /// Ends the recording and hands out what was held back.
  mutating func finish() -> Piece {
    var piece = Piece(lastBefore: lastSeconds, last: lastSeconds)
    piece.side = watched(gate.finish(at: lastSeconds))
    piece.grid = sampled(broken.finish())
    if let rest = sampling.finish() { piece.grid.append(watched(rest)) }
    monitor.finish()
    return piece
  }

  /// How good the samples are.
  var quality: RecordingQuality { monitor.quality }
  /// Whether an axis was dead and has never given another value.
  var isAxisDeadThroughout: Bool { broken.isAxisDeadThroughout }

  /// What was broken, and whether walks were touched; without walks that is not said.
  func brokenRemarks(walks: [Range<Double>]?) -> [RecordingRemark] {
    [broken.remark(walks: walks), broken.stopRemark].compactMap(\.self)
  }

  /// What is wrong with the angular rate.
  var rateRemarks: [RecordingRemark] { rate.remarks }

  /// Which slower sensors lie outside the motion's time.
  var sideRemarks: [RecordingRemark] {
    gate.remarks(durationSeconds: monitor.quality.durationSeconds)
  }

  /// Whether most of a slower sensor lies outside the motion's time.
  func isElsewhere(_ channel: SideChannel) -> Bool { gate.isElsewhere(channel) }

  /// Shorter pauses of the motion take nothing from a silence, seconds: a tenth of the least that is told.
  private static let leastPause = 1.0

  /// Pauses of the motion, which a silence of the barometer may hold.
  private func pauses(to seconds: [Double]) -> [Range<Double>] {
    guard let first = seconds.first,
      max(first - lastSeconds, signal_kernels_largest_step(seconds, seconds.count))
        > Self.leastPause
    else { return [] }
    var pauses: [Range<Double>] = []
    var before = lastSeconds
    for second in seconds {
      if before.isFinite, second - before > Self.leastPause { pauses.append(before..<second) }
      before = second
    }
    return pauses
  }

  /// Whole samples, calibrated, on the even grid.
  private mutating func sampled(_ samples: BrokenSamples.Samples) -> [UniformSampling.Block] {
    guard !samples.seconds.isEmpty else { return [] }
    monitor.append(usable: samples.seconds)
    let axes = samples.columns
    let force = calibrated(Axes(x: axes[0], y: axes[1], z: axes[2]))
    let grid = sampling.append(
      seconds: samples.seconds, columns: [force.x, force.y, force.z] + axes[3...])
    return grid.map { watched($0) }
  }

  /// The samples as the rest of the engine sees them.
  private func calibrated(_ force: Axes) -> Axes {
    guard let calibration, calibration.isApplied else { return force }
    return calibration.applied(to: force)
  }

  private mutating func watched(_ grid: UniformSampling.Block) -> UniformSampling.Block {
    monitor.append(grid: grid.columns, start: grid.start)
    rate.append(grid: grid.columns, start: grid.start)
    return grid
  }

  private mutating func watched(
    _ side: [SideChannel: SideSamples]
  ) -> [SideChannel: SideSamples] {
    if let new = side[.temperature] { monitor.append(temperatures: new.values) }
    return side
  }
}
