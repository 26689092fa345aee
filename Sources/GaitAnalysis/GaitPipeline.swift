import GaitModel
import Signals

/// From a recording to its walking bouts: the methods that answer each question, in the order in
/// which they run.
///
/// ```swift
/// var source = try SensorFile.open("walk.csv")
/// let analysis = try GaitPipeline().analysis(of: &source)
/// print(analysis.bouts.map(\.walkingSpeed))
/// ```
public struct GaitPipeline: Hashable, Sendable {
  var calibration = AutoCalibration()
  var nonWear = NonWear()
  var stepFrequency = StepFrequencyRidge()
  var running = RunningDetector()
  var jumping = JumpingDetector()
  var runningMechanics = RunningMechanics()
  var sequences = GaitSequenceDetector()
  var armSequences = ArmGaitDetector()
  var initialContacts = PhaseInitialContactDetector()
  var stepSequence = StepSequenceDetector()
  var assembler = WalkingBoutAssembler()
  var wearing = WearingPosition()
  var stairFrames = StairFrameModel()
  var quickStairs = QuickStairs()
  var motionTerrain = MotionTerrain()
  var pressureTerrain = PressureTerrain()
  var terrainCuts = TerrainCuts()
  var stairFlights = StairFlights()
  var attitude = Attitude()
  var turns = TurnDetector()
  var alignment = BodyAlignment()
  var laterality = LateralityClassifier()
  var pelvisStepLength = PendulumStepLength()
  var otherStepLength = ProportionalStepLength()
  var doubleSupport = OscillationDoubleSupport()
  var asymmetry = StepTimeAsymmetry()
  var steadyRuns = SteadyRuns()
  var variability = TimingVariability()
  var regularity = WalkRegularity()
  var harmonicRatio = HarmonicRatio()
  var ownPast = OwnPastScatter()
  var selection = StrideSelection()
  var measures = BoutMeasures()
  var knownDistances = KnownDistanceCalibration()

  /// The person's own factor of step length, used where it was found: at the lower back and hip, or
  /// elsewhere; `nil` is the population's.
  public var personalCalibration: PersonalCalibration?

  /// A pipeline with the methods that were measured best.
  public init() {}

  /// All methods, with citation and revision, in the order in which they run.
  public var methods: [Provenance] {
    let ordered: [any GaitMethod] = [
      calibration, nonWear, stepFrequency, running, jumping, sequences, armSequences,
      initialContacts,
      stepSequence,
      assembler, stairFrames, quickStairs, motionTerrain, pressureTerrain, stairFlights,
      turns, wearing, alignment, laterality,
      pelvisStepLength, otherStepLength, doubleSupport, asymmetry,
      variability, regularity, harmonicRatio, runningMechanics, selection,
    ]
    return ordered.map(\.provenance) + (personalCalibration.map { [$0.method] } ?? [])
  }

  /// The methods that are used on a recording.
  ///
  /// - Parameters:
  ///   - facts: the wearing site and the gyroscope decide which methods can be used.
  ///   - isCalibrated: whether a calibration was looked for in the recording itself.
  ///   - isPelvisRecognized: whether some walks were taken for walks felt at the pelvis, though nobody
  ///     said so.
  ///   - hasPressure: whether the recording has air pressure.
  /// - Returns: their provenance, in the order in which they run.
  public func methods(
    for facts: RecordingFacts, isCalibrated: Bool = false, isPelvisRecognized: Bool = false,
    hasPressure: Bool = false
  ) -> [Provenance] {
    var unused: [any GaitMethod] =
      isPelvisRecognized
      ? []
      : facts.isAtPelvis
        ? [otherStepLength]
        : [
          stepSequence, alignment, laterality, pelvisStepLength, doubleSupport, asymmetry,
          variability, regularity, harmonicRatio, runningMechanics,
        ]
    if !armSequences.isAsked(at: facts.site) { unused.append(armSequences) }
    let showsStairs = facts.site?.showsStairs ?? false
    if !showsStairs { unused += [stairFrames, motionTerrain] as [any GaitMethod] }
    if !facts.isAtPelvis { unused.append(quickStairs) }
    if !hasPressure { unused.append(pressureTerrain) }
    if !showsStairs, !hasPressure { unused.append(stairFlights) }
    if !facts.hasAngularRate { unused.append(turns) }
    if facts.site != nil || !facts.hasAngularRate { unused.append(wearing) }
    if !isCalibrated { unused.append(calibration) }
    var names = unused.map(\.provenance)
    if let personalCalibration, personalCalibration.placement != facts.placement,
      !(isPelvisRecognized && personalCalibration.placement == .pelvis)
    {
      names.append(personalCalibration.method)
    }
    return methods.filter { !names.contains($0) }
  }

  /// Looks for gain and offset of the accelerometer in the recording's own still moments.
  ///
  /// ```swift
  /// var recording = try SensorFile.open(path)
  /// let calibration = try pipeline.calibration(of: &recording) { try SensorFile.excerpts(of: path) }
  /// let analysis = try pipeline.analysis(of: &recording, calibration: calibration)
  /// ```
  ///
  /// - Parameters:
  ///   - recording: where the samples come from, from the first on. A few minutes are read ahead, and
  ///     it hands them out all the same.
  ///   - excerpts: opens the recording once more, or evenly spread excerpts of it; asked only when the
  ///     recording is long enough to be calibrated.
  /// - Returns: gain and offset, or the obstacle to finding them.
  /// - Throws: what the sources throw.
  public func calibration(
    of recording: inout any RecordingSource, excerpts: () throws -> any RecordingSource
  ) throws -> AccelerometerCalibration {
    let ahead = try ReadAheadRecording(recording, seconds: calibration.shortestSeconds)
    recording = ahead
    var looked: any RecordingSource = ahead.isWhole ? ahead : try excerpts()
    return try calibration.calibration(of: &looked)
  }

  /// An engine that takes a recording block by block.
  ///
  /// - Parameters:
  ///   - facts: what is known of the recording.
  ///   - calibration: applied to every sample before anything else; without one, or with an obstacle
  ///     to it, the samples stay as they are.
  /// - Returns: an engine that has seen nothing yet.
  public func engine(
    for facts: RecordingFacts, calibration: AccelerometerCalibration? = nil
  ) -> GaitEngine {
    GaitEngine(pipeline: self, facts: facts, calibration: calibration)
  }

  /// Analyzes a whole recording.
  ///
  /// - Parameters:
  ///   - source: where the samples come from; read to its end.
  ///   - calibration: applied to the samples, as in `engine(for:calibration:)`.
  ///   - progress: called after each block with the seconds of recording read so far.
  /// - Returns: everything that was found; no bouts when nobody walked.
  /// - Throws: what the source throws.
  public func analysis(
    of source: inout any RecordingSource, calibration: AccelerometerCalibration? = nil,
    progress: ((Double) -> Void)? = nil
  ) throws -> RecordingAnalysis {
    var engine = engine(for: source.facts, calibration: calibration)
    while let block = try source.nextBlock() {
      _ = engine.append(block)
      if let last = block.seconds.last { progress?(last) }
    }
    return engine.finish()
  }

  /// What is found in an excerpt: the field's figure, from contacts to bouts.
  func findings(
    in excerpt: GaitExcerpt, log: WearingLog, memory: HeadingMemory,
    observer: ((GaitStage) -> Void)?
  ) -> ExcerptFindings {
    observer?(.stepFrequency)
    let stepHertz = stepFrequency.stepHertz(in: excerpt)
    observer?(.initialContacts)
    let motion = StepMotion(
      of: excerpt, stepHertz: stepHertz, smoothingSteps: initialContacts.smoothingSteps)
    let rhythm = StepPhase(of: motion.wave, smoothingSteps: alignment.rhythmSmoothingSteps)
    let evidence =
      log.asks && excerpt.activity == .walking
      ? wearing.evidence(in: excerpt, rhythm: rhythm) : nil
    let facts = log.facts(for: excerpt, evidence: evidence)
    let isWaist = facts.isAtPelvis
    let contacts = initialContacts.initialContacts(in: motion, isRefined: isWaist)
    let found =
      isWaist && excerpt.activity == .walking
      ? assembler.walks(
        ofSequence: stepSequence.contacts(in: motion, wave: contacts), in: excerpt)
      : assembler.walks(of: contacts, in: excerpt)
    let jumps = found.filter { jumping.isJumping($0, in: excerpt) }
    var walks = jumps.isEmpty ? found : found.filter { !jumping.isJumping($0, in: excerpt) }
    if excerpt.activity == .running {
      walks = walks.compactMap { assembler.withinDetected($0, in: excerpt) }
    }
    let jumpSeconds = jumps.map { excerpt.seconds(of: $0) }
    guard !walks.isEmpty else { return ExcerptFindings(jumps: jumpSeconds) }
    let parts = grounded(walks, in: excerpt, site: facts.site)
    observer?(.alignment)
    let body = BodyFrame(of: excerpt, attitude: attitude)
    let context = ExcerptContext(
      excerpt: excerpt, facts: facts, isSiteRecognized: log.asks && isWaist, body: body,
      rhythm: rhythm, strideCarrier: Carrier(radians: rhythm.radians.map { $0 / 2 }),
      sharpened: contacts.map { excerpt.seconds(at: $0.sharpened) },
      detected: contacts.map { excerpt.seconds(at: $0.position) },
      turns: body.yawRate.map { turns.turns(in: excerpt, yawRate: $0) } ?? [])
    let headings =
      isWaist
      ? headings(of: parts.map(\.walk), in: context, memory: memory)
      : (axes: parts.map { _ in nil }, vote: .zero, samples: 0)
    observer?(.parameters)
    return ExcerptFindings(
      bouts: zip(parts, headings.axes).map {
        var bout = bout(of: $0.walk, heading: $1, in: context).on($0.ground)
        if bout.activity == .running { bout.running = runningMeasures(of: $0.walk, in: context) }
        return bout
      },
      flights: parts.compactMap { flight(of: $0, in: excerpt) }, jumps: jumpSeconds,
      turns: context.turns,
      force: walks.reduce(.zero) { $0 + excerpt.summedForce(over: $1.samples) },
      forwardVote: headings.vote, forwardSamples: headings.samples, evidence: evidence,
      isPelvisRecognized: log.asks && isWaist)
  }
}

/// What was found in an excerpt.
struct ExcerptFindings: Sendable {
  var bouts: [WalkingBout] = []
  var flights: [StairFlight] = []
  /// Series of jumps, seconds of the recording.
  var jumps: [Range<Double>] = []
  var turns: [Turn] = []
  /// Specific force summed over the samples of the walks, sensor axes, m/s².
  var force = SIMD3<Double>.zero
  /// Which way is forward by these walks alone, sensor axes, samples times evidence.
  var forwardVote = SIMD3<Double>.zero
  /// The samples that voted.
  var forwardSamples = 0.0
  /// What tells the pelvis from a limb; `nil` where the site was given or there is no gyroscope.
  var evidence: WearingEvidence?
  /// Whether the walks were taken for walks felt at the pelvis, though nobody said so.
  var isPelvisRecognized = false
}

extension RecordingFacts {
  /// Whether the device was worn where it moves with the pelvis; `false` when nobody said.
  var isAtPelvis: Bool { site?.isPelvis ?? false }
}

/// What every walk of an excerpt shares.
struct ExcerptContext: Sendable {
  var excerpt: GaitExcerpt
  var facts: RecordingFacts
  /// Whether the site in the facts is one that nobody gave.
  var isSiteRecognized: Bool
  var body: BodyFrame
  /// Phase of the steps, smoothed for steadiness rather than for single steps.
  var rhythm: StepPhase
  /// Half of that phase: one turn is one stride.
  var strideCarrier: Carrier
  /// Contacts that keep what differs between neighbors, seconds of the recording; for asymmetry only.
  var sharpened: [Double]
  /// The same contacts as bouts have them, seconds of the recording.
  var detected: [Double]
  var turns: [Turn]
}
