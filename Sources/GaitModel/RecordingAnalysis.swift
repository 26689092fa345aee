/// Everything that was found in a recording.
public struct RecordingAnalysis: Hashable, Sendable {
  /// What is known of the recording.
  public var facts: RecordingFacts
  /// How good the recording is.
  public var quality: RecordingQuality
  /// Where gait was detected, in time order; bouts may reach beyond it.
  public var gaitSequences: [GaitSequence]
  /// Walking and running bouts, in time order, one after the other: those of a long recording need not be in memory.
  public var boutList: BoutList
  /// Turns, in time order; `missing` without a gyroscope that worked in any walk.
  public var turns: Measured<[Turn]>
  /// Flights of stairs, in time order, or why they were not looked for.
  public var stairFlights: Measured<[StairFlight]>
  /// Series of jumps or hops, in time order, seconds from the first sample of the recording: neither
  /// walking nor running.
  public var jumps: [Range<Double>]
  /// The methods behind what the recording as a whole is said to be.
  public var makers: RecordingMakers
  /// What the analysis assumed because it was not given.
  public var remarks: [RecordingRemark]
  /// How the device was worn, in time order; a new one begins when it was put on another way. Empty when
  /// nobody walked.
  public var wearings: [Wearing]
  /// A digest of the recording's samples, by which a store knows it again whatever its file is called;
  /// `nil` where nobody made one.
  public var content: String?
  /// The person's own factor, of which lengths and speeds say whether they took it; `nil` where none was given.
  public var personalCalibration: PersonalCalibration?
  /// The heart rate, in time order; empty without a channel of it.
  public var heartRates: [HeartRateMean]
  /// Why walking could not be looked for, so that nothing found means nothing; `nil` where it could.
  public var obstacle: SearchObstacle?

  /// Makes an analysis from its parts.
  public init(
    facts: RecordingFacts, quality: RecordingQuality, gaitSequences: [GaitSequence],
    bouts: [WalkingBout], turns: Measured<[Turn]>,
    stairFlights: Measured<[StairFlight]>, jumps: [Range<Double>] = [],
    makers: RecordingMakers = RecordingMakers(), remarks: [RecordingRemark] = [],
    wearings: [Wearing] = [], heartRates: [HeartRateMean] = []
  ) {
    self.facts = facts
    self.quality = quality
    self.gaitSequences = gaitSequences
    boutList = BoutList(bouts)
    self.turns = turns
    self.stairFlights = stairFlights
    self.jumps = jumps
    self.makers = makers
    self.remarks = remarks
    self.wearings = wearings
    self.heartRates = heartRates
  }
}

extension RecordingAnalysis {
  /// Walking and running bouts, in time order, all of them in memory. ``boutList`` goes through those of a long recording
  /// one by one.
  public var bouts: [WalkingBout] {
    get { boutList.all }
    set { boutList = BoutList(newValue) }
  }
}

/// The methods that looked at a whole recording; `nil` where none did.
public struct RecordingMakers: Hashable, Sendable {
  /// Looked for gain and offset of the accelerometer.
  public var calibration: MethodIdentity?
  /// Told when nobody wore the device.
  public var nonWear: MethodIdentity?
  /// Looked for gait, found or not.
  public var gaitSequences: MethodIdentity?
  /// Gathered the heart rate.
  public var heartRate: MethodIdentity?

  /// Makers of nothing; set what is known.
  public init() {}
}

extension RecordingAnalysis {
  /// The methods that gave something of this analysis: those that its values name, each once, in the order in
  /// which they run.
  public var methods: [MethodIdentity] {
    var all = MethodsOnce()
    all.add([makers.calibration, makers.nonWear, makers.gaitSequences].compactMap(\.self))
    for sequence in gaitSequences { if let method = sequence.method { all.add([method]) } }
    all.add(wearings.compactMap(\.method))
    for bout in boutList { all.add(bout.methods) }
    all.add([turns.method].compactMap(\.self))
    for flight in stairFlights.value ?? [] { all.add(flight.methods) }
    all.add([makers.heartRate].compactMap(\.self))
    return all.methods
  }
}

/// Methods and those that they asked, each once, in the order in which they were named first.
private struct MethodsOnce {
  private(set) var methods: [MethodIdentity] = []
  private var seen: Set<MethodIdentity> = []

  /// Nearly all are the very objects that were named before, which is told sooner than that they are equal.
  mutating func add(_ new: [MethodIdentity]) {
    for method in new where !methods.contains(where: { $0.isSameObject(as: method) }) {
      for part in method.withParts where seen.insert(part).inserted { methods.append(part) }
    }
  }
}

extension WalkingBout {
  /// The methods that its values name, in the order in which they run; some more than once.
  public var methods: [MethodIdentity] {
    let pace = [
      turnCount.method, stepLength.method, walkingSpeed.method, strideLength.method, cadence.method,
      distance.method, doubleSupportFraction.method, asymmetryFraction.method,
      stepTimeAsymmetry.method, stepLengthAsymmetry.method, pocketStepTimeAsymmetry.method,
    ]
    let bounce = [running?.contactSeconds.method, running?.verticalOscillation.method]
    return makers.all + (pace + bounce).compactMap(\.self) + quality.methods
  }
}

extension StairFlight {
  /// The methods that its values name; some more than once.
  public var methods: [MethodIdentity] {
    [finder, height.method, verticalSpeed.method].compactMap(\.self)
  }
}

/// A stretch that is likely to contain gait: a claim, not yet a walking bout.
public struct GaitSequence: Hashable, Sendable {
  /// From start to end, seconds from the first sample of the recording.
  public var seconds: Range<Double>
  /// The method that claims it; `nil` where it was no method.
  public var method: MethodIdentity?

  /// Makes a gait sequence.
  public init(seconds: Range<Double>, method: MethodIdentity? = nil) {
    self.seconds = seconds
    self.method = method
  }
}

/// Why walking cannot be looked for in a recording.
public enum SearchObstacle: Error, Hashable, Sendable, CustomStringConvertible {
  /// The samples are too far apart: so many a second, and at least so many are needed.
  case samplingTooSlow(hertz: Double, leastHertz: Double)
  /// No stretch without a gap is long enough for a walk: the longest, and how long it must be, seconds.
  case noLongStretch(seconds: Double, leastSeconds: Double)
  /// One axis of the accelerometer gives one value in the whole recording.
  case deadAxis

  /// What came, what was needed, what to do.
  public var description: String {
    func text(_ value: Double) -> String { DecimalText.text(value, decimals: 2) ?? "\(value)" }
    switch self {
    case .samplingTooSlow(let hertz, let least):
      return """
        \(text(hertz)) Hz is too slow to tell whether anybody walks: steps come up to 3 times a second, \
        which takes \(text(least)) samples a second; record at 20 Hz or more, better at 50
        """
    case .noLongStretch(let seconds, let least):
      return """
        the longest stretch of usable samples without a gap is \(text(seconds)) s, and a walk takes at \
        least \(text(least)) s: whether anybody walks cannot be told
        """
    case .deadAxis:
      return """
        one axis of the accelerometer gives the same value throughout while the others move, so it is broken, or \
        its column is not the sensor's: whether anybody walks cannot be told; give a recording with three axes
        """
    }
  }
}
