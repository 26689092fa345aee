import GaitModel
import Signals

/// From a recording to its walking bouts: one method per question, in the order of the figure.
///
/// ```swift
/// let path = "walk.csv"
/// var recording = try SensorFile.open(path)
/// let pipeline = GaitPipeline()
/// let calibration = try pipeline.calibration(of: &recording) { try SensorFile.excerpts(of: path) }
/// let analysis = try pipeline.analysis(of: &recording, calibration: calibration)
/// print(analysis.bouts.map(\.walkingSpeed))
/// ```
public struct GaitPipeline: Sendable {
  // On every sample, block by block.
  /// Gain and offset of the accelerometer.
  public var calibration = AutoCalibration()
  /// When is the device not worn?
  public var nonWear = NonWear()

  // On each closed gait sequence.
  /// The methods for each way of wearing, those that read frames block by block included.
  public var presets = GaitPresets()
  /// What does the device move with, if no site was given?
  public var wearing: any WearingRecognizer = WearingPosition()

  // About the person.
  /// A person's own factor from known distances.
  public var knownDistances = KnownDistanceCalibration()
  /// The person's own factor of step length, used at the place where it was found; `nil` is the population's.
  public var personalCalibration: PersonalCalibration?

  /// A pipeline with the methods that were measured best.
  public init() {}

  /// From gait sequences to walks, ground and turns: the figure's first half, which needs no other walk.
  func walks(
    in recording: SequenceRecording, cycle: StepCycle, by methods: GaitMethods,
    observer: ((GaitStage) -> Void)?
  ) -> FoundWalks {
    observer?(.initialContacts)
    let contacts = methods.initialContacts.initialContacts(
      in: recording.over(cycle.samples), cycle: cycle)
    let (walks, jumps) = methods.walks(of: contacts, in: recording)
    guard !walks.isEmpty else { return FoundWalks(jumps: jumps) }
    let parts = methods.terrain.grounded(walks, in: recording, cuts: methods.bouts.cuts)
    observer?(.alignment)
    let context = methods.context(of: recording, cycle: cycle)
    return FoundWalks(walks: walks, jumps: jumps, parts: parts, context: context)
  }

  /// From walks to bouts: its second half. What walks before them said of forward counts.
  func measured(
    _ found: FoundWalks, by methods: GaitMethods, person: StepLengthPerson, memory: HeadingMemory,
    observer: ((GaitStage) -> Void)?
  ) -> SequenceFindings {
    guard let context = found.context else { return SequenceFindings(jumps: found.jumps) }
    let (parts, walks) = (found.parts, found.parts.map(\.walk))
    observer?(.alignment)
    let headings = methods.alignment.headings(of: walks, in: context, memory: memory)
    observer?(.parameters)
    let asymmetries = methods.asymmetry.asymmetries(of: walks, in: context)
    let bouts = parts.indices.map {
      methods.bout(
        of: parts[$0], axes: headings.axes[$0], isTrunk: headings.isTrunk,
        asymmetry: asymmetries[$0], person: person, in: context)
    }
    return SequenceFindings(
      bouts: bouts, flights: parts.compactMap(methods.stairFlights.flight), jumps: found.jumps,
      turns: context.turns,
      worn: WornWalks(found.walks, headings, bouts: bouts, in: context.recording))
  }
}

extension GaitPipeline {
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
  ///   - folder: where the bouts of a long recording are kept until its end, in a file without a name; `nil` keeps them in
  ///     memory, as does a folder without room.
  /// - Returns: an engine that has seen nothing yet.
  public func engine(
    for facts: RecordingFacts, calibration: AccelerometerCalibration? = nil,
    keepingBoutsIn folder: String? = nil
  ) -> GaitEngine {
    GaitEngine(
      pipeline: self, facts: facts, calibration: calibration, keepingBoutsIn: folder)
  }

  /// Analyzes a whole recording.
  ///
  /// - Parameters:
  ///   - source: where the samples come from; read to its end.
  ///   - calibration: applied to the samples, as in `engine(for:calibration:)`.
  ///   - onThreads: whether the recording is read, steps are found and walks measured on threads of their own; the
  ///     results are the same to the last bit.
  ///   - folder: where the bouts of a recording of many hours are kept, in a file without a name: `RecordingAnalysis.boutList`
  ///     reads them one after the other. `nil` keeps all in memory.
  ///   - progress: called with each block, on the caller's thread, with the seconds of recording read so far.
  /// - Returns: everything that was found; no bouts when there was no walking.
  /// - Throws: what the source throws; `SearchObstacle` when whether anybody walked cannot be told; `KeptBoutsError` when
  ///   the folder has no room.
  public func analysis(
    of source: inout any RecordingSource, calibration: AccelerometerCalibration? = nil,
    onThreads: Bool = false, keepingBoutsIn folder: String? = nil,
    progress: ((Double) -> Void)? = nil
  ) throws -> RecordingAnalysis {
    if let obstacle = LowestSamplingRates(rateHertz: source.facts.samplingRateHertz).obstacle {
      throw obstacle
    }
    var engine = engine(for: source.facts, calibration: calibration, keepingBoutsIn: folder)
    let analysis = try engine.analyze(onThreads: onThreads, progress: progress) {
      try source.nextBlock()
    }
    if let obstacle = analysis.obstacle { throw obstacle }
    return analysis
  }
}

extension GaitPipeline {
  /// The methods that a recording's rate is high enough for: without the motion's stairs below ``LowestSamplingRates/stairsHertz``.
  func suited(to facts: RecordingFacts) -> GaitPipeline {
    let rates = LowestSamplingRates(rateHertz: facts.samplingRateHertz)
    guard !rates.allows(LowestSamplingRates.stairsHertz) else { return self }
    var suited = self
    for place in WearingPlace.allCases {
      suited.presets[place].terrain = presets[place].terrain.withoutMotion
    }
    return suited
  }
}

extension GaitMethods {
  /// The cycle of the steps.
  func cycle(of recording: SequenceRecording) -> StepCycle {
    stepFrequency.cycle(of: recording)
  }

  /// The walks (or runs), and the series of jumps among the runs, seconds of the recording.
  func walks(
    of contacts: DetectedContacts, in recording: SequenceRecording
  ) -> (walks: [Walk], jumps: [Range<Double>]) {
    let found = walks.walks(of: contacts, in: recording)
    guard recording.activity == .running else {
      return (walkCheck.walks(found, in: recording), [])
    }
    let isJump = found.map { run in
      let frames = recording.frames.frames(from: run.seconds.lowerBound, to: run.seconds.upperBound)
      return gaitSequences.isJumping(
        frames.map { recording.frames[$0] }, stepHertz: run.meanStepHertz)
    }
    let runs = zip(found, isJump).filter { !$1 }
      .flatMap { walks.withinSequences($0.0, in: recording) }
    return (runs, zip(found, isJump).filter(\.1).map(\.0.seconds))
  }

  /// What all walks share: up, and turns.
  func context(of recording: SequenceRecording, cycle: StepCycle) -> SequenceContext {
    let body = BodyFrame(of: recording, attitude: attitude)
    return SequenceContext(
      recording: recording, cycle: cycle, body: body,
      turns: turns.turns(in: recording, body: body).made(by: turns.identity))
  }

  /// One walk on one kind of ground, measured: sides, lengths, double support, quality.
  func bout(
    of part: GroundedWalk, axes: BodyAxes?, isTrunk: Bool, asymmetry found: WalkAsymmetry,
    person: StepLengthPerson, in context: SequenceContext
  ) -> WalkingBout {
    let walk = part.walk
    let isRun = context.recording.activity == .running
    let motion =
      isTrunk || !stepLength.needsTrunk ? WalkSignal(of: walk, heading: axes, in: context) : nil
    let signal = isTrunk ? motion : nil
    let sides = laterality.sides(of: walk, axes: axes, in: context)
    let feet = sides.feet
    let maker = stepLength.identity.asking(person.calibration?.method)
    let steps =
      isRun
      ? .missing(.running)
      : stepLength.steps(of: walk, signal: motion, person: person).made(by: maker)
    let pace =
      (isRun ? runPace.pace(of: walk, in: context.recording) : nil)
      ?? WalkPace(
        of: walk, steps: steps, by: stepLength, person: person,
        stepSeconds: bouts.measures.stepSeconds)
    let support = doubleSupport.doubleSupport(
      of: signal, feet: feet, speed: pace.speed.value, in: context)
    let measured = MeasuredWalk(
      isTrunk: isTrunk, feet: feet, steps: steps, pace: pace,
      support: support.made(by: doubleSupport.identity),
      asymmetry: found.made(by: asymmetry.identity),
      quality: quality.quality(of: signal, in: context),
      makers: makers(ground: part.method, hasAxes: axes != nil))
    var bout = bouts.bout(of: walk, measured: measured, in: context).on(part.ground)
    bouts.carry(sides, by: laterality.identity, turns: context.knownTurns, in: &bout)
    if bout.activity == .running,
      bout.seconds.upperBound - bout.seconds.lowerBound < bouts.measures.leastRunSeconds
    {
      (bout.activity, bout.leftOutReason) = (.walking, .unsteady)
    } else if bout.activity == .running {
      bout.running = running.measures(of: walk, in: context).made(by: running.identity)
    }
    return bout
  }

  /// The turns in walks without rhythm and two seconds around them; missing without a gyroscope.
  ///
  /// - Parameters:
  ///   - irregular: the walks.
  ///   - recording: samples around them.
  ///   - bias: what the gyroscope shows when nothing turns, rad/s; `nil` without one.
  /// - Returns: in time order.
  func turns(
    around irregular: [Walk], in recording: SequenceRecording, bias: SIMD3<Double>?
  ) -> Measured<[Turn]> {
    let body = BodyFrame(of: recording, attitude: attitude, bias: bias)
    return turns.turns(in: recording, body: body).mapped { all in
      all.filter { turn in
        let middle = (turn.seconds.lowerBound + turn.seconds.upperBound) / 2
        return irregular.contains {
          $0.seconds.grown(by: SequenceRecording.surroundingSeconds).contains(middle)
        }
      }
    }
  }

  /// A walk without rhythm: its time, its steps and its turns are known, and nothing that a rhythm is needed for.
  func irregularBout(of walk: Walk, turns: Measured<[Turn]>) -> WalkingBout {
    var bout = WalkingBout(
      seconds: walk.seconds, activity: .walking,
      initialContacts: walk.contactSeconds.map { InitialContact(seconds: $0, foot: .unknown) },
      missing: .irregular)
    bout.turnCount = bouts.turnCount(in: walk.seconds, turns)
    bout.leftOutReason = .irregular
    bout.makers.initialContacts = irregularWalking.identity
    bout.makers.walks = irregularWalking.identity
    bout.makers.selection = bouts.identity
    return bout
  }

  /// The methods behind a bout's lists and words.
  private func makers(ground: MethodIdentity?, hasAxes: Bool) -> BoutMakers {
    var makers = BoutMakers()
    makers.stepFrequency = stepFrequency.identity
    makers.initialContacts = initialContacts.identity
    makers.walks = walks.identity
    makers.terrain = ground
    if hasAxes { makers.alignment = alignment.identity }
    if !laterality.provenance.leavesOpen { makers.laterality = laterality.identity }
    if !doubleSupport.provenance.leavesOpen { makers.finalContacts = doubleSupport.identity }
    makers.selection = bouts.identity
    return makers
  }
}

extension WornWalks {
  /// What walks say of how the device was worn.
  init(
    _ walks: [Walk], _ headings: Headings, bouts: [WalkingBout], in recording: SequenceRecording
  ) {
    let told = bouts.filter { $0.carryingLeg != .unknown }
    self.init(
      seconds: walks[0].seconds.lowerBound..<walks[walks.count - 1].seconds.upperBound,
      force: walks.reduce(.zero) { $0 + recording.acceleration.sum(over: $1.samples) },
      forward: headings.vote,
      rightLegVote: told.reduce(0) {
        $0 + ($1.carryingLeg == .right ? 1 : -1) * $1.carryingLegAgreement * Double($1.stepCount)
      }, legSteps: told.reduce(0) { $0 + Double($1.stepCount) })
  }
}

extension DoubleSupport {
  fileprivate func made(by method: MethodIdentity) -> DoubleSupport {
    DoubleSupport(fraction: fraction.made(by: method), parts: parts, expected: expected)
  }
}

extension WalkAsymmetry {
  fileprivate func made(by method: MethodIdentity) -> WalkAsymmetry {
    WalkAsymmetry(
      fraction: fraction.made(by: method), stepTime: stepTime.made(by: method),
      stepLength: stepLength.made(by: method))
  }
}

extension RunningMeasures {
  fileprivate func made(by method: MethodIdentity) -> RunningMeasures {
    RunningMeasures(
      contactSeconds: contactSeconds.made(by: method),
      verticalOscillation: verticalOscillation.made(by: method))
  }
}

/// The walks in gait sequences, not measured yet.
struct FoundWalks: Sendable {
  var walks: [Walk] = []
  /// Series of jumps, seconds of the recording.
  var jumps: [Range<Double>] = []
  /// The walks, each on one kind of ground.
  var parts: [GroundedWalk] = []
  /// What they share; `nil` where nobody walks.
  var context: SequenceContext?
}

/// What was found in gait sequences.
struct SequenceFindings: Sendable {
  var bouts: [WalkingBout] = []
  var flights: [StairFlight] = []
  /// Series of jumps, seconds of the recording.
  var jumps: [Range<Double>] = []
  var turns: Measured<[Turn]> = .missing(.noGyroscope)
  /// How the device was worn, by these walks; `nil` without any.
  var worn: WornWalks?
}
