import GaitModel
import Signals

/// What the block path hands to the walk path.
enum ClosedGait: Sendable {
  /// Gait sequences that no other can join.
  case sequences(ClosedSequences)
  /// A stretch that moves, after all sequences in it.
  case moving(MovingStretch)

  /// From its first sample to its last, seconds.
  var durationSeconds: Double { endSeconds - startSeconds }

  /// Its first sample, seconds of the recording.
  var startSeconds: Double {
    switch self {
    case .sequences(let sequences): sequences.seconds.lowerBound
    case .moving(let stretch): stretch.seconds.lowerBound
    }
  }

  /// Its last sample, seconds of the recording.
  var endSeconds: Double {
    switch self {
    case .sequences(let sequences): sequences.seconds.upperBound
    case .moving(let stretch): stretch.seconds.upperBound
    }
  }
}

/// The block path: everything that runs on every sample, up to gait or not.
struct BlockPath {
  /// Its first part, which needs nothing of the second and may run on another thread.
  var conditioning: Conditioning
  /// The methods that read frames.
  private let detector: any GaitSequenceDetector
  private let ground: any FrameGroundReader
  private let leastMotion: Double?
  /// What the recording's rate is high enough for.
  private let rates: LowestSamplingRates
  private var search: GaitSequenceSearch?
  /// What has closed and waits for what slower sensors may still say of it, in its order.
  private var waiting: [ClosedGait] = []
  /// Air pressure that walks to come may need.
  private var pressure = SideMemory()
  /// Pauses of the motion since the last air pressure, seconds of the recording.
  private var pauses: [Range<Double>] = []
  /// Speed over ground that runs to come may need.
  private var groundSpeed = SideMemory()
  private var heartRates = HeartRateMeans()
  /// The means of the heart rate, once the recording has ended.
  private(set) var heartRateMeans: [HeartRateMean] = []

  /// Where the site may yet be recognized, frames are read for the ground as at the pelvis, so that stairs are
  /// known when it is.
  init(pipeline: GaitPipeline, facts: RecordingFacts, calibration: AccelerometerCalibration?) {
    conditioning = Conditioning(facts: facts, calibration: calibration, nonWear: pipeline.nonWear)
    let known = pipeline.presets[facts.place]
    let wearing = WearingLog(given: facts.givenWearing, recognizer: pipeline.wearing)
    detector = known.gaitSequences
    ground = wearing.asks ? pipeline.presets.pelvis.terrain : known.terrain
    rates = LowestSamplingRates(rateHertz: facts.samplingRateHertz)
    // Turning is half of what tells walks without rhythm, and at a low rate a step's knock does not show.
    leastMotion =
      facts.hasAngularRate && rates.allows(LowestSamplingRates.knocksHertz)
      ? known.irregularWalking.leastMotion : nil
  }

  /// Takes the next block; `closed` is called with what no later sample can change.
  mutating func append(
    _ block: RecordingBlock, observer: ((GaitStage) -> Void)?, closed: (ClosedGait) -> Void
  ) {
    observer?(.conditioning)
    take(conditioning.append(block), observer: observer, closed: closed)
  }

  /// Takes what the next block became.
  mutating func take(
    _ piece: Conditioning.Piece, observer: ((GaitStage) -> Void)?, closed: (ClosedGait) -> Void
  ) {
    pauses += piece.pauses
    take(piece.side, behind: piece.lastBefore)
    for block in piece.grid { take(block, before: piece.last, observer, closed) }
  }

  /// Takes values of slower sensors to whose time the motion has come.
  private mutating func take(_ side: [SideChannel: SideSamples], behind lastSeconds: Double) {
    if let new = side[.pressure] { pressure.append(new, behind: lastSeconds, pauses: pauses) }
    // Those before the last value lie in no silence that is still open.
    let heard = pressure.span?.upperBound ?? .infinity
    pauses.removeAll { $0.upperBound <= heard }
    if let new = side[.groundSpeed] { groundSpeed.append(new, behind: lastSeconds) }
    if let new = side[.heartRate] { heartRates.append(new) }
  }

  /// Ends the recording.
  mutating func finish(observer: ((GaitStage) -> Void)?, closed: (ClosedGait) -> Void) {
    take(conditioning.finish(), observer: observer, closed: closed)
    handOut(before: .infinity, closed)
    heartRateMeans = heartRates.finish(at: quality.durationSeconds)
  }

  /// How good the samples are.
  var quality: RecordingQuality { conditioning.quality }
  /// Whether there was any air pressure.
  var hasPressure: Bool { pressure.isKnown }
  /// Whether there was any heart rate.
  var hasHeartRate: Bool { heartRates.isKnown }

  /// Why walking could not be looked for; `nil` where it could.
  var obstacle: SearchObstacle? {
    if let obstacle = rates.obstacle { return obstacle }
    if conditioning.isAxisDeadThroughout { return .deadAxis }
    return rates.obstacle(longestStretchSeconds: quality.longestStretchSeconds)
  }

  /// What was lost, and whether walks were touched.
  func remarks(walks: [Range<Double>]) -> [RecordingRemark] {
    [
      lostHeartRates, stillHeartRates, late(pressure, "the air pressure"),
      late(groundSpeed, "the speed over ground"),
      conditioning.isElsewhere(.pressure) ? nil : shortPressure, silentPressure,
    ].compactMap(\.self) + conditioning.brokenRemarks(walks: walks) + conditioning.sideRemarks
      + conditioning.rateRemarks
  }

  /// Air pressure that begins so much later or ends so much earlier than the motion is told, seconds. Our choice: loggers
  /// start their sensors within less.
  private static let leastLack = 10.0

  private var shortPressure: RecordingRemark? {
    guard let span = pressure.span else { return nil }
    let end = quality.durationSeconds
    guard span.lowerBound > Self.leastLack || end - span.upperBound > Self.leastLack else {
      return nil
    }
    return RecordingRemark(
      kind: .assumed, sampleCount: 0,
      message:
        "the air pressure reaches from \(Self.tenths(span.lowerBound)) to \(Self.tenths(span.upperBound)) s of "
        + "\(Self.tenths(end)) s: elsewhere stairs and heights are found as without a barometer")
  }

  /// That the air pressure is silent for long while the motion goes on; `nil` where it is not, and where both pause.
  private var silentPressure: RecordingRemark? {
    guard let silence = pressure.longSilence(from: Self.leastLack) else { return nil }
    return RecordingRemark(
      kind: .assumed, sampleCount: 0,
      message:
        "the air pressure gives nothing from \(Self.tenths(silence.lowerBound)) to \(Self.tenths(silence.upperBound)) s, its "
        + "longest silence: walks within are judged as without a barometer")
  }

  private static func tenths(_ seconds: Double) -> String {
    DecimalText.text(seconds, decimals: 1) ?? ""
  }

  /// That values came too late; `nil` for none.
  private func late(_ memory: SideMemory, _ words: String) -> RecordingRemark? {
    let count = memory.lateCount
    guard count > 0 else { return nil }
    return RecordingRemark(
      kind: .outOfOrder, sampleCount: count,
      message:
        "\(count.counted("value")) of \(words) came \(Int(SideMemory.longestDelay)) s or more behind the motion of "
        + "\(count.verb("its", "their")) time and \(count.verb("was", "were")) not used; hand over such values with that motion"
    )
  }

  private var lostHeartRates: RecordingRemark? {
    let possible = heartRates.possible
    return unused(
      heartRates.impossibleCount,
      "outside \(Int(possible.lowerBound)) to \(Int(possible.upperBound)) a minute")
  }

  private var stillHeartRates: RecordingRemark? {
    let minutes = Int(HeartRateMeans.longestStill.seconds / 60)
    return unused(
      heartRates.stillCount, "the same for more than \(minutes) minutes, which no heart keeps,")
  }

  /// That values of the heart rate were not used; `nil` for none.
  private func unused(_ count: Int, _ reason: String) -> RecordingRemark? {
    guard count > 0 else { return nil }
    return RecordingRemark(
      kind: .unreadable, sampleCount: count,
      message:
        "\(count.counted("value")) of the heart rate \(count.verb("is", "are")) \(reason) and "
        + "\(count.verb("was", "were")) not used")
  }

  private mutating func take(
    _ block: UniformSampling.Block, before lastSeconds: Double, _ observer: ((GaitStage) -> Void)?,
    _ closed: (ClosedGait) -> Void
  ) {
    guard rates.obstacle == nil else { return }
    observer?(.gaitSequences)
    var search =
      self.search
      ?? GaitSequenceSearch(
        from: block.start, channelCount: block.columns.count, detector: detector, ground: ground,
        stepFrequency: StepFrequencyEvidence(), leastMotion: leastMotion)
    self.search = nil
    search.append(block.columns)
    if block.endsRun { search.finish() }
    while let sequences = search.nextSequences() { waiting.append(.sequences(sequences)) }
    while let stretch = search.nextMoving() { waiting.append(.moving(stretch)) }
    handOut(before: lastSeconds, closed)
    let needed = waiting.reduce(search.keptSeconds) { min($0, $1.startSeconds) }
    pressure.forget(before: needed)
    groundSpeed.forget(before: needed)
    observer?(.conditioning)
    if !block.endsRun { self.search = search }
  }

  /// Hands out what has closed, in its order, once nothing that slower sensors may still say of it is in time.
  private mutating func handOut(before end: Double, _ closed: (ClosedGait) -> Void) {
    while let next = waiting.first, next.endSeconds + SideMemory.longestDelay < end {
      waiting.removeFirst()
      guard case .sequences(var sequences) = next else {
        closed(next)
        continue
      }
      sequences.pressure = pressure.samples(in: sequences.seconds)
      sequences.groundSpeed = groundSpeed.samples(in: sequences.seconds)
      closed(.sequences(sequences))
    }
  }
}
