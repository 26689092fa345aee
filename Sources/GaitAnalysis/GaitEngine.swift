import GaitModel
import Signals

/// Takes a recording block by block and hands out the bouts that have closed.
///
/// ```swift
/// var engine = GaitPipeline().engine(for: facts)
/// while let block = stream.next() {
///   for bout in engine.append(block) { print(bout.walkingSpeed) }
/// }
/// let analysis = engine.finish()
/// ```
///
/// A week never sits in memory: only what may still belong to a walk is kept, half an hour at most.
/// However the input is cut, the results are the same to the last bit.
public struct GaitEngine {
  private let pipeline: GaitPipeline
  private let facts: RecordingFacts
  private let calibration: AccelerometerCalibration?
  private var broken: BrokenSamples
  private var sampling: UniformSampling
  private var monitor: QualityMonitor
  private var stretch: GaitStretch?
  private var sequences: [GaitSequence] = []
  private var bouts: [WalkingBout] = []
  private var turns: [Turn] = []
  private var flights: [StairFlight] = []
  private var jumps: [Range<Double>] = []
  /// Air pressure that walks to come may need.
  private var pressure = PressureMemory()
  private var heartRates = HeartRateMeans()
  /// Specific force summed over the samples of all walks: up in the sensor's axes.
  private var walkingForce = SIMD3<Double>.zero

  /// Which way is forward, by the walks so far.
  private var heading = HeadingMemory()

  /// How the device was worn, by the walks so far.
  private var wearing: WearingLog
  private var isPelvisRecognized = false

  /// Told which stage the engine enters, for those who measure its cost; `nil` costs nothing.
  public var stageObserver: ((GaitStage) -> Void)?

  init(pipeline: GaitPipeline, facts: RecordingFacts, calibration: AccelerometerCalibration?) {
    self.pipeline = pipeline
    self.facts = facts
    self.calibration = calibration
    wearing = WearingLog(facts: facts, position: pipeline.wearing)
    sampling = UniformSampling(
      rateHertz: facts.samplingRateHertz, channelCount: facts.hasAngularRate ? 6 : 3)
    broken = BrokenSamples(
      channelCount: facts.hasAngularRate ? 6 : 3,
      longestBridgeSeconds: sampling.longestBridgeSeconds)
    monitor = QualityMonitor(
      longestBridgeSeconds: sampling.longestBridgeSeconds, nonWear: pipeline.nonWear)
  }

  /// Takes the next block and returns the bouts that have closed since the last one.
  ///
  /// - Parameter block: samples later than all before, less than a century after the first; of any
  ///   length, also empty. With an angular rate exactly when the facts say so.
  /// - Returns: bouts in the order in which they closed; empty while a walk goes on.
  public mutating func append(_ block: RecordingBlock) -> [WalkingBout] {
    guard !block.seconds.isEmpty else { return [] }
    stageObserver?(.conditioning)
    monitor.append(block)
    if let new = block.side[.pressure] { pressure.append(new) }
    if let new = block.side[.heartRate] { heartRates.append(new) }
    let force = block.acceleration
    var columns = [force.x, force.y, force.z]
    if facts.hasAngularRate {
      guard let rate = block.angularRate else {
        preconditionFailure("the facts promise an angular rate")
      }
      columns += [rate.x, rate.y, rate.z]
    }
    let whole = broken.append(.init(seconds: block.seconds, columns: columns))
    return sampled(whole).flatMap { take($0) }
  }

  /// Whole samples, calibrated, on the even grid.
  private mutating func sampled(_ samples: BrokenSamples.Samples) -> [UniformSampling.Piece] {
    guard !samples.seconds.isEmpty else { return [] }
    let axes = samples.columns
    let force = calibrated(Axes(x: axes[0], y: axes[1], z: axes[2]))
    return sampling.append(
      seconds: samples.seconds, columns: [force.x, force.y, force.z] + axes[3...])
  }

  /// Ends the recording.
  ///
  /// - Returns: everything that was found from the first block on, closed bouts included.
  public mutating func finish() -> RecordingAnalysis {
    for piece in sampled(broken.finish()) { _ = take(piece) }
    if let piece = sampling.finish() { _ = take(piece) }
    monitor.finish(cutSeconds: broken.cutSeconds, cutCount: broken.cutCount)
    // Walks and runs are sought apart, so a short run may close before the walk around it.
    bouts.sort { $0.seconds.lowerBound < $1.seconds.lowerBound }
    sequences.sort { $0.seconds.lowerBound < $1.seconds.lowerBound }
    turns.sort { $0.seconds.lowerBound < $1.seconds.lowerBound }
    flights.sort { $0.seconds.lowerBound < $1.seconds.lowerBound }
    stageObserver?(.finished)
    var quality = monitor.quality
    quality.calibration = calibration
    quality.upWhileWalking = walkingForce == .zero ? nil : walkingForce.unit
    return RecordingAnalysis(
      facts: facts, quality: quality, gaitSequences: sequences, bouts: bouts,
      turns: facts.hasAngularRate ? .known(turns) : .missing(.noGyroscope),
      stairFlights: facts.site?.showsStairs == true || pressure.isKnown
        ? .known(flights) : .missing(.siteNotSupported),
      jumps: jumps.sorted { $0.lowerBound < $1.lowerBound },
      methods: pipeline.methods(
        for: facts, isCalibrated: wasCalibrationSought, isPelvisRecognized: isPelvisRecognized,
        hasPressure: pressure.isKnown),
      remarks: assumptions + lostHeartRates + lostSamples, wearings: wearing.wearings,
      heartRates: heartRates.finish())
  }

  /// Whether the calibration came out of a recording: one that was given has no still epochs and no
  /// obstacle.
  private var wasCalibrationSought: Bool {
    calibration.map { $0.stillEpochCount > 0 || !$0.isApplied } ?? false
  }

  /// The samples as the rest of the engine sees them.
  private func calibrated(_ force: Axes) -> Axes {
    guard let calibration, calibration.isApplied else { return force }
    return calibration.applied(to: force)
  }

  private var assumptions: [RecordingRemark] {
    guard bouts.contains(where: { $0.walkingSpeed.value != nil }) else { return [] }
    let message = pipeline.personalCalibration.map(doubts(about:)) ?? assumedHeight
    return [message, recognizedSite, fixedShare].compactMap(\.self).map {
      RecordingRemark(kind: .assumed, sampleCount: 0, message: $0)
    }
  }

  private var lostSamples: [RecordingRemark] {
    broken.remark(walks: bouts.map(\.seconds)).map { [$0] } ?? []
  }

  private var lostHeartRates: [RecordingRemark] {
    let count = heartRates.impossibleCount
    guard count > 0 else { return [] }
    let message =
      "\(count) values of the heart rate are outside \(Int(heartRates.possible.lowerBound)) to "
      + "\(Int(heartRates.possible.upperBound)) a minute and were not used"
    return [RecordingRemark(kind: .unreadable, sampleCount: count, message: message)]
  }

  private var isAtPelvis: Bool { facts.isAtPelvis || isPelvisRecognized }

  private var recognizedSite: String? {
    guard isPelvisRecognized else { return nil }
    return
      "nobody said where the device was worn; it moves like a pelvis: lengths and speeds are those "
      + "of the lower back and hip, with a wider standard error; give --site, or site in the "
      + "describing .json"
  }

  private var assumedHeight: String? {
    guard isAtPelvis, facts.participant.height == nil else { return nil }
    let meters = pipeline.pelvisStepLength.assumedHeightMeters
    return "height is not known: lengths and speeds assume \(meters) m, with a wider standard "
      + "error; give --height, or height_m in the describing .json"
  }

  private var fixedShare: String? {
    guard !isAtPelvis, pipeline.personalCalibration?.placement != .elsewhere else { return nil }
    let share = pipeline.otherStepLength.shareOfHeight
    return
      "away from the lower back and hip every step is taken as \(share) of the person's height, "
      + "with a wide standard error; gait calibrate learns the person's own"
  }

  /// Where a personal factor cannot be taken as it was meant.
  private func doubts(about personal: PersonalCalibration) -> String? {
    guard personal.placement == (isAtPelvis ? .pelvis : .elsewhere) else {
      let place = personal.placement == .pelvis ? "at" : "elsewhere than at"
      return "the personal calibration is not used: it holds \(place) the lower back and hip; say "
        + "where the device was worn with --site, or calibrate there"
    }
    guard personal.height == facts.participant.height else {
      return "the personal calibration belongs to another height than the recording says; lengths "
        + "and speeds use the calibration's"
    }
    return nil
  }

  private mutating func take(_ piece: UniformSampling.Piece) -> [WalkingBout] {
    monitor.append(grid: piece.columns, start: piece.start)
    if stretch == nil {
      stretch = GaitStretch(
        gridStart: piece.start, channelCount: piece.columns.count, pipeline: pipeline,
        site: facts.site)
    }
    stageObserver?(.gaitSequences)
    stretch?.append(piece.columns)
    if piece.endsStretch { stretch?.finish() }
    let closed = closedBouts()
    if piece.endsStretch { stretch = nil }
    return closed
  }

  private mutating func closedBouts() -> [WalkingBout] {
    var closed: [WalkingBout] = []
    while var excerpt = stretch?.nextExcerpt() {
      excerpt.pressure = pressure.samples(around: excerpt)
      let found = pipeline.findings(
        in: excerpt, log: wearing, memory: heading, observer: stageObserver)
      sequences += excerpt.cores.filter { core in
        !found.jumps.contains { $0.overlaps(core) }
      }.map { GaitSequence(seconds: $0) }
      turns += found.turns.filter { turn in !turns.contains { $0.seconds.overlaps(turn.seconds) } }
      closed += found.bouts
      flights += found.flights
      jumps += found.jumps
      walkingForce += found.force
      if excerpt.activity == .walking {
        wearing.learn(found, evidence: found.evidence)
        if found.isPelvisRecognized, !found.bouts.isEmpty { isPelvisRecognized = true }
      }
      if excerpt.activity == .walking, found.forwardVote != .zero {
        heading.learn(found.forwardVote, up: found.force.unit)
      }
    }
    if let needed = stretch?.keptSeconds { pressure.forget(before: needed) }
    stageObserver?(.conditioning)
    bouts += closed
    return closed
  }
}

/// The stages of the pipeline, as they are measured.
public enum GaitStage: String, Sendable, CaseIterable {
  /// Onto the even grid; quality.
  case conditioning
  /// Frames, features, gait or not.
  case gaitSequences = "gait_sequences"
  /// Step frequency.
  case stepFrequency = "step_frequency"
  /// Phase of the steps, initial contacts, walks.
  case initialContacts = "initial_contacts"
  /// Attitude, turns, heading.
  case alignment
  /// Feet, phases, lengths, bouts.
  case parameters
  /// Nothing more to do.
  case finished
}
