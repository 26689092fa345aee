import GaitModel
import Signals

/// The first half of the walk path: what needs no walk before. It may run ahead on a thread of its own.
struct StepPath: Sendable {
  private let pipeline: GaitPipeline
  private let known: GaitMethods
  /// Nobody has walked yet: it says what the walks are asked.
  private let wearing: WearingLog

  /// Prepares the path.
  init(pipeline: GaitPipeline, facts: RecordingFacts) {
    self.pipeline = pipeline
    known = pipeline.presets[facts.place]
    wearing = WearingLog(given: facts.givenWearing, recognizer: pipeline.wearing)
  }

  /// Takes what the block path has closed.
  func take(_ gait: ClosedGait, observer: ((GaitStage) -> Void)?) -> SteppedGait {
    switch gait {
    case .sequences(let sequences):
      observer?(.gaitSequences)
      var sensors = DeadSensors()
      let recording = sensors.leftOut(of: sequences.recording())
      observer?(.stepFrequency)
      let cycle = known.cycle(of: recording)
      // Where the walks are asked how the device is worn, those before have a say in the methods.
      return .sequences(
        SteppedSequences(
          recording: recording, deadSensors: sensors, cycle: cycle,
          evidence: wearing.evidence(in: recording, cycle: cycle),
          walks: wearing.asks
            ? nil : pipeline.walks(in: recording, cycle: cycle, by: known, observer: observer)))
    case .moving(let stretch): return .moving(stretch)
    }
  }
}

/// What the first half of the walk path hands to the second.
enum SteppedGait: Sendable {
  /// Gait sequences.
  case sequences(SteppedSequences)
  /// A stretch that moves, after all sequences in it.
  case moving(MovingStretch)
}

/// Gait sequences, as far as no walk before them counts.
struct SteppedSequences: Sendable {
  /// The samples, without those of dead sensors.
  var recording: SequenceRecording
  /// The sensors that were dead in them.
  var deadSensors: DeadSensors
  /// The cycle of the steps by the known methods.
  var cycle: StepCycle
  /// What they say of how the device is worn; `nil` where nothing is asked.
  var evidence: WearingEvidence?
  /// The walks in them; `nil` where the methods depend on the walks before.
  var walks: FoundWalks?
}

/// The walk path: everything that runs on closed gait sequences, one after the other, because walks tell later ones how
/// the device is worn.
struct WalkPath: Sendable {
  /// Its first half.
  let steps: StepPath
  /// The methods for what is known of the wearing before anybody walks.
  let known: GaitMethods
  private let isSiteGiven: Bool
  let pipeline: GaitPipeline
  let participant: Participant
  let hasAngularRate: Bool
  let rates: LowestSamplingRates
  private var sequences: [GaitSequence] = []
  private(set) var bouts: ClosedBouts
  private var turns: [Turn] = []
  private(set) var flights: [StairFlight] = []
  private var jumps: [Range<Double>] = []
  /// Specific force summed over the samples of all walks: up in the sensor's axes.
  private var walkingForce = SIMD3<Double>.zero
  /// Which way is forward, by the walks so far.
  private var heading = HeadingMemory()
  /// How the device was worn, by the walks so far.
  private var wearing: WearingLog
  /// The places by whose methods walks without a given site were measured, the last one last.
  private(set) var recognized: [WornPlace] = []
  /// How many walks got a speed by the methods of each place that was recognized, and under `nil` by those of what was known
  /// before.
  private(set) var speeds: [WornPlace?: Int] = [:]
  /// Gyroscopes and barometers that died.
  private(set) var deadSensors = DeadSensors()
  /// In which walks the ground was told.
  private(set) var ground = ToldGround()

  /// Prepares the path. With a folder the bouts of a long recording are kept in a file there.
  init(pipeline: GaitPipeline, facts: RecordingFacts, keepingBoutsIn folder: String? = nil) {
    self.pipeline = pipeline
    bouts = ClosedBouts(in: folder)
    participant = facts.participant
    hasAngularRate = facts.hasAngularRate
    steps = StepPath(pipeline: pipeline, facts: facts)
    known = pipeline.presets[facts.place]
    isSiteGiven = facts.isSiteKnown
    rates = LowestSamplingRates(rateHertz: facts.samplingRateHertz)
    wearing = WearingLog(given: facts.givenWearing, recognizer: pipeline.wearing)
  }

  /// Takes what the block path has closed, in its order, and returns the bouts in it.
  mutating func take(_ gait: ClosedGait, observer: ((GaitStage) -> Void)?) -> [WalkingBout] {
    take(steps.take(gait, observer: observer), observer: observer)
  }

  /// Takes what its first half has made of it, in the same order.
  mutating func take(_ gait: SteppedGait, observer: ((GaitStage) -> Void)?) -> [WalkingBout] {
    let found: [WalkingBout]
    switch gait {
    case .sequences(let sequences): found = take(sequences, observer: observer)
    case .moving(let stretch):
      observer?(.gaitSequences)
      found = irregularBouts(in: stretch)
    }
    bouts.append(found)
    observer?(.conditioning)
    return found
  }

  /// What walks add up to, in time order.
  typealias Findings = (
    sequences: [GaitSequence], bouts: BoutList, spans: [Range<Double>], turns: [Turn],
    flights: [StairFlight], jumps: [Range<Double>]
  )

  /// Hands out what the walks add up to and keeps nothing of it: a month of walking is in memory once. Walks and runs
  /// are sought apart, so a short run may close before the walk around it.
  mutating func takeFindings() -> Findings {
    sequences.sort { $0.seconds.lowerBound < $1.seconds.lowerBound }
    turns.sort { $0.seconds.lowerBound < $1.seconds.lowerBound }
    let spans = bouts.spans
    let bouts = bouts.takeAll(turns: turns)
    flights.sort { $0.seconds.lowerBound < $1.seconds.lowerBound }
    jumps.sort { $0.lowerBound < $1.lowerBound }
    defer { forgetFindings() }
    return (sequences, bouts, spans, turns, flights, jumps)
  }

  /// Keeps nothing of what was found.
  mutating func forgetFindings() {
    (sequences, bouts, turns, flights, jumps) = ([], ClosedBouts(), [], [], [])
  }

  /// Why bouts are in memory that should lie in a folder; `nil` where none are.
  var failure: KeptBoutsError? { bouts.failure }

  /// How the device was worn.
  var wearings: [Wearing] { wearing.wearings }

  /// Up in the sensor's axes, by all walks; `nil` without any.
  var upWhileWalking: SIMD3<Double>? { walkingForce == .zero ? nil : walkingForce.unit }

  private mutating func take(
    _ sequences: SteppedSequences, observer: ((GaitStage) -> Void)?
  ) -> [WalkingBout] {
    let (recording, evidence) = (sequences.recording, sequences.evidence)
    deadSensors.add(sequences.deadSensors)
    let place = wearing.recognizedPlace(evidence, in: recording)
    let methods = place.map { pipeline.presets[$0] } ?? known
    let walks = sequences.walks ?? walks(in: sequences, by: methods, observer: observer)
    ground.add(walks.parts, in: recording)
    var found = pipeline.measured(
      walks, by: methods, person: person(for: methods.stepLength, isRecognized: place != nil),
      memory: heading, observer: observer)
    if recording.activity == .running,
      found.bouts.contains(where: { methods.runPace.isOfNoRunner($0, in: recording) })
    {
      deadSensors.noteNoRunner(in: recording.extent)
    }
    found.bouts = found.bouts.map(rates.limited)
    let told = found.bouts.count { $0.activity == .walking && $0.walkingSpeed.value != nil }
    if told > 0 { speeds[place, default: 0] += told }
    keep(found, of: recording)
    if let worn = found.worn, recording.activity == .walking {
      wearing.learn(worn, evidence: evidence)
      if let place { recognized = recognized.filter { $0 != place } + [place] }
      if worn.forward.sum != .zero { heading.learn(worn.forward, up: worn.force.unit) }
    }
    return found.bouts
  }

  /// The walks where those before have a say in the methods.
  private func walks(
    in sequences: SteppedSequences, by methods: GaitMethods, observer: ((GaitStage) -> Void)?
  ) -> FoundWalks {
    let recording = sequences.recording
    observer?(.stepFrequency)
    let isSame = methods.stepFrequency.identity == known.stepFrequency.identity
    return pipeline.walks(
      in: recording, cycle: isSame ? sequences.cycle : methods.cycle(of: recording), by: methods,
      observer: observer)
  }

  /// No stretch that is looked at, half an hour at most, holds more bouts.
  private static let recentBouts = 2000

  /// Nor does it hold more turns: one takes half a second at least.
  private static let recentTurnCount = 4000

  /// Walks without rhythm, where something moves between the bouts.
  private mutating func irregularBouts(in stretch: MovingStretch) -> [WalkingBout] {
    let near = bouts.spans.suffix(Self.recentBouts)
      .filter { $0.overlaps(stretch.seconds) }.sorted { $0.lowerBound < $1.lowerBound }
    guard !near.isEmpty else { return [] }
    let shortest = known.irregularWalking.shortestSeconds
    let parts = stretch.seconds.without(near).filter { $0.upperBound - $0.lowerBound >= shortest }
    // Between the walks nothing is counted: where something moved is not known to be gait.
    var sensors = DeadSensors()
    var walks: [Walk] = []
    for recording in stretch.recordings(of: parts).map({ sensors.leftOut(of: $0) }) {
      let found = known.irregularWalking.walks(in: recording, beside: near)
      walks += found
      if !found.isEmpty { keep(turns(around: found, in: stretch, searched: recording)) }
    }
    let turns = recentTurns
    return walks.map { known.irregularBout(of: $0, turns: turns) }
  }

  /// The turns of walks without rhythm: up is sought around these alone, a quiet moment of the gyroscope in all that was
  /// searched for walks.
  private func turns(
    around found: [Walk], in stretch: MovingStretch, searched: SequenceRecording
  ) -> [Turn] {
    let bias = searched.angularRate.map { BodyFrame.bias(of: $0.values) }
    return stretch.recordings(of: found.map(\.seconds)).flatMap { near in
      var near = near
      if bias == nil { near.angularRate = nil }
      return known.turns(around: found, in: near, bias: bias).value ?? []
    }
  }

  /// The turns beside the walks so far; those of walks that close later are counted at the end.
  private var recentTurns: Measured<[Turn]> {
    if known.turns.provenance.leavesOpen { return .missing(.noMethod) }
    return deadSensors.hasNoRate
      ? .missing(.noGyroscope)
      : .known(Array(turns.suffix(Self.recentTurnCount)), by: known.turns.identity)
  }

  private mutating func keep(_ found: SequenceFindings, of recording: SequenceRecording) {
    let detector = known.gaitSequences.identity
    sequences += recording.sequences.filter { sequence in
      !found.jumps.contains { $0.overlaps(sequence) }
    }.map { GaitSequence(seconds: $0, method: detector) }
    keep(found.turns.value ?? [])
    flights += found.flights
    jumps += found.jumps
    if let worn = found.worn { walkingForce += worn.force }
  }

  /// Keeps the turns that are not known yet.
  private mutating func keep(_ found: [Turn]) {
    guard let first = found.map(\.seconds.lowerBound).min() else { return }
    // The few that may be the same ones: a slice of all would have them copied when the new ones are added.
    let near = turns.suffix(Self.recentTurnCount).filter { $0.seconds.upperBound > first }
    turns += found.filter { turn in !near.contains { $0.seconds.overlaps(turn.seconds) } }
  }

  /// What the step length is told of the person: the own factor only where it was found.
  private func person(
    for stepLength: any StepLengthEstimator, isRecognized: Bool
  ) -> StepLengthPerson {
    StepLengthPerson(
      height: participant.height,
      calibration: factor(for: stepLength, isRecognized: isRecognized),
      wearingErrorMetersPerSecond: isRecognized
        ? pipeline.wearing.speedStandardErrorMetersPerSecond : 0)
  }

  /// The person's own factor, which is that of one way of wearing: none where nobody said it and the walks do not show it.
  func factor(
    for stepLength: any StepLengthEstimator, isRecognized: Bool
  ) -> PersonalCalibration? {
    guard isSiteGiven || isRecognized else { return nil }
    return pipeline.personalCalibration.flatMap {
      $0.placement == stepLength.placement ? $0 : nil
    }
  }
}
