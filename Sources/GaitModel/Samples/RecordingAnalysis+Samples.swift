import Foundation

extension RecordingAnalysis {
  /// The samples of the recording: values of each bout, flights of stairs, wear time, and what its
  /// description says of the person.
  ///
  /// Every walking bout gives speed, step and stride length, cadence, double support and asymmetry
  /// as far as they are known; where the bout is not flat and steady, they carry the reason. Steps,
  /// distance, turns and walking time come from every bout and carry none; a bout over midnight gives them for each
  /// day, from the contacts and strides of that day, by the clock of the time zone or of the recording. A missing
  /// value gives no sample. The time worn comes in stretches between non-wear and gaps of a minute or more; time lost in
  /// shorter gaps is taken off each in proportion. Heart rates are means of ten
  /// seconds in and after walks and runs of a minute, and of a minute elsewhere.
  ///
  /// - Parameters:
  ///   - participant: the study's name for the person; that of the recording when `nil`.
  ///   - start: wall clock at the first sample; that of the recording when `nil`.
  ///   - timeZone: the person's time zone as the tz database names it; that of the recording when `nil`. A local clock is read
  ///     in it.
  ///   - activities: labelled parts of the recording. What of a walk lies within one of them gives samples
  ///     of its own kinds (`activity-step-count`, …), made from the contacts and strides inside.
  /// - Returns: the samples, in the order of the bouts; none of a kind whose values are missing.
  /// - Throws: ``RecordingSamplesError`` when neither the recording nor the caller says who or when.
  public func samples(
    participant: String? = nil, start: WallClock? = nil, timeZone: String? = nil,
    activities: [LabelledActivity] = []
  ) throws(RecordingSamplesError) -> RecordingSamples {
    let feed = try sampleFeed(
      participant: participant, start: start, timeZone: timeZone, activities: activities)
    var samples: [Sample] = []
    feed.forEach { samples.append($0) }
    return RecordingSamples(
      participant: feed.participant, recording: feed.recording, revisions: feed.revisions,
      samples: samples)
  }

  /// The same samples, each made when it is its turn: those of a month of walking are more than its analysis.
  ///
  /// - Parameters:
  ///   - participant: the study's name for the person; that of the recording when `nil`.
  ///   - start: wall clock at the first sample; that of the recording when `nil`.
  ///   - timeZone: the person's time zone as the tz database names it; that of the recording when `nil`. A local clock is read
  ///     in it.
  ///   - activities: labelled parts of the recording.
  /// - Returns: what hands them out, in the order of ``samples(participant:start:timeZone:activities:)``.
  /// - Throws: ``RecordingSamplesError`` when neither the recording nor the caller says who or when.
  public func sampleFeed(
    participant: String? = nil, start: WallClock? = nil, timeZone: String? = nil,
    activities: [LabelledActivity] = []
  ) throws(RecordingSamplesError) -> RecordingSampleFeed {
    guard let person = participant ?? facts.participant.identifier else {
      throw .noParticipant(recording: facts.name, written: facts.writtenParticipant)
    }
    guard let clock = start ?? facts.start else { throw .noWallClock(recording: facts.name) }
    let zone = timeZone ?? facts.timeZone?.identifier
    return RecordingSampleFeed(
      analysis: self, participant: person,
      clock: zone.flatMap(TimeZone.init(named:)).map(clock.placed) ?? clock, timeZone: zone,
      activities: activities)
  }
}

/// The samples of a recording, each made when it is its turn.
public struct RecordingSampleFeed: Sendable {
  /// The study's name for the person.
  public var participant: String { builder.participant }
  /// Name and start of the recording.
  public var recording: RecordingReference { builder.recording }
  /// What the samples say of the clock.
  public var clock: SampleMetadata { builder.common }
  /// The revision of each method that was used, by its name.
  public let revisions: [String: Int]
  private let analysis: RecordingAnalysis
  private let activities: [LabelledActivity]
  private let builder: SampleBuilder

  fileprivate init(
    analysis: RecordingAnalysis, participant: String, clock: WallClock, timeZone: String?,
    activities: [LabelledActivity]
  ) {
    (self.analysis, self.activities) = (analysis, activities)
    builder = SampleBuilder(analysis: analysis, participant: participant, clock: clock, timeZone)
    revisions = Dictionary(
      analysis.methods.map { ($0.name, $0.revision) }, uniquingKeysWith: max)
  }

  /// Hands out the samples one after the other, each time all of them.
  public func forEach(_ body: (Sample) throws -> Void) rethrows {
    var builder = builder
    builder.add(analysis.facts.participant)
    for bout in analysis.boutList {
      builder.add(bout, turns: analysis.turns.value)
      try builder.handOut(body)
    }
    for activity in activities {
      for bout in analysis.boutList {
        builder.add(bout, within: activity, turns: analysis.turns.value)
        try builder.handOut(body)
      }
    }
    for flight in analysis.stairFlights.value ?? [] { builder.add(flight) }
    builder.addWear(analysis.quality)
    let spans = analysis.heartRates.isEmpty ? [] : analysis.boutList.map(\.seconds)
    for mean in HeartRateThinning().kept(analysis.heartRates, around: spans) { builder.add(mean) }
    try builder.handOut(body)
  }
}

/// Turns the parts of an analysis into samples.
private struct SampleBuilder: Sendable {
  let recording: RecordingReference
  let participant: String
  private var samples: [Sample] = []
  private let source: SampleSource
  let common: SampleMetadata
  private let makers: RecordingMakers
  private let own: PersonalCalibration?
  private let clock: WallClock
  private var origins: [SampleMetadata: Sample.Origin] = [:]
  private var partCounts: [Range<Double>: Int] = [:]
  private var days: DaysOfRecording
  /// By which the offset changes within the recording; `nil` where none is known.
  private let zone: TimeZone?

  init(
    analysis: RecordingAnalysis, participant: String, clock: WallClock, _ timeZone: String?
  ) {
    self.participant = participant
    self.clock = clock
    makers = analysis.makers
    own = analysis.personalCalibration
    recording = RecordingReference(
      name: analysis.facts.name,
      start: Date(timeIntervalSince1970: clock.secondsSince1970), content: analysis.content)
    source = SampleSource(
      name: SampleSource.analysisName, device: analysis.facts.device, recording: recording)
    var common = SampleMetadata(
      site: analysis.facts.site, timeZoneIdentifier: timeZone,
      utcOffsetSeconds: clock.isLocal ? nil : clock.utcOffsetSeconds)
    common.isLocalClock = clock.isLocal
    zone = common.zoneOfOffset
    self.common = common
    days = DaysOfRecording(clock, timeZone: timeZone)
  }

  /// Hands out what was made since the last time.
  mutating func handOut(_ body: (Sample) throws -> Void) rethrows {
    for sample in samples { try body(sample) }
    samples.removeAll(keepingCapacity: true)
  }

  /// What the description of the recording says of the person, as of its start. It belongs to the
  /// recording: analyzed again with another height, the recording says the other one.
  mutating func add(_ person: Participant) {
    let values: [(AnySampleKind, Double?)] = [
      (SampleKind.height.erased, person.height?.meters),
      (SampleKind.bodyMass.erased, person.mass?.kilograms), (.age, person.ageYears),
      (.sex, person.sex.map { $0 == .male ? 1 : 2 }),
    ]
    for case (let kind, let value?) in values where value.isFinite {
      samples.append(
        Sample(
          kind: kind, value: value, start: date(0), end: date(0),
          origin: origin(metadata(nil, nil), at: date(0))))
    }
  }

  mutating func add(_ bout: WalkingBout, turns: [Turn]?) {
    bout.activity == .running ? addRun(bout) : addWalk(bout)
    let days = days.divided(bout.seconds)
    guard days.count > 1 else { return addSums(bout) }
    for part in days.compactMap({ BoutPart(of: bout, within: $0, turns: turns) }) {
      let any = metadata(bout.terrain, nil)
      add(.stepCount, part.stepCount, part.seconds, any)
      add(.distance, part.distance, part.seconds, any, ownPast: ownPast(part.distance, of: bout))
      add(.turnCount, part.turnCount, part.seconds, any)
      add(
        bout.activity == .walking ? .walkingTime : .runningTime, part.time, part.seconds, any)
    }
  }

  private mutating func addSums(_ bout: WalkingBout) {
    let isWalking = bout.activity == .walking
    let seconds = bout.seconds.upperBound - bout.seconds.lowerBound
    let any = metadata(bout.terrain, nil)
    add(
      .stepCount,
      .known(
        Count(Double(bout.stepCount)), standardError: bout.stepCountError.map { Count($0) },
        by: bout.makers.initialContacts),
      bout.seconds, any)
    add(.distance, bout.distance, bout.seconds, any, ownPast: ownPast(bout.distance, of: bout))
    add(.turnCount, bout.turnCount.mapped { Count(Double($0)) }, bout.seconds, any)
    add(
      isWalking ? .walkingTime : .runningTime, .known(.seconds(seconds), by: bout.makers.walks),
      bout.seconds, any)
  }

  /// A distance's error against the person's own past, meters.
  private func ownPast(_ distance: Measured<Length>, of bout: WalkingBout) -> Double? {
    distance.value.flatMap(bout.errorWithinPerson(of:))?.meters
  }

  private mutating func addWalk(_ bout: WalkingBout) {
    let flat = metadata(bout.terrain, bout.leftOutReason)
    let own = bout.withinPersonErrors
    add(
      .walkingSpeed, bout.walkingSpeed, bout.seconds, flat,
      ownPast: own.walkingSpeed?.baseValue)
    if !bout.isStepLengthAssumed {
      add(.stepLength, bout.stepLength, bout.seconds, flat, ownPast: own.stepLength?.baseValue)
      add(
        .strideLength, bout.strideLength, bout.seconds, flat,
        ownPast: own.stepLength.map { 2 * $0.baseValue })
    }
    add(.cadence, bout.cadence, bout.seconds, flat, ownPast: own.cadence?.baseValue)
    add(
      .doubleSupport, bout.doubleSupportFraction.mapped { Fraction($0) }, bout.seconds, flat,
      ownPast: own.doubleSupportFraction)
    add(
      .walkingAsymmetry, bout.asymmetryFraction.mapped { Fraction($0) }, bout.seconds, flat)
    add(
      .strideTimeVariability, bout.quality.strideTimeVariation.mapped { Fraction($0) },
      bout.seconds, flat)
    add(
      .stepLengthAsymmetry, bout.stepLengthAsymmetry.mapped { Fraction($0) }, bout.seconds, flat)
    add(
      .stepTimeAsymmetry, bout.stepTimeAsymmetry.mapped { Fraction($0) }, bout.seconds, flat,
      ownPast: own.stepTimeAsymmetry)
    let isLeft = bout.carryingLeg == .left
    add(
      isLeft ? .leftPocketStepTimeAsymmetry : .rightPocketStepTimeAsymmetry,
      bout.pocketStepTimeAsymmetry.mapped { Fraction($0) }, bout.seconds, flat,
      ownPast: own.stepTimeAsymmetry)
  }

  /// Running is no flaw of a run; whatever else made the bout unsteady stays its reason.
  private mutating func addRun(_ bout: WalkingBout) {
    let reason = bout.leftOutReason == .running ? nil : bout.leftOutReason
    let run = metadata(bout.terrain, reason)
    add(.runningSpeed, bout.walkingSpeed, bout.seconds, run)
    add(.runningStrideLength, bout.strideLength, bout.seconds, run)
    add(.runningCadence, bout.cadence, bout.seconds, run)
    guard let bounce = bout.running else { return }
    add(
      .runningGroundContactTime, bounce.contactSeconds.mapped { Duration.seconds($0) },
      bout.seconds, run)
    add(.runningVerticalOscillation, bounce.verticalOscillation, bout.seconds, run)
  }

  /// What of a bout lies within an activity. Activities that overlap can hold the same part: it is told
  /// apart then.
  mutating func add(_ bout: WalkingBout, within activity: LabelledActivity, turns: [Turn]?) {
    guard let part = BoutPart(of: bout, within: activity.seconds, turns: turns) else { return }
    let place = place(of: part)
    let isWalking = bout.activity == .walking
    let reason = isWalking || bout.leftOutReason != .running ? bout.leftOutReason : nil
    var (any, flat) = (metadata(bout.terrain, nil), metadata(bout.terrain, reason))
    (any.label, flat.label) = (activity.label, activity.label)
    func add<Value>(
      _ kind: SampleKind<Value>, _ value: Measured<Value>, _ metadata: SampleMetadata
    ) {
      self.add(kind.withinActivities, value, part.seconds, metadata, distinction: place)
    }
    let ofDays = days.divided(part.seconds)
    if ofDays.count > 1 {
      for day in ofDays.map({ $0.clamped(to: activity.seconds) }) {
        guard let part = BoutPart(of: bout, within: day, turns: turns) else { continue }
        addSums(part, isWalking, any, self.place(of: part))
      }
    } else {
      addSums(part, isWalking, any, place)
    }
    add(isWalking ? .walkingSpeed : .runningSpeed, part.speed, flat)
    if !bout.isStepLengthAssumed {
      add(isWalking ? .strideLength : .runningStrideLength, part.strideLength, flat)
      if isWalking { add(.stepLength, part.stepLength, flat) }
    }
    add(isWalking ? .cadence : .runningCadence, part.cadence, flat)
    guard isWalking else { return }
    add(.doubleSupport, part.doubleSupport, flat)
  }

  private mutating func addSums(
    _ part: BoutPart, _ isWalking: Bool, _ metadata: SampleMetadata, _ place: Int
  ) {
    func add<Value>(_ kind: SampleKind<Value>, _ value: Measured<Value>) {
      self.add(kind.withinActivities, value, part.seconds, metadata, distinction: place)
    }
    add(.stepCount, part.stepCount)
    add(.distance, part.distance)
    add(.turnCount, part.turnCount)
    add(isWalking ? .walkingTime : .runningTime, part.time)
  }

  /// What tells a part from others of the same time.
  private mutating func place(of part: BoutPart) -> Int {
    let place = partCounts[part.seconds, default: 0]
    partCounts[part.seconds] = place + 1
    return place
  }

  mutating func add(_ flight: StairFlight) {
    let isUp = flight.direction == .stairsUp
    var stairs = metadata(flight.direction, nil)
    if flight.isHeightAssumed { stairs.other[StairWords.heightAssumed] = "true" }
    add(
      isUp ? .stairAscentSpeed : .stairDescentSpeed, flight.verticalSpeed, flight.seconds, stairs)
    guard flight.isCounted else { return }
    add(
      isUp ? .flightsClimbed : .flightsDescended, .known(Count(1), by: flight.finder),
      flight.seconds,
      stairs)
  }

  mutating func addWear(_ quality: RecordingQuality) {
    for worn in quality.wornTimes {
      add(
        .wearTime, .known(Duration.seconds(worn.wornSeconds), by: makers.nonWear), worn.seconds,
        metadata(nil, nil))
    }
  }

  mutating func add(_ mean: HeartRateMean) {
    add(
      .heartRate, .known(mean.heartRate, by: makers.heartRate), mean.seconds, metadata(nil, nil))
  }

  private func metadata(_ terrain: Terrain?, _ reason: LeftOutReason?) -> SampleMetadata {
    var metadata = common
    metadata.terrain = terrain
    metadata.leftOutReason = reason
    return metadata
  }

  private mutating func add<Value>(
    _ kind: SampleKind<Value>, _ value: Measured<Value>, _ seconds: Range<Double>,
    _ metadata: SampleMetadata, ownPast: Double? = nil, distinction: Int = 0
  ) {
    guard case .known(let quantity, let error, let method) = value, quantity.baseValue.isFinite
    else { return }
    var metadata = metadata
    metadata.method = method?.name
    metadata.revision = method?.revision
    metadata.settings = method.flatMap { $0.settings.isEmpty ? nil : $0.settings }
    if let own, method?.parts.contains(where: { $0.provenance == own.method }) == true {
      metadata.other[CalibrationWords.factor] = DecimalText.text(own.factor, decimals: 4)
    }
    let start = date(seconds.lowerBound)
    samples.append(
      Sample(
        kind: kind.erased, value: quantity.baseValue, start: start,
        end: date(seconds.upperBound), origin: origin(metadata, at: start),
        standardError: error?.baseValue, standardErrorWithinPerson: ownPast,
        distinction: distinction))
  }

  /// The origin of a sample that begins at an instant: where clocks were changed since the start, the offset is that of the
  /// instant.
  private mutating func origin(_ said: SampleMetadata, at instant: Date) -> Sample.Origin {
    var metadata = said
    if let zone { metadata.utcOffsetSeconds = zone.secondsFromGMT(for: instant) }
    if let origin = origins[metadata] { return origin }
    let origin = Sample.Origin(participant: participant, source: source, metadata: metadata)
    origins[metadata] = origin
    return origin
  }

  private func date(_ seconds: Double) -> Date {
    Date(timeIntervalSince1970: clock.secondsSince1970 + seconds)
  }
}
