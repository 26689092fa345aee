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
  /// The methods for what is known of the wearing before anybody walks.
  private let known: GaitMethods
  /// What the recording's rate is high enough for.
  private let rates: LowestSamplingRates
  private var broken: BrokenSamples
  private var sampling: UniformSampling
  private var monitor: QualityMonitor
  private var search: GaitSequenceSearch?
  private var sequences: [GaitSequence] = []
  private var bouts: [WalkingBout] = []
  private var turns: [Turn] = []
  private var flights: [StairFlight] = []
  private var jumps: [Range<Double>] = []
  /// Air pressure that walks to come may need.
  private var pressure = SideMemory()
  /// Speed over ground that runs to come may need.
  private var groundSpeed = SideMemory()
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
    known = pipeline.presets[facts.place]
    wearing = WearingLog(
      given: facts.givenWearing, hasGyroscope: facts.hasAngularRate, recognizer: pipeline.wearing)
    sampling = UniformSampling(
      rateHertz: facts.samplingRateHertz, channelCount: facts.hasAngularRate ? 6 : 3)
    rates = LowestSamplingRates(rateHertz: facts.samplingRateHertz)
    broken = BrokenSamples(channelCount: facts.hasAngularRate ? 6 : 3)
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
    if let new = block.side[.groundSpeed] { groundSpeed.append(new) }
    if let new = block.side[.heartRate] { heartRates.append(new) }
    precondition(
      facts.hasAngularRate == (block.angularRate != nil),
      "the facts say whether there is an angular rate")
    let whole = broken.append(BrokenSamples.Samples(block))
    return sampled(whole).flatMap { take($0) }
  }

  /// Whole samples, calibrated, on the even grid.
  private mutating func sampled(_ samples: BrokenSamples.Samples) -> [UniformSampling.Block] {
    guard !samples.seconds.isEmpty else { return [] }
    monitor.append(usable: samples.seconds)
    let axes = samples.columns
    let force = calibrated(Axes(x: axes[0], y: axes[1], z: axes[2]))
    return sampling.append(
      seconds: samples.seconds, columns: [force.x, force.y, force.z] + axes[3...])
  }

  /// Ends the recording.
  ///
  /// - Returns: everything that was found from the first block on, closed bouts included.
  public mutating func finish() -> RecordingAnalysis {
    for block in sampled(broken.finish()) { _ = take(block) }
    if let rest = sampling.finish() { _ = take(rest) }
    monitor.finish()
    // Walks and runs are sought apart, so a short run may close before the walk around it.
    bouts.sort { $0.seconds.lowerBound < $1.seconds.lowerBound }
    sequences.sort { $0.seconds.lowerBound < $1.seconds.lowerBound }
    turns.sort { $0.seconds.lowerBound < $1.seconds.lowerBound }
    flights.sort { $0.seconds.lowerBound < $1.seconds.lowerBound }
    stageObserver?(.finished)
    var quality = monitor.quality
    quality.calibration = calibration
    quality.upWhileWalking = walkingForce == .zero ? nil : walkingForce.unit
    var analysis = RecordingAnalysis(
      facts: facts, quality: quality, gaitSequences: sequences, bouts: bouts,
      turns: known.turns.provenance.leavesOpen
        ? .missing(.noMethod)
        : facts.hasAngularRate
          ? .known(turns, by: known.turns.identity) : .missing(.noGyroscope),
      stairFlights: looksForStairs ? .known(flights) : .missing(.siteNotSupported),
      jumps: jumps.sorted { $0.lowerBound < $1.lowerBound }, makers: makers,
      remarks: assumptions + lostHeartRates + lostSamples, wearings: wearing.wearings,
      heartRates: heartRates.finish())
    analysis.obstacle = rates.obstacle ?? tooShort(quality.longestStretchSeconds)
    return analysis
  }

  private func tooShort(_ stretch: Double) -> SearchObstacle? {
    let least = LowestSamplingRates.shortestStretchSeconds
    // A stretch ends with its last sample, one interval early.
    guard stretch + 1 / facts.samplingRateHertz < least else { return nil }
    return .noLongStretch(seconds: stretch, leastSeconds: least)
  }

  /// Whether stairs were looked for anywhere.
  private var looksForStairs: Bool {
    known.terrain.looksForStairs || pressure.isKnown
      || (isPelvisRecognized && pipeline.presets.pelvis.terrain.looksForStairs)
  }

  /// The methods that looked at the whole recording.
  private var makers: RecordingMakers {
    var makers = RecordingMakers()
    if wasCalibrationSought { makers.calibration = pipeline.calibration.identity }
    makers.nonWear = pipeline.nonWear.identity
    makers.gaitSequences = known.gaitSequences.identity
    if heartRates.isKnown { makers.heartRate = HeartRateMeans.method }
    return makers
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

  /// The methods that the walks were measured by in the end.
  private var used: GaitMethods { isPelvisRecognized ? pipeline.presets.pelvis : known }

  private var recognizedSite: String? {
    guard isPelvisRecognized else { return nil }
    return
      "nobody said where the device was worn; it moves like a pelvis: lengths and speeds are those "
      + "of the lower back and hip, with a wider standard error, because the site was not given"
  }

  private var assumedHeight: String? {
    guard let height = used.stepLength.heightAssumed, facts.participant.height == nil else {
      return nil
    }
    return
      "height is not known: lengths and speeds assume \(height.meters) m, with a wider standard "
      + "error"
  }

  private var fixedShare: String? {
    guard let share = used.stepLength.shareOfHeightAssumed,
      pipeline.personalCalibration?.placement != used.stepLength.placement
    else { return nil }
    return
      "away from the lower back and hip every step is taken as \(share) of the person's height, "
      + "with a wide standard error; walks over known distances give the person's own"
  }

  /// Where a personal factor cannot be taken as it was meant.
  private func doubts(about personal: PersonalCalibration) -> String? {
    guard personal.placement == used.stepLength.placement else {
      let place = personal.placement == .pelvis ? "at" : "elsewhere than at"
      return "the personal calibration is not used: it holds \(place) the lower back and hip, and "
        + "the device was worn otherwise, or nobody said where"
    }
    guard personal.height == facts.participant.height else {
      return "the personal calibration belongs to another height than the recording says; lengths "
        + "and speeds use the calibration's"
    }
    return nil
  }

  /// The block path: everything that runs on every sample.
  private mutating func take(_ block: UniformSampling.Block) -> [WalkingBout] {
    monitor.append(grid: block.columns, start: block.start)
    guard rates.obstacle == nil else { return [] }
    stageObserver?(.gaitSequences)
    var search = self.search ?? newSearch(from: block)
    self.search = nil
    search.append(block.columns)
    if block.endsRun { search.finish() }
    let closed = closedBouts(in: &search)
    if !block.endsRun { self.search = search }
    return closed
  }

  /// Where the site may yet be recognized, frames are read for the ground as at the pelvis, so that stairs are
  /// known when it is.
  private func newSearch(from block: UniformSampling.Block) -> GaitSequenceSearch {
    GaitSequenceSearch(
      from: block.start, channelCount: block.columns.count, detector: known.gaitSequences,
      ground: wearing.asks ? pipeline.presets.pelvis.terrain : known.terrain,
      stepFrequency: StepFrequencyEvidence())
  }

  /// The walk path: everything that runs on closed gait sequences.
  private mutating func closedBouts(in search: inout GaitSequenceSearch) -> [WalkingBout] {
    var closed: [WalkingBout] = []
    while var recording = search.nextSequences() {
      recording.pressure = pressure.samples(in: recording.seconds)
      recording.groundSpeed = groundSpeed.samples(in: recording.seconds)
      closed += take(recording)
    }
    pressure.forget(before: search.keptSeconds)
    groundSpeed.forget(before: search.keptSeconds)
    stageObserver?(.conditioning)
    bouts += closed
    return closed
  }

  private mutating func take(_ recording: SequenceRecording) -> [WalkingBout] {
    stageObserver?(.stepFrequency)
    let cycle = known.cycle(of: recording)
    let evidence = wearing.evidence(in: recording, cycle: cycle)
    let isRecognized = wearing.recognizesPelvis(evidence, in: recording)
    let methods = isRecognized ? pipeline.presets.pelvis : known
    var found = pipeline.analyze(
      recording, cycle: cycle, by: methods,
      person: person(for: methods.stepLength, isRecognized: isRecognized), memory: heading,
      observer: stageObserver)
    found.bouts = found.bouts.map(rates.limited)
    keep(found, of: recording)
    if let worn = found.worn, recording.activity == .walking {
      wearing.learn(worn, evidence: evidence)
      if isRecognized { isPelvisRecognized = true }
      if worn.forwardVote != .zero { heading.learn(worn.forwardVote, up: worn.force.unit) }
    }
    return found.bouts
  }

  private mutating func keep(_ found: SequenceFindings, of recording: SequenceRecording) {
    let detector = known.gaitSequences.identity
    sequences += recording.sequences.filter { sequence in
      !found.jumps.contains { $0.overlaps(sequence) }
    }.map { GaitSequence(seconds: $0, method: detector) }
    let new = found.turns.value ?? []
    turns += new.filter { turn in !turns.contains { $0.seconds.overlaps(turn.seconds) } }
    flights += found.flights
    jumps += found.jumps
    if let worn = found.worn { walkingForce += worn.force }
  }

  /// What the step length is told of the person: the own factor only where it was found.
  private func person(
    for stepLength: any StepLengthEstimator, isRecognized: Bool
  ) -> StepLengthPerson {
    StepLengthPerson(
      height: facts.participant.height,
      calibration: pipeline.personalCalibration.flatMap {
        $0.placement == stepLength.placement ? $0 : nil
      },
      wearingErrorMetersPerSecond: isRecognized
        ? pipeline.wearing.speedStandardErrorMetersPerSecond : 0)
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
